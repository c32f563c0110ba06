%% proves M5, F3: caller under a global pattern
%% needs: 27
-module(caller_global).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{message, {caller}}]}], [global]),
    do(W, fun() -> prey:apply_it(prey, inner, [1]), prey:fun_it(fun prey:inner/1, 2), ok end),
    show(S, T).
