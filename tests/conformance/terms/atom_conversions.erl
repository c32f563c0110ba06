%% shows conversions between atoms, strings and binaries, and their errors
-module(atom_conversions).
-export([main/0]).

main() ->
    io:format("~w ~w ~w~n", [atom_to_list(abc), atom_to_binary(abc), atom_to_binary('é', latin1)]),
    io:format("~w ~w ~w~n", [list_to_atom("x y"), binary_to_atom(<<"z">>), binary_to_atom(<<233>>, latin1) =:= 'é']),
    io:format("~w~n", [list_to_existing_atom("true")]),
    Errors = [fun() -> list_to_atom([a]) end, fun() -> list_to_atom(lists:duplicate(256, $a)) end, fun() -> list_to_atom(abc) end,
              fun() -> atom_to_list("a") end, fun() -> binary_to_atom(<<255>>, utf8) end, fun() -> binary_to_atom(abc) end,
              fun() -> list_to_existing_atom("no_such_atom_" ++ "9z8y") end, fun() -> atom_to_binary(list_to_atom([955]), latin1) end,
              fun() -> list_to_atom([-1]) end, fun() -> list_to_atom([16#D800]) end],
    [io:format("~w ", [try F() catch error:R -> R end]) || F <- Errors],
    io:nl(),
    io:format("~w~n", [length(atom_to_list(list_to_atom(lists:duplicate(255, $a))))]),
    ok.
