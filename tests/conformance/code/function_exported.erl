%% shows erlang:function_exported, is_builtin and module_loaded
-module(function_exported).
-export([main/0]).

main() ->
    io:format("~w~n", [[erlang:function_exported(M, F, A) || {M, F, A} <- [{lists, map, 2}, {lists, map, 9}, {?MODULE, main, 0},
        {?MODULE, module_info, 1}, {?MODULE, hidden, 0}, {no_such_module, f, 0}]]]),
    io:format("~w~n", [[erlang:is_builtin(M, F, A) || {M, F, A} <- [{erlang, atom_to_list, 1}, {lists, reverse, 2}, {lists, map, 2},
        {erlang, nope, 0}, {erlang, '+', 2}, {erlang, spawn, 1}]]]),
    io:format("~w~n", [[erlang:module_loaded(M) || M <- [erlang, ?MODULE, lists, no_such_module]]]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> erlang:function_exported(1, a, 0) end,
        fun() -> erlang:module_loaded("x") end, fun() -> erlang:function_exported(a, b, -1) end]]]),
    hidden(),
    ok.

hidden() -> ok.
