%% shows hash functions and random numbers of 64 bits, whose values between are longer, and where they fail with an operand that is no integer
-module(hashes).
-export([main/0]).

-define(M64, 16#ffffffffffffffff).
-define(M32, 16#ffffffff).

main() ->
    repeat(fnv, fun() -> [fnv(W) || W <- [<<>>, <<"a">>, <<"foobar">>, binary:copy(<<255>>, 50)]] end),
    repeat(splitmix, fun() -> numbers(fun splitmix/1, 1234567, 6) end),
    repeat(xorshift, fun() -> numbers(fun xorshift/1, 88172645463325252, 6) end),
    repeat(pcg, fun() -> numbers(fun pcg/1, 16#853c49e6748fea9b, 6) end),
    repeat(murmur, fun() -> [murmur(X) || X <- [0, 1, ?M64, 1 bsl 63, -1, -(1 bsl 63)]] end),
    repeat(rotations, fun() -> [rotate(X, N) || X <- [1, ?M64 - 5, 1 bsl 40], N <- [0, 1, 31, 63]] end),
    repeat(adler, fun() -> adler(binary_to_list(binary:copy(<<"Wikipedia">>, 40)), 1, 0) end),
    repeat(signed, fun() -> [signed(X, Y) || X <- [-(1 bsl 63), -1, ?M64], Y <- [1, -(1 bsl 63), 1 bsl 62]] end),
    repeat(edges, fun() -> [edge(X) || X <- [?M64, ?M64 - 1, 0, -1]] end),
    repeat(failures, fun() -> [failure(X) || X <- [2.0, atom, <<1>>, [1]]] end).

%% Often enough to be compiled. The results are all the same.
repeat(Name, Fun) ->
    [Result] = lists:usort([Fun() || _ <- lists:seq(1, 200)]),
    io:format("~w: ~p~n", [Name, Result]).

numbers(_, _, 0) -> [];
numbers(Next, State, N) ->
    {Number, State1} = Next(State),
    [Number | numbers(Next, State1, N - 1)].

fnv(Bytes) -> fnv(Bytes, 14695981039346656037).
fnv(<<Byte, Rest/binary>>, Hash) -> fnv(Rest, ((Hash bxor Byte) * 1099511628211) band ?M64);
fnv(<<>>, Hash) -> Hash.

splitmix(State0) ->
    State = (State0 + 16#9E3779B97F4A7C15) band ?M64,
    Z0 = ((State bxor (State bsr 30)) * 16#BF58476D1CE4E5B9) band ?M64,
    Z1 = ((Z0 bxor (Z0 bsr 27)) * 16#94D049BB133111EB) band ?M64,
    {Z1 bxor (Z1 bsr 31), State}.

xorshift(X0) ->
    X1 = X0 bxor (X0 bsr 12),
    X2 = X1 bxor ((X1 bsl 25) band ?M64),
    X3 = X2 bxor (X2 bsr 27),
    {(X3 * 16#2545F4914F6CDD1D) band ?M64, X3}.

pcg(State) ->
    Shifted = (((State bsr 18) bxor State) bsr 27) band ?M32,
    Turn = State bsr 59,
    Number = ((Shifted bsr Turn) bor (Shifted bsl ((32 - Turn) band 31))) band ?M32,
    {Number, (State * 6364136223846793005 + 1442695040888963407) band ?M64}.

murmur(X0) ->
    X1 = ((X0 bxor (X0 bsr 33)) * 16#ff51afd7ed558ccd) band ?M64,
    X2 = ((X1 bxor (X1 bsr 33)) * 16#c4ceb9fe1a85ec53) band ?M64,
    X2 bxor (X2 bsr 33).

rotate(X, N) -> ((X bsl N) bor (X bsr (64 - N))) band ?M64.

adler([Byte | Rest], A, B) ->
    A1 = (A + Byte) rem 65521,
    adler(Rest, A1, (B + A1) rem 65521);
adler([], A, B) -> (B bsl 16) bor A.

signed(X, Y) ->
    Product = (X * Y) band ?M64,
    Sum = (X + Y - 16#7fffffffffffffff) bxor ?M64,
    {Product, Sum, (X - Y) * 3 band -2, X * 16#7fffffff bsr 7}.

%% For the first one the product is 2 to the power of 127.
edge(X) -> (X bxor -1) * -(1 bsl 63).

failure(X) ->
    try masked(X) catch error:Reason:Stack ->
        [{Module, Function, Arguments, _}, {_, Where, Arity, Info} | _] = Stack,
        {Reason, Module, Function, Arguments, Where, Arity, proplists:get_value(line, Info)}
    end.

masked(X) ->
    Y = 3 * 7 + length([x || is_list(X)]),
    Z = (Y * 16#2545F4914F6CDD1D + X) band ?M64,
    Z + 1.
