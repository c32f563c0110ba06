%% shows rand with seeds: the same numbers every time, for several algorithms
-module(random_numbers).
-export([main/0]).

main() ->
    [begin
         S = rand:seed_s(Alg, {1, 2, 3}),
         {L, _} = lists:mapfoldl(fun(N, A) -> rand:uniform_s(N, A) end, S, [10, 100, 1000, 1000000, 1 bsl 40, 1 bsl 70]),
         {F, _} = rand:uniform_s(S),
         {G, _} = rand:normal_s(S),
         io:format("~w ~w ~w ~w~n", [Alg, L, F, round(G * 1000000)])
     end || Alg <- [exsss, exro928ss, exrop, exs1024s, exsp]],
    rand:seed(exsss, 42),
    io:format("~w~n", [[rand:uniform(100) || _ <- lists:seq(1, 10)]]),
    io:format("~w~n", [rand:bytes(5)]),
    io:format("~w~n", [element(1, rand:bytes_s(4, rand:jump(rand:seed_s(exsss, 7))))]),
    ok.
