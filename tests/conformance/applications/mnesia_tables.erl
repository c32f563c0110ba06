%% shows mnesia on one node: tables in memory and on disc, transactions of several processes, aborts, indexes, a restart
%% skip: jit takes seconds: each function of the libraries that is called often is compiled and waited for
-module(mnesia_tables).
-export([main/0]).
-record(item, {key, group, count = 0}).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun show/1).

show(Folder) ->
    application:load(mnesia),
    application:set_env(mnesia, dir, filename:join(Folder, "db")),
    ?T(mnesia:create_schema([node()])),
    ?T(mnesia:start()),
    ?T(mnesia:create_table(item, [{attributes, record_info(fields, item)}, {index, [#item.group]}])),
    ?T(mnesia:create_table(kept, [{disc_copies, [node()]}, {type, bag}])),
    ?T(mnesia:create_table(on_disc, [{disc_only_copies, [node()]}])),
    ?T(mnesia:create_table(item, [])),
    ?T(mnesia:transaction(fun() -> [mnesia:write(#item{key = I, group = I rem 3}) || I <- lists:seq(1, 9)], mnesia:read(item, 4) end)),
    ?T(mnesia:transaction(fun() -> mnesia:write(#item{key = none}), mnesia:abort(why) end)),
    ?T(mnesia:dirty_read(item, none)),
    ?T(lists:sort(mnesia:dirty_index_read(item, 2, #item.group))),
    Pattern = {#item{key = '$1', group = 1, _ = '_'}, [{'>', '$1', 3}], ['$1']},
    ?T(mnesia:transaction(fun() -> lists:sort(mnesia:select(item, [Pattern])) end)),
    ?T(mnesia:transaction(fun() -> mnesia:foldl(fun(#item{key = K}, Sum) -> K + Sum end, 0, item) end)),
    ?T(count_by_many(20)),
    ?T(mnesia:transaction(fun() -> [mnesia:write(R) || R <- [{kept, a, 1}, {kept, a, 2}, {on_disc, x, y}]] end)),
    ?T(mnesia:transform_table(kept, fun({kept, K, V}) -> {kept, K, V, new} end, [key, val, more])),
    logger:set_primary_config(level, none),
    ?T(mnesia:stop()),
    ?T(mnesia:start()),
    ?T(mnesia:wait_for_tables([item, kept, on_disc], 10000)),
    ?T(mnesia:dirty_read(kept, a)),
    ?T(mnesia:dirty_read(on_disc, x)),
    ?T(mnesia:table_info(item, size)),
    ?T(mnesia:stop()).

count_by_many(N) ->
    Add = fun() -> [Item] = mnesia:wread({item, 1}), mnesia:write(Item#item{count = Item#item.count + 1}) end,
    Workers = [spawn_monitor(fun() -> {atomic, ok} = mnesia:transaction(Add) end) || _ <- lists:seq(1, N)],
    [receive {'DOWN', Monitor, process, _, normal} -> ok end || {_, Monitor} <- Workers],
    mnesia:dirty_read(item, 1).
