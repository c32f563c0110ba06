%% shows integer arithmetic on random numbers of up to 600 bits, both signs, as digests
-module(random_arith).
-export([main/0]).

main() ->
    lists:foldl(fun(Group, Seed) ->
        {Numbers, Next} = numbers(24, Seed, []),
        Results = [results(A, B) || A <- Numbers, B <- lists:sublist(Numbers, 8)],
        Texts = [[integer_to_list(A), $,, integer_to_binary(A, 2 + erlang:phash2(A, 35))] || A <- Numbers],
        [true = list_to_integer(integer_to_list(A, 36), 36) =:= A || A <- Numbers],
        io:format("~w ~s ~s~n", [Group, digest(term_to_binary(Results, [{minor_version, 2}])), digest(Texts)]),
        Next
    end, 2718281, lists:seq(1, 40)).

results(A, B) ->
    Shift = erlang:phash2(B, 130) - 65,
    [A + B, A - B, A * B, A band B, A bor B, A bxor B, bnot A, A bsl Shift, A bsr Shift, abs(A), -A, A < B, A == B,
     max(A, B), caught(fun() -> A div B end), caught(fun() -> A rem B end), caught(fun() -> A / B end), caught(fun() -> float(A) end),
     caught(fun() -> trunc(float(A)) end), caught(fun() -> math:sqrt(abs(A)) end)].

caught(F) -> try F() catch error:Reason -> Reason end.
digest(Data) -> [io_lib:format("~2.16.0b", [B]) || <<B>> <= erlang:md5(Data)].

numbers(0, Seed, Acc) -> {Acc, Seed};
numbers(N, Seed, Acc) ->
    Bits = case (Seed bsr 33) rem 5 of 0 -> 5; 1 -> 60; 2 -> 64; 3 -> 130; 4 -> 600 end,
    {Value, Next} = wide(10, next(Seed), 0),
    Number = Value bsr (640 - (Bits * ((Seed bsr 20) rem 97)) div 96),
    numbers(N - 1, Next, [case Seed band 1024 of 0 -> Number; _ -> -Number end | Acc]).

wide(0, Seed, Value) -> {Value, Seed};
wide(N, Seed, Value) -> wide(N - 1, next(Seed), (Value bsl 64) bor Seed).

next(Seed) -> (Seed * 6364136223846793005 + 1442695040888963407) band 16#ffffffffffffffff.
