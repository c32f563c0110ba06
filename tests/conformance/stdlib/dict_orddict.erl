%% shows dict and orddict side by side: append, update, merge and missing keys
-module(dict_orddict).
-include("../support/edge.hrl").

main() ->
    ?T(both(fun(M) -> M:from_list([{a, 1}, {b, 2}, {a, 3}]) end)),
    ?T(both(fun(M) -> M:append(a, 2, M:append(a, 1, M:new())) end)),
    ?T(both(fun(M) -> M:append(a, 2, M:store(a, 1, M:new())) end)),
    ?T(both(fun(M) -> M:append_list(a, [1, 2], M:new()) end)),
    ?T(both(fun(M) -> M:update(z, fun(X) -> X end, M:new()) end)),
    ?T(both(fun(M) -> M:update(z, fun(X) -> X end, 7, M:new()) end)),
    ?T(both(fun(M) -> M:update_counter(c, 5, M:update_counter(c, 1, M:new())) end)),
    ?T(both(fun(M) -> M:merge(fun(_, A, B) -> {A, B} end, M:from_list([{a, 1}]), M:from_list([{a, 2}, {b, 3}])) end)),
    ?T(both(fun(M) -> M:filter(fun(K, _) -> K > a end, M:from_list([{a, 1}, {b, 2}])) end)),
    ?T(both(fun(M) -> M:map(fun(K, V) -> {K, V} end, M:from_list([{a, 1}])) end)),
    ?T(both(fun(M) -> M:erase(a, M:from_list([{a, 1}])) end)),
    ?T(both(fun(M) -> M:fetch(a, M:new()) end)),
    ?T(both(fun(M) -> element(1, M:take(a, M:from_list([{a, 9}]))) end)),
    ?T(both(fun(M) -> M:take(a, M:new()) end)),
    ?T(dict:find(a, x)),
    ?T(orddict:find(a, [{a, 1} | x])),
    ok.

both(F) -> {try_it(F, dict), try_it(F, orddict)}.
try_it(F, M) -> try F(M) of D when M =:= dict, element(1, D) =:= dict -> lists:sort(dict:to_list(D)); V -> V catch C:_ -> C end.
