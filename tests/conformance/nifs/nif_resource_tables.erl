%% shows that a table keeps a resource
-module(nif_resource_tables).
-export([main/0]).

main() ->
    Table = ets:new(table, []),
    insert(Table),
    erlang:garbage_collect(),
    io:format("~p~n", [receive Early -> Early after 0 -> still_there end]),
    io:format("~p~n", [read(Table)]),
    erlang:garbage_collect(),
    ets:delete(Table, key),
    io:format("~p~n", [receive M -> M after 5000 -> never end]).

insert(Table) -> ets:insert(Table, {key, nif_objects:make(11)}).

read(Table) ->
    [{key, Object}] = ets:lookup(Table, key),
    nif_objects:value(Object).
