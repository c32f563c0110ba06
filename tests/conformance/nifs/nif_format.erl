%% shows formatted output of C code with terms in it
-module(nif_format).
-export([main/0]).

main() ->
    [io:format("~0p~n", [nif_data:format(T)])
     || T <- [a, 'An atom', 1, -1.5, "text", [1, a], {a, "b", <<"c">>}, <<1, 2, 3>>, [], #{a => 1}, 1 bsl 70]].
