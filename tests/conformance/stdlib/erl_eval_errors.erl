%% shows erl_eval: expressions that fail as compiled ones do
-module(erl_eval_errors).
-include("../support/edge.hrl").

main() ->
    ?T(eval("1 + 1.")),
    ?T(eval("X = 3, X * X.")),
    ?T(eval("X = 1, X = 2.")),
    ?T(eval("1 / 0.")),
    ?T(eval("case 3 of 4 -> ok end.")),
    ?T(eval("if false -> ok end.")),
    ?T(eval("fun(1) -> ok end(2).")),
    ?T(eval("(fun F(0) -> 1; F(N) -> N * F(N - 1) end)(20).")),
    ?T(eval("try throw(x) catch throw:T -> {caught, T} end.")),
    ?T(eval("try 1 of 2 -> ok catch _:_ -> no end.")),
    ?T(eval("catch exit(z).")),
    ?T(eval("[X || {ok, X} <- [{ok, 1}, bad, {ok, 2}], X > 1].")),
    ?T(eval("<< <<X:4>> || <<X:8>> <= <<1, 2>> >>.")),
    ?T(eval("Undefined.")),
    ?T(eval("no_such_module:f().")),
    ?T(eval("{Y, Y} = {1, 2}.")),
    ?T(eval("begin receive a -> b after 0 -> none end end.")),
    ?T(eval("(a)(1).")),
    ?T(eval("true andalso 1.")),
    ?T(eval("1 andalso true.")),
    ok.

eval(S) -> {ok, T, _} = erl_scan:string(S), {ok, E} = erl_parse:parse_exprs(T), {value, V, _} = erl_eval:exprs(E, []), V.
