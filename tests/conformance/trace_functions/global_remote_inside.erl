%% proves F3: a fully qualified call to one's own module is external
%% needs: 27
-module(global_remote_inside).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, ext, 1}, true, [global]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> traced:calls_remote(5) end),
    show(S, T).
