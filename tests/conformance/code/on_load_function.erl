%% shows that an on_load function runs before the first call, and that a module whose on_load fails is not there
%% reports: ignored
-module(on_load_function).
-export([main/0]).

main() ->
    io:format("~w~n", [on_load_good:value()]),
    io:format("~w~n", [try on_load_bad:value() catch error:R -> R end]),
    io:format("~w ~w~n", [erlang:module_loaded(on_load_good), erlang:module_loaded(on_load_bad)]),
    ok.
