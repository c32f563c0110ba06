%% Arithmetic on 64 to 128 bits, as generators of random numbers and hashes use it: each operator by itself on both sides
%% of the limits of words, and loops whose values leave small integers and return.
-module(wide_integers).
-export([main/0]).

-define(MASK, 16#FFFFFFFFFFFFFFFF).

main() ->
    [show(Name, run(F, 20000, 88172645463325252)) || {Name, F} <- generators()],
    Limits = [S * ((1 bsl B) + D) || B <- [0, 58, 59, 60, 63, 64, 96, 126, 127, 128], D <- [-1, 0, 1], S <- [1, -1]],
    [show(Name, erlang:phash2([apply_to(F, A, B) || A <- Limits, B <- Limits])) || {Name, F} <- operators()],
    [show(Name, erlang:phash2([F(A, N) || A <- Limits, N <- lists:seq(-70, 70)])) || {Name, F} <- shifts()],
    show(heap, garbage(100000, 1 bsl 62, [])).

show(Name, Value) -> io:format("~p: ~p~n", [Name, Value]).

run(_, 0, State) -> State;
run(F, N, State) -> run(F, N - 1, F(State)).

generators() ->
    [{xorshift, fun(S) -> A = S bxor ((S bsl 13) band ?MASK), B = A bxor (A bsr 7), B bxor ((B bsl 17) band ?MASK) end},
     {lcg, fun(S) -> (S * 6364136223846793005 + 1442695040888963407) band ?MASK end},
     {fnv, fun(S) -> ((S bxor (S band 255)) * 1099511628211) band ?MASK end},
     {splitmix, fun splitmix/1},
     {signed, fun(S) -> (-S * 3 - (1 bsl 70)) rem (1 bsl 65) + 17 end},
     {rotate, fun(S) -> ((S bsl 7) bor (S bsr 57)) band ?MASK end},
     {halves, fun(S) -> (S div 3) bxor (bnot S band ?MASK) end}].

splitmix(S0) ->
    S = (S0 + 16#9E3779B97F4A7C15) band ?MASK,
    Z1 = ((S bxor (S bsr 30)) * 16#BF58476D1CE4E5B9) band ?MASK,
    Z2 = ((Z1 bxor (Z1 bsr 27)) * 16#94D049BB133111EB) band ?MASK,
    Z2 bxor (Z2 bsr 31).

operators() ->
    [{'+', fun(A, B) -> A + B end}, {'-', fun(A, B) -> A - B end}, {'*', fun(A, B) -> A * B end},
     {'div', fun(A, B) -> A div B end}, {'rem', fun(A, B) -> A rem B end}, {'band', fun(A, B) -> A band B end},
     {'bor', fun(A, B) -> A bor B end}, {'bxor', fun(A, B) -> A bxor B end}].

shifts() -> [{'bsl', fun(A, N) -> A bsl N end}, {'bsr', fun(A, N) -> A bsr N end}].

apply_to(F, A, B) ->
    try F(A, B)
    catch error:Reason -> Reason
    end.

%% Big integers that live across collections.
garbage(0, N, Kept) -> {N, erlang:phash2(Kept)};
garbage(I, N, Kept) when I rem 1000 =:= 0 -> garbage(I - 1, (N + I) band ?MASK, [N | Kept]);
garbage(I, N, Kept) -> garbage(I - 1, (N * 3 + I) band ?MASK, Kept).
