%% Breakpoints on a local function that is called all the time: a call after the one that sets or removes it
%% has happened is counted or not, on whichever scheduler, in callers that have been compiled before or after.
-module(call_count_changes).
-export([main/0, count/3]).

main() ->
    Workers = [spawn_link(fun() -> worker() end) || _ <- lists:seq(1, 3)],
    [calls(Worker, 3000) || Worker <- Workers],
    Counts = [round(Round, Workers) || Round <- lists:seq(1, 300)],
    io:format("~p~n", [lists:usort(Counts)]),
    io:format("~p~n", [lists:usort([busy(Round, Workers) || Round <- lists:seq(1, 100)])]).

%% Set, call 50 times, removed, called 20 times.
round(Round, Workers) ->
    Worker = lists:nth(1 + Round rem 3, Workers),
    Function = element(1 + Round rem 2, {{?MODULE, leaf, 1}, {?MODULE, even, 1}}),
    erlang:trace_pattern(Function, true, [local, call_count]),
    calls(Worker, 50),
    {call_count, Count} = erlang:trace_info(Function, call_count),
    erlang:trace_pattern(Function, false, [local, call_count]),
    calls(Worker, 20),
    {call_count, Removed} = erlang:trace_info(Function, call_count),
    {element(2, Function), Count, Removed}.

%% Others call it meanwhile: between what one has called and what all have.
busy(Round, [Worker | Others]) ->
    Function = element(1 + Round rem 2, {{?MODULE, leaf, 1}, {?MODULE, even, 1}}),
    [Other ! {call, self(), 200} || Other <- Others],
    erlang:trace_pattern(Function, true, [local, call_count]),
    calls(Worker, 100),
    {call_count, Count} = erlang:trace_info(Function, call_count),
    erlang:trace_pattern(Function, false, [local, call_count]),
    [receive {Other, called} -> ok end || Other <- Others],
    {Count >= 100, Count =< 500}.

calls(Worker, N) ->
    Worker ! {call, self(), N},
    receive {Worker, called} -> ok end.

worker() ->
    receive
        {call, From, N} ->
            count(N, 0, []),
            From ! {self(), called},
            worker()
    end.

%% Calls with a return point, and calls in tail position.
count(0, Sum, _) -> Sum;
count(N, Sum, Seen) ->
    Leaf = leaf(N),
    count(N - 1, Sum + Leaf + step(N), Seen).

step(N) -> even(N).

leaf(N) -> N band 3.

even(N) when N band 1 =:= 0 -> 1;
even(_) -> 0.
