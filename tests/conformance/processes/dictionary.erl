%% shows the process dictionary: put, get, erase, keys by value, separate per process
-module(dictionary).
-export([main/0]).

main() ->
    io:format("~w ~w ~w~n", [put(a, 1), put(a, 2), get(a)]),
    put({key, 1.0}, x),
    put("k", y),
    io:format("~w~n", [lists:sort([{K, V} || {K, V} <- get(), lists:member(K, [a, {key, 1.0}, "k"])])]),
    io:format("~w ~w ~w~n", [get(nothing), erase(nothing), erase(a)]),
    put(b, x),
    io:format("~w ~w~n", [lists:sort(get_keys(x)), get_keys(zz)]),
    Self = self(),
    spawn(fun() -> put(a, child), Self ! {get(a), get(b), get()} end),
    receive M -> io:format("~w~n", [M]) end,
    io:format("~w~n", [get(a)]),
    erase(),
    [put(N, N * N) || N <- lists:seq(1, 1000)],
    io:format("~w ~w ~w~n", [lists:sum([V || {_, V} <- get()]), get(500), length(get_keys())]),
    [erase(N) || N <- lists:seq(1, 1000, 2)],
    io:format("~w~n", [length(get())]),
    ok.
