%% shows construction, update, match and errors of small maps
-module(small_maps).
-export([main/0]).

main() ->
    M = #{a => 1, "k" => two, 3 => [x]},
    io:format("~w ~w ~w~n", [map_size(M), maps:get("k", M), map_get(3, M)]),
    M2 = M#{a := 10, new => {}},
    io:format("~w~n~w~n", [lists:sort(maps:to_list(M)), lists:sort(maps:to_list(M2))]),
    #{a := A, new := N} = M2,
    io:format("~w ~w ~w~n", [A, N, maps:is_key(zz, M2)]),
    K = id("k"),
    #{K := V} = M,
    io:format("~w~n", [V]),
    Bad = [fun() -> (id(M))#{zz := 1} end, fun() -> (id(a))#{b => 1} end, fun() -> map_get(zz, id(M)) end,
           fun() -> maps:get(zz, M) end, fun() -> map_size(id([])) end, fun() -> #{zz := _} = id(#{b => 1}) end,
           fun() -> (id([]))#{b := 1} end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.

id(X) -> X.
