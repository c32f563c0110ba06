%% shows that a process that leaves its scheduler in a native over much data is reported to be in that native
%% skip: gc lists and maps of 200,000 elements
%% skip: yield a time slice for each reduction of building them
-module(pauses_of_natives).
-export([main/0]).

main() ->
    List = [{Key, Key} || Key <- lists:seq(1, 200000)],
    Keys = lists:seq(1, 200000),
    Map = maps:from_list(List),
    [io:format("~w ~w~n", [Function, is_seen(Function, Arguments)]) ||
        {Function, Arguments} <- [{from_list, [List]}, {from_keys, [Keys, ok]}, {keys, [Map]}, {values, [Map]}]].

is_seen(Function, Arguments) ->
    Collector = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
                                           erlang:trace(self(), true, [running, {tracer, Collector}]),
                                           apply(maps, Function, Arguments)
                                   end),
    receive {'DOWN', Monitor, process, Pid, normal} -> ok end,
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    count(Pid, out, {maps, Function, length(Arguments)}) > 1.

count(Pid, Event, Place) ->
    receive
        {trace, Pid, Event, Place} -> 1 + count(Pid, Event, Place)
    after 0 -> 0
    end.
