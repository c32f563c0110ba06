%% proves S2: one process traced by three sessions with different flags
%% needs: 27
-module(tracer_per_session).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    W = worker(w),
    Ts = [{F, tracer(F)} || F <- [send, 'receive', procs]],
    Ss = [{F, T, session(F, T)} || {F, T} <- Ts],
    [trace:process(S, W, true, [F]) || {F, _, S} <- Ss],
    do(W, fun() -> self() ! x, register(some_name, self()) end),
    [begin say(F), show(S, T) end || {F, T, S} <- Ss].
