%% shows a process that sends to a busy port: it waits in send, and goes on when the port takes its command
-module(drv_busy_sender).
-export([main/0]).

main() ->
    drv:load(drv_data),
    Me = self(),
    [begin
         Port = drv:open("drv_data"),
         port_control(Port, 30, [1]),
         Sender = spawn(fun() ->
                                receive go -> ok end,
                                Sent = Send(Port, {Me, {command, "data"}}),
                                Me ! {self(), Sent =:= {Me, {command, "data"}} orelse Sent}
                        end),
         Sender ! go,
         wait(fun() -> process_info(Sender, status) =:= {status, suspended} end),
         {current_function, {erlang, send, _}} = process_info(Sender, current_function),
         io:format("~p ~p~n", [Name, drv:flush()]),
         port_control(Port, 30, [0]),
         io:format("~p~n", [lists:sort(drv:flush(2))]),
         %% Killed while it waits: the port gets nothing of it.
         port_control(Port, 30, [1]),
         {Killed, Monitor} = spawn_monitor(fun() -> Send(Port, {Me, {command, "never"}}) end),
         wait(fun() -> process_info(Killed, status) =:= {status, suspended} end),
         exit(Killed, kill),
         receive {'DOWN', Monitor, _, _, Reason} -> io:format("~p~n", [Reason]) end,
         port_control(Port, 30, [0]),
         Port ! {Me, {command, "last"}},
         io:format("~p~n", [drv:flush(1)]),
         %% The port ends while it waits.
         port_control(Port, 30, [1]),
         Third = spawn(fun() -> Send(Port, {Me, {command, "never"}}), Me ! went_on end),
         wait(fun() -> process_info(Third, status) =:= {status, suspended} end),
         port_close(Port),
         io:format("~p ~p~n", [drv:next(), drv:flush()])
     end || {Name, Send} <- [{operator, fun(Port, Message) -> Port ! Message end},
                             {send_2, fun(Port, Message) -> erlang:send(Port, Message) end},
                             {send_3, fun(Port, Message) -> erlang:send(Port, Message, [noconnect]) end}]],
    drv:unload(drv_data).

wait(Test) -> case Test() of true -> ok; false -> receive after 1 -> wait(Test) end end.
