%% proves M3, M4, P20: {message, Term} with terms of all kinds, several of them, false and true
%% needs: 27
-module(body_message).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [begin
         trace:function(S, {traced, id, 1}, [{['$1'], [], Body}], [local]),
         do(W, fun() -> traced:id(arg) end)
     end || Body <- [[], [{message, x}], [{message, true}], [{message, false}], [{message, x}, {message, y}], [{message, false}, {message, z}], [{message, y}, {message, false}],
                     [{message, {{'$1', {self}}}}], [{message, []}], [{message, {hd, 1}}], [a, b, {message, c}, d], [{message, '$_'}], [{message, {const, false}}],
                     [{message, {'==', 1, 2}}], [{message, {'==', 1, 1}}], [{message, "string"}], [false], [true], [{const, x}]]],
    show(S, T).
