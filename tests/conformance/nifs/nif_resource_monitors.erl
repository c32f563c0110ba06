%% shows that the down callback of a resource runs when a process ends
-module(nif_resource_monitors).
-export([main/0]).

main() ->
    Object = nif_objects:make(41),
    Reasons = [normal, kill, {a, reason}],
    [begin
         Pid = spawn(fun() -> receive {stop, R} -> exit(R) end end),
         io:format("~p~n", [nif_objects:watch(Object, Pid)]),
         Pid ! {stop, Reason},
         io:format("~p~n", [receive M -> M end])
     end || Reason <- Reasons],
    io:format("~p~n", [nif_objects:value(Object)]),
    io:format("~p~n", [receive More -> More after 0 -> nothing_more end]),
    io:format("~p~n", [nif_objects:value(Object)]).  % keeps it alive until here
