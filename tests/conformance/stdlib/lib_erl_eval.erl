%% shows erl_eval: values, bindings, exceptions and functions from outside
-module(lib_erl_eval).
-include("../support/edge.hrl").

main() ->
    ?T(eval("1 + 2 * 3.")),
    ?T(eval("X = 4, Y = X * X.")),
    ?T(eval("{A, [B | _]} = {1, [2, 3]}, A + B.")),
    ?T(eval("{1, 2} = {1, 3}.")),
    ?T(eval("X + 1.")),
    ?T(eval("lists:map(fun(Z) -> Z * 2 end, [1, 2]).")),
    ?T(eval("fun F(0) -> 1; F(N) -> N * F(N - 1) end(5).")),
    ?T(eval("[X || X <- [1, 2, 3], X =/= 2].")),
    ?T(eval("<< <<X>> || <<X>> <= <<1, 2>> >>.")),
    ?T(eval("case 5 of N when N > 3 -> big; _ -> small end.")),
    ?T(eval("case 5 of 6 -> a end.")),
    ?T(eval("if false -> a end.")),
    ?T(eval("try throw(x) catch T -> {caught, T} end.")),
    ?T(eval("try error(x) catch C:R -> {C, R} end.")),
    ?T(eval("try 1 of 2 -> a catch _:_ -> b end.")),
    ?T(eval("catch exit(bye).")),
    ?T(eval("begin 1, 2 end.")),
    ?T(eval("receive after 1 -> timeout end.")),
    ?T(eval("self() ! a, receive a -> got end.")),
    ?T(eval("M = #{a => 1}, M#{a := 2}.")),
    ?T(eval("#{a := Q} = #{a => 7}, Q.")),
    ?T(eval("<<A:4, B:4>> = <<18>>, {A, B}.")),
    ?T(eval("1 div 0.")),
    ?T(eval("foo + 1.")),
    ?T(eval("true and 1.")),
    ?T(eval("false andalso x.")),
    ?T(eval("1 andalso true.")),
    ?T(eval("local(1).")),
    ?T(eval("\"a\" ++ \"b\".")),
    ?T(eval("fun lists:reverse/1([1, 2]).")),
    ?T(eval("apply(erlang, '+', [1, 2]).")),
    ?T(erl_eval:expr_list([{integer, 1, 1}, {atom, 1, a}], [])),
    ?T(erl_eval:bindings(erl_eval:add_binding('X', 1, erl_eval:new_bindings()))),
    ok.

eval(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    {value, Value, Bindings} = erl_eval:exprs(Exprs, []),
    {Value, lists:sort(Bindings)}.
