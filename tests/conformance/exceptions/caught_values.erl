%% shows that exceptions carry any term, that handlers match with guards, and variables survive a caught exception
-module(caught_values).
-export([main/0]).

main() ->
    Terms = [1, 1.5, "s", <<"b">>, {a, [b]}, #{k => v}, [], 1 bsl 80],
    [io:format("~w~n", [handle(fun() -> erlang:C(T) end)]) || T <- Terms, C <- [throw, exit]],
    [io:format("~w~n", [handle(fun() -> error(T) end)]) || T <- [badarg, {bad, 1}]],
    A = id(1), B = id(2),
    R = try id(A) + throw(B) catch throw:T2 when T2 > A -> {A, B, T2} end,
    io:format("~w ~w ~w~n", [R, A, B]),
    ok.

handle(F) ->
    try F()
    catch
        throw:N when is_integer(N), N < 10 -> {small, N};
        throw:{A, _} when is_atom(A) -> {tagged, A};
        throw:#{k := V} -> {map, V};
        throw:T -> {throw, T};
        exit:[] -> exit_nil;
        exit:<<X, _/binary>> -> {exit_binary, X};
        error:badarg -> badarg;
        C:R -> {C, R}
    end.

id(X) -> X.
