%% OTP's scanner, parser and evaluator on expressions.
-module(c_scan_parse).
-ifndef(SIZE).
-define(SIZE, 3100).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    Text = "F = fun(X) when X > 3 -> {ok, X * " ++ integer_to_list(N) ++ "}; (X) -> [X | \"list\"] end, "
           "{F(7), [Y || Y <- [1, 2, 3], Y band 1 =:= 1], #{a => 1}}.",
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, Forms} = erl_parse:parse_exprs(Tokens),
    {value, {{ok, V}, L, _}, _} = erl_eval:exprs(Forms, []),
    loop(N - 1, (Sum + V + length(L) + length(Tokens)) band 16#ffffff).
