%% shows erlang:fun_info/1,2 of local and external funs
-module(fun_info).
-export([main/0]).

main() ->
    X = id(1), Y = id([2]),
    F = fun(A, B) -> {A, B, X, Y} end,
    io:format("~w ~w ~w ~w~n", [info(F, module), info(F, type), info(F, arity), info(F, env)]),
    {name, Name} = erlang:fun_info(F, name),
    io:format("~s~n", [Name]),
    E = fun lists:map/2,
    io:format("~w~n", [[erlang:fun_info(E, I) || I <- [module, name, arity, type, env]]]),
    io:format("~w~n", [lists:sort([K || {K, _} <- erlang:fun_info(F)])]),
    io:format("~w~n", [lists:sort([K || {K, _} <- erlang:fun_info(E)])]),
    io:format("~w ~w~n", [is_integer(info(F, index)), is_binary(info(F, new_uniq))]),
    io:format("~w~n", [[try erlang:fun_info(A, I) catch error:R -> R end || {A, I} <- [{a, module}, {F, nonsense}]]]),
    ok.

info(F, I) -> {I, V} = erlang:fun_info(F, I), V.

id(X) -> X.
