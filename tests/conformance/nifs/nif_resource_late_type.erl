%% shows that types are opened while a library is loaded only
-module(nif_resource_late_type).
-export([main/0]).

main() ->
    io:format("~p~n", [nif_objects:open_late()]),
    io:format("~p~n", [nif_objects:value(nif_objects:make(9))]).
