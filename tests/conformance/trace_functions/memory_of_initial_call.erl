%% proves F8: what a process begins with is counted for its initial call: the arguments and their list
-module(memory_of_initial_call).
-export([main/0, start/1, start/3]).

main() ->
    erlang:trace(self(), true, [call, set_on_spawn]),
    erlang:trace_pattern({?MODULE, start, '_'}, true, [call_memory]),
    [io:format("~w~n", [words(start, [List])]) || List <- [id([]), lists:seq(1, 4), lists:seq(1, 16)]],
    io:format("~w~n", [words(start, [lists:seq(1, 2), id({a}), lists:seq(1, 3)])]),
    erlang:trace(self(), false, [all]).

words(Function, Arguments) ->
    {Pid, Monitor} = spawn_monitor(?MODULE, Function, Arguments),
    receive {'DOWN', Monitor, process, Pid, normal} -> ok end,
    {call_memory, Rows} = erlang:trace_info({?MODULE, Function, length(Arguments)}, call_memory),
    [{Calls, Words} || {Of, Calls, Words} <- Rows, Of =:= Pid].

start(List) -> List.
start(A, _, _) -> A.

id(Term) -> Term.
