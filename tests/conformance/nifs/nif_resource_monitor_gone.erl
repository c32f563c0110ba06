%% shows that a resource that is gone gets no report
-module(nif_resource_monitor_gone).
-export([main/0]).

main() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    watch(Pid),
    erlang:garbage_collect(),
    io:format("~p~n", [receive M -> M after 5000 -> never end]),
    Watch = monitor(process, Pid),
    Pid ! stop,
    receive {'DOWN', Watch, process, Pid, _} -> ok end,
    io:format("~p~n", [receive More -> More after 50 -> nothing_more end]).

watch(Pid) -> 0 = nif_objects:watch(nif_objects:make(61), Pid), ok.
