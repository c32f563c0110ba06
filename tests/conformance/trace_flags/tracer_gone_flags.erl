%% proves S7: when the tracer is gone, flags go silently
%% needs: 27
-module(tracer_gone_flags).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, 'receive', procs]),
    stop(T),
    do(W, fun() -> self() ! x end),
    say(trace:info(S, W, flags)),
    say(trace:info(S, W, tracer)),
    say(attempt(fun() -> trace:process(S, W, true, [send]) end)).
