%% shows the external format of integers of every size: bytes and round trip
-module(etf_integers).
-export([main/0]).

main() ->
    Edges = [0, 1, 255, 256, -1, -128, 1 bsl 27, (1 bsl 27) - 1, -(1 bsl 27), 1 bsl 31, (1 bsl 31) - 1, -(1 bsl 31), -(1 bsl 31) - 1,
             1 bsl 59, 1 bsl 60, -(1 bsl 60), 1 bsl 63, 1 bsl 64, -(1 bsl 64), 1 bsl 2040],
    [show(N) || N <- Edges],
    Large = 1 bsl 2048,
    <<131, 111, Size:32, 0, _/binary>> = term_to_binary(Large),
    io:format("~w ~w~n", [Size, binary_to_term(term_to_binary(Large)) =:= Large]),
    ok.

show(N) ->
    B = term_to_binary(N),
    io:format("~w ~w~n", [B, binary_to_term(B) =:= N]).
