%% shows erlang:display/1: the machine's own printing of terms
-module(display).
-export([main/0]).

main() ->
    [erlang:display(T) || T <- [0, -5, 1 bsl 80, 1.5, 1.0e-10, 100000.0, atom, 'Quoted Atom', '', [], [1, 2, 3], "string", [a | b],
        {}, {a, "b", <<"c">>}, <<1, 2, 3>>, <<"printable">>, <<1:3>>, #{a => 1}, [[], [[]]], true,
        fun lists:map/2]],
    ok.
