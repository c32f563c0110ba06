%% shows names, whereis, rename, all and info of tables
-module(ets_tables).
-export([main/0]).

main() ->
    named = ets:new(named, [named_table, {keypos, 2}]),
    T = ets:new(unnamed, [public, {read_concurrency, true}]),
    p([is_reference(T), is_reference(ets:whereis(named)), ets:whereis(unnamed), ets:whereis(nothing)]),
    p(ets:insert(ets:whereis(named), {1, a})),
    p(ets:lookup(named, a)),
    p([lists:member(X, ets:all()) || X <- [named, T, other]]),
    p([ets:rename(named, renamed), ets:whereis(named), ets:lookup(renamed, a), ets:info(renamed, name)]),
    p([ets:rename(T, same) =:= T, ets:info(T, name), ets:whereis(same)]),
    p(try ets:new(renamed, [named_table]) catch error:badarg -> taken end),
    ets:new(second, [named_table]),
    p(try ets:rename(second, renamed) catch error:badarg -> taken end),
    p([K || {K, _} <- ets:info(T)]),
    [p([{K, V} || {K, V} <- ets:info(ets:new(i, O)), not lists:member(K, [id, owner, memory, write_concurrency, decentralized_counters])]) ||
        O <- [[], [ordered_set, private, {write_concurrency, true}], [bag, public, {write_concurrency, true}, compressed],
              [public, {write_concurrency, auto}], [ordered_set, public, {write_concurrency, true}],
              [duplicate_bag, {keypos, 3}, {read_concurrency, true}, set], [{write_concurrency, true}, {decentralized_counters, true}]]],
    p([ets:info(T, I) || I <- [size, type, protection, keypos, named_table, fixed, compressed, heir, node, read_concurrency]]),
    p(is_integer(ets:info(T, memory))),
    p(ets:info(T, owner) =:= self()),
    ets:delete(renamed),
    p([ets:info(renamed), ets:whereis(renamed)]).

p(X) -> io:format("~w~n", [X]).
