%% shows that keys compare exactly: 1 and 1.0 differ, big integers and binaries are found by value
-module(key_identity).
-export([main/0]).

main() ->
    M = #{1 => int, 1.0 => float, (1 bsl 70) => big, <<"key">> => bin, [a | b] => improper, {1, 2.0} => tuple, #{x => 1} => map},
    io:format("~w~n", [[maps:get(K, M) || K <- [1, 1.0, id(1) bsl 70, list_to_binary(["k", "ey"]), [a | id(b)], {id(1), id(2) / 1},
        maps:put(x, id(1), #{})]]]),
    io:format("~w~n", [[maps:is_key(K, M) || K <- [2, 1 bsl 71, <<"ke">>, {1, 2}, #{x => 1.0}]]]),
    io:format("~w~n", [map_size(#{id(1) => a, id(1) => b, 1.0 => c})]),
    <<_, Sub/binary>> = id(<<"xkey">>),
    io:format("~w~n", [maps:get(Sub, M)]),
    ok.

id(X) -> X.
