%% shows binaries read and made by C code: small, large, parts, not at a byte boundary, I/O lists
-module(nif_binaries).
-export([main/0]).

main() ->
    Large = binary:copy(<<1, 2, 3>>, 100),
    <<_:3, Shifted:9/binary, _/bits>> = <<0:3, "shifted by", 0:5>>,
    Terms = [<<>>, <<1, 2>>, Large, binary:part(Large, 10, 200), Shifted, <<1:3>>, "list", [<<1>>, [2, "3" | <<4>>]],
             [256], [a], [1 | 2], a, 7],
    [io:format("~0P: ~0p~n", [T, 10, nif_data:bytes(T)]) || T <- Terms],
    [io:format("~0p~n", [nif_data:grown(<<"abc">>, N)]) || N <- [0, 2, 3, 10]],
    [begin B = nif_data:fresh(N), io:format("~p ~p~n", [byte_size(B), erlang:md5(B)]) end || N <- [0, 1, 64, 65, 3000]],
    [io:format("~0p~n", [nif_data:part(Large, S, N)]) || {S, N} <- [{0, 0}, {299, 1}, {100, 9}]],
    io:format("~p~n", [nif_data:part(nif_data:part(Large, 50, 200), 100, 100) =:= binary:part(Large, 150, 100)]).
