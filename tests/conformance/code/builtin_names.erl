%% shows which functions are built in: instructions, guards, what is Erlang code in a library, what there is not
-module(builtin_names).
-export([main/0]).

main() ->
    [io:format("~w ~w~n", [Mfa, erlang:is_builtin(M, F, A)]) || {M, F, A} = Mfa <- [
        {erlang, apply, 2}, {erlang, apply, 3}, {erlang, hibernate, 3}, {erlang, '+', 2}, {erlang, self, 0}, {erlang, process_flag, 2},
        {erlang, process_flag, 3}, {erlang, spawn, 1}, {erlang, spawn, 3}, {erlang, group_leader, 0}, {erlang, group_leader, 2}, {erlang, decode_packet, 3},
        {erlang, suspend_process, 2}, {erlang, memory, 0}, {erlang, list_to_integer, 2}, {lists, reverse, 2}, {lists, reverse, 1}, {lists, map, 2},
        {maps, from_list, 1}, {maps, fold, 3}, {ets, insert, 2}, {ets, all, 0}, {binary, split, 3}, {zlib, compress, 1}, {os, getenv, 1}, {none, none, 0}]].
