%% shows libraries whose load or upgrade function fails
-module(nif_versions_load_fails).
-export([main/0]).
-import(nif_reloading, [new_version/0, next/0]).

main() ->
    register(versions, self()),
    new_version(),
    io:format("~p ~p~n", [nif_versions:use({7, 1}), next()]),
    io:format("~p~n", [nif_versions:data()]),
    io:format("~p ~p~n", [nif_versions:use(nonsense), next()]),
    io:format("~p ~p~n", [nif_versions:use({0, 2}), next()]),
    io:format("~p~n", [nif_versions:data()]),
    new_version(),
    io:format("~p ~p~n", [nif_versions:use({-3, 3}), next()]),
    io:format("~p~n", [nif_versions:data()]),
    io:format("~p ~p~n", [nif_versions:use({0, 4}), next()]),
    io:format("~p~n", [nif_versions:data()]).
