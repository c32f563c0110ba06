%% shows match specs without clauses, and heads that are no tuples: they match no object of a table, but what
%% match_spec_run/2 and test_ms/2 are given.
-module(ets_match_heads).
-export([main/0]).

main() ->
    [begin
         Table = ets:new(table, [Type]),
         ets:insert(Table, [{1, a}, {2, b}]),
         io:format("~w~n", [Type]),
         no_clauses(Table),
         [heads(Table, Head) || Head <- [foo, 1, 1.5, 1 bsl 70, [], [a], [a | b], #{}, #{a => '_'}, {}, {'_'}, "text", <<1>>]],
         io:format("~w~n", [[size_of(Table), all_variables(Table)]])
     end || Type <- [set, ordered_set, bag, duplicate_bag]],
    compiled().

no_clauses(Table) ->
    io:format("~w~n", [[try_it(Fun) || Fun <- [
        fun() -> ets:select(Table, []) end, fun() -> ets:select(Table, [], 1) end, fun() -> ets:select(Table, [], 0) end,
        fun() -> ets:select_reverse(Table, []) end, fun() -> ets:select_reverse(Table, [], 2) end,
        fun() -> ets:select_count(Table, []) end, fun() -> ets:select_delete(Table, []) end,
        fun() -> ets:select_replace(Table, []) end, fun() -> ets:select(Table, none) end,
        fun() -> ets:select_count(Table, none) end, fun() -> ets:select(no_table, []) end]]]).

heads(Table, Head) ->
    io:format("~w: ~w~n", [Head, [try_it(Fun) || Fun <- [
        fun() -> ets:match(Table, Head) end, fun() -> ets:match(Table, Head, 1) end,
        fun() -> ets:match_object(Table, Head) end, fun() -> ets:match_object(Table, Head, 1) end,
        fun() -> ets:match_delete(Table, Head) end,
        fun() -> ets:select(Table, [{Head, [], ['$_']}]) end, fun() -> ets:select(Table, [{Head, [], ['$_']}], 1) end,
        fun() -> ets:select_reverse(Table, [{Head, [], ['$_']}]) end,
        fun() -> ets:select_count(Table, [{Head, [], [true]}, {{1, '_'}, [], [true]}]) end,
        fun() -> ets:select_delete(Table, [{Head, [], [true]}]) end,
        fun() -> ets:select_replace(Table, [{Head, [], ['$_']}]) end]]]).

%% A variable as the whole head does match.
all_variables(Table) -> [lists:sort(ets:match(Table, '$7')), lists:sort(ets:match_object(Table, '_'))].

size_of(Table) -> ets:info(Table, size).

compiled() ->
    Objects = [foo, 1, {1}, [a], "text", #{a => 1}, <<1>>, {1, 2}],
    [io:format("~w: ~w~n", [Head, [try_it(fun() -> ets:match_spec_run(Objects, ets:match_spec_compile([{Head, [], ['$_']}])) end),
                                   try_it(fun() -> ets:test_ms({1, 2}, [{Head, [], [true]}]) end)]])
     || Head <- [foo, 1, [a], [a | '_'], ['$1', '_', '_', '_'], "text", #{}, #{a => '_'}, #{a => 2}, #{'_' => 1}, #{'$1' => 1}, <<1>>, {'_'}, '$1', '_']],
    io:format("~w~n", [[try_it(fun() -> ets:match_spec_compile(Spec) end) || Spec <- [[], foo, [foo], [{foo, [], []}]]]]).

try_it(Fun) -> try Fun() catch Class:Reason -> {Class, Reason} end.
