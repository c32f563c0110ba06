%% shows erl_parse: expressions, forms, terms and their errors
-module(lib_erl_parse).
-include("../support/edge.hrl").

main() ->
    ?T(erl_parse:parse_exprs(tokens("X = {1, [a | B]}, foo:bar(X)."))),
    ?T(erl_parse:parse_exprs(tokens("fun(A) when A > 1 -> A; (_) -> b end."))),
    ?T(erl_parse:parse_exprs(tokens("try a catch throw:X:S -> X after b end."))),
    ?T(erl_parse:parse_exprs(tokens("#{a => 1, b := 2}."))),
    ?T(erl_parse:parse_exprs(tokens("<<X:8/little-signed, \"abc\", Y/binary>>."))),
    ?T(erl_parse:parse_exprs(tokens("[X || {X, 1} <- L, X > 2]."))),
    ?T(erl_parse:parse_exprs(tokens("-1 + not true andalso 3 band 4 =:= 5."))),
    ?T(erl_parse:parse_exprs(tokens("case X of 1 -> a end."))),
    ?T(erl_parse:parse_exprs(tokens("a b."))),
    ?T(erl_parse:parse_exprs(tokens("(1."))),
    ?T(erl_parse:parse_exprs(tokens("1 + ."))),
    ?T(erl_parse:parse_form(tokens("f(0) -> a; f(N) -> f(N - 1)."))),
    ?T(erl_parse:parse_form(tokens("-module(m)."))),
    ?T(erl_parse:parse_form(tokens("-record(r, {a = 1 :: integer(), b})."))),
    ?T(erl_parse:parse_form(tokens("-spec f(integer()) -> atom() | [T] when T :: tuple()."))),
    ?T(erl_parse:parse_form(tokens("-type t(A) :: #{a := A, b => 1..3}."))),
    ?T(erl_parse:parse_form(tokens("-foo."))),
    ?T(erl_parse:parse_term(tokens("{a, [1, \"x\"], -2.5}."))),
    ?T(erl_parse:parse_term(tokens("X."))),
    ?T(erl_parse:parse_term(tokens("1 + 2."))),
    ?T(erl_parse:abstract({a, [1 | 2], "s", <<"b">>, #{k => v}})),
    ?T(erl_parse:normalise(erl_parse:abstract({1, -2, [a]}))),
    ?T(erl_parse:normalise({var, 1, 'X'})),
    ?T(lists:flatten(erl_parse:format_error(["syntax error before: ", "x"]))),
    ok.

tokens(Text) -> {ok, Tokens, _} = erl_scan:string(Text), Tokens.
