%% shows a port whose driver is busy: senders wait, nosuspend, force, and go on in their order
-module(drv_busy).
-export([main/0]).

main() ->
    drv:load(drv_data),
    Port = drv:open("drv_data"),
    port_control(Port, 30, [1]),
    io:format("~p~n", [erlang:port_command(Port, "now", [nosuspend])]),
    io:format("~p~n", [try erlang:port_command(Port, "now", [force]) catch error:Reason -> Reason end]),
    Me = self(),
    {First, Ref} = spawn_monitor(fun() -> Me ! {done, erlang:port_command(Port, "first")} end),
    wait_until(fun() -> element(2, process_info(First, status)) =/= runnable
                            andalso element(2, process_info(First, status)) =/= running end),
    io:format("~p~n", [drv:flush()]),
    port_control(Port, 30, [0]),
    io:format("~p~n", [lists:sort(drv:flush(3))]),
    Owner = spawn_monitor(fun() ->
                                  Own = drv:open("drv_data"),
                                  port_control(Own, 30, [1]),
                                  Me ! {own, Own},
                                  Own ! {self(), {command, "one"}},
                                  Own ! {self(), {command, "two"}},
                                  Me ! {got, drv:flush(2)}
                          end),
    Own = receive {own, P} -> P end,
    {Pid, _} = Owner,
    wait_until(fun() -> {status, suspended} =:= process_info(Pid, status) end),
    port_control(Own, 30, [0]),
    receive {got, Got} -> io:format("~p~n", [Got]) end,
    receive {'DOWN', _, process, Pid, Why} -> io:format("~p~n", [Why]) end,
    io:format("~p~n", [is_reference(Ref)]),
    port_close(Port),
    drv:unload(drv_data).

wait_until(F) -> F() orelse (erlang:yield() andalso wait_until(F)).
