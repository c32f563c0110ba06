%% shows that the figures of a measured call that has sent a message, which is the last that it does, are complete where the receiver asks for
%% them at once
-module(figures_after_a_message).
-export([main/0, answer/2]).

main() ->
    Pids = [spawn_link(fun loop/0) || _ <- lists:seq(1, 300)],
    [1 = erlang:trace(Pid, true, [call]) || Pid <- Pids],
    1 = erlang:trace_pattern({?MODULE, answer, 2}, true, [call_memory]),
    Memory = [asked(Pid, call_memory) || Pid <- Pids],
    io:format("memory: ~w~n", [lists:usort(Memory)]),
    1 = erlang:trace_pattern({?MODULE, answer, 2}, true, [call_time]),
    io:format("time: ~w~n", [lists:usort([asked(Pid, call_time) || Pid <- Pids])]),
    io:format("all: ~w~n", [lists:usort([asked(Pid, all) || Pid <- Pids])]).

%% {Calls, Words} of the process; of the time only the calls.
asked(Pid, Item) ->
    Pid ! {ask, self()},
    receive {Pid, _} -> ok end,
    {Item, Value} = erlang:trace_info({?MODULE, answer, 2}, Item),
    case Item of
        call_memory -> {Pid, Calls, Words} = lists:keyfind(Pid, 1, Value), {Calls, Words};
        call_time -> {Pid, Calls, _, _} = lists:keyfind(Pid, 1, Value), Calls;
        all -> {call_time, Times} = lists:keyfind(call_time, 1, Value), element(2, lists:keyfind(Pid, 1, Times))
    end.

loop() -> receive {ask, From} -> answer(From, [1, 2, 3]), loop() end.

answer(From, List) -> From ! {self(), [x | List]}.
