%% proves F1: {M, F, '_'} is all arities
%% needs: 27
-module(wildcard_function).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:function(S, {traced, ext, '_'}, true, [local])),
    trace:process(S, W, true, [call]),
    do(W, fun() -> traced:ext(1), traced:ext(1, 2), traced:id(3) end),
    show(S, T).
