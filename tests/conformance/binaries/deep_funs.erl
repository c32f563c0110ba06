%% shows that funs within funs, a million deep, go through the external format
-module(deep_funs).
-export([main/0]).

main() ->
    Deep = nest(1000000, []),
    Binary = term_to_binary(Deep),
    Copy = binary_to_term(Binary),
    io:format("~p ~p~n", [depth(Copy, 0), is_function(Copy, 0)]),
    Three = term_to_binary(nest(3, [])),
    <<131, 112, Size:32, _/binary>> = Three,
    io:format("~p~n", [Size =:= byte_size(Three) - 2]),
    {_, Inner} = (binary_to_term(Three))(),
    {_, Innermost} = Inner(),
    io:format("~p~n", [Innermost()]).

nest(0, Acc) -> Acc;
nest(N, Acc) -> nest(N - 1, fun() -> {N, Acc} end).

depth([], N) -> N;
depth(F, N) -> {_, Inner} = F(), depth(Inner, N + 1).
