%% shows the calls of a library when its module is loaded again and purged
-module(nif_versions_upgraded).
-export([main/0]).
-import(nif_reloading, [new_version/0, next/0]).

main() ->
    register(versions, self()),
    new_version(),
    io:format("~p~n", [nif_versions:data()]),
    io:format("~p ~p~n", [nif_versions:use({0, 1}), next()]),
    io:format("~p~n", [nif_versions:data()]),
    new_version(),
    io:format("~p~n", [nif_versions:data()]),
    io:format("~p ~p~n", [nif_versions:use({0, 2}), next()]),
    io:format("~p~n", [nif_versions:data()]),
    io:format("~p ~p~n", [erlang:purge_module(nif_versions), next()]),
    io:format("~p~n", [nif_versions:data()]),
    io:format("~p~n", [erlang:delete_module(nif_versions)]),
    io:format("~p ~p~n", [erlang:purge_module(nif_versions), next()]),
    io:format("~p~n", [receive M -> M after 20 -> nothing_more end]).
