%% shows which operations raise badarith, and which badarg, for wrong operands
-module(badarith).
-export([main/0]).

main() ->
    Ops = ['+', '-', '*', '/', 'div', 'rem', 'band', 'bor', 'bxor', 'bsl', 'bsr'],
    Args = [{1, a}, {a, 1}, {1.0, 1}, {1, 0}, {1 bsl 70, 0}, {"1", 2}],
    [io:format("~s ~w~n", [Op, [result(erlang, Op, [A, B]) || {A, B} <- Args]]) || Op <- Ops],
    io:format("~w~n", [[result(erlang, Op, [a]) || Op <- ['+', '-', 'bnot', abs, trunc]]]),
    io:format("~w~n", [[result(erlang, 'bnot', [1.0]), result(erlang, 'and', [1, true]), result(erlang, 'not', [1])]]),
    io:format("~w~n", [direct(id(a), id(0))]),
    ok.

result(M, F, A) -> try apply(M, F, A) catch error:R -> R end.

direct(A, Z) ->
    [try A + 1 catch error:R -> R end, try 1 - A catch error:R -> R end, try 5 div Z catch error:R -> R end,
     try 5 rem Z catch error:R -> R end, try 5 / Z catch error:R -> R end, try bnot A catch error:R -> R end,
     try -A catch error:R -> R end, try A bsl 2 catch error:R -> R end].

id(X) -> X.
