%% shows erl_pp: expressions and forms printed again
-module(lib_erl_pp).
-include("../support/edge.hrl").

main() ->
    ?T(expr("foo(X, [1, 2 | T], {a, \"s\"}).")),
    ?T(expr("case X of {ok, V} when V > 1, is_atom(V) -> V; error -> none end.")),
    ?T(expr("fun(A, B) -> A + B; (_, _) -> 0 end.")),
    ?T(expr("[{A, B} || A <- X, B <- Y, A =/= B].")),
    ?T(expr("<<A:8/little, B/binary, \"c\">>.")),
    ?T(expr("#{a => 1, B => C}.")),
    ?T(expr("M#{a := 1}.")),
    ?T(expr("try f() of X -> X catch throw:Y -> Y after g() end.")),
    ?T(expr("receive a -> b after 10 -> c end.")),
    ?T(expr("if X -> 1; true -> 2 end.")),
    ?T(expr("(A + B) * -C div (D - E).")),
    ?T(expr("not (A andalso B) orelse C.")),
    ?T(expr("#r{a = 1}#r.b.")),
    ?T(expr("fun m:f/1.")),
    ?T(expr("catch 'quoted atom'(1).")),
    ?T(expr("\"line\\n\\ttab\\\"\".")),
    ?T(expr("$a + $\\n.")),
    ?T(expr("begin a, b end.")),
    ?T(form("f(0) -> a; f(N) when N > 0 -> b, f(N - 1).")),
    ?T(form("-record(r, {a = 1 :: integer(), b}).")),
    ?T(form("-spec f(A) -> B when A :: integer(), B :: [atom()] | {A, ...}.")),
    ?T(form("-type t() :: #{a := 1, b => x} | fun((a) -> b) | <<_:8, _:_*1>>.")),
    ?T(form("-export([a/1, b/2]).")),
    ok.

expr(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    lists:flatten(erl_pp:exprs(Exprs)).
form(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, Form} = erl_parse:parse_form(Tokens),
    lists:flatten(erl_pp:form(Form)).
