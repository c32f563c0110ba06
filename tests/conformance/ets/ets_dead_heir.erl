%% shows which heir a table has whose heir has ended, before it was named and after
-module(ets_dead_heir).
-export([main/0]).

main() ->
    {Dead, _} = ended(fun() -> ok end),
    Table = ets:new(table, [{heir, Dead, data}]),
    io:format("~p~n", [ets:info(Table, heir)]),
    Heir = spawn(fun() -> receive stop -> ok end end),
    true = ets:setopts(Table, {heir, Heir, data}),
    io:format("~p~n", [ets:info(Table, heir) =:= Heir]),
    true = ets:setopts(Table, {heir, Dead, data}),
    io:format("~p~n", [ets:info(Table, heir)]),
    true = ets:setopts(Table, [{heir, Heir, data}]),
    Monitor = monitor(process, Heir),
    Heir ! stop,
    receive {'DOWN', Monitor, process, Heir, _} -> ok end,
    io:format("~p~n", [ets:info(Table, heir) =:= Heir]),
    true = ets:setopts(Table, {heir, self(), data}),
    io:format("~p~n", [ets:info(Table, heir) =:= self()]),
    true = ets:setopts(Table, {heir, none}),
    io:format("~p~n", [ets:info(Table, heir)]),
    {_, Reason} = ended(fun() -> ets:new(other, [named_table, {heir, Heir, data}]) end),
    io:format("~p ~p~n", [Reason, ets:whereis(other)]).

ended(Fun) ->
    {Pid, Monitor} = spawn_monitor(Fun),
    receive {'DOWN', Monitor, process, Pid, Reason} -> {Pid, Reason} end.
