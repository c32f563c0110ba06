%% proves F10: local is not turned off by global, meta by local
%% needs: 27
-module(off_wrong_type).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [begin
         trace:function(S, {traced, id, 1}, true, [On]),
         trace:function(S, {traced, id, 1}, false, [Off]),
         do(W, fun() -> traced:id({On, Off}) end),
         trace:function(S, {traced, id, 1}, false, [On])
     end || On <- [local, global, meta], Off <- [local, global, meta, call_count]],
    show(S, T).
