%% shows what module_info(nifs) says of modules with and without a library
-module(nif_module_info).
-export([main/0, unloaded/0]).
-nifs([unloaded/0]).

main() ->
    io:format("~p~n", [lists:sort(nif_running:module_info(nifs))]),
    io:format("~p~n", [erlang:get_module_info(nif_running, nifs) =:= nif_running:module_info(nifs)]),
    io:format("~p~n", [lists:sort(nif_terms:module_info(nifs))]),
    io:format("~p ~p~n", [?MODULE:module_info(nifs), proplists:module_info(nifs)]),
    io:format("~p~n", [[proplists:is_defined(nifs, Module:module_info()) || Module <- [nif_running, ?MODULE]]]),
    io:format("~p~n", [try unloaded() catch error:Reason -> Reason end]).

unloaded() -> without_library.
