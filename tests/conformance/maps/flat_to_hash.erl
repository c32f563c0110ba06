%% shows that a map is the same value at any size, and by any order of insertion, around 32 keys
-module(flat_to_hash).
-export([main/0]).

main() ->
    [io:format("~w ~w ~w ~w~n", [N, same(N), erlang:phash2(build(lists:seq(1, N))), map_size(build(lists:seq(1, N)))])
     || N <- [0, 1, 31, 32, 33, 34, 64, 100]],
    M33 = build(lists:seq(1, 33)),
    M32 = build(lists:seq(1, 32)),
    io:format("~w ~w~n", [maps:remove(33, M33) =:= M32, M32#{33 => 66} =:= M33]),
    io:format("~w~n", [build(lists:seq(1, 33)) < build(lists:seq(2, 34))]),
    ok.

build(Keys) -> lists:foldl(fun(K, M) -> M#{K => K * 2} end, #{}, Keys).

same(N) ->
    Up = lists:seq(1, N),
    M = build(Up),
    M =:= build(lists:reverse(Up)) andalso M =:= maps:from_list([{K, K * 2} || K <- Up])
        andalso M =:= maps:merge(build(lists:seq(1, N div 2)), build(lists:seq(N div 2, N))) orelse N =:= 0.
