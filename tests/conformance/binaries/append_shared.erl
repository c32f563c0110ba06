%% shows that appending to the same binary twice gives two values: the spare room is used by one only
-module(append_shared).
-export([main/0]).

main() ->
    Base = append(<<>>, 100),
    A = <<Base/binary, "aaaa">>,
    B = <<Base/binary, "bbbb">>,
    C = <<A/binary, "cc">>,
    D = <<A/binary, "dd">>,
    io:format("~w~n", [[binary:part(X, byte_size(X), -6) || X <- [Base, A, B, C, D]]]),
    Bits = <<Base/bits, 1:3>>,
    Bits2 = <<Bits/bits, 2:5>>,
    Bits3 = <<Bits/bits, 3:5>>,
    io:format("~w ~w ~w~n", [bit_size(Bits), binary:last(Bits2), binary:last(Bits3)]),
    L = [<<Base/binary, N>> || N <- lists:seq(1, 20)],
    io:format("~w~n", [[binary:last(X) || X <- L]]),
    ok.

append(Acc, 0) -> Acc;
append(Acc, N) -> append(<<Acc/binary, N>>, N - 1).
