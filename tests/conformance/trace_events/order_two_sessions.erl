%% proves P23, S2: two sessions see the same events in the same order
%% needs: 27
-module(order_two_sessions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    [begin trace:process(S, W, true, [send, call, procs]), trace:function(S, {prey, '_', '_'}, true, [local]) end || S <- [S1, S2]],
    do(W, fun() -> [begin prey:outer(N), self() ! N, spawn(prey, zero, []) end || N <- lists:seq(1, 50)], ok end),
    sync(S1), sync(S2),
    A = take(T1), B = take(T2),
    say({length(A), A =:= B}).
