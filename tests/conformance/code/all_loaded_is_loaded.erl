%% shows that the modules of code:all_loaded/0 are loaded, so that asking them for their functions loads nothing
-module(all_loaded_is_loaded).
-export([main/0]).

main() ->
    io:format("~w~n", [[Module || {Module, _} <- code:all_loaded(), not erlang:module_loaded(Module)]]),
    Modules = [Module || {Module, _} <- code:all_loaded()],
    Before = erlang:loaded(),
    [Module:module_info(functions) || Module <- Modules],
    After = erlang:loaded(),
    io:format("~w ~w~n", [After -- Before, Before -- Modules]).
