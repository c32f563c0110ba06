%% shows what processes do to a port while a callback of its driver runs: commands that are sent wait, and their senders go on; port_command/2,
%% port_control/3 and port_call/3 wait for their turn, as do commands above the limit of the port's message queue
-module(drv_posted).
-export([main/0]).

-import(drv_blocking, [alone/0, block/2, release/1, start/1, result/1]).

-define(IS_BLOCKED, 3).

main() ->
    alone() orelse process_flag(scheduler, 1),   % another scheduler will be in a callback
    drv:load(drv_blocks),
    Port = open_port({spawn_driver, "drv_blocks"}, [{busy_limits_msgq, {10, 20}}]),
    Other = drv:open("drv_blocks"),
    Me = self(),
    Blocker = block(Port, Other),
    [Port ! {Me, {command, Data}} || Data <- ["one", "two", "three"]],
    Started = [start(F) || F <- [fun() -> port_command(Port, "four") end, fun() -> port_control(Port, ?IS_BLOCKED, "") end,
                                 fun() -> erlang:port_call(Port, 7, {call, 7}) end]],
    release(Other),
    io:format("blocked: ~p~n", [result(Blocker)]),
    io:format("~p~n", [[data(Port) || _ <- lists:seq(1, 4)]]),
    io:format("~p~n", [[result(Pid) || Pid <- Started]]),

    %% Above the limit.
    Again = block(Port, Other),
    Sender = start(fun() -> [Port ! {Me, {command, "12345"}} || _ <- lists:seq(1, 12)], sent end),
    Sent = alone() orelse fill(Port, 0),
    Refused = alone() orelse erlang:port_command(Port, "never", [nosuspend]),
    release(Other),
    io:format("~p~n", [result(Again)]),
    alone() orelse [data(Port, "main") || _ <- lists:seq(1, Sent)],
    io:format("~p: ~p~n", [result(Sender), [data(Port, "12345") || _ <- lists:seq(1, 12)]]),
    io:format("~p ~p~n", [Sent =:= true orelse Sent < 50, Refused =:= true orelse Refused =:= false]),

    %% A command of another process, which goes on.
    Third = block(Port, Other),
    Last = start(fun() -> Port ! {Me, {command, "last"}} end),
    release(Other),
    io:format("~p ~p ~p~n", [result(Third), data(Port), result(Last) =:= {Me, {command, "last"}}]),

    %% A port that is closed meanwhile.
    Fourth = block(Port, Other),
    Closer = start(fun() -> Port ! {Me, close} end),
    release(Other),
    io:format("~p ~p~n", [result(Fourth), result(Closer) =:= {Me, close}]),
    io:format("~p~n", [closed(Port)]),
    port_close(Other),
    drv:unload(drv_blocks).

%% Sends until the port does not take it at once.
fill(Port, Count) ->
    case erlang:send(Port, {self(), {command, "main"}}, [nosuspend]) of
        ok -> fill(Port, Count + 1);
        nosuspend -> Count
    end.

data(Port, Data) -> receive {Port, {data, Data}} -> Data end.

data(Port) -> receive {Port, {data, Data}} -> Data end.

closed(Port) -> receive {Port, closed} -> closed end.
