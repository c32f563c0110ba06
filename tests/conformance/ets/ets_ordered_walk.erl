%% shows the order of an ordered_set, by first, next, last, prev, slot and select, over keys of all types
-module(ets_ordered_walk).
-export([main/0]).

main() ->
    T = ets:new(walk, [ordered_set]),
    Keys = [b, a, "s", [], {2}, {1, 2}, <<"x">>, <<>>, 3, 2.5, -1, 1 bsl 70, -(1 bsl 70), #{k => 1}, 2.0, 1.0e300],
    ets:insert(T, [{K} || K <- Keys]),
    io:format("~p~n", [up(T, ets:first(T))]),
    io:format("~w~n", [down(T, ets:last(T)) =:= lists:reverse(up(T, ets:first(T)))]),
    io:format("~w~n", [[K || {K} <- ets:tab2list(T)] =:= up(T, ets:first(T))]),
    io:format("~w~n", [ets:select_reverse(T, [{{'$1'}, [], ['$1']}]) =:= down(T, ets:last(T))]),
    %% keys that are not there have neighbours all the same
    io:format("~w~n", [{ets:next(T, 0), ets:prev(T, 0), ets:next(T, 2), ets:prev(T, 2), ets:next(T, aa), ets:prev(T, c)}]),
    io:format("~w~n", [{ets:next(T, <<"y">>), ets:prev(T, -(1 bsl 90))}]),
    io:format("~w~n", [[ets:slot(T, N) || N <- [0, 1, 2, 15, 16]]]),
    io:format("~w~n", [catch_error(fun() -> ets:slot(T, 17) end)]),
    [ets:delete(T, K) || K <- lists:droplast(lists:droplast(Keys))],
    io:format("~w~n", [ets:tab2list(T)]),
    ets:delete_all_objects(T),
    io:format("~w~n", [{ets:first(T), ets:last(T), ets:next(T, 1), ets:prev(T, 1), ets:slot(T, 0)}]).

up(_, '$end_of_table') -> [];
up(T, K) -> [K | up(T, ets:next(T, K))].

down(_, '$end_of_table') -> [];
down(T, K) -> [K | down(T, ets:prev(T, K))].

catch_error(F) -> try F() catch error:R -> R end.
