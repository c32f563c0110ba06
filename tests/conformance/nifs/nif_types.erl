%% shows the types of terms as C code sees them
-module(nif_types).
-export([main/0]).

main() ->
    Port = open_port({spawn, "cat"}, []),
    Terms = [a, 1, 1 bsl 70, -5, 1.5, [], [1], [1 | 2], "text", {}, {a}, <<>>, <<1, 2>>, <<1:3>>, #{}, #{a => 1},
             maps:from_list([{N, N} || N <- lists:seq(1, 40)]), self(), make_ref(), Port, fun() -> ok end,
             fun lists:map/2, binary:copy(<<"x">>, 100)],
    [io:format("~p~n", [nif_terms:types(T)]) || T <- Terms].
