%% proves F2, F10: false takes the pattern away
%% needs: 27
-module(spec_false_clears).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, id, 1}, true, [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> traced:id(1) end),
    say(trace:function(S, {traced, id, 1}, false, [local])),
    do(W, fun() -> traced:id(2) end),
    say(trace:function(S, {traced, id, 1}, false, [local])),
    say(trace:function(S, {traced, id, 1}, [], [local])),
    do(W, fun() -> traced:id(3) end),
    show(S, T).
