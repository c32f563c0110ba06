%% proves P6: a chain of mutual tail calls gives one return_to
%% needs: 27
-module(return_to_tail_mutual).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, true, [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> prey:fun_it(fun prey:even/1, 4), ok end),
    show(S, T).
