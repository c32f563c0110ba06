%% shows terms that scheduled calls of a C function pass on, while the process collects garbage
-module(nif_scheduled_terms).
-export([main/0]).

main() ->
    Expected = [{N} || N <- lists:seq(1, 2000)],
    io:format("~p~n", [nif_running:numbers(2000, []) =:= Expected]),
    Main = self(),
    Collector = spawn(fun() -> collect(Main) end),
    io:format("~p~n", [[nif_running:numbers(2000, [last, <<N:4000>>]) =:= Expected ++ [last, <<N:4000>>] || N <- [1, 2, 3]]]),
    io:format("~p~n", [[counted(N) || N <- [1, 2, 3]]]),
    exit(Collector, kill).

%% Only the arguments refer to the counter meanwhile.
counted(N) ->
    [Counter] = lists:nthtail(2000, nif_running:numbers(2000, [counter(N)])),
    [counter(0) || _ <- lists:seq(1, 100)],
    atomics:get(Counter, 1).

counter(N) ->
    Counter = atomics:new(1, []),
    atomics:put(Counter, 1, N),
    Counter.

collect(Pid) ->
    erlang:garbage_collect(Pid),
    collect(Pid).
