%% shows binary and bitstring segments: sub binaries share, tails, unaligned tails, copies, comparison
-module(sub_binaries).
-export([main/0]).

main() ->
    B = id(list_to_binary(lists:seq(1, 100))),
    <<_:10/binary, M:20/binary, T/binary>> = B,
    io:format("~w ~w ~w~n", [M, byte_size(T), hd(binary_to_list(T))]),
    <<_:3, U:50/bits, V/bits>> = B,
    io:format("~w ~w~n", [U, bit_size(V)]),
    <<X:16, _/bits>> = V,
    io:format("~w~n", [X]),
    io:format("~w ~w~n", [U =:= <<U/bits>>, M =:= binary:copy(M)]),
    <<_:4, W:3/binary, _/bits>> = id(<<16#12, 16#34, 16#56, 16#78>>),
    io:format("~w ~w~n", [W, W < <<16#23, 16#45, 16#68>>]),
    io:format("~w ~w~n", [binary:part(B, 5, 3), binary:part(B, {100, -2})]),
    io:format("~w~n", [split_binary(binary:part(B, 0, 4), 1)]),
    io:format("~w~n", [{M, T} =:= binary_to_term(term_to_binary({M, T}))]),
    ok.

id(X) -> X.
