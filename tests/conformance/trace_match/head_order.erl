%% proves M1: the first clause whose head and guards fit decides
%% needs: 27
-module(head_order).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{[1], [], [{message, one}]}, {['$1'], [{is_atom, '$1'}], [{message, atom}]},
                                        {['$1'], [{is_integer, '$1'}, {'<', '$1', 10}], [{message, small}]}, {[{'$1'}], [], [{message, '$1'}]},
                                        {['$1'], [{'==', '$1', 50}], [{message, false}]}, {'_', [], [{message, other}]}], [local]),
    do(W, fun() -> [traced:id(X) || X <- [1, 2, a, 10, 50, {t}, {}, "s", 9]] end),
    show(S, T).
