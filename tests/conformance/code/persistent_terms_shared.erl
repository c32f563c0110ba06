%% shows that a persistent term keeps what its parts share
-module(persistent_terms_shared).
-export([main/0]).

main() ->
    print(lists, lists:foldl(fun(_, Rest) -> [Rest | Rest] end, [], lists:seq(1, 12))),
    print(tuples, lists:foldl(fun(N, Part) -> {N, Part, Part} end, {}, lists:seq(1, 12))),
    Map = maps:from_list([{N, {N}} || N <- lists:seq(1, 20)]),
    print(maps, [Map, Map, #{a => Map, b => Map}]),
    Fun = begin X = lists:seq(1, 5), fun() -> X end end,
    print(funs, {Fun, Fun}),
    Deep = lists:foldl(fun(_, Rest) -> [Rest | Rest] end, [], lists:seq(1, 60)),
    persistent_term:put(deep, Deep),
    io:format("~p ~p~n", [erts_debug:size(persistent_term:get(deep)), length(persistent_term:get(deep))]).

print(Key, Term) ->
    ok = persistent_term:put(Key, Term),
    Kept = persistent_term:get(Key),
    io:format("~p: ~p ~p~n", [Key, erts_debug:size(Kept) =:= erts_debug:size(Term), Kept =:= Term]).
