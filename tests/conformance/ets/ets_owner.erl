%% shows that a table goes with its owner, to its heir, or to whom it is given, before anybody hears of the owner's end
-module(ets_owner).
-export([main/0]).

main() ->
    Self = self(),
    %% gone when the owner is gone
    {P1, M1} = spawn_monitor(fun() -> ets:new(mine, [named_table]), ets:new(x, [{heir, none}]), Self ! ready, receive stop -> ok end end),
    receive ready -> ok end,
    io:format("~w~n", [ets:info(mine, owner) =:= P1]),
    P1 ! stop,
    receive {'DOWN', M1, _, _, _} -> ok end,
    io:format("~w ~w~n", [ets:info(mine), ets:whereis(mine)]),
    %% inherited
    {P2, M2} = spawn_monitor(fun() ->
        T = ets:new(legacy, [named_table, {heir, Self, {will, "all"}}]), ets:insert(T, {k, v}),
        U = ets:new(unnamed, [{heir, Self, 2}]), ets:insert(U, {k, w}),
        exit(done)
    end),
    receive {'DOWN', M2, _, _, R} -> io:format("~w~n", [R]) end,
    receive {'ETS-TRANSFER', legacy, P2, Data} -> io:format("~w ~w~n", [Data, ets:lookup(legacy, k)]) end,
    receive {'ETS-TRANSFER', U2, P2, 2} -> io:format("~w ~w~n", [ets:lookup(U2, k), ets:info(U2, owner) =:= Self]) end,
    io:format("~w ~w~n", [ets:info(legacy, owner) =:= Self, ets:info(legacy, heir) =:= Self]),
    %% given away
    P3 = spawn(fun() -> receive {'ETS-TRANSFER', T3, From, gift} -> ets:insert(T3, {k, 3}), From ! {ok, T3}, receive stop -> ok end end end),
    io:format("~w~n", [ets:give_away(legacy, P3, gift)]),
    receive {ok, legacy} -> io:format("~w~n", [ets:lookup(legacy, k)]) end,
    io:format("~w ~w~n", [ets:info(legacy, owner) =:= P3, try ets:insert(legacy, {a}) catch error:badarg -> refused end]),
    %% back to the heir, with the data it was created with
    P3 ! stop,
    receive {'ETS-TRANSFER', legacy, P3, D3} -> io:format("~w~n", [D3]) end,
    true = ets:setopts(legacy, {heir, none}),
    io:format("~w~n", [ets:info(legacy, heir)]),
    ets:delete(legacy),
    io:format("~w~n", [ets:whereis(legacy)]),
    {P4, M4} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M4, _, _, _} -> ok end,
    io:format("~w~n", [try ets:give_away(ets:new(t, []), P4, x) catch error:badarg -> refused end]).
