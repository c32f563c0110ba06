%% proves P4: no return is reported when the call flag is gone
%% needs: 27
-module(flag_off_while_inside).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, body, 2}, [{'_', [], [{return_trace}]}], [local]),
    do(W, fun() -> prey:body(fun(X) -> trace:process(S, self(), false, [call]), X end, 1) end),
    show(S, T), say(done).
