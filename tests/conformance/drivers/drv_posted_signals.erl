%% shows that a process goes on that links to a port, monitors it, sends it a message or an exit signal while a callback of its driver runs, and that
%% the port does afterwards what was asked of it, in the order of the sender; port_close/1, port_connect/2 and port_info/1,2 wait for their turn
-module(drv_posted_signals).
-export([main/0]).

-import(drv_blocking, [alone/0, block/2, release/1, start/1, result/1, down/1]).

main() ->
    alone() orelse process_flag(scheduler, 1),   % another scheduler will be in a callback
    process_flag(trap_exit, true),
    drv:load(drv_blocks),
    Other = drv:open("drv_blocks"),
    Me = self(),

    %% Requests that change nothing.
    Port = drv:open("drv_blocks"),
    First = block(Port, Other),
    unlink(Port),
    link(Port),
    Ref = monitor(port, Port),
    demonitor(Ref),
    Port ! {Other, {command, "of nobody"}},
    Port ! {Other, {connect, Me}},
    Port ! {Other, close},
    Port ! an_atom,
    release(Other),
    io:format("~p~n", [result(First)]),
    io:format("~p~n", [signals(Port)]),

    %% In the order of the sender.
    Second = block(Port, Other),
    Monitor = monitor(port, Port),
    Port ! {Me, {command, "one"}},
    Port ! {Me, {connect, Me}},
    Port ! {Me, {command, "two"}},
    Port ! {Me, close},
    Port ! {Me, {command, "three"}},
    After = monitor(port, Port),
    release(Other),
    io:format("~p~n", [result(Second)]),
    io:format("~p ~p~n", [signals(Port), [down(R) || R <- [Monitor, After]]]),

    %% Exit signals.
    [begin
         Exits = drv:open("drv_blocks"),
         Blocker = block(Exits, Other),
         exit(Exits, Reason),
         release(Other),
         io:format("~p ~p~n", [result(Blocker), signals(Exits)])
     end || Reason <- [normal, kill, "a reason that stands on a heap"]],

    %% A process that is linked ends.
    Linked = drv:open("drv_blocks"),
    Fourth = block(Linked, Other),
    {Ender, Mark} = spawn_opt(fun() -> link(Linked), exit({"ended", [by, 1.5]}) end, [monitor, {scheduler, 1}]),
    release(Other),
    io:format("~p ~p ~p ~p~n", [result(Fourth), is_pid(Ender), down(Mark), signals(Linked)]),

    %% Processes that want an answer wait for it.
    Fifth = drv:open("drv_blocks"),
    asked(Fifth, Other, fun() -> erlang:port_info(Fifth, connected) =:= {connected, Me} end),
    asked(Fifth, Other, fun() -> length(erlang:port_info(Fifth)) end),
    asked(Fifth, Other, fun() -> port_connect(Fifth, Me) end),
    asked(Fifth, Other, fun() -> {port_close(Fifth), erlang:port_info(Fifth)} end),
    io:format("~p~n", [signals(Fifth)]),
    port_close(Other),
    drv:unload(drv_blocks).

asked(Port, Other, F) ->
    Blocker = block(Port, Other),
    Asker = start(F),
    release(Other),
    io:format("~p ~p~n", [result(Blocker), result(Asker)]).

%% What the port has sent to its owner, up to its end or that it has had its turn.
signals(Port) ->
    receive
        {'EXIT', Port, badsig} -> [badsig | signals(Port)];
        {'EXIT', Port, Reason} -> [{exit, Reason} | rest(Port)];
        {Port, What} -> [What | signals(Port)]
    after 0 ->
        case erlang:port_info(Port, id) of
            undefined -> receive {'EXIT', Port, Reason} -> [{exit, Reason} | rest(Port)] end;
            {id, _} -> rest(Port)
        end
    end.

rest(Port) -> receive {Port, What} -> [What | rest(Port)]; {'EXIT', Port, Reason} -> [{exit, Reason} | rest(Port)] after 0 -> [] end.
