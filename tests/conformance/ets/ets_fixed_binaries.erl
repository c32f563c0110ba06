%% shows the large binaries of a fixed table: those of deleted objects stay until the table is free
-module(ets_fixed_binaries).
-export([main/0]).

main() ->
    [io:format("~p ~w~n", [Type, binaries(Type)]) || Type <- [set, bag, duplicate_bag, ordered_set]].

binaries(Type) ->
    Table = ets:new(t, [Type]),
    Binary = binary:copy(<<"x">>, 100),
    ets:insert(Table, [{a, Binary}, {b, [Binary, Binary]}, {c, small}]),
    true = ets:safe_fixtable(Table, true),
    Before = sizes(Table),
    ets:delete(Table, b),
    Fixed = sizes(Table),
    ets:insert(Table, {b, none}),
    Again = sizes(Table),
    true = ets:safe_fixtable(Table, false),
    Free = sizes(Table),
    ets:delete_all_objects(Table),
    {Before, Fixed, Again, Free, sizes(Table)}.

sizes(Table) -> [Size || {_, Size, _} <- ets:info(Table, binary)].
