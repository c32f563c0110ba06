%% The dining philosophers: five philosophers and five forks. Each fork is a process that one philosopher holds at a time.
%% There is no deadlock, because every philosopher takes the fork with the lower number first.
-module(philosophers).
-export([main/0]).

-define(MEALS, 20).

main() ->
    Names = [plato, kant, hume, hypatia, arendt],
    Count = length(Names),
    Forks = [{N, spawn_link(fun free_fork/0)} || N <- lists:seq(1, Count)],
    Table = self(),
    lists:foreach(
        fun({Seat, Name}) ->
            Left = lists:nth(Seat, Forks),
            Right = lists:nth(Seat rem Count + 1, Forks),
            [First, Second] = lists:sort([Left, Right]),
            spawn_link(fun() -> philosopher(Name, First, Second, ?MEALS, Table) end)
        end,
        lists:enumerate(Names)),
    Meals = [receive {finished, Name, Eaten} -> {Name, Eaten} end || Name <- Names],
    [io:format("~-8s ate ~w times~n", [Name, Eaten]) || {Name, Eaten} <- Meals],
    io:format("forks used ~w times~n", [lists:sum([uses(Fork) || {_, Fork} <- Forks])]).

philosopher(Name, First, Second, Meals, Table) ->
    lists:foreach(
        fun(_) ->
            take(First),
            take(Second),
            erlang:yield(),    % Eats. Other philosophers run meanwhile and find the two forks taken.
            put_down(Second),
            put_down(First)
        end,
        lists:seq(1, Meals)),
    Table ! {finished, Name, Meals}.

take({_, Fork}) ->
    Fork ! {take, self()},
    receive
        {yours, Fork} -> ok
    end.

put_down({_, Fork}) ->
    Fork ! {put_down, self()}.

uses(Fork) ->
    Fork ! {uses, self()},
    receive
        {uses, Fork, Count} -> Count
    end.

%% A free fork accepts any philosopher. A taken fork accepts only its holder; other requests stay in its mailbox.
free_fork() -> free_fork(0).

free_fork(Uses) ->
    receive
        {take, Philosopher} ->
            Philosopher ! {yours, self()},
            taken_fork(Philosopher, Uses + 1);
        {uses, From} ->
            From ! {uses, self(), Uses},
            free_fork(Uses)
    end.

taken_fork(Holder, Uses) ->
    receive
        {put_down, Holder} -> free_fork(Uses)
    end.
