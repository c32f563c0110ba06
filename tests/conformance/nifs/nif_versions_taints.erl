%% shows that modules with libraries are listed
-module(nif_versions_taints).
-export([main/0]).
-import(nif_reloading, [new_version/0]).

main() ->
    io:format("~p~n", [lists:member(nif_versions, erlang:system_info(taints))]),
    new_version(),
    io:format("~p~n", [lists:member(nif_versions, erlang:system_info(taints))]),
    nif_versions:use({0, 1}),
    io:format("~p~n", [lists:member(nif_versions, erlang:system_info(taints))]),
    erlang:delete_module(nif_versions),
    erlang:purge_module(nif_versions),
    io:format("~p~n", [lists:member(nif_versions, erlang:system_info(taints))]).
