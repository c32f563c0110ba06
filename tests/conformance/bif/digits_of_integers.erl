%% shows integers of every length read from text and written to it, and each way to spoil a digit
-module(digits_of_integers).
-export([main/0]).

main() ->
    Read = [read(<<Sign/binary, (digits(Count))/binary>>, Base)
            || Count <- lists:seq(0, 40), Sign <- [<<>>, <<"-">>, <<"+">>], Base <- [10, 16, 7]],
    io:format("~p~n", [erlang:phash2(Read)]),
    io:format("~p~n", [[read(digits(Count), 10) || Count <- lists:seq(0, 22)]]),
    Spoilt = [{Base, Count, [Bad || Bad <- lists:seq(0, 255), {I, _} <- [{I, Bad} || I <- lists:seq(0, Count - 1)],
                                    is_integer(read(spoil(digits(Count), I, Bad), Base))]}
              || Base <- [10, 16], Count <- lists:seq(1, 20)],
    io:format("~p~n", [[{Base, Count, length(Good), lists:usort(Good)} || {Base, Count, Good} <- Spoilt]]),
    Integers = [Sign * ((1 bsl Bits) + Delta) || Bits <- lists:seq(0, 70), Delta <- [-1, 0, 1], Sign <- [1, -1]]
        ++ [Sign * round(math:pow(10, N)) + Delta || N <- lists:seq(0, 20), Delta <- [-1, 0, 1], Sign <- [1, -1]],
    io:format("~p~n", [[integer_to_binary(I, 16) || I <- Integers]]),
    io:format("~p~n", [[erlang:phash2([{integer_to_list(I, Base), integer_to_binary(I, Base)} || I <- Integers])
                        || Base <- lists:seq(2, 36)]]),
    io:format("~p~n", [[I || I <- Integers, Base <- lists:seq(2, 36),
                             list_to_integer(integer_to_list(I, Base), Base) =/= I]]),
    io:format("~p~n", [[catch integer_to_binary(1, Base) || Base <- [16, 1, 37, 16.0, a, 1 bsl 70]] =:=
                           [catch integer_to_binary(1, 16) | [catch integer_to_binary(1, B) || B <- [1, 37, 16.0, a, 1 bsl 70]]]]),
    Floats = [0.0, -0.0, 0.5, 1.5, -2.5, 0.05, 0.005, 1234.56785, 1.0e15, 9007199254740992.0, 9007199254740994.0, 1.0e22,
              0.1, 0.999999, 99.9999, -0.00001, 1.0e-300, 1.0e200],
    [io:format("~p~n", [[float_to_binary(F, [{decimals, D} | O]) || F <- Floats]])
     || D <- [0, 1, 2, 4, 10, 17, 18, 19, 30], O <- [[], [compact]]],
    ok.

digits(Count) -> binary:part(<<"1234567890987654321012345678909876543210">>, 0, Count).

spoil(Digits, I, Bad) ->
    <<Before:I/binary, _, After/binary>> = Digits,
    <<Before/binary, Bad, After/binary>>.

read(Text, Base) ->
    case {catch binary_to_integer(Text, Base), catch list_to_integer(binary_to_list(Text), Base)} of
        {Same, Same} -> Same;
        {{'EXIT', {Reason, _}}, {'EXIT', {Reason, _}}} -> Reason;
        Different -> {differ, Different}
    end.
