%% proves F4: funs of a module are functions of it
%% needs: 27
-module(local_funs_of_module).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).
-export([make/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    F = make(10),
    trace:function(S, {?MODULE, '_', '_'}, true, [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> F(1) end),
    sync(S),
    say([A || {trace, _, call, {?MODULE, N, A}} <- take(T), lists:prefix("-make/1", atom_to_list(N))]).

make(N) -> fun(X) -> X + N end.
