%% proves F5, M4: {message, false} in a meta spec; failing guards
%% needs: 27
-module(meta_false_spec).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, id, 1}, [{[1], [], [{message, false}]}, {['$1'], [{'>', '$1', 3}], [{message, '$1'}]}], [meta]),
    do(W, fun() -> [traced:id(X) || X <- [1, 2, 3, 4, 5, 1, a]] end),
    show(S, T).
