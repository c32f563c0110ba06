%% shows quotients and remainders by constants of all sizes, near multiples of the constants and at the ends of small integers
-module(constant_divisors).
-export([main/0]).

-define(DIVISOR(D), {D, fun(N) -> N div D end, fun(N) -> N rem D end}).

main() ->
    [begin
         Dividends = dividends(D),
         Results = [{Quotient(N), Remainder(N)} || N <- Dividends],
         [io:format("~w: ~w is not ~w and ~w~n", [D, N, Q, R])
          || {N, {Q, R}} <- lists:zip(Dividends, Results), not is_right(N, D, Q, R)],
         io:format("~w: ~w ~w~n", [D, lists:sublist(Results, 6), erlang:phash2(Results)])
     end || {D, Quotient, Remainder} <- divisors()],
    ok.

dividends(D) ->
    Most = (1 bsl 59) - 1,
    Positive = [M + I || M <- [0, D, 2 * D, 1000 * D, Most - Most rem D, 1 bsl 59, 1 bsl 64, 1 bsl 100], I <- [-1, 0, 1]] ++
        [1, Most, Most + 1, 1000003, 123456789012345678],
    Positive ++ [-N || N <- Positive].

%% Without a division.
is_right(N, D, Q, R) ->
    Q * D + R =:= N andalso abs(R) < abs(D) andalso (R =:= 0 orelse (R < 0) =:= (N < 0)).

divisors() ->
    [?DIVISOR(1), ?DIVISOR(2), ?DIVISOR(3), ?DIVISOR(4), ?DIVISOR(5), ?DIVISOR(6), ?DIVISOR(7), ?DIVISOR(8), ?DIVISOR(9), ?DIVISOR(10),
     ?DIVISOR(11), ?DIVISOR(13), ?DIVISOR(16), ?DIVISOR(60), ?DIVISOR(64), ?DIVISOR(100), ?DIVISOR(255), ?DIVISOR(256), ?DIVISOR(641),
     ?DIVISOR(1000), ?DIVISOR(1024), ?DIVISOR(86400), ?DIVISOR(65536), ?DIVISOR(65537), ?DIVISOR(1000000), ?DIVISOR(16#4000000),
     ?DIVISOR(16#7fffffe), ?DIVISOR(16#8000000), ?DIVISOR(16#8000001), ?DIVISOR(1000000007), ?DIVISOR(16#7fffffff), ?DIVISOR(16#80000000),
     ?DIVISOR(16#fffffffb), ?DIVISOR(16#10000000000), ?DIVISOR(1000000000039), ?DIVISOR(16#3ffffffffffffff), ?DIVISOR(16#400000000000000),
     ?DIVISOR(16#400000000000001), ?DIVISOR(16#7ffffffffffffff), ?DIVISOR(16#800000000000000), ?DIVISOR(16#800000000000001),
     ?DIVISOR(-1), ?DIVISOR(-2), ?DIVISOR(-3), ?DIVISOR(-8), ?DIVISOR(-1000000007)].
