%% Fields of sizes that the compiler knows, at every offset in a byte, one behind the other, alone, appended and in
%% comprehensions; each compared with the same number built bit by bit.
-module(build_fixed_fields).
-export([main/0]).

-define(BIG(N), {N, big, fun(A, V, B) -> <<A:3, V:N, B:5>> end, fun(P, V, B) -> <<P/bitstring, V:N, B:7>> end,
                 fun(Vs) -> << <<V:N>> || V <- Vs >> end}).
-define(LITTLE(N), {N, little, fun(A, V, B) -> <<A:3, V:N/little, B:5>> end,
                    fun(P, V, B) -> <<P/bitstring, V:N/little, B:7>> end,
                    fun(Vs) -> << <<V:N/little>> || V <- Vs >> end}).

main() ->
    Shapes = [?BIG(1), ?BIG(7), ?BIG(8), ?BIG(9), ?BIG(16), ?BIG(31), ?BIG(56), ?BIG(57), ?BIG(58), ?BIG(63), ?BIG(64),
              ?BIG(65), ?BIG(128), ?LITTLE(8), ?LITTLE(16), ?LITTLE(24), ?LITTLE(40), ?LITTLE(56), ?LITTLE(64),
              ?LITTLE(72)],
    Values = [0, 1, -1, 16#5A5A5A5A5A5A5A, -12345678901, 1 bsl 58, (1 bsl 63) + 77, -(1 bsl 64) + 3],
    [check(Shape, V) || Shape <- Shapes, V <- Values],
    io:format("~p~n", [erlang:md5(term_to_binary([all(Shape, V) || Shape <- Shapes, V <- Values]))]),
    io:format("~p~n", [constants(7, 2.5)]),
    io:format("~p~n", [shared(<<"shared">>)]),
    io:format("~p~n", [grown(2000, <<>>, 0)]).

all({_, _, Alone, Append, Many}, V) ->
    {Alone(5, V, 9), [Append(<<1:K>>, V, 3) || K <- lists:seq(0, 9)], Many([V, 1, V])}.

check({N, Order, Alone, Append, Many}, V) ->
    F = field(V, N, Order),
    <<A:3>> = <<5:3>>,
    expect({N, Order, V, alone}, Alone(A, V, 9), bits([<<5:3>>, F, <<9:5>>])),
    [expect({N, Order, V, K}, Append(<<1:K>>, V, 3), bits([<<1:K>>, F, <<3:7>>])) || K <- lists:seq(0, 9)],
    expect({N, Order, V, many}, Many([V, 1, V]), bits([F, field(1, N, Order), F])).

expect(_, Same, Same) -> ok;
expect(What, Got, Wanted) -> io:format("~p: ~p and not ~p~n", [What, Got, Wanted]).

%% The low N bits of V, one bit at a time.
field(V, N, big) -> bits([<<((V bsr K) band 1):1>> || K <- lists:seq(N - 1, 0, -1)]);
field(V, N, little) -> bits([field(V bsr (8 * K), 8, big) || K <- lists:seq(0, N div 8 - 1)]).

bits(Parts) -> lists:foldl(fun(P, Acc) -> list_to_bitstring([Acc, P]) end, <<>>, Parts).

constants(A, F) -> <<"head", A, "a longer piece of text", 1:1, "mid", F/float, A:7, F/float-little, "end">>.

%% Two appended to the same beginning, the second one last, and both stay.
shared(Start) ->
    A = <<Start/binary, 1, 2, 3>>,
    B = <<A/binary, 4:4>>,
    C = <<A/binary, 5:4>>,
    D = <<B/bitstring, 6:12, "d">>,
    E = <<B/bitstring, 7:12, "e">>,
    {A, B, C, D, E}.

%% Every value seen while it grows keeps what it showed.
grown(0, Acc, Sum) -> {bit_size(Acc), Sum, erlang:crc32(<<Acc/bitstring, 0:(-bit_size(Acc) band 7)>>)};
grown(N, Acc, Sum) ->
    Next = <<Acc/bitstring, N:11, 1:1, (N bsr 3):5>>,
    Size = bit_size(Acc),
    <<Acc:Size/bitstring, Back:11, _/bitstring>> = Next,
    grown(N - 1, Next, (Sum + Back) band 16#ffffff).
