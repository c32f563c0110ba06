%% shows how many schedulers are active while multi-scheduling is blocked, for all or for normal ones
-module(schedulers_state_blocked).
-export([main/0]).

main() ->
    {_, Online, Active} = erlang:system_info(schedulers_state),
    io:format("~p~n", [Active =:= Online]),
    [io:format("~p: ~p~n", [Block, blocked(Block, Unblock)]) || {Block, Unblock} <- [{block, unblock}, {block_normal, unblock_normal}]].

blocked(Block, Unblock) ->
    erlang:system_flag(multi_scheduling, Block),
    {_, _, Active} = erlang:system_info(schedulers_state),
    Info = erlang:system_info(multi_scheduling),
    erlang:system_flag(multi_scheduling, Unblock),
    {Active, Info, erlang:system_info(multi_scheduling)}.
