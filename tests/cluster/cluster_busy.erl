%% A connection that takes no more: the other node is stopped (SIGSTOP). What its senders seem to do until it continues.
-module(cluster_busy).

-export([checks/1, sink/0, dropper/0]).

checks(Node) ->
    [{"where processes are that wait for a busy connection", fun() -> places(Node) end},
     {"a process that waits for a busy connection can be killed", fun() -> killed(Node) end},
     {"a process that ends by a link waits for its large signal", fun() -> ends(Node, fun(P) -> link(P) end) end},
     {"a monitored process that ends waits for its large signal", fun() -> ends(Node, fun(P) -> P ! {monitor, self()}, receive monitored -> ok end end) end},
     {"a node that is sent much does not read ahead without a limit", fun() -> much(Node) end}].

places(Node) ->
    {Sink, Self} = {spawn(Node, ?MODULE, sink, []), self()},
    Other = {erlang, bif_return_trap, 2},
    % In OTP it is the second where the message is in the queue already.
    Senders = [{erts_internal, dsend_continue_trap, 1}, Other],
    Kinds = [{link, [Other]}, {exit, Senders}, {send, Senders}, {send2, Senders}, {send3, Senders}, {monitor, [Other]}, {group_leader, [Other]},
             {spawn_request, [{erts_internal, spawn_request_yield, 3}, Other]}, {unlink, [Other]}, {demonitor, [Other]}],
    Start = fun(Kind, IsLast) ->
                spawn_monitor(fun() ->
                                  Argument = prepared(Kind, Sink),
                                  Self ! ready,
                                  receive go -> ok end,
                                  % A last call must not run on either: the process would end.
                                  case IsLast of true -> signal(Kind, Argument); false -> {done, signal(Kind, Argument)} end
                              end)
            end,
    Started = [{Kind, Places, Start(Kind, IsLast)} || {Kind, Places} <- Kinds, IsLast <- [true, false]],
    [receive ready -> ok end || _ <- Started],
    ok = erpc:call(Node, fun() -> ok end),  % all that was sent is there
    Wrong = stopped(Node, fun() ->
                              fill(Node),
                              [Pid ! go || {_, _, {Pid, _}} <- Started],
                              receive after 300 -> ok end,
                              Found = fun(Pid) -> process_info(Pid, [status, current_function]) end,
                              Expected = fun(Place) -> [{status, suspended}, {current_function, Place}] end,
                              [{Kind, F} || {Kind, Places, {Pid, _}} <- Started, F <- [Found(Pid)], not lists:member(F, lists:map(Expected, Places))]
                          end),
    Ends = [receive {'DOWN', Monitor, process, _, Why} -> Why after 10000 -> {Kind, timeout} end || {Kind, _, {_, Monitor}} <- Started],
    exit(Sink, kill),
    {[], [normal]} =:= {Wrong, lists:usort(Ends)} orelse {Wrong, lists:usort(Ends)}.

prepared(unlink, Pid) -> link(Pid), Pid;
prepared(demonitor, Pid) -> monitor(process, Pid);
prepared(_, Pid) -> Pid.

signal(link, Pid) -> link(Pid);
signal(exit, Pid) -> exit(Pid, nobody_minds);
signal(send, Pid) -> Pid ! hello;
signal(send2, Pid) -> erlang:send(Pid, hello);
signal(send3, Pid) -> erlang:send(Pid, hello, [noconnect]);
signal(monitor, Pid) -> monitor(process, Pid);
signal(group_leader, Pid) -> group_leader(self(), Pid);
signal(spawn_request, Pid) -> spawn_request(node(Pid), lists, seq, [1, 2], []);
signal(unlink, Pid) -> unlink(Pid);
signal(demonitor, Monitor) -> demonitor(Monitor).

killed(Node) ->
    stopped(Node, fun() ->
                      fill(Node),
                      {Pid, Monitor} = spawn_monitor(fun() -> {nobody, Node} ! hello end),
                      receive after 50 -> ok end,
                      {status, suspended} = process_info(Pid, status),
                      exit(Pid, kill),
                      receive {'DOWN', Monitor, process, Pid, killed} -> true after 5000 -> false end
                  end).

%% It is dead for all others, and has not run for the last time.
ends(Node, Tie) ->
    {Sink, Self} = {spawn(Node, ?MODULE, sink, []), self()},
    Size = 30000000,
    {Pid, Monitor} = spawn_monitor(fun() -> Tie(Sink), Self ! ready, receive go -> ok end, exit(binary:copy(<<"e">>, Size)) end),
    receive ready -> ok end,
    1 = erlang:trace(Pid, true, [exiting]),
    Before = stopped(Node, fun() ->
                               Pid ! go,
                               IsDown = receive {'DOWN', Monitor, process, Pid, Reason} -> byte_size(Reason) after 5000 -> none end,
                               receive after 200 -> ok end,
                               {IsDown, is_process_alive(Pid), has_exited(Pid, 0)}
                           end),
    After = {has_exited(Pid, 10000), took(Sink)},
    {{Size, false, false}, {true, Size}} =:= {Before, After} orelse {Before, After}.

has_exited(Pid, Timeout) ->
    receive
        {trace, Pid, out_exited, 0} -> true;
        {trace, Pid, _, 0} -> has_exited(Pid, Timeout)
    after Timeout -> false
    end.

took(Sink) ->
    Sink ! {took, self()},
    receive {Sink, Size} -> Size after 10000 -> none end.

%% In all 2 GB, of which the other node never has more than some messages.
much(Node) ->
    Os = erpc:call(Node, os, getpid, []),
    Dropper = spawn(Node, ?MODULE, dropper, []),
    Large = binary:copy(<<"m">>, 100000000),
    Senders = [spawn_monitor(fun() -> [Dropper ! Large || _ <- lists:seq(1, 10)] end) || _ <- [1, 2]],
    Before = resident(Os),
    Most = most_resident(Os, [Monitor || {_, Monitor} <- Senders], 0),
    exit(Dropper, kill),
    Most - Before < 1000000 orelse {Before, Most}.

dropper() -> receive _ -> dropper() end.

most_resident(_, [], Most) -> Most;
most_resident(Os, [Monitor | Others] = Monitors, Most) ->
    receive {'DOWN', Monitor, process, _, normal} -> most_resident(Os, Others, Most)
    after 20 -> most_resident(Os, Monitors, max(Most, resident(Os)))
    end.

%% In kilobytes.
resident(Os) ->
    {ok, Status} = file:read_file("/proc/" ++ Os ++ "/status"),
    {match, [Size]} = re:run(Status, "VmRSS:\\s+([0-9]+)", [{capture, all_but_first, list}]),
    list_to_integer(Size).

%% Of the size of the last reason that it was sent.
sink() -> process_flag(trap_exit, true), sink(none).

sink(Size) ->
    receive
        {monitor, From} -> monitor(process, From), From ! monitored, sink(Size);
        {took, From} when Size =/= none -> From ! {self(), Size}, sink(Size);
        {'EXIT', _, Reason} when is_binary(Reason) -> sink(byte_size(Reason));
        {'DOWN', _, process, _, Reason} when is_binary(Reason) -> sink(byte_size(Reason))
    end.

%% Until the connection stays busy: the buffers of the system take some of it later.
fill(Node) -> fill(Node, binary:copy(<<"f">>, 10000), 15).

fill(_, _, 0) -> ok;
fill(Node, Data, Times) ->
    case erlang:send({nobody, Node}, Data, [nosuspend]) of
        nosuspend -> receive after 20 -> fill(Node, Data, Times - 1) end;
        ok -> fill(Node, Data, 15)
    end.

%% What Fun returns while the other node's program is stopped.
stopped(Node, Fun) ->
    Os = erpc:call(Node, os, getpid, []),
    "" = os:cmd("kill -STOP " ++ Os),
    try Fun() after os:cmd("kill -CONT " ++ Os) end.
