%% shows erl_parse: precedences of operators and the errors of expressions and forms
-module(erl_parse_exprs).
-include("../support/edge.hrl").

main() ->
    ?T(expr("1 + 2 * 3.")),
    ?T(expr("- 1 - - 1.")),
    ?T(expr("a = b = c.")),
    ?T(expr("A ! B ! C.")),
    ?T(expr("1 < 2 andalso not true orelse false.")),
    ?T(expr("[H | T].")),
    ?T(expr("<<X:4/little-signed-integer-unit:2, \"s\">>.")),
    ?T(expr("#{a => 1, b := 2}.")),
    ?T(expr("#r{x = 1}#r.x.")),
    ?T(expr("fun(X) when X > 1 -> X end.")),
    ?T(expr("1 < 2 < 3.")),
    ?T(expr("case 1 of end.")),
    ?T(expr("begin end.")),
    ?T(expr("f(,).")),
    ?T(expr("a b.")),
    ?T(expr("[1, 2")),
    ?T(erl_parse:normalise({cons, 1, {integer, 1, 1}, {nil, 1}})),
    ?T(erl_parse:normalise({op, 1, '-', {integer, 1, 5}})),
    ?T(erl_parse:normalise({var, 1, 'X'})),
    ?T(erl_parse:abstract([{a, 1.5}, "s", <<"b">>])),
    ?T(erl_parse:abstract(self_fun())),
    ?T(erl_parse:format_error(["syntax error before: ", "x"])),
    ok.

expr(S) -> {ok, T, _} = erl_scan:string(S), case erl_parse:parse_exprs(T) of {ok, [E]} -> lists:flatten(erl_pp:expr(E)); {error,
        {_, M, R}} -> lists:flatten(M:format_error(R)) end.
self_fun() -> fun() -> ok end.
