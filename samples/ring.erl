%% A thousand processes in a ring. A token travels round the ring a hundred times; each process increments it.
-module(ring).
-export([main/0]).

-define(PROCESSES, 1000).
-define(ROUNDS, 100).

main() ->
    First = build(?PROCESSES - 1, self()),
    First ! {token, 0},
    Total = lead(?ROUNDS, First),
    io:format("~w processes, ~w rounds, ~w hops~n", [?PROCESSES, ?ROUNDS, Total]).

%% Starts a chain of Count processes, the last of which sends to Next, and returns the first.
build(0, Next) ->
    Next;
build(Count, Next) ->
    build(Count - 1, spawn_link(fun() -> member(Next) end)).

member(Next) ->
    receive
        {token, Hops} ->
            Next ! {token, Hops + 1},
            member(Next);
        stop ->
            Next ! stop
    end.

%% The main process is a member of the ring, too, and counts the rounds.
lead(Rounds, Next) ->
    receive
        {token, Hops} when Rounds > 1 ->
            Next ! {token, Hops + 1},
            lead(Rounds - 1, Next);
        {token, Hops} ->
            Next ! stop,
            receive stop -> Hops + 1 end
    end.
