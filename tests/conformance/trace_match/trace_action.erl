%% proves M3: {trace, Disable, Enable} in one step
%% needs: 27
-module(trace_action).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, send]),
    trace:function(S, {traced, id, 1}, [{[1], [], [{trace, [send], ['receive', procs]}]}, {[2], [], [{trace, [], [arity, timestamp]}]}, {[3], [], [{trace, [all], []}]}], [local]),
    [begin do(W, fun() -> traced:id(X), self() ! X end), say(lists:sort(element(2, trace:info(S, W, flags)))) end || X <- [0, 1, 2, 3, 4]],
    show(S, T).
