%% proves M3: {display, Term} prints and is true
%% needs: 27
-module(display_action).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{['$1'], [], [{message, {display, '$1'}}]}], [local]),
    do(W, fun() -> traced:id({shown, 1}) end),
    show(S, T).
