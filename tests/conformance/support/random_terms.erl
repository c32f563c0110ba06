%% Terms of all kinds made from a number, the same ones everywhere, and a digest of what was made from them.
-module(random_terms).
-export([terms/2, digest/1]).

digest(Data) -> [io_lib:format("~2.16.0b", [B]) || <<B>> <= erlang:md5(Data)].

%% N terms, and the number to go on with.
terms(N, Seed) -> terms(N, Seed, []).

terms(0, Seed, Acc) -> {lists:reverse(Acc), Seed};
terms(N, Seed, Acc) ->
    {Term, Next} = term(4, Seed),
    terms(N - 1, Next, [Term | Acc]).

next(Seed) -> (Seed * 6364136223846793005 + 1442695040888963407) band 16#ffffffffffffffff.
pick(N, Seed) -> {(Seed bsr 33) rem N, next(Seed)}.

term(Depth, Seed0) ->
    {Kind, Seed} = pick(case Depth of 0 -> 9; _ -> 14 end, Seed0),
    case Kind of
        0 -> {(Seed bsr 40) - 8000000, next(Seed)};
        1 -> {Bits, S} = pick(200, Seed), big(Bits, S);
        2 -> {(Seed - 16#8000000000000000) / 3.0e5, next(Seed)};
        3 -> {lists:nth(1 + Seed rem 7, [a, 'B c', '', true, 'gr\x{fc}n', '\x{4e00}', undefined]), next(Seed)};
        4 -> {N, S} = pick(80, Seed), bytes(N, S, <<>>);
        5 -> {N, S} = pick(70, Seed), {B, S1} = bytes(10, S, <<>>), <<Bits:N/bitstring, _/bitstring>> = B, {Bits, S1};
        6 -> {[], next(Seed)};
        7 -> {N, S} = pick(20, Seed), {B, S1} = bytes(N, S, <<>>), {binary_to_list(B), S1};
        8 -> {-(Seed bsr 3), next(Seed)};
        9 -> {N, S} = pick(6, Seed), {L, S1} = many(N, Depth, S), {L, S1};
        10 -> {N, S} = pick(6, Seed), {L, S1} = many(N, Depth, S), {list_to_tuple(L), S1};
        11 -> {N, S} = pick(5, Seed), {K, S1} = many(N, 1, S), {V, S2} = many(N, Depth, S1), {maps:from_list(lists:zip(K, V)), S2};
        12 -> {N, S} = pick(60, Seed), {maps:from_list([{I * 7919 rem 1009, I} || I <- lists:seq(1, N)]), S};
        13 -> {A, S} = term(Depth - 1, Seed), {B, S1} = term(0, S), {[A | B], S1}
    end.

many(0, _, Seed) -> {[], Seed};
many(N, Depth, Seed) ->
    {T, S} = term(Depth - 1, Seed),
    {Ts, S1} = many(N - 1, Depth, S),
    {[T | Ts], S1}.

big(Bits, Seed) -> {(Seed * Seed * Seed * next(Seed)) bsr (256 - Bits), next(next(Seed))}.

bytes(0, Seed, Acc) -> {Acc, Seed};
bytes(N, Seed, Acc) -> bytes(N - 1, next(Seed), <<Acc/binary, (Seed bsr 50)>>).
