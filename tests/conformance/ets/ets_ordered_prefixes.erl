%% shows ordered sets of keys that are alike in the beginning, and of all kinds, in any order.
-module(ets_ordered_prefixes).
-export([main/0]).

main() ->
    [kind(Name, [F(N) || N <- lists:seq(1, 700)]) ||
        {Name, F} <- [{binaries, fun(N) -> <<"the same beginning ", N:16>> end},
                      {short, fun(N) -> <<N:16, 7>> end},
                      {bits, fun(N) -> <<N:13>> end},
                      {tuples, fun(N) -> {same, N, {x, N}} end},
                      {first, fun(N) -> {N * 7919 rem 1009, N} end},
                      {nested, fun(N) -> {{N div 50, a}, N} end},
                      {strings, fun(N) -> "abcdefgh" ++ integer_to_list(N) end},
                      {lists, fun(N) -> [N rem 3, N / 2 | N] end},
                      {atoms, fun(N) -> list_to_atom("a_long_name_" ++ integer_to_list(N)) end},
                      {large, fun(N) -> (1 bsl 70) - 350 + N end},
                      {far, fun(N) -> ((N - 350) bsl 55) + N end},
                      {numbers, fun(N) -> case N rem 3 of 0 -> N / 3; 1 -> -N; 2 -> N bsl 50 end end},
                      {arities, fun(N) -> erlang:make_tuple(N rem 40, N) end},
                      {maps, fun(N) -> #{N rem 5 => N} end}]],
    Mixed = [-1, 0, 1, 1.0, 1.5, 2, 254, 253.5, 1 bsl 80, -(1 bsl 80), '', a, ab, [], [1], [1.0], [1.5], [1 | 2], [1, 2], [1 | <<1:3>>],
             [254], [255], [a], "a", {}, {1}, {1.0}, {a}, {1, 2}, {[]}, <<>>, <<0>>, <<0:3>>, <<"a">>, #{}, #{a => 1}],
    kind(mixed, Mixed ++ [{K, x} || K <- Mixed] ++ [[K, y] || K <- Mixed]).

kind(Name, Keys) ->
    T = ets:new(t, [ordered_set]),
    Shuffled = [K || {_, K} <- lists:sort([{erlang:phash2({K, 17}), K} || K <- Keys])],
    [ets:insert(T, {K, 1}) || K <- Shuffled],
    Sorted = ordered(Keys),
    Found = ets:select(T, [{{'$1', '_'}, [], ['$1']}]),
    Equal = fun(A, B) -> length(A) =:= length(B) andalso lists:all(fun({X, Y}) -> X == Y end, lists:zip(A, B)) end,
    Walked = walk(T, ets:first(T), fun ets:next/2),
    Back = lists:reverse(walk(T, ets:last(T), fun ets:prev/2)),
    All = lists:all(fun(K) -> ets:member(T, K) andalso element(2, hd(ets:lookup(T, K))) =:= 1 end, Keys),
    {Out, In} = lists:partition(fun(K) -> erlang:phash2(K) rem 3 =/= 0 end, ordered(Keys)),
    [ets:delete(T, K) || K <- Out],
    Left = [K || {K, _} <- ets:tab2list(T)],
    Gone = lists:any(fun(K) -> ets:member(T, K) end, Out),
    [ets:insert(T, {K, 2}) || K <- Shuffled],
    io:format("~p ~p ~p~n", [Name, ets:info(T, size),
        [Equal(Found, Sorted), Found =:= Walked, Found =:= Back, All, Equal(Left, In), Gone, Equal([K || {K, _} <- ets:tab2list(T)], Sorted)]]),
    ets:delete(T).

walk(_, '$end_of_table', _) -> [];
walk(T, K, F) -> [K | walk(T, F(T, K), F)].

%% As an ordered set sees them: 1 and 1.0 are one key.
ordered(Keys) -> ordered_1(lists:sort(Keys)).
ordered_1([A, B | Rest]) when A == B -> ordered_1([A | Rest]);
ordered_1([A | Rest]) -> [A | ordered_1(Rest)];
ordered_1([]) -> [].
