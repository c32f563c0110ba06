%% shows a resource that C code keeps
-module(nif_resource_kept).
-export([main/0]).

main() ->
    keep(31),
    erlang:garbage_collect(),
    io:format("~p~n", [receive Early -> Early after 0 -> still_there end]),
    io:format("~p~n", [read()]),
    erlang:garbage_collect(),
    io:format("~p~n", [receive Early2 -> Early2 after 0 -> still_there end]),
    nif_objects:drop(),
    io:format("~p~n", [receive M -> M after 5000 -> never end]).

keep(N) -> nif_objects:keep(nif_objects:make(N)).
read() -> nif_objects:value(nif_objects:kept()).
