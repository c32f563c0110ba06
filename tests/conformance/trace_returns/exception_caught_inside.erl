%% proves P4, M3: caught in a traced function: that one returns
%% needs: 27
-module(exception_caught_inside).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:tail_catch(x), prey:old_catch(1, fun() -> prey:thrower(y) end) end),
    show(S, T).
