%% shows remainders by powers of two that are compared with zero, of integers of each sign and size.
-module(remainder_tests).
-export([main/0]).

main() ->
    Values = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 1 bsl 58, (1 bsl 59) - 1, 1 bsl 59, (1 bsl 60) + 2,
              (1 bsl 64) + 16, 1 bsl 200, (1 bsl 200) + 3],
    All = Values ++ [-V || V <- Values] ++ [1.0, a, [], {2}],
    Results = [{V, kind(V), ev(V), odd(V), both(V)} || _ <- lists:seq(1, 60), V <- All],
    Once = lists:sublist(Results, length(All)),
    io:format("~p~n", [lists:all(fun(X) -> X end, [Results =:= lists:append(lists:duplicate(60, Once))])]),
    [io:format("~w~n", [Result]) || Result <- Once],
    io:format("~w~n", [[chain(N, 0) || N <- lists:seq(1, 60)]]),
    io:format("~w~n", [lists:sum([chain(N, 0) || N <- lists:seq(1, 3000)])]).

kind(X) when X rem 16 =:= 0 -> sixteen;
kind(X) when X rem 8 == 0 -> eight;
kind(X) when X rem 4 =/= 0, X rem 2 =:= 0 -> two;
kind(X) when X rem 1 =:= 0 -> one;
kind(_) -> none.

ev(X) -> try X rem 2 =:= 0 catch error:E -> E end.

odd(X) -> try X rem 2 /= 0 catch error:E -> E end.

%% The remainder is needed, too.
both(X) ->
    try X rem 32 of
        0 -> {zero, X rem 64};
        R when R =:= 15 -> {fifteen, R};
        R -> {rest, R, R rem 2 =:= 0}
    catch error:E -> E
    end.

chain(1, Steps) -> Steps;
chain(X, Steps) when X rem 2 =:= 0 -> chain(X div 2, Steps + 1);
chain(X, Steps) -> chain(3 * X + 1, Steps + 1).
