%% proves P22, S2: delivered waits for the session's own tracer
%% needs: 27
-module(delivered_many_sessions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    Ts = [tracer(list_to_atom("t" ++ integer_to_list(N))) || N <- [1, 2, 3]],
    W = worker(w),
    Ss = [session(T) || T <- Ts],
    [trace:process(S, W, true, [send]) || S <- Ss],
    do(W, fun() -> [self() ! N || N <- lists:seq(1, 500)], ok end),
    say([begin sync(S), length([1 || {trace, _, send, N, _} <- take(T), is_integer(N)]) end || {S, T} <- lists:zip(Ss, Ts)]).
