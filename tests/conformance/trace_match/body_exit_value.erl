%% proves M3: what fails in a body is the atom 'EXIT'
%% needs: 27
-module(body_exit_value).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [begin
         trace:function(S, {traced, id, 1}, [{['$1'], [], [{message, B}]}], [local]),
         do(W, fun() -> traced:id(arg) end)
     end || B <- [{hd, '$1'}, {'+', '$1', 1}, {{a, {tl, '$1'}}}, {element, 9, {{1}}}, [{length, '$1'}], {map_get, a, #{}}, {'div', 1, 0}]],
    show(S, T).
