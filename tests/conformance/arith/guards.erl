%% shows that a failing guard expression makes the guard false, never raises, with , ; andalso orelse
-module(guards).
-export([main/0]).

main() ->
    io:format("~w~n", [[g1(X) || X <- [0, 1, a, 2.0, {1}]]]),
    io:format("~w~n", [[g2(X) || X <- [0, {1, 2}, "ab", #{k => v}, <<1, 2, 3>>]]]),
    io:format("~w~n", [[g3(X) || X <- [true, false, 1, a]]]),
    io:format("~w~n", [[g4(A, B) || A <- [1, a], B <- [0, 5]]]),
    ok.

g1(X) when 10 div X > 5 -> div_ok;
g1(X) when X + 1 > 2, is_integer(X) -> int;
g1(X) when element(1, X) =:= 1; X =:= a -> alternative;
g1(_) -> none.

g2(X) when length(X) =:= 2 -> list2;
g2(X) when tuple_size(X) =:= 2 -> tuple2;
g2(X) when map_get(k, X) =:= v -> map;
g2(X) when byte_size(X) > 2 -> binary;
g2(_) -> none.

g3(X) when X -> yes;
g3(X) when not X -> no;
g3(_) -> neither.

g4(A, B) when B =:= 0 orelse A div B > 100 -> zero_or_big;
g4(A, B) when is_integer(A) andalso A + B > 5; is_atom(A) andalso B > 0 -> second;
g4(_, _) -> none.
