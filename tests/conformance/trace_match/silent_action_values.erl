%% proves M3, P5: silent takes true and false only
%% needs: 27
-module(silent_action_values).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [begin
         trace:function(S, {traced, id, 1}, [{'_', [], [{message, {silent, V}}]}], [local]),
         do(W, fun() -> traced:id(V) end),
         say({V, trace:info(S, W, flags)})
     end || V <- [x, true, false, 1]],
    show(S, T).
