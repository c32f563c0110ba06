%% shows persistent_term: put, get, replace, erase, terms of all kinds, seen by all processes
-module(persistent_terms).
-export([main/0]).

main() ->
    persistent_term:put({?MODULE, a}, [1, {2, <<"three">>}, fun(X) -> X + 1 end]),
    [A, B, F] = persistent_term:get({?MODULE, a}),
    io:format("~w ~w ~w~n", [A, B, F(1)]),
    Self = self(),
    spawn(fun() -> Self ! {got, hd(persistent_term:get({?MODULE, a}))} end),
    receive {got, X} -> io:format("~w~n", [X]) end,
    persistent_term:put({?MODULE, a}, new),
    io:format("~w ~w ~w~n", [persistent_term:get({?MODULE, a}), B, F(2)]),
    io:format("~w ~w~n", [persistent_term:get(nothing_here, default), try persistent_term:get(nothing_here) catch error:R -> R end]),
    io:format("~w ~w~n", [persistent_term:erase({?MODULE, a}), persistent_term:erase({?MODULE, a})]),
    io:format("~w ~w~n", [B, F(3)]),
    ok.
