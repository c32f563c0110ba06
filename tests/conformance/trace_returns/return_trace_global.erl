%% proves F3, M3: return_trace under a global pattern
%% needs: 27
-module(return_trace_global).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [global]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1), prey:even(3), prey:fun_it(fun prey:inner/1, 2) end),
    show(S, T).
