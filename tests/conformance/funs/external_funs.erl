%% shows fun M:F/A: equality, calls to functions that do not exist, variable module and function
-module(external_funs).
-export([main/0]).

main() ->
    F = fun lists:reverse/1,
    io:format("~w ~w~n", [F([1, 2]), F =:= fun lists:reverse/1]),
    M = id(lists), N = id(sum), A = id(1),
    G = fun M:N/A,
    io:format("~w ~w~n", [G([1, 2, 3]), G]),
    H = fun no_such_module:no_such_function/2,
    io:format("~w ~w~n", [H, is_function(H, 2)]),
    io:format("~w~n", [try H(1, 2) catch error:R -> R end]),
    io:format("~w~n", [try (erlang:make_fun(id(a), b, 300)) catch error:R2 -> R2 end]),
    io:format("~w~n", [lists:map(fun erlang:abs/1, [-1, 2])]),
    io:format("~w~n", [F =:= fun lists:reverse/2]),
    io:format("~w~n", [lists:sort([fun lists:sum/1, fun lists:map/2, fun erlang:abs/1, fun lists:map/3])]),
    ok.

id(X) -> X.
