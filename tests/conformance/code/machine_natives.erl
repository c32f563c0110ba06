%% shows that system_info(snifs) has the natives that belong to the machine, and is_builtin/3 says the same
-module(machine_natives).
-export([main/0]).

main() ->
    Natives = erlang:system_info(snifs),
    io:format("~p~n", [[{M, F, A} || {M, F, A} <- Natives, not erlang:is_builtin(M, F, A)]]),
    io:format("~p~n", [[{MFA, lists:member(MFA, Natives), is_builtin(MFA)}
                        || MFA <- [{erlang, abs, 1}, {erlang, hibernate, 3}, {erlang, apply, 3}, {erlang, yield, 0},
                                   {erlang, binary_to_integer, 1}, {erlang, suspend_process, 1}, {erlang, memory, 0},
                                   {ets, all, 0}, {ets, insert, 2}, {lists, member, 2}, {lists, map, 2}, {zlib, open_nif, 0},
                                   {erlang, no_such_function, 7}]]]).

is_builtin({M, F, A}) -> erlang:is_builtin(M, F, A).
