%% shows binary_to_term on damaged input (badarg) and on trailing bytes (ignored); the used option
-module(etf_bad_input).
-export([main/0]).

main() ->
    Bad = [<<>>, <<131>>, <<130, 97, 1>>, <<131, 97>>, <<131, 104, 5, 97>>, <<131, 108, 255, 255, 255, 255, 97, 1>>,
           <<131, 109, 0, 0, 0, 9, 1>>, <<131, 200>>, <<131, 80, 0, 0, 0, 9, 1, 2>>, <<131, 119, 3, $a, 255, 254>>,
           <<131, 116, 0, 0, 0, 2, 97, 1, 97, 1, 97, 1, 97, 2>>, <<131, 77, 0, 0, 0, 1, 9, 0>>],
    [io:format("~w ", [try binary_to_term(B) catch error:R -> R end]) || B <- Bad],
    io:nl(),
    B = term_to_binary({a, 1}),
    io:format("~w~n", [binary_to_term(<<B/binary, 1, 2, 3>>)]),
    io:format("~w ~w~n", [binary_to_term(<<B/binary, 1, 2, 3>>, [used]), byte_size(B)]),
    ok.
