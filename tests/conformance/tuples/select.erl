%% shows matching over tuples of many sizes and tags (jump tables on arity and on values)
-module(select).
-export([main/0]).

main() ->
    Terms = [{}, {a}, {1, 2}, {1, 2, 3}, {1, 2, 3, 4}, {circle, 2}, {square, 3}, {rect, 2, 3}, {tri, 3, 4, 5}, {point}, x, {rect, a},
             {hex, 1}, {oct, 2}, {dec, 9}],
    io:format("~w~n", [[by_size(T) || T <- Terms]]),
    io:format("~w~n", [[area(T) || T <- Terms]]),
    io:format("~w~n", [[by_value(V) || V <- [0, 1, 2, 3, 10, 100, 1000, a, b, zz, -5, 1.0, 1 bsl 70, "s"]]]),
    ok.

by_size({}) -> 0;
by_size({_}) -> 1;
by_size({A, _}) -> {2, A};
by_size({_, _, C}) -> {3, C};
by_size({_, _, _, _}) -> 4;
by_size(_) -> other.

area({circle, R}) -> 3 * R * R;
area({square, A}) -> A * A;
area({rect, A, B}) -> A * B;
area({tri, A, B, _}) -> A * B div 2;
area({hex, N}) -> {hex, N};
area({oct, N}) -> {oct, N};
area({dec, N}) -> {dec, N};
area(_) -> none.

by_value(0) -> zero;
by_value(1) -> one;
by_value(2) -> two;
by_value(3) -> three;
by_value(100) -> hundred;
by_value(1000) -> thousand;
by_value(1180591620717411303424) -> big;
by_value(1.0) -> float_one;
by_value(a) -> atom_a;
by_value(b) -> atom_b;
by_value(-5) -> minus_five;
by_value(_) -> other.
