%% shows erl_lint: errors and warnings of forms
-module(lib_erl_lint).
-include("../support/edge.hrl").

main() ->
    ?T(lint("f(X) -> Y.")),
    ?T(lint("f(X) -> X.")),
    ?T(lint("f() -> g().")),
    ?T(lint("f(X) -> case X of 1 -> A = 1; 2 -> ok end, A.")),
    ?T(lint("f() -> fun(X) -> Y = X end.")),
    ?T(lint("f(X) when foo(X) -> X.")),
    ?T(lint("f(A, A) -> A.")),
    ?T(lint("f() -> #no_record{}.")),
    ?T(lint("f() -> <<1:a>>.")),
    ?T(lint("f() -> [X || X <- [1], Y].")),
    ?T(lint("f() -> try 1 catch _:R:R -> R end.")),
    ?T(lint("f() -> erlang:now().")),
    ?T(lint("f(_X) -> _X.")),
    ?T(lint("f() -> M = 1, M:f(M).")),
    ok.

lint(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, {function, _, F, A, _} = Form} = erl_parse:parse_form(Tokens),
    case erl_lint:module([{attribute, 1, module, m}, {attribute, 1, export, [{F, A}]}, Form]) of
        {ok, W} -> {ok, [D || {_, L} <- W, {_, _, D} <- L]};
        {error, E, W} -> {[D || {_, L} <- E, {_, _, D} <- L], [D || {_, L} <- W, {_, _, D} <- L]}
    end.
