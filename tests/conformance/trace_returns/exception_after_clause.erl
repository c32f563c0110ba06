%% proves P4, M3: try ... after: the exception goes on after its body
%% needs: 27
-module(exception_after_clause).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> catch prey:after_it(1, fun() -> prey:thrower(x) end), prey:after_it(2, fun() -> prey:zero() end) end),
    show(S, T).
