%% shows element, setelement, tuple_size and their errors
-module(access).
-export([main/0]).

main() ->
    T = {a, b, c},
    io:format("~w ~w ~w~n", [element(1, T), element(3, T), tuple_size(T)]),
    io:format("~w ~w~n", [setelement(2, T, x), T]),
    io:format("~w ~w~n", [tuple_size({}), size({1, 2})]),
    Bad = [fun() -> element(0, T) end, fun() -> element(4, T) end, fun() -> element(a, T) end, fun() -> element(1, [a]) end,
           fun() -> setelement(0, T, x) end, fun() -> setelement(4, T, x) end, fun() -> setelement(1, a, x) end,
           fun() -> tuple_size([]) end, fun() -> element(1.0, T) end, fun() -> element(1 bsl 70, T) end, fun() -> element(-1, T) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.
