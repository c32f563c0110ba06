%% shows that old code keeps its library until it is purged
-module(nif_versions_two).
-export([main/0]).
-import(nif_reloading, [new_version/0, next/0]).

main() ->
    register(versions, self()),
    new_version(),
    nif_versions:use({0, 11}),
    next(),
    Pid = spawn(fun nif_versions:loop/0),
    io:format("~p~n", [ask(Pid)]),
    new_version(),
    nif_versions:use({0, 12}),
    io:format("~p~n", [next()]),
    io:format("~p ~p~n", [ask(Pid), nif_versions:data()]),
    io:format("~p~n", [code:soft_purge(nif_versions)]),
    Pid ! newest,
    io:format("~p~n", [ask(Pid)]),
    io:format("~p ~p~n", [code:soft_purge(nif_versions), next()]),
    Pid ! stop.

ask(Pid) ->
    Pid ! {self(), data},
    receive {Pid, Data} -> Data end.
