%% proves P5, M3: {silent, true} and {silent, false} in match specs
%% needs: 27
-module(silent_by_spec).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, load/1]).

main() ->
    load([prey]),
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, [{[off], [], [{silent, true}]}, {[on], [], [{silent, false}]}, {['_'], [], []}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> [prey:inner(X) || X <- [1, off, 2, 3, on, 4, off, 5]] end),
    say(trace:info(S, W, flags)),
    show(S, T).
