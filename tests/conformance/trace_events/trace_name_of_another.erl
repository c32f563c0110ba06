%% proves P7: a process that another one registers reports its name before what the other one does next
-module(trace_name_of_another).
-export([main/0]).

main() ->
    Self = self(),
    Tracer = spawn_link(fun() -> collect(Self, []) end),
    Main = spawn_link(fun() -> receive go -> run(Self) end end),
    1 = erlang:trace(Main, true, [send, procs, set_on_spawn, {tracer, Tracer}]),
    Main ! go,
    Server = receive {done, Pid} -> Pid end,
    Delivered = [erlang:trace_delivered(Traced) || Traced <- [Main, Server]],
    [receive {trace_delivered, _, Ref} -> ok end || Ref <- Delivered],
    Tracer ! stop,
    receive {events, Events} -> [io:format("~p~n", [shown(Event, Main, Server)]) || Event <- Events, is_wanted(Event)] end.

run(Parent) ->
    Server = spawn(fun Loop() -> receive {From, hello} -> From ! hi, Loop() end end),
    register(named_server, Server),
    named_server ! {self(), hello},
    receive hi -> ok end,
    unregister(named_server),
    Server ! {self(), hello},
    receive hi -> ok end,
    Parent ! {done, Server}.

is_wanted({trace, _, send, hi, _}) -> false;
is_wanted({trace, _, What, _}) -> What =:= register orelse What =:= unregister;
is_wanted({trace, _, send, {_, hello}, _}) -> true;
is_wanted(_) -> false.

shown({trace, Tracee, What, Name}, Main, Server) -> {who(Tracee, Main, Server), What, Name};
shown({trace, Tracee, send, {_, hello}, To}, Main, Server) -> {who(Tracee, Main, Server), send, hello, who(To, Main, Server)}.

who(Pid, Pid, _) -> main;
who(Pid, _, Pid) -> server;
who(Other, _, _) -> Other.

collect(Parent, Events) ->
    receive
        stop -> Parent ! {events, lists:reverse(Events)};
        Event -> collect(Parent, [Event | Events])
    end.
