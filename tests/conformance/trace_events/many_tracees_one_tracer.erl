%% proves P23: streams of ten tracees at one tracer, each in order
%% needs: 27
-module(many_tracees_one_tracer).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, tell/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    Ws = [worker(list_to_atom("w" ++ integer_to_list(N))) || N <- lists:seq(1, 10)],
    [trace:process(S, W, true, [send]) || W <- Ws],
    Main = self(),
    [tell(W, fun() -> [Main ! {W, N} || N <- lists:seq(1, 200)], Main ! {end_of, W} end) || W <- Ws],
    [receive {end_of, W} -> ok end || W <- Ws],
    sync(S),
    Events = take(T),
    say([[N || {trace, P, send, {P, N}, _} <- Events, P =:= W] =:= lists:seq(1, 200) || W <- Ws]).
