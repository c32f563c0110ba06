%% proves P4, M3: error, exit and throw as exception_from tells them
%% needs: 27
-module(exception_from_classes).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> catch prey:thrower(a), catch prey:exiter(b), catch prey:deep(0), catch prey:clause(1), catch prey:bits(x), catch prey:inner(c) end),
    show(S, T).
