%% shows that a module version takes one library
-module(nif_versions_reload).
-export([main/0]).
-import(nif_reloading, [new_version/0, next/0]).

main() ->
    register(versions, self()),
    new_version(),
    io:format("~p ~p~n", [nif_versions:use({0, 1}), next()]),
    io:format("~p~n", [nif_versions:use({0, 2})]),
    io:format("~p~n", [nif_versions:again()]),
    io:format("~p~n", [nif_versions:data()]),
    io:format("~p~n", [receive M -> M after 20 -> nothing_more end]).
