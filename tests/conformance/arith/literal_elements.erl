%% compiled: 27
%% shows element/2 of a constant tuple with every kind of index, in bodies and guards
-module(literal_elements).
-export([main/0, letter/1, one/1, none/1, nested/1, guarded/1, both/2, sum/1]).

main() ->
    Indexes = [0, 1, 2, 16, 17, 18, -1, 1 bsl 58, -(1 bsl 59), 1 bsl 59, 1 bsl 64 + 1, -(1 bsl 80), 1.0, 2.5, a, [], [1], {1}, <<1>>, #{}, self],
    [io:format("~w: ~w~n", [F, [edge:outcome(fun() -> ?MODULE:F(I) end) || I <- Indexes]]) || F <- [letter, one, none, nested, guarded]],
    io:format("~w~n", [[both(I, J) || I <- lists:seq(1, 4), J <- [1, 50, 65]]]),
    io:format("~w~n", [sum([I rem 16 + 1 || I <- lists:seq(1, 100000)])]),
    io:format("~w~n", [edge:outcome(fun() -> sum([1, 2, 3, 18, 4]) end)]),
    ok.

letter(I) -> element(I, {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $a, $b, $c, $d, $e, $f, last}).
one(I) -> element(I, {only}).
none(I) -> element(I, {}).
nested(I) -> element(I, {{a, b}, "text", #{k => v}, 1.5, <<"bits">>, 1 bsl 70}).
guarded(I) when element(I, {yes, no, yes}) =:= yes -> yes;
guarded(I) when element(I, {x}) =:= x; element(I, {a, b, c, d}) =:= b -> second;
guarded(_) -> neither.
both(I, J) -> {element(I + J - J, {a, b, c, d}), element(J, list_to_tuple(lists:seq(1, 70)))}.
sum(Is) -> sum(Is, 0).
sum([], S) -> S;
sum([I | Is], S) -> sum(Is, S + element(I, {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, a})).
