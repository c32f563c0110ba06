%% Two nodes. One runs wait/1 and does what it is asked; the other runs main/1, which prints a line for each check. The lines are the
%% same whichever systems the two nodes are: so results contain no pids, only what is true of them.
-module(cluster).

-export([main/1, wait/1, dynamic/1, start/2]).
-export([echo/0, asker/0, linker/1, ender/0, forward/2, sleep/0, leader/1, counter/2, holder/1, big/1, fails/0]).

%% The node that is asked.
wait(_) ->
    register(cluster_waiter, self()),
    register(cluster_echo, spawn(?MODULE, echo, [])),
    register(cluster_asker, spawn(?MODULE, asker, [])),
    io:put_chars("ready\n"),
    receive stop -> erlang:halt(0) end.

%% Makes a node of a machine that has no name, twice: what the first start leaves must not disturb the second.
start(Name, Cookie) ->
    ok = application:set_env(kernel, inet_dist_use_interface, {127, 0, 0, 1}),
    {ok, _} = net_kernel:start(['cluster_first@127.0.0.1', longnames]),
    ok = net_kernel:stop(),
    nonode@nohost = node(),
    {ok, _} = net_kernel:start([list_to_atom(Name), longnames]),
    true = erlang:set_cookie(node(), list_to_atom(Cookie)).

main([Text]) ->
    Node = list_to_atom(Text),
    process_flag(trap_exit, true),
    Checks = checks(Node),
    Failed = [Name || {Name, Check} <- Checks, not run(Name, Check)],
    (catch {cluster_waiter, Node} ! stop),
    receive after 100 -> ok end,
    io:format("~b passed, ~b failed~n", [length(Checks) - length(Failed), length(Failed)]),
    erlang:halt(length(Failed)).

%% A node that has no name until it connects, and gets one from the other node. It is a hidden one.
dynamic([Text]) ->
    Node = list_to_atom(Text),
    nonode@nohost = node(),
    true = is_alive(),
    dynamic = maps:get(name_type, net_kernel:get_state()),
    Names = [begin
                 true = net_kernel:connect_node(Node),
                 Name = node(),
                 true = Name =/= nonode@nohost,
                 Name = maps:get(name, net_kernel:get_state()),
                 true = lists:member(Name, erpc:call(Node, erlang, nodes, [hidden])),
                 false = lists:member(Name, erpc:call(Node, erlang, nodes, [])),
                 true = erpc:call(Node, erpc, call, [Name, erlang, is_alive, []]),
                 {cluster_echo, Node} ! {self(), Try},
                 receive {_, Try} -> ok after 5000 -> error(timeout) end,
                 true = monitor_node(Node, true),
                 true = erlang:disconnect_node(Node),
                 receive {nodedown, Node} -> ok after 5000 -> error(timeout) end,
                 true = cluster_tools:until(fun() -> node() =:= nonode@nohost end),
                 Name
             end || Try <- [1, 2]],
    [_, _] = Names,
    (catch {cluster_waiter, Node} ! stop),
    receive after 100 -> ok end,
    io:format("1 passed, 0 failed~n"),
    erlang:halt(0).

run(Name, Check) ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Self ! {self(), try Check() catch C:R:S -> {C, R, S} end} end),
    Result =
        receive
            {Pid, Value} -> erlang:demonitor(Monitor, [flush]), Value;
            {'DOWN', Monitor, process, Pid, Reason} -> {down, Reason}
        after 20000 ->
            exit(Pid, kill),
            timeout
        end,
    Result =:= true orelse io:format("~ts: ~0p~n", [Name, Result]),
    Result =:= true.

checks(Node) ->
    connecting(Node) ++ sending(Node) ++ linking(Node) ++ monitoring(Node) ++ spawning(Node) ++ calling(Node) ++ terms(Node) ++
        amounts(Node) ++
        [C || init:get_argument(proto_dist) =:= error, C <- passing(Node) ++ cluster_busy:checks(Node)] ++
        cluster_carried:checks(Node) ++
        cluster_tools:checks(Node) ++ losing(Node).

connecting(Node) ->
    [{"a node is unknown before", fun() -> not lists:member(Node, nodes()) end},
     {"noconnect sends nothing", fun() -> noconnect =:= erlang:send({cluster_echo, Node}, x, [noconnect]) end},
     {"the first message connects",
      fun() ->
          ok = net_kernel:monitor_nodes(true),
          {cluster_echo, Node} ! {self(), first},
          {cluster_echo, Node} ! {self(), second},
          Up = receive {nodeup, Node} -> true after 5000 -> false end,
          Answers = [receive {_, A} -> A after 5000 -> none end || _ <- [1, 2]],
          ok = net_kernel:monitor_nodes(false),
          Up andalso Answers =:= [first, second]
      end},
     {"ping", fun() -> pong =:= net_adm:ping(Node) end},
     {"ping of nobody", fun() -> pang =:= net_adm:ping('nobody@127.0.0.1') end},
     {"nodes/0,1", fun() -> [Node] =:= nodes() andalso [Node] =:= nodes(connected) andalso [] =:= nodes(hidden) end},
     {"nodes/2", fun() -> [{Node, #{node_type => visible}}] =:= nodes(visible, #{node_type => true}) end},
     {"the other knows us", fun() -> lists:member(node(), rpc:call(Node, erlang, nodes, [])) end}].

sending(Node) ->
    [{"to a name", fun() -> {cluster_echo, Node} ! {self(), hello}, got(hello) end},
     {"to no name", fun() -> ok =:= element(1, {{no_such_name, Node} ! x, ok}) orelse true end},
     {"to a pid", fun() -> Pid = remote(Node, echo, []), Pid ! {self(), [a, {b}, <<"c">>]}, got([a, {b}, <<"c">>]) end},
     {"the pid is of the other node", fun() -> Pid = remote(Node, echo, []), Node =:= node(Pid) andalso is_pid(Pid) end},
     {"our pid comes back as ours", fun() -> Pid = remote(Node, echo, []), Pid ! {self(), self()}, got(self()) end},
     {"a reference comes back", fun() -> Ref = make_ref(), {cluster_echo, Node} ! {self(), Ref}, got(Ref) end},
     {"to an alias",
      fun() ->
          Alias = alias([reply]),
          Pid = remote(Node, echo, []),
          Pid ! {Alias, one},
          Pid ! {Alias, two},
          receive {_, one} -> ok after 5000 -> error(timeout) end,
          receive {_, two} -> false after 200 -> true end
      end},
     {"to an alias there",
      fun() ->
          Pid = spawn(Node, fun() -> receive {From, alias} -> From ! {self(), alias()}, receive X -> From ! {self(), X} end end end),
          Pid ! {self(), alias},
          Alias = receive {Pid, A} -> A after 5000 -> error(timeout) end,
          Alias ! through_alias,
          got(through_alias)
      end},
     {"order of many",
      fun() ->
          Pid = remote(Node, echo, []),
          [Pid ! {self(), I} || I <- lists:seq(1, 5000)],
          lists:seq(1, 5000) =:= [receive {Pid, I} -> I after 10000 -> none end || _ <- lists:seq(1, 5000)]
      end},
     {"a sequential trace token there and back",
      fun() ->
          Pid = spawn(Node, fun() -> receive From -> From ! {self(), seq_trace:get_token(label)} end end),
          seq_trace:set_token(label, 17),
          Pid ! self(),
          Answer = receive {Pid, Label} -> {Label, seq_trace:get_token(label)} after 5000 -> none end,
          seq_trace:set_token([]),
          Answer =:= {{label, 17}, {label, 17}}
      end},
     {"nosuspend", fun() -> ok =:= erlang:send({cluster_echo, Node}, {self(), n}, [nosuspend]) andalso got(n) end}].

linking(Node) ->
    [{"exit of a linked process there",
      fun() ->
          process_flag(trap_exit, true),
          Pid = remote(Node, sleep, []),
          link(Pid),
          exit(Pid, away),
          receive {'EXIT', Pid, away} -> true after 5000 -> false end
      end},
     {"exit of a linked process here",
      fun() ->
          Pid = remote(Node, linker, [self()]),
          Local = spawn(fun() -> link(Pid), Pid ! {linked, self()}, receive {exit, R} -> exit(R) end end),
          receive linked -> ok after 5000 -> error(timeout) end,
          Local ! {exit, {because, [of_this]}},
          receive {got, {'EXIT', Local, {because, [of_this]}}} -> true after 5000 -> false end
      end},
     {"link to the dead",
      fun() ->
          process_flag(trap_exit, true),
          Pid = remote(Node, ender, []),
          gone(Pid),
          link(Pid),
          receive {'EXIT', Pid, noproc} -> true after 5000 -> false end
      end},
     {"link to a process of another life of the node",
      fun() ->
          process_flag(trap_exit, true),
          Bytes = term_to_binary(remote(Node, sleep, [])),
          Size = byte_size(Bytes) - 4,
          <<Head:Size/binary, Creation:32>> = Bytes,
          Pid = binary_to_term(<<Head/binary, (Creation bxor 1):32>>),
          link(Pid),
          Result = receive {'EXIT', Pid, Why} -> Why after 5000 -> none end,
          {links, Links} = process_info(self(), links),
          {Result, lists:member(Pid, Links)} =:= {noproc, false}
      end},
     {"links are listed",
      fun() ->
          Pid = remote(Node, sleep, []),
          link(Pid),
          {links, Links} = process_info(self(), links),
          There = rpc:call(Node, erlang, process_info, [Pid, links]),
          unlink(Pid),
          {links, After} = process_info(self(), links),
          exit(Pid, kill),
          lists:member(Pid, Links) andalso There =:= {links, [self()]} andalso not lists:member(Pid, After)
      end},
     {"unlink",
      fun() ->
          process_flag(trap_exit, true),
          Pid = remote(Node, sleep, []),
          link(Pid), unlink(Pid), link(Pid), unlink(Pid),
          exit(Pid, away),
          gone(Pid),
          receive {'EXIT', Pid, _} -> false after 100 -> true end
      end},
     {"unlink from there",
      fun() ->
          process_flag(trap_exit, true),
          Self = self(),
          Pid = spawn_link(Node, fun() -> unlink(Self), Self ! {self(), done}, receive stop -> exit(oops) end end),
          receive {Pid, done} -> ok after 5000 -> error(timeout) end,
          {links, Links} = process_info(self(), links),
          Pid ! stop,
          gone(Pid),
          not lists:member(Pid, Links) andalso receive {'EXIT', Pid, _} -> false after 100 -> true end
      end},
     {"exit/2 that is trapped there",
      fun() ->
          Pid = remote(Node, linker, [self()]),
          Pid ! {linked, self()},
          receive linked -> ok after 5000 -> error(timeout) end,
          exit(Pid, {reason, <<0:2048>>}),
          Self = self(),
          receive {got, {'EXIT', Self, {reason, <<0:2048>>}}} -> true after 5000 -> false end
      end},
     {"kill", fun() -> Pid = remote(Node, linker, [self()]), M = monitor(process, Pid), exit(Pid, kill),
                       receive {'DOWN', M, process, Pid, killed} -> true after 5000 -> false end end}].

monitoring(Node) ->
    [{"DOWN with the reason",
      fun() ->
          Pid = remote(Node, sleep, []),
          M = monitor(process, Pid),
          exit(Pid, {some, reason}),
          receive {'DOWN', M, process, Pid, {some, reason}} -> true after 5000 -> false end
      end},
     {"DOWN of the dead",
      fun() ->
          Pid = remote(Node, ender, []),
          gone(Pid),
          M = monitor(process, Pid),
          receive {'DOWN', M, process, Pid, noproc} -> true after 5000 -> false end
      end},
     {"by name",
      fun() ->
          Pid = remote(Node, sleep, []),
          true = rpc:call(Node, erlang, register, [cluster_named, Pid]),
          M = monitor(process, {cluster_named, Node}),
          {monitors, Monitors} = process_info(self(), monitors),
          exit(Pid, bye),
          receive {'DOWN', M, process, {cluster_named, Node}, bye} -> lists:member({process, {cluster_named, Node}}, Monitors)
          after 5000 -> false end
      end},
     {"by no name",
      fun() -> M = monitor(process, {no_such_name, Node}),
               receive {'DOWN', M, process, {no_such_name, Node}, noproc} -> true after 5000 -> false end end},
     {"demonitor",
      fun() ->
          Pid = remote(Node, sleep, []),
          M = monitor(process, Pid),
          There = rpc:call(Node, erlang, process_info, [Pid, monitored_by]),
          true = demonitor(M),
          After = rpc:call(Node, erlang, process_info, [Pid, monitored_by]),
          exit(Pid, kill),
          There =:= {monitored_by, [self()]} andalso After =:= {monitored_by, []} andalso
              receive {'DOWN', M, _, _, _} -> false after 200 -> true end
      end},
     {"tag and alias",
      fun() ->
          Pid = remote(Node, echo, []),
          M = monitor(process, Pid, [{tag, {my, tag}}, {alias, demonitor}]),
          Pid ! {M, through},
          receive {_, through} -> ok after 5000 -> error(timeout) end,
          exit(Pid, x),
          receive {{my, tag}, M, process, Pid, x} -> true after 5000 -> false end
      end},
     {"a process here that is monitored from there",
      fun() ->
          Local = spawn(fun() -> receive X -> exit(X) end end),
          Self = self(),
          Pid = spawn(Node, fun() -> M = monitor(process, Local), Self ! monitored,
                                     receive {'DOWN', M, process, Local, R} -> Self ! {self(), R} end end),
          receive monitored -> ok after 5000 -> error(timeout) end,
          pong = net_adm:ping(Node),
          {monitored_by, By} = process_info(Local, monitored_by),
          Local ! stopped,
          got(stopped) andalso By =:= [Pid]
      end}].

spawning(Node) ->
    [{"spawn", fun() -> Pid = spawn(Node, ?MODULE, echo, []), Pid ! {self(), x}, got(x) end},
     {"spawn_link", fun() -> process_flag(trap_exit, true), Pid = spawn_link(Node, erlang, exit, [linked]),
                             receive {'EXIT', Pid, linked} -> true after 5000 -> false end end},
     {"spawn_monitor", fun() -> {Pid, M} = spawn_monitor(Node, erlang, exit, [monitored]),
                                receive {'DOWN', M, process, Pid, monitored} -> true after 5000 -> false end end},
     {"spawn_request", fun() -> R = spawn_request(Node, ?MODULE, sleep, [], [{reply_tag, my_tag}]),
                                receive {my_tag, R, ok, Pid} -> exit(Pid, kill), node(Pid) =:= Node after 5000 -> false end end},
     {"spawn_request with monitor", fun() -> R = spawn_request(Node, erlang, exit, [r], [monitor]),
                                receive {spawn_reply, R, ok, Pid} -> receive {'DOWN', R, process, Pid, r} -> true after 5000 -> false end
                                after 5000 -> false end end},
     {"spawn_request without reply", fun() -> Self = self(), spawn_request(Node, ?MODULE, forward, [Self, hi], [{reply, no}]),
                                receive hi -> true; X -> X after 5000 -> false end end},
     {"spawn_request with a bad option", fun() -> R = spawn_request(Node, ?MODULE, sleep, [], [{priority, odd}]),
                                receive {spawn_reply, R, error, badopt} -> true after 5000 -> false end end},
     {"spawn_request to nobody", fun() -> R = spawn_request('nobody@127.0.0.1', ?MODULE, sleep, []),
                                receive {spawn_reply, R, error, noconnection} -> true after 5000 -> false end end},
     {"priority of a spawn", fun() -> Pid = spawn_opt(Node, ?MODULE, sleep, [], [{priority, high}]),
                                {priority, high} =:= rpc:call(Node, erlang, process_info, [Pid, priority]) end},
     {"group leader goes along", fun() -> Pid = spawn(Node, ?MODULE, leader, [self()]), receive {Pid, L} -> L =:= group_leader() after 5000 -> false end end},
     {"group_leader/2", fun() -> Pid = spawn(Node, ?MODULE, sleep, []), true = group_leader(self(), Pid),
                                {group_leader, L} = rpc:call(Node, erlang, process_info, [Pid, group_leader]), L =:= self() end},
     {"output through our group leader", fun() -> Self = self(), Old = group_leader(),
                                Leader = spawn(fun() -> receive {io_request, F, As, {put_chars, _, _, _} = R} -> F ! {io_reply, As, ok}, Self ! {output, element(1, R)};
                                                        {io_request, F, As, R} -> F ! {io_reply, As, ok}, Self ! {output, element(1, R)} end end),
                                group_leader(Leader, self()), spawn(Node, io, put_chars, ["text"]), group_leader(Old, self()),
                                receive {output, put_chars} -> true after 5000 -> false end end}].

calling(Node) ->
    [{"rpc:call", fun() -> [1, 2, 3] =:= rpc:call(Node, lists, seq, [1, 3]) end},
     {"rpc:call that fails", fun() -> {badrpc, {'EXIT', {badarith, _}}} = rpc:call(Node, ?MODULE, fails, []), true end},
     {"rpc:cast", fun() -> true = rpc:cast(Node, ?MODULE, forward, [self(), cast]), receive cast -> true after 5000 -> false end end},
     {"erpc:call", fun() -> Node =:= erpc:call(Node, erlang, node, []) end},
     {"erpc:call of a fun", fun() -> X = 7, {Node, 14} =:= erpc:call(Node, fun() -> {node(), 2 * X} end) end},
     {"erpc:call that raises", fun() -> try erpc:call(Node, ?MODULE, fails, []) catch error:{exception, badarith, _} -> true end end},
     {"erpc:call that exits", fun() -> try erpc:call(Node, erlang, exit, [gone]) catch exit:{exception, gone} -> true end end},
     {"erpc:call with a time limit", fun() -> try erpc:call(Node, timer, sleep, [infinity], 100) catch error:{erpc, timeout} -> true end end},
     {"erpc:send_request", fun() -> R = erpc:send_request(Node, erlang, abs, [-3]), {response, 3} =:= erpc:wait_response(R, 5000) end},
     {"erpc:multicall", fun() -> [{ok, 2}, {ok, 2}] =:= erpc:multicall([node(), Node], erlang, '+', [1, 1]) end},
     {"erpc to nobody", fun() -> try erpc:call('nobody@127.0.0.1', erlang, node, []) catch error:{erpc, noconnection} -> true end end},
     {"gen_server:call by name", fun() -> {ok, _} = {ok, gen_server:call({net_kernel, Node}, {is_auth, node()})}, true end},
     {"global name", fun() -> ok = global:sync(), Pid = spawn(Node, ?MODULE, echo, []), yes = global:register_name(cluster_global, Pid),
                              Found = rpc:call(Node, global, whereis_name, [cluster_global]),
                              global:send(cluster_global, {self(), x}), ok = global:unregister_name(cluster_global), Found =:= Pid andalso got(x) end},
     {"is_process_alive of another node's", fun() -> Pid = spawn(Node, ?MODULE, sleep, []), try is_process_alive(Pid) catch error:badarg -> true end end},
     {"process_info of another node's", fun() -> Pid = spawn(Node, ?MODULE, sleep, []), try process_info(Pid) catch error:badarg -> true end end}].

%% Whether a process that sends exit signals with this reason is suspended until they are sent. Several times, because a receiver that gets as much
%% processor time as the sender (on a busy computer) empties the connection before it is full.
waits_for_connection(_, _, 0) -> false;
waits_for_connection(Pid, Reason, Times) ->
    {Sender, M} = spawn_monitor(fun() -> exit(Pid, Reason) end),
    receive {'DOWN', M, process, Sender, normal} -> ok after 15000 -> error(timeout) end,
    receive {monitor, Sender, busy_dist_port, _} -> true after 0 -> waits_for_connection(Pid, Reason, Times - 1) end.

terms(Node) ->
    Terms = [0, -1, 1 bsl 27, 1 bsl 31, 1 bsl 63, 1 bsl 64, -(1 bsl 2000), 1.5, -0.0, [], "string", [1 | 2], {}, {1, {2}}, <<>>, <<1, 2, 3:5>>,
             binary:copy(<<"x">>, 100000), #{}, #{a => 1}, maps:from_list([{I, I} || I <- lists:seq(1, 100)]), fun lists:map/2,
             'an atom', '', list_to_atom(lists:duplicate(255, $a)), 'атом', make_ref(), self(), lists:seq(1, 70000), lists:duplicate(70000, 7)],
    [{io_lib:format("term ~b", [N]), fun() -> {cluster_echo, Node} ! {self(), T}, got(T) end} || {N, T} <- lists:zip(lists:seq(1, length(Terms)), Terms)] ++
    [{"a closure", fun() -> X = [1], F = fun(Y) -> {X, Y} end, {cluster_echo, Node} ! {self(), F}, receive {_, G} -> G(2) =:= {[1], 2} after 5000 -> false end end},
     {"a port", fun() -> [P | _] = erlang:ports(), {cluster_echo, Node} ! {self(), P}, got(P) end},
     {"a pid, read and compared there", fun() -> S = self(), true =:= erpc:call(Node, fun() -> is_pid(S) andalso node(S) =/= node() andalso S == S andalso #{S => 1} =:= #{S => 1} end) end},
     {"binary_to_term there of our pid", fun() -> S = self(), B = term_to_binary(S), S =:= erpc:call(Node, erlang, binary_to_term, [B]) end},
     {"its pid through term_to_binary", fun() -> P = spawn(Node, ?MODULE, echo, []), Q = binary_to_term(term_to_binary(P)), Q ! {self(), y}, P =:= Q andalso got(y) end},
     {"many atoms", fun() -> L = [list_to_atom("cluster_atom_" ++ integer_to_list(I)) || I <- lists:seq(1, 3000)],
                             lists:all(fun(A) -> {cluster_echo, Node} ! {self(), [A, A]}, got([A, A]) end, L) end}].

amounts(Node) ->
    [{"a large message", fun() -> B = binary:copy(<<"0123456789abcdef">>, 1000000), {cluster_echo, Node} ! {self(), B}, got(B) end},
     {"a large list", fun() -> L = lists:seq(1, 300000), {cluster_echo, Node} ! {self(), L}, got(L) end},
     {"large messages of several senders",
      fun() ->
          Self = self(),
          Senders = [spawn(fun() -> B = binary:copy(<<I>>, 500000), {cluster_echo, Node} ! {self(), B}, Self ! {self(), got(B)} end) || I <- lists:seq(1, 10)],
          lists:all(fun(P) -> receive {P, R} -> R after 10000 -> false end end, Senders)
      end},
     {"a slow reader",
      fun() ->
          Pid = spawn(Node, ?MODULE, counter, [self(), 2000]),
          B = binary:copy(<<"b">>, 10000),
          [Pid ! B || _ <- lists:seq(1, 2000)],
          receive {Pid, 2000} -> true after 15000 -> false end
      end},
     {"exit signals wait for a busy connection",
      fun() ->
          Pid = remote(Node, linker, [self()]),
          Reason = binary:copy(<<"r">>, 30000000),
          erlang:system_monitor(self(), [busy_dist_port]),
          Waited = waits_for_connection(Pid, Reason, 20),
          erlang:system_monitor(undefined),
          exit(Pid, kill),
          Waited
      end},
     {"who does not want to be suspended is not, when its own message fills the connection",
      fun() ->
          B = binary:copy(<<"n">>, 2000000),
          erlang:system_monitor(self(), [busy_dist_port]),
          {Sender, M} = spawn_monitor(fun() -> exit([erlang:send({no_such_name, Node}, B, [nosuspend]) || _ <- lists:seq(1, 100)]) end),
          Results = receive {'DOWN', M, process, Sender, R} -> R after 15000 -> error(timeout) end,
          erlang:system_monitor(undefined),
          Suspended = receive {monitor, Sender, busy_dist_port, _} -> true after 0 -> false end,
          {ok, false, []} =:= {hd(Results), Suspended, lists:usort(Results) -- [ok, nosuspend]}
      end},
     {"a message of 100 MB, and a reader that takes it later",
      fun() ->
          Pid = spawn(Node, fun() -> receive go -> ok end, receive {From, B} when is_binary(B) -> From ! {self(), {byte_size(B), erlang:md5(B)}} end end),
          B = binary:copy(<<"0123456789">>, 10000000),
          Pid ! {self(), B},
          Pid ! go,
          receive {Pid, Answer} -> Answer =:= {100000000, erlang:md5(B)} after 15000 -> timeout end
      end},
     {"100,000 links broken at once",
      fun() ->
          {Pid, Self} = {spawn(Node, ?MODULE, sleep, []), self()},
          links(Pid, 100000, Self),
          exit(Pid, kill),
          ends(100000, killed)
      end},
     {"100,000 links broken at once by the other side",
      fun() ->
          {Local, Self} = {spawn(?MODULE, sleep, []), self()},
          spawn(Node, fun() -> links(Local, 100000, self()), Self ! linked, Self ! {self(), ends(100000, killed)} end),
          receive linked -> ok after 15000 -> error(timeout) end,
          exit(Local, kill),
          got(true)
      end}].

%% Not over TLS: there the connection's processes send what they have been given, in its order, also between two nodes of OTP.
passing(Node) ->
    [{"small messages pass a large one",
      fun() ->
          Self = self(),
          B = binary:copy(<<"0123456789">>, 5000000),
          Round = fun(_) ->
                      Ref = make_ref(),
                      Pid = spawn(Node, fun() -> receive {Ref, X} when is_binary(X) -> Self ! {Ref, large} end end),
                      _ = spawn(fun() -> Self ! {Ref, sends}, Pid ! {Ref, B} end),
                      receive {Ref, sends} -> ok end,
                      receive after 2 -> ok end,
                      {cluster_echo, Node} ! {Self, Ref},
                      receive {_, Ref} -> ok after 10000 -> error(timeout) end,
                      receive {Ref, large} -> false after 0 -> receive {Ref, large} -> true after 15000 -> error(timeout) end end
                  end,
          %% A fast connection has taken the large one before the small one is sent: in a quarter of the rounds where nothing else runs.
          lists:any(Round, lists:seq(1, 50))
      end}].

losing(Node) ->
    [{"the end of a connection",
      fun() ->
          process_flag(trap_exit, true),
          Pid = spawn(Node, ?MODULE, sleep, []),
          link(Pid),
          M = monitor(process, Pid),
          N = monitor(process, {cluster_echo, Node}),
          ok = net_kernel:monitor_nodes(true, [nodedown_reason]),
          true = monitor_node(Node, true),
          true = erlang:disconnect_node(Node),
          Results = [receive {'EXIT', Pid, noconnection} -> link after 5000 -> none end,
                     receive {'DOWN', M, process, Pid, noconnection} -> monitor after 5000 -> none end,
                     receive {'DOWN', N, process, {cluster_echo, Node}, noconnection} -> named after 5000 -> none end,
                     receive {nodedown, Node} -> monitor_node after 5000 -> none end,
                     receive {nodedown, Node, [{nodedown_reason, _}]} -> monitor_nodes after 5000 -> none end,
                     nodes()],
          Results =:= [link, monitor, named, monitor_node, monitor_nodes, []]
      end},
     {"any term is the reason of the end of a connection",
      fun() ->
          pong = net_adm:ping(Node),
          ok = net_kernel:monitor_nodes(true, [nodedown_reason]),
          {ok, Info} = net_kernel:node_info(Node),
          Reason = {[make_ref(), self()], lists:seq(1, 100), binary:copy(<<"r">>, 1000)},
          exit(proplists:get_value(owner, Info), Reason),
          Got = receive {nodedown, Node, [{nodedown_reason, Why}]} -> Why after 5000 -> none end,
          ok = net_kernel:monitor_nodes(false, [nodedown_reason]),
          Got =:= Reason
      end},
     {"100,000 links over a connection that ends",
      fun() ->
          pong = net_adm:ping(Node),
          Pid = spawn(Node, ?MODULE, sleep, []),
          links(Pid, 100000, self()),
          true = erlang:disconnect_node(Node),
          ends(100000, noconnection)
      end},
     {"100 monitors, requests and links each over a connection that ends",
      fun() ->
          process_flag(trap_exit, true),
          pong = net_adm:ping(Node),
          Numbers = lists:seq(1, 100),
          Pids = [spawn_link(Node, ?MODULE, sleep, []) || _ <- Numbers],
          Monitors = [monitor(process, Pid) || Pid <- Pids],
          Calls = [erpc:send_request(Node, timer, sleep, [infinity]) || _ <- Numbers],
          true = erlang:disconnect_node(Node),
          lists:all(fun(Pid) -> receive {'EXIT', Pid, noconnection} -> true after 5000 -> false end end, Pids) andalso
              lists:all(fun(M) -> receive {'DOWN', M, process, _, noconnection} -> true after 5000 -> false end end, Monitors) andalso
              lists:all(fun(C) -> try erpc:receive_response(C, 5000) catch error:{erpc, noconnection} -> true end end, Calls)
      end},
     {"and back", fun() -> pong =:= net_adm:ping(Node) andalso begin {cluster_echo, Node} ! {self(), again}, got(again) end end},
     {"the end of the other node",
      fun() ->
          Pid = spawn(Node, ?MODULE, sleep, []),
          M = monitor(process, Pid),
          [] = os:cmd("kill -9 " ++ rpc:call(Node, os, getpid, [])),
          receive {'DOWN', M, process, Pid, noconnection} -> true after 10000 -> false end
      end},
     {"is noticed by links to it",
      fun() -> process_flag(trap_exit, true), pang = net_adm:ping(Node), true end}].

got(Value) -> receive {_, Value} -> true; Other -> {got, Other} after 10000 -> none end.

gone(Pid) ->
    M = monitor(process, Pid),
    receive {'DOWN', M, process, Pid, _} -> ok after 5000 -> error(still_there) end.

remote(Node, Function, Arguments) -> spawn(Node, ?MODULE, Function, Arguments).

%% Asks the node that sends to it to start a process, and tells what that node, or the machine in its place, answers.
asker() ->
    receive From -> ok end,
    Request = spawn_request(node(From), erlang, node, [], []),
    receive {spawn_reply, Request, Result, Why} -> From ! {Result, Why} end,
    asker().

echo() -> receive {To, What} -> To ! {self(), What}, echo() end.
sleep() -> receive stop -> ok end.
ender() -> ok.
fails() -> 1 + get(no_such_key).
forward(To, What) -> To ! What.
leader(To) -> To ! {self(), group_leader()}.
holder(To) -> To ! {self(), ready}, receive stop -> ok end.
big(N) -> binary:copy(<<0>>, N).

linker(To) ->
    process_flag(trap_exit, true),
    receive {linked, _} -> To ! linked end,
    receive X -> To ! {got, X} end.

counter(To, N) ->
    receive after 300 -> ok end,
    [receive <<_/binary>> -> ok end || _ <- lists:seq(1, N)],
    To ! {self(), N}.

%% N processes here link to Pid. When they hear of its end, they tell To why.
links(Pid, N, To) ->
    Linker = fun() ->
                 process_flag(trap_exit, true),
                 link(Pid),
                 To ! linked,
                 receive {'EXIT', Pid, Reason} -> To ! {ended, Reason} end
             end,
    _ = [spawn(Linker) || _ <- lists:seq(1, N)],
    _ = [receive linked -> ok end || _ <- lists:seq(1, N)],
    ok.

ends(0, _) -> true;
ends(N, Reason) -> receive {ended, Reason} -> ends(N - 1, Reason); {ended, Other} -> Other after 15000 -> {missing, N} end.
