%% shows that every kind of term survives term_to_binary and binary_to_term, also with options
-module(etf_round_trip).
-export([main/0]).

main() ->
    N = 3,
    Terms = [self(), make_ref(), fun(X) -> X + N end, [self() | make_ref()], maps:from_list([{I, {I}} || I <- lists:seq(1, 100)]),
             lists:seq(1, 1000), binary:copy(<<"x">>, 1000), <<1:17>>, 1.0e-300, -(1 bsl 500), {[{[{}]}]}],
    [io:format("~w ", [binary_to_term(term_to_binary(T, O)) =:= T])
     || T <- Terms, O <- [[], [compressed], [{compressed, 9}], [{minor_version, 1}], [{minor_version, 2}]]],
    io:nl(),
    F = binary_to_term(term_to_binary(fun(X) -> X + N end)),
    io:format("~w~n", [F(4)]),
    io:format("~w~n", [iolist_to_binary(term_to_iovec({a, <<"b">>})) =:= term_to_binary({a, <<"b">>})]),
    ok.
