%% shows module_info/0,1, exports and attributes of a compiled module
-module(module_info).
-export([main/0]).
-vsn("1.0").
-author(somebody).
-custom({a, [b]}).
-export([visible/2]).

main() ->
    io:format("~w~n", [lists:sort(?MODULE:module_info(exports))]),
    A = ?MODULE:module_info(attributes),
    io:format("~w ~w ~w~n", [proplists:get_value(author, A), proplists:get_value(custom, A), proplists:get_value(vsn, A)]),
    io:format("~w ~w~n", [?MODULE:module_info(module), byte_size(?MODULE:module_info(md5))]),
    io:format("~w~n", [lists:sort(proplists:get_keys(?MODULE:module_info()))]),
    io:format("~w~n", [lists:member({hidden, 1}, ?MODULE:module_info(functions))]),
    io:format("~w~n", [lists:member({version, proplists:get_value(version, lists:module_info(compile))}, lists:module_info(compile))]),
    io:format("~w~n", [erlang:get_module_info(?MODULE, module)]),
    io:format("~w~n", [try ?MODULE:module_info(nonsense) catch error:R -> R end]),
    visible(1, 2),
    ok.

visible(A, B) -> hidden({A, B}).

hidden(X) -> X.
