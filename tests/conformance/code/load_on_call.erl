%% shows that a module is loaded by the first call to it, from the code path
-module(load_on_call).
-export([main/0]).

main() ->
    io:format("~w ~w~n", [erlang:module_loaded(loaded_later), erlang:function_exported(loaded_later, hello, 1)]),
    io:format("~w~n", [loaded_later:hello(1)]),
    io:format("~w ~w~n", [erlang:module_loaded(loaded_later), erlang:function_exported(loaded_later, hello, 1)]),
    io:format("~w~n", [erlang:function_exported(loaded_later, hello, 2)]),
    F = fun loaded_later:state/0,
    io:format("~w~n", [F()]),
    io:format("~w~n", [filename:basename(code:which(loaded_later))]),
    ok.
