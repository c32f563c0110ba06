%% shows what open_port/2 takes for linked-in drivers, and the one that OTP's libraries use
-module(linked_in_drivers).
-include("../support/edge.hrl").

main() ->
    names(),
    options(),
    requests(),
    owners(),
    about_drivers().

opened(Name, Options) ->
    Port = open_port(Name, Options),
    true = is_port(Port),
    Opened = erlang:port_info(Port, name),
    true = port_close(Port),
    Opened.

names() ->
    ?T(opened({spawn_driver, "ram_file_drv"}, [])),
    ?T(opened({spawn_driver, ram_file_drv}, [binary])),
    ?T(opened({spawn_driver, <<"ram_file_drv">>}, [])),
    ?T(opened({spawn_driver, "ram_file_drv "}, [])),
    ?T(opened({spawn_driver, "ram_file_drv x y"}, [])),
    ?T(opened({spawn, "ram_file_drv x"}, [])),
    ?T(opened({spawn_driver, "no_such_drv"}, [])),
    ?T(opened({spawn_driver, "ls"}, [])),
    ?T(opened({spawn_driver, "ram_file_dr"}, [])),
    ?T(opened({spawn_driver, "spawn"}, [])),
    ?T(opened({spawn_driver, "fd"}, [])),
    ?T(opened({spawn_driver, ""}, [])),
    ?T(opened({spawn_driver, 1}, [])),
    ?T(opened({spawn_driver, "ram_file_drv", x}, [])),
    ?T(opened({spawn_executable, "ram_file_drv"}, [])),
    ?T(opened("ram_file_drv", [])).

options() ->
    [?T({Option, opened({spawn_driver, "ram_file_drv"}, [Option])})
     || Option <- [{line, 10}, {packet, 2}, exit_status, eof, in, out, stream, {env, []}, {cd, "/no/such"}, use_stdio,
                   nouse_stdio, hide, stderr_to_stdout, {busy_limits_port, disabled}, {busy_limits_port, {10, 20}},
                   {busy_limits_msgq, disabled}, {parallelism, true}]].

answer(Port) ->
    receive
        {Port, Answer} -> Answer
    after 5000 -> none
    end.

asked(Port, Request) ->
    true = port_command(Port, Request),
    answer(Port).

requests() ->
    Port = open_port({spawn, "ram_file_drv"}, [binary, {packet, 2}]),
    ?T([erlang:port_info(Port, Item) || Item <- [name, input, output, os_pid, queue_size]]),
    ?T(asked(Port, [2, 0, 0, 0, 3])),
    ?T(asked(Port, [1, 0, 0, 0, 3, "abc"])),
    ?T(asked(Port, [2, 0, 0, 0, 2])),
    ?T(asked(Port, [2, 0, 0, 0, 2])),
    ?T(asked(Port, [2, 0, 0, 0, 2])),
    ?T(asked(Port, [2, <<-1:32>>])),
    ?T(asked(Port, [3, <<-1:32, 2:32>>])),
    ?T(asked(Port, [3, <<0:32, 3:32>>])),
    ?T(asked(Port, [17, <<-1:32, 2:32>>])),
    ?T(asked(Port, [18, <<-1:32>>, "x"])),
    ?T(asked(Port, [18, <<2:32>>, "xyz"])),
    ?T(asked(Port, <<30>>)),
    ?T(asked(Port, <<37>>)),
    ?T([erlang:port_info(Port, Item) || Item <- [input, output]]),
    ?T(port_control(Port, 1, "")),
    ?T(erlang:port_call(Port, 1, "")),
    ?T(port_command(Port, "x", [force])),
    ?T(begin Port ! {self(), {command, [37]}}, answer(Port) end),
    ?T(begin Port ! {self(), close}, answer(Port) end),
    ?T(port_command(Port, [37])).

%% Answers go to the owner, also if another process asks; a port ends with its owner.
owners() ->
    process_flag(trap_exit, true),
    Self = self(),
    Port = open_port({spawn_driver, "ram_file_drv"}, []),
    ?T(asked(Port, [1, 0, 0, 0, 1, "abc"])),
    spawn_link(fun() -> port_command(Port, [17, <<1:32, 9:32>>]) end),
    ?T(answer(Port)),
    ?T(receive {'EXIT', Pid, Reason} when is_pid(Pid) -> Reason end),
    spawn_link(fun() -> Port ! {self(), {command, [37]}} end),
    ?T(receive {'EXIT', Port, Reason} -> Reason end),
    ?T(asked(Port, <<37>>)),
    Monitor = monitor(port, Port),
    {Owner, Gone} = spawn_monitor(fun() ->
                                      receive go -> ok end,
                                      port_command(Port, <<30>>),
                                      receive {Port, Answer} -> Self ! {other, Answer} end
                                  end),
    ?T(port_connect(Port, Owner)),
    Owner ! go,
    ?T(receive {other, Answer} -> Answer end),
    ?T(receive {'DOWN', Gone, process, Owner, Reason} -> Reason end),
    ?T(receive {'DOWN', Monitor, port, Port, Reason} -> Reason end),
    ?T(receive {'EXIT', Port, Reason} -> Reason end).

about_drivers() ->
    {ok, Drivers} = erl_ddll:loaded_drivers(),
    ?T(lists:member("ram_file_drv", Drivers)),
    [?T({Item, erl_ddll:info("ram_file_drv", Item)})
     || Item <- [processes, driver_options, port_count, linked_in_driver, permanent, awaiting_load, awaiting_unload]],
    ?T(erl_ddll:unload("ram_file_drv")),
    ?T(erl_ddll:load("/no/such", "ram_file_drv")).
