%% term_to_binary/1 and binary_to_term/1 on terms of many kinds.
-module(c_external).
-ifndef(SIZE).
-define(SIZE, 6300).
-endif.
-define(SMALL, 3).
-include("bench.hrl").

run(N) ->
    Term = [{I, atom, "text", <<"binary">>, 1.5, #{key => I, {a, I} => [I]}, 1 bsl 70 + I} || I <- lists:seq(1, 50)],
    loop(N, Term, 0).

loop(0, _, Sum) -> Sum;
loop(N, Term, Sum) ->
    Data = term_to_binary(Term),
    Small = term_to_binary({N, ok}),
    Term = binary_to_term(Data),
    true = byte_size(Small) < byte_size(Data),  % releases differ in the sizes
    loop(N - 1, Term, (Sum + length(Term) + element(1, binary_to_term(Small))) band 16#ffffff).
