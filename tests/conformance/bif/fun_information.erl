%% shows erlang:fun_info, fun_to_list, make_fun and external funs
-module(fun_information).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:fun_info(fun lists:map/2, module)),
    ?T(erlang:fun_info(fun lists:map/2, name)),
    ?T(erlang:fun_info(fun lists:map/2, arity)),
    ?T(erlang:fun_info(fun lists:map/2, env)),
    ?T(erlang:fun_info(fun lists:map/2, type)),
    ?T(erlang:fun_info(fun lists:map/2)),
    ?T(erlang:fun_info(with(1, b), env)),
    ?T(erlang:fun_info(with(1, b), arity)),
    ?T(erlang:fun_info(with(1, b), type)),
    ?T(erlang:fun_info(with(1, b), module)),
    ?T(element(2, erlang:fun_info(with(1, b), pid)) =:= self()),
    ?T(erlang:fun_info(with(1, b), nothing)),
    ?T(erlang:fun_info(a, arity)),
    ?T(erlang:fun_info(fun lists:map/2, index)),
    ?T(erlang:fun_info(fun lists:map/2, new_uniq)),
    ?T(byte_size(element(2, erlang:fun_info(with(1, b), new_uniq)))),
    ?T(erlang:fun_info_mfa(fun lists:map/2)),
    ?T(element(1, erlang:fun_info_mfa(with(1, b)))),
    ?T(erlang:fun_to_list(fun lists:map/2)),
    ?T(erlang:fun_to_list(fun 'a b':'C'/2)),
    ?T(erlang:fun_to_list(a)),
    ?T(erlang:make_fun(lists, map, 2)),
    ?T(erlang:make_fun(lists, map, -1)),
    ?T(erlang:make_fun("lists", map, 2)),
    ?T(erlang:make_fun(lists, map, 256)),
    ?T(erlang:make_fun(lists, reverse, 1) =:= fun lists:reverse/1),
    ?T((erlang:make_fun(no_such_module, f, 0))()),
    ok.

with(A, B) -> fun(C) -> {A, B, C} end.
