%% shows ~p: strings, binaries as text, escapes, line breaking of nested terms
-module(print_p).
-export([main/0]).

main() ->
    io:format("~p~n", ["text with \"quotes\" and \\ and \n newline"]),
    io:format("~p ~p ~p~n", [[1, 2, 3], [8, 9, 10], [127, 128]]),
    io:format("~p ~p ~p~n", [<<"binary">>, <<1, 2, 3>>, <<"abc", 1:3>>]),
    io:format("~p ~p ~p ~p~n", ['atom', 'With Space', 'don\'t', '']),
    io:format("~p~n", [{a, [b, {c, d}], #{e => f}, "str", <<>>}]),
    io:format("~p~n", [lists:seq(1, 60)]),
    io:format("~p~n", [[{list_to_atom("key" ++ integer_to_list(N)), lists:duplicate(N, $a)} || N <- lists:seq(1, 8)]]),
    io:format("~p~n", [#{key => {value, lists:seq(1000, 1020)}, "string key" => #{1 => 2}}]),
    io:format("~10p|~40p~n", [{abcdef, ghijkl, mnopqr}, {abcdef, ghijkl, mnopqr}]),
    ok.
