%% proves S8, P22: erlang:trace_delivered/1
%% needs: 27
-module(delivered_bad).
-export([main/0]).
-import(trace_stream, [worker/1, name/2, say/1, say/2, attempt/1, gone/1]).

main() ->
    W = worker(w), Dead = name(spawn(fun() -> ok end), dead), gone(Dead),
    [say(begin R = erlang:trace_delivered(P), receive {trace_delivered, P, R} -> {delivered, P} end end) || P <- [W, self(), all, Dead]],
    [say(attempt(fun() -> erlang:trace_delivered(X) end)) || X <- [existing, 1, {W}, []]].
