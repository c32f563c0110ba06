%% shows how ports end: closed, by exit signals, with their owner; and which processes get a message
-module(port_ends).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    show(close, fun(P) -> [port_close(P), again(fun() -> port_close(P) end)] end),
    show(close_message, fun(P) -> P ! {self(), close}, sent end),
    show(unlinked, fun(P) -> [unlink(P), port_close(P)] end),
    show(exit, fun(P) -> exit(P, some_reason) end),
    show(exit_normal, fun(P) -> exit(P, normal) end),
    show(exit_kill, fun(P) -> exit(P, kill) end),
    show(stranger, fun(P) -> stranger(fun() -> exit(P, normal) end) end),
    show(linked_ends, fun(P) -> stranger(fun() -> link(P), exit(normal) end), erlang:port_info(P, input) end),
    show(linked_dies, fun(P) -> stranger(fun() -> link(P), exit(dies) end) end),
    show(monitor, fun(P) -> monitor(port, P), [port_close(P)] end),
    show(monitor_closed, fun(P) -> port_close(P), monitor(port, P), ok end),
    show(demonitor, fun(P) -> R = monitor(port, P), [demonitor(R), port_close(P)] end),
    show(demonitor_flush, fun(P) -> R = monitor(port, P), [port_close(P), demonitor(R, [flush])] end),
    show(link_closed, fun(P) -> [port_close(P), link(P)] end),
    show(monitors, fun(P) -> monitor(port, P), {monitors, [{port, P}]} = process_info(self(), monitors), lists:member(P, element(2, process_info(self(), links))) end),
    owner_ends(normal),
    owner_ends(crash),
    %% Nobody who does not trap exits hears of a normal end.
    {_, Monitor} = spawn_monitor(fun() -> P = open_port({spawn, "cat"}, []), port_close(P), receive after 50 -> exit(lives) end end),
    receive {'DOWN', Monitor, process, _, Reason} -> io:format("~w~n", [Reason]) end,
    {_, Monitor2} = spawn_monitor(fun() -> P = open_port({spawn, "cat"}, []), exit(P, bad), receive after 5000 -> exit(lives) end end),
    receive {'DOWN', Monitor2, process, _, Reason2} -> io:format("~w~n", [Reason2]) end.

show(What, F) ->
    P = open_port({spawn, "cat"}, []),
    Result = F(P),
    Messages = drain(P),
    catch port_close(P),
    io:format("~w ~w ~w~n", [What, Result, Messages]).

again(F) -> try F() catch Class:Reason -> {Class, Reason} end.

stranger(F) ->
    {Pid, Monitor} = spawn_monitor(F),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

drain(P) ->
    receive
        {'EXIT', P, Reason} -> [{exit, Reason} | drain(P)];
        {'DOWN', _, port, P, Reason} -> [{down, Reason} | drain(P)];
        {P, Message} -> [Message | drain(P)]
    after 200 -> []
    end.

owner_ends(Reason) ->
    Me = self(),
    Owner = spawn(fun() -> P = open_port({spawn, "cat"}, []), Me ! {port, P}, receive go -> exit(Reason) end end),
    receive {port, P} -> ok end,
    Monitor = monitor(port, P),
    Owner ! go,
    receive {'DOWN', Monitor, port, P, Down} -> io:format("owner ~w ~w~n", [Down, erlang:port_info(P)]) end.
