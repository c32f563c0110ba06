%% proves M2: comparing numbers and terms of different kinds
%% needs: 27
-module(guard_compare).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    Pairs = [{1, 1.0}, {1, 2}, {a, 1}, {[], {}}, {"a", "b"}, {1 bsl 70, 1.0e30}, {#{}, []}],
    [begin
         trace:function(S, {traced, ext, 2}, [{['$1', '$2'], [{Op, '$1', '$2'}], [{message, {const, Op}}]}], [local]),
         do(W, fun() -> [traced:ext(A, B) || {A, B} <- Pairs] end)
     end || Op <- ['==', '=:=', '/=', '=/=', '<', '=<', '>', '>=']],
    show(S, T).
