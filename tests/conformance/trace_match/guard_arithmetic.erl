%% proves M2: arithmetic in guards; what fails is no match
%% needs: 27
-module(guard_arithmetic).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, ext, 2}, [{['$1', '$2'], [{'>', {'+', '$1', {'*', '$2', 2}}, 10}], [{message, sum}]},
                                         {['$1', '$2'], [{'==', {'div', '$1', '$2'}, 2}], [{message, quotient}]},
                                         {['$1', '$2'], [{'==', {'bsl', 1, '$1'}, 4}], [{message, shifted}]}], [local]),
    do(W, fun() -> [traced:ext(A, B) || {A, B} <- [{1, 5}, {1, 4}, {4, 2}, {1, 0}, {a, b}, {2, 0}, {2.5, 9}, {1 bsl 70, 0}]] end),
    show(S, T).
