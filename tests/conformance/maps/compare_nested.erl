%% Order and equality of nested terms whose words differ: tuples, lists, small and large maps, numbers,
%% bits and funs, down to levels that a first look does not reach.
-module(compare_nested).
-export([main/0]).

main() ->
    Terms = [term(Seed, 5) || Seed <- lists:seq(1, 90)] ++ chosen(),
    Copies = [binary_to_term(term_to_binary(T)) || T <- Terms],
    Pairs = [{A, B} || A <- Terms, B <- Copies],
    io:format("~p ~p~n", [length(Pairs), count(Pairs, 0, 0, 0)]),
    io:format("~p~n", [erlang:phash2(lists:sort(Copies))]),
    io:format("~p~n", [erlang:phash2([order(A, B) || {A, B} <- Pairs])]),
    %% Which value decides between maps with the same keys: that of the least key, as terms are ordered.
    io:format("~p~n", [[order(#{b => X, a => Y}, #{b => 1, a => 1.0}) || X <- [0, 1, 2], Y <- [0, 1, 1.0, 2]]]),
    io:format("~p~n", [[order(#{z => [X], 1 => 0, {a} => Y}, #{z => [1], 1 => 0.0, {a} => {1}})
                        || X <- [0, 1, 2], Y <- [{0}, {1}, {2}]]]),
    Ends = [{1, 1}, {1, 1.0}, {1, 2}, {a, 2}],
    io:format("~p~n", [[order(deep(N, X), deep(N, Y)) || N <- [9, 38, 39, 40, 41, 42, 500], {X, Y} <- Ends]]),
    io:format("~p~n", [[order(wide(N, X), wide(N, Y)) || N <- [1, 31, 32, 33, 100], {X, Y} <- Ends]]).

count([], Less, Equal, Same) -> {Less, Equal, Same};
count([{A, B} | Pairs], Less, Equal, Same) ->
    count(Pairs, Less + one(A < B), Equal + one(A == B), Same + one(A =:= B)).

one(true) -> 1;
one(false) -> 0.

order(A, B) when A =:= B -> same;
order(A, B) when A == B -> equal;
order(A, B) when A < B -> less;
order(A, B) when A > B -> greater.

%% Nested so deep, in tuples, lists and maps by turns, in the middle of what is around it.
deep(0, X) -> X;
deep(N, X) when N rem 3 =:= 0 -> {left, deep(N - 1, X), right};
deep(N, X) when N rem 3 =:= 1 -> [left, deep(N - 1, X), right];
deep(N, X) -> #{a => N, b => deep(N - 1, X), c => {N}}.

wide(N, X) -> maps:from_list([{I, {v, I, if I =:= N div 2 + 1 -> X; true -> I end}} || I <- lists:seq(1, N)]).

chosen() ->
    MinusZero = binary_to_term(<<131, 70, 128, 0:56>>),  % compilers before OTP 27 take it for 0.0
    [{}, {{}}, [], [[]], [[] | []], #{}, #{a => #{}}, {0.0}, {MinusZero}, {1}, {1.0}, [1, 2 | 3], [1, 2 | 3.0], [1, 2 | {}],
     {1 bsl 70}, {-(1 bsl 70)}, {1.0e22}, {10000000000000000000000}, <<1:3>>, {<<1:3>>}, {<<"abc">>},
     {binary:part(<<"xabcx">>, 1, 3)}, {binary:copy(<<"y">>, 100)}, #{{a, 1} => x}, #{{a, 1.0} => x},
     {fun lists:map/2}, {fun lists:foldl/3}, #{1 => a, 1.0 => b}, #{1 => a, 2 => b}, {c, {c, [1, [2, [3]]]}, {}}].

%% A term that depends on the number alone.
term(Seed, 0) -> leaf(next(Seed));
term(Seed, Depth) ->
    S = next(Seed),
    Element = fun(I) -> term(S bxor (I * 7919), Depth - 1) end,
    case S rem 7 of
        0 -> leaf(S);
        1 -> {tag, Element(S rem 2)};
        2 -> {Element(1), Element(S rem 3), Element(S rem 2)};
        3 -> [Element(S rem 2), Element(2)];
        4 -> [S rem 2, S rem 3 | Element(S rem 2)];
        5 -> #{a => Element(S rem 2), b => Element(3), {k, S rem 2} => S rem 4};
        6 -> maps:from_list([{I, Element(I rem 2)} || I <- lists:seq(1, 30 + S rem 4)])
    end.

leaf(S) ->
    element(1 + S rem 10, {S rem 3, (S rem 3) * 1.0, a, b, <<"bits">>, <<(S rem 4):2>>, (S rem 2) bsl 65, [], {}, "text"}).

next(S) -> (S * 1103515245 + 12345) band 16#3fffffff bsr 3.
