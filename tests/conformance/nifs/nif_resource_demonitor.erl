%% shows what ends a monitor of a resource
-module(nif_resource_demonitor).
-export([main/0]).

main() ->
    Object = nif_objects:make(51),
    Pid = spawn(fun() -> receive stop -> ok end end),
    io:format("~p~n", [nif_objects:watch(Object, Pid)]),
    io:format("~p~n", [is_reference(nif_objects:watch_term(Object))]),
    io:format("~p~n", [nif_objects:unwatch(Object)]),
    io:format("~p~n", [nif_objects:unwatch(Object)]),
    Watch = monitor(process, Pid),
    Pid ! stop,
    receive {'DOWN', Watch, process, Pid, _} -> ok end,
    io:format("~p~n", [receive M -> M after 50 -> nothing end]),
    io:format("~p~n", [nif_objects:watch(Object, Pid)]),
    io:format("~p~n", [catch nif_objects:watch_plain(nif_objects:make_plain(52), self())]).
