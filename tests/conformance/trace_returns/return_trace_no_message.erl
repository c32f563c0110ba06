%% proves M3, M4: {message, false} hides the call and not the return
%% needs: 27
-module(return_trace_no_message).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, middle, 1}, [{'_', [], [{return_trace}, {message, false}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1) end),
    show(S, T).
