%% shows every type test on every kind of term
-module(type_tests).
-export([main/0]).

main() ->
    Terms = [1, 1 bsl 70, 1.0, a, true, "s", [], [a | b], {}, {a, 1}, <<1>>, <<1:1>>, #{}, self(), make_ref(), fun() -> ok end,
             fun lists:map/2],
    Tests = [is_atom, is_binary, is_bitstring, is_boolean, is_float, is_function, is_integer, is_list, is_map, is_number, is_pid,
             is_port, is_reference, is_tuple],
    [io:format("~s ~w~n", [T, [bit(apply(erlang, T, [X])) || X <- Terms]]) || T <- Tests],
    io:format("~w~n", [[is_function(F, N) || F <- [fun() -> ok end, fun lists:map/2, a], N <- [0, 1, 2]]]),
    io:format("~w~n", [[is_record(R, N) || R <- [{a}, {a, 1}, {1, a}, a], N <- [a, b]]]),
    io:format("~w~n", [[is_record({a, 1, 2}, a, N) || N <- [2, 3, 4]]]),
    ok.

bit(true) -> 1;
bit(false) -> 0.
