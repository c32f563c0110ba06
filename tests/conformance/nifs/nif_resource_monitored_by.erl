%% shows how a process lists the resources that monitor it
-module(nif_resource_monitored_by).
-export([main/0]).

main() ->
    Object = nif_objects:make(71),
    Pid = spawn(fun() -> receive stop -> ok end end),
    0 = nif_objects:watch(Object, Pid),
    {monitored_by, [By]} = process_info(Pid, monitored_by),
    io:format("~p ~p~n", [is_reference(By), By =:= Object]),
    Watch = monitor(process, Pid),
    {monitored_by, Both} = process_info(Pid, monitored_by),
    io:format("~p ~p~n", [length(Both), lists:member(self(), Both)]),
    demonitor(Watch),
    0 = nif_objects:unwatch(Object),
    io:format("~p~n", [process_info(Pid, monitored_by)]),
    io:format("~p~n", [process_info(self(), monitors)]).
