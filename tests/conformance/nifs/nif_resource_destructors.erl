%% shows when the destructor of a resource runs
-module(nif_resource_destructors).
-export([main/0]).

main() ->
    make_and_forget(1),
    erlang:garbage_collect(),
    io:format("~p~n", [receive M1 -> M1 end]),
    Object = nif_objects:make(2),
    erlang:garbage_collect(),
    io:format("~p~n", [receive Early -> Early after 0 -> still_there end]),
    io:format("~p~n", [nif_objects:value(Object)]),
    Main = self(),
    Pid = spawn(fun() ->
                        Mine = nif_objects:make(3),
                        Main ! {here, Mine},
                        receive stop -> Mine end
                end),
    Shared = receive {here, S} -> S end,
    Watch = monitor(process, Pid),
    Pid ! stop,
    receive {'DOWN', Watch, process, Pid, _} -> ok end,
    io:format("~p~n", [nif_objects:value(Shared)]).

make_and_forget(N) ->
    {N, whole} = nif_objects:value(nif_objects:make(N)),
    ok.
