%% compiled: 27
%% shows many adjacent bytes built at once, from small and large integers and from what is none, aligned and not
-module(adjacent_bytes).
-export([main/0, six/6, seven/7, eight/8, nine/9, mixed/6, little/6, after_bits/8, appended/9, text/5, in_guard/7]).

main() ->
    Values = [0, 1, -1, 127, 128, 255, 256, -256, 16#1234567890abcdef, -(1 bsl 70), 1 bsl 64 + 77],
    Many = [V || {V, _} <- lists:zip([lists:nth(1 + I rem 11, Values) || I <- lists:seq(0, 99)], lists:seq(0, 99))],
    [io:format("~w: ~w~n", [F, [apply(?MODULE, F, lists:sublist(Many, From, A)) || From <- lists:seq(1, 11)]])
     || {F, A} <- [{six, 6}, {seven, 7}, {eight, 8}, {nine, 9}, {mixed, 6}, {little, 6}, {text, 5}]],
    [io:format("~w~n", [[after_bits(Bits, 1, 2, 3, 4, 5, 6, 7), appended(Bits, 1, -2, 3, 400, 5, 6, 7, 8)]])
     || Bits <- [<<>>, <<1>>, <<5:3>>, <<0:7>>, <<1, 2, 3, 4, 5, 6, 7, 8, 9:5>>]],
    %% The first that is no integer decides.
    [io:format("~w ~w~n", [{At, Bad}, edge:outcome(fun() -> apply(?MODULE, eight, with(At, Bad, lists:seq(1, 8))) end)])
     || Bad <- [a, 1.0, <<1>>, []], At <- [1, 4, 8]],
    io:format("~w~n", [edge:outcome(fun() -> eight(1, 2, x, 4, y, 6, 7, 8) end)]),
    io:format("~w~n", [[in_guard(<<1, 2, 3, 4, 5, 6>>, 1, 2, 3, 4, 5, V) || V <- [6, 262, 7, a, 1 bsl 80 + 6]]]),
    io:format("~w~n", [erlang:phash2([eight(N, N + 1, N * 3, N bsr 1, -N, N bxor 85, N * N, N band 3) || N <- lists:seq(0, 5000)])]),
    io:format("~w~n", [erlang:phash2(grown(lists:seq(1, 3000), <<1:1>>))]),
    ok.

six(A, B, C, D, E, F) -> <<A, B, C, D, E, F>>.
seven(A, B, C, D, E, F, G) -> <<A, B, C, D, E, F, G>>.
eight(A, B, C, D, E, F, G, H) -> <<A, B, C, D, E, F, G, H>>.
nine(A, B, C, D, E, F, G, H, I) -> <<A, B, C, D, E, F, G, H, I>>.
mixed(A, B, C, D, E, F) -> <<A, B, C:16, D:4, E:4, F, A, B, C, D, E, F, "xy", A>>.
little(A, B, C, D, E, F) -> <<A:8/little, B:8/signed, C:8/little, D, E, F:8/little-signed, A>>.
after_bits(Bits, A, B, C, D, E, F, G) -> <<3:3, Bits/bits, A, B, C, D, E, F, G>>.
appended(Bits, A, B, C, D, E, F, G, H) -> <<Bits/bits, A, B, C, D, E, F, G, H>>.
text(A, B, C, D, E) -> <<A, "a", B, C, "b", D, E, A, B, "end">>.
in_guard(Is, A, B, C, D, E, F) when Is =:= <<A, B, C, D, E, F>> -> same;
in_guard(_, _, _, _, _, _, _) -> other.

grown([], Bits) -> Bits;
grown([N | Rest], Bits) -> grown(Rest, <<Bits/bits, N, (N + 1), (N + 2), (N * 3), N, N, (N - 1), N>>).

with(1, Bad, [_ | Rest]) -> [Bad | Rest];
with(N, Bad, [First | Rest]) -> [First | with(N - 1, Bad, Rest)].
