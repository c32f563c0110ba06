%% shows the bytes of the external format of atoms, floats, lists, tuples, maps, binaries and external funs
-module(etf_bytes).
-export([main/0]).

main() ->
    Terms = [abc, '', 'é', 1.5, -0.0, [], "abc", [a, b], [a | b], [300, 1], {}, {a, 1}, #{}, #{a => 1}, <<>>, <<1, 2>>, <<5:3>>,
             fun lists:map/2, list_to_tuple(lists:duplicate(256, 0))],
    [show(T) || T <- Terms],
    io:format("~w~n", [byte_size(term_to_binary(lists:duplicate(65535, $a)))]),
    io:format("~w~n", [byte_size(term_to_binary(lists:duplicate(65536, $a)))]),
    ok.

show(T) ->
    B = term_to_binary(T),
    true = binary_to_term(B) =:= T,
    io:format("~w~n", [binary:part(B, 0, min(30, byte_size(B)))]).
