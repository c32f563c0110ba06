%% shows match specs made of funs by the compiler, and what they select
-module(ets_from_funs).
-include("../support/edge.hrl").
-include_lib("stdlib/include/ms_transform.hrl").
-record(pet, {name, age, tags = []}).

main() ->
    ?T(ets:fun2ms(fun({A, B}) when A > B -> {B, A} end)),
    ?T(ets:fun2ms(fun(#pet{name = N, age = A}) when A >= 2, is_atom(N) -> N end)),
    ?T(ets:fun2ms(fun({a, X}) -> X; ({b, X}) when X =:= 1; X =:= 2 -> [X] end)),
    ?T(ets:fun2ms(fun(P = #pet{}) -> P#pet{age = 0} end)),
    ?T(ets:fun2ms(fun({X, Y}) when X band Y > 0, not is_list(X) -> {X bor Y, -X} end)),
    ?T(ets:fun2ms(fun({_, Y}) when hd(Y) == $a andalso length(Y) > 1 -> object() end)),
    ?T(ets:fun2ms(fun({X, _}) when element(1, X) =/= self() -> bindings() end)),
    ?T(outer(7)),
    ?T(on(ets:fun2ms(fun(#pet{name = N, age = A}) when A > 2 -> {A, N} end))),
    ?T(on(ets:fun2ms(fun(#pet{tags = [T | _]} = P) -> {T, P#pet.age} end))),
    ?T(on(ets:fun2ms(fun(#pet{age = A}) when A rem 2 == 0 orelse A > 8 -> A * 10 end))),
    ?T(on(ets:fun2ms(fun(P) when map_get(k, element(2, P)) > 1 -> P end))),
    ok.

outer(Limit) -> on(ets:fun2ms(fun(#pet{age = A}) when A > Limit -> {A, Limit} end)).

on(Spec) ->
    T = ets:new(pets, [ordered_set, {keypos, #pet.name}]),
    ets:insert(T, [#pet{name = cat, age = 3, tags = [fur]}, #pet{name = dog, age = 8}, #pet{name = emu, age = 9, tags = [big, bird]}]),
    ets:select(T, Spec).
