%% shows erl_scan, erl_parse and erl_eval: text to tokens to forms to values, with bindings and errors
%% reports: ignored
-module(scan_parse_eval).
-export([main/0]).

main() ->
    {ok, Tokens, _} = erl_scan:string("X = 1 + 2 * Y, {X, [a | \"bc\"], fun(Z) -> Z * X end(10)}."),
    io:format("~w~n", [length(Tokens)]),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    {value, V, B} = erl_eval:exprs(Exprs, [{'Y', 5}]),
    io:format("~w ~w~n", [V, lists:sort(B)]),
    io:format("~w~n", [eval("[X * X || X <- lists:seq(1, 5), X rem 2 =:= 1]")]),
    io:format("~w~n", [eval("case {ok, 1} of {error, _} -> no; {ok, N} when N > 0 -> N end")]),
    io:format("~w~n", [eval("try error(x) catch error:R -> {caught, R} end")]),
    io:format("~w~n", [eval("<<A:4, B:4>> = <<16#AB>>, maps:to_list(#{A => B})")]),
    io:format("~w~n", [eval("begin F = fun G(0) -> 1; G(N) -> N * G(N - 1) end, F(10) end")]),
    io:format("~w~n", [try eval("1 + a") catch error:R -> R end]),
    {error, {_, Module, _}, _} = erl_scan:string("'unfinished"),
    {error, {_, Module2, _}} = erl_parse:parse_exprs(element(2, erl_scan:string("1 + ."))),
    io:format("~w ~w~n", [Module, Module2]),
    io:format("~s~n", [erl_pp:expr(hd(element(2, erl_parse:parse_exprs(element(2, erl_scan:string("f( X,[1|Y] )."))))))]),
    ok.

eval(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    {value, V, _} = erl_eval:exprs(Exprs, []),
    V.
