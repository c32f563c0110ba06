%% shows a supervisor written by hand: children die of every cause, are noticed and started again
%% reports: ignored
-module(trap_exit_tree).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Work = [{1, fun() -> exit(normal) end}, {2, fun() -> error(bad) end}, {3, fun() -> throw(ball) end}, {4, fun() -> exit(self(), kill) end}],
    Pids = maps:from_list([{spawn_link(F), {N, F, 2}} || {N, F} <- Work]),
    Log = supervise(Pids, []),
    [io:format("~w ~w~n", [N, [R || {M, R} <- lists:reverse(Log), M =:= N]]) || {N, _} <- Work],
    ok.

supervise(Pids, Log) when map_size(Pids) =:= 0 -> Log;
supervise(Pids, Log) ->
    receive
        {'EXIT', P, Reason} when is_map_key(P, Pids) ->
            {{N, F, Left}, Rest} = maps:take(P, Pids),
            Log2 = [{N, short(Reason)} | Log],
            case Left of
                0 -> supervise(Rest, Log2);
                _ -> supervise(Rest#{spawn_link(F) => {N, F, Left - 1}}, Log2)
            end
    end.

short({R, Stack}) when is_list(Stack) -> R;
short(R) -> R.
