%% reports: ignored
%% shows commands to ports by call and by message, new owners, signals that are none, and errors
-module(port_commands).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    show(command, [], fun(P) -> [port_command(P, "abc"), port_command(P, [<<"d">>, "ef" | <<"g">>])] end),
    show(command, [binary, {packet, 2}], fun(P) -> [port_command(P, "hello"), port_command(P, ""), port_command(P, <<"world">>)] end),
    show(flags, [], fun(P) -> [port_command(P, "x", []), port_command(P, "y", [nosuspend]), try_(fun() -> port_command(P, "z", [force]) end), try_(fun() -> port_command(P, "z", [other]) end), try_(fun() -> port_command(P, atom) end), try_(fun() -> port_command(none, "a") end)] end),
    show(message, [], fun(P) -> P ! {self(), {command, "abc"}}, sent end),
    show(bad_data, [], fun(P) -> P ! {self(), {command, [300]}}, sent end),
    show(no_command, [], fun(P) -> P ! {self(), other}, sent end),
    show(no_message, [], fun(P) -> P ! hello, sent end),
    show(not_the_owner, [], fun(P) -> other(fun() -> P ! {self(), {command, "abc"}} end), other(fun() -> port_command(P, "by another") end) end),
    show(for_the_owner, [], fun(P) -> Me = self(), other(fun() -> P ! {Me, {command, "abc"}} end), sent end),
    show(connect_message, [], fun(P) -> Pid = keeper(), P ! {self(), {connect, Pid}}, receive {P, connected} -> ok end,
        I = erlang:port_info(P, connected), port_command(P, "to the new owner"), [I =:= {connected, Pid}, asked(Pid, P), length(links(P))] end),
    show(connect, [], fun(P) -> Pid = keeper(), C = port_connect(P, Pid), unlink(P), port_command(P, "abc"), [C, asked(Pid, P), erlang:port_info(P, connected) =:= {connected, Pid}, length(links(P))] end),
    show(connect_to_nobody, [], fun(P) -> [try_(fun() -> port_connect(P, notapid) end), try_(fun() -> port_connect(P, dead()) end)] end),
    show(control, [], fun(P) -> [try_(fun() -> port_control(P, 1, "x") end), try_(fun() -> erlang:port_call(P, 1, x) end)] end),
    show(too_long, [{packet, 1}], fun(P) -> port_command(P, lists:duplicate(300, $x)) end),
    %% Programs that outlive the test must not keep standard error open: the runner waits until it is closed.
    Sleeps = open_port({spawn, "sleep 5 2>/dev/null"}, [in]),
    io:format("no output ~w ~w~n", [port_command(Sleeps, "x"), receive {'EXIT', Sleeps, Reason} -> Reason end]),
    %% A program that reads no more.
    Gone = open_port({spawn, "sh -c 'exec <&- 2>/dev/null; echo closed; sleep 5'"}, [{line, 80}]),
    receive {Gone, {data, {eol, "closed"}}} -> ok end,
    io:format("closed ~w ~w~n", [port_command(Gone, "x"), receive {'EXIT', Gone, Why} -> Why end]),
    busy().

%% What a program does not read waits, up to a limit; then writers wait.
busy() ->
    P = open_port({spawn, "sh -c 'read line; exec cat'"}, [{busy_limits_port, {1000, 2000}}, binary, stream]),
    unlink(P),
    Slow = open_port({spawn, "sleep 5 2>/dev/null"}, []),
    Line = binary:copy(<<"x">>, 1000),
    Written = length(lists:takewhile(fun(X) -> X end, [port_command(Slow, Line, [nosuspend]) || _ <- lists:seq(1, 200)])),
    io:format("busy ~w~n", [Written > 10 andalso Written < 200]),
    Me = self(),
    Writer = spawn(fun() -> port_command(Slow, "waits"), Me ! never end),
    Sender = spawn(fun() -> Slow ! {Me, {command, "waits"}}, erlang:yield(), Me ! never end),
    receive never -> io:format("did not wait~n") after 200 -> ok end,
    io:format("~w~n", [[is_process_alive(Pid) || Pid <- [Writer, Sender]]]),
    port_close(Slow),
    receive never -> ok end,
    io:format("goes on~n"),
    port_close(P).

show(What, Options, F) ->
    P = open_port({spawn, "cat"}, Options),
    Result = F(P),
    Messages = drain(P),
    catch port_close(P),
    io:format("~w ~w ~p~n", [What, Result, Messages]).

try_(F) -> try F() catch Class:Reason -> {Class, Reason} end.

other(F) ->
    {Pid, Monitor} = spawn_monitor(F),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

keeper() -> spawn_link(fun() -> receive {P, {data, Data}} -> receive {ask, P, From} -> From ! {self(), Data} end end, receive stop -> ok end end).
asked(Pid, P) -> Pid ! {ask, P, self()}, receive {Pid, Data} -> Data end.
dead() -> {Pid, M} = spawn_monitor(fun() -> ok end), receive {'DOWN', M, _, _, _} -> Pid end.
links(P) -> {links, L} = erlang:port_info(P, links), L.

drain(P) ->
    receive
        {'EXIT', P, Reason} -> [{exit, Reason} | drain(P)];
        {P, {data, Data}} ->
            case drain(P) of
                [{data, More} | Rest] when is_list(Data) -> [{data, Data ++ More} | Rest];
                Messages -> [{data, Data} | Messages]
            end;
        {P, Message} -> [Message | drain(P)]
    after 250 -> []
    end.
