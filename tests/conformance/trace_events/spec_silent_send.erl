%% proves E1, M3: silent from a send spec acts on calls
%% needs: 27
-module(spec_silent_send).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, call]),
    trace:function(S, {traced, id, 1}, true, [local]),
    trace:send(S, [{['_', quiet], [], [{silent, true}]}, {['_', loud], [], [{silent, false}]}, {'_', [], []}], []),
    do(W, fun() -> traced:id(1), self() ! quiet, traced:id(2), self() ! loud, traced:id(3) end),
    show(S, T).
