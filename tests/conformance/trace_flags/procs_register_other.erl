%% proves P7: the event is about the process that is registered, not the one that registers it
%% needs: 27
-module(procs_register_other).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), S = session(T),
    [trace:process(S, P, true, [procs]) || P <- [A, B]],
    do(A, fun() -> register(b_name, B) end),
    do(B, fun() -> ok end),
    do(A, fun() -> unregister(b_name) end),
    do(B, fun() -> ok end),
    say(do(A, fun() -> attempt(fun() -> register(undefined, self()) end) end)),
    show(S, T).
