%% The tools of OTP across two nodes: process groups, a replicated data base, nodes that start nodes, tracing. Each check runs on the node
%% that asks, with the other one as its subject, and then the other way round.
-module(cluster_tools).

-export([checks/1, check/2, until/1]).
-export([member/0, store/1, pass/2, echo/1]).

checks(Node) ->
    [{Name, fun() -> check(Name, Node) end} || Name <- names()] ++
        [{Name ++ ", asked from there", fun() -> erpc:call(Node, ?MODULE, check, [Name, node()], 20000) end} || Name <- names()].

names() ->
    ["members of a group", "a lock of both", "a replicated table", "a node started by a node", "what the observer asks",
     "calls traced on the other node", "tokens over nodes", "received from one node only", "code loaded everywhere", "a trace kept by the other node"].

check("members of a group", Node) ->
    case lists:sort(kernels(Node)) of
        [8, 11] -> true;   % pg of OTP 25 ends at the first message of OTP 29's
        _ -> group(Node)
    end;
check("a lock of both", Node) ->
    Nodes = [node(), Node],
    true = global:set_lock({cluster_lock, here}, Nodes),
    false = erpc:call(Node, global, set_lock, [{cluster_lock, there}, Nodes, 0]),
    true = global:del_lock({cluster_lock, here}, Nodes),
    true = erpc:call(Node, fun() -> global:set_lock({cluster_lock, there}, Nodes, 0) andalso global:del_lock({cluster_lock, there}, Nodes) end);
check("a replicated table", Node) ->
    case code:which(mnesia) =/= non_existing andalso erpc:call(Node, code, which, [mnesia]) =/= non_existing of
        true -> replicated(Node);
        false -> true
    end;
check("a node started by a node", Node) ->
    Name = list_to_atom("peer_of_" ++ hd(string:lexemes(atom_to_list(node()), "@"))),
    {ok, Peer, Started} =
        peer:start(#{name => Name, host => "127.0.0.1", longnames => true, exec => os:find_executable("erl"), connection => standard_io,
                     args => ["-setcookie", atom_to_list(erlang:get_cookie()), "-start_epmd", "false" | flags([proto_dist, ssl_dist_opt])]}),
    Started = peer:call(Peer, erlang, node, []),
    pong = peer:call(Peer, net_adm, ping, [Node]),
    true = lists:member(Started, erpc:call(Node, erlang, nodes, [])),
    Monitor = monitor(process, {kernel_sup, Started}),
    ok = peer:stop(Peer),
    receive {'DOWN', Monitor, process, _, _} -> true after 5000 -> false end;
check("what the observer asks", Node) ->
    Info = erpc:call(Node, observer_backend, sys_info, []),
    true = is_integer(proplists:get_value(process_count, Info)),
    Self = self(),
    spawn(Node, observer_backend, etop_collect, [Self]),
    etop_info = receive {_, T} when element(1, T) =:= etop_info -> element(1, T) after 5000 -> none end,
    spawn(Node, observer_backend, procs_info, [Self]),
    true = observed(),
    is_list(erpc:call(Node, observer_backend, get_table_list, [ets, [{sys_hidden, true}, {unread_hidden, true}]]));
check("calls traced on the other node", Node) ->
    %% Releases of dbg do not understand each other.
    dbg:module_info(md5) =/= erpc:call(Node, dbg, module_info, [md5]) orelse calls_traced(Node);
check("tokens over nodes", Node) ->
    Self = self(),
    %% Processes of their own: what the tracer itself sends carries no token.
    seq_trace:set_system_tracer(spawn(?MODULE, store, [Self])),
    There = spawn(Node, fun() ->
        seq_trace:set_system_tracer(spawn(?MODULE, store, [Self])),
        Self ! {self(), ready},
        receive {From, ping} -> From ! {self(), pong} end
    end),
    receive {There, ready} -> ok end,
    seq_trace:set_token(label, 5),
    seq_trace:set_token(send, true),
    seq_trace:set_token('receive', true),
    There ! {self(), ping},
    receive {There, pong} -> ok end,
    seq_trace:set_token([]),
    Sent = [receive {stored, {seq_trace, 5, {send, _, Self, There, {Self, ping}}}} -> sent after 5000 -> none end,
            receive {stored, {seq_trace, 5, {'receive', _, Self, There, {Self, ping}}}} -> received after 5000 -> none end,
            receive {stored, {seq_trace, 5, {send, _, There, Self, {There, pong}}}} -> answered after 5000 -> none end,
            receive {stored, {seq_trace, 5, {'receive', _, There, Self, {There, pong}}}} -> got after 5000 -> none end],
    seq_trace:set_system_tracer(false),
    erpc:call(Node, seq_trace, set_system_tracer, [false]),
    Sent =:= [sent, received, answered, got];
check("received from one node only", Node) ->
    Traced = spawn(?MODULE, echo, [self()]),
    1 = erlang:trace(Traced, true, ['receive']),
    1 = erlang:trace_pattern('receive', [{[Node, '_', '$1'], [{is_tuple, '$1'}], []}], []),
    Traced ! {here, 1},
    spawn(Node, ?MODULE, pass, [Traced, {there, 2}]),
    Echoed = lists:sort([receive {echo, {W, _}} -> W after 5000 -> none end || _ <- [1, 2]]),
    Events = receive {trace, Traced, 'receive', {there, 2}} -> there after 5000 -> none end,
    Others = receive {trace, Traced, 'receive', Other} -> Other after 100 -> none end,
    1 = erlang:trace_pattern('receive', true, []),
    exit(Traced, kill),
    {[here, there], there, none} =:= {Echoed, Events, Others};
check("code loaded everywhere", Node) ->
    Text = "-module(cluster_loaded). -export([f/0]). f() -> node().",
    {ok, Tokens, _} = erl_scan:string(Text),
    Code = [begin {ok, Form} = erl_parse:parse_form(F), Form end || F <- forms(Tokens, [])],
    {ok, Module, Binary} = compile:forms(Code),
    {Results, []} = rpc:multicall([node(), Node], code, load_binary, [Module, "cluster_loaded.beam", Binary]),
    [{module, Module}, {module, Module}] = Results,
    Nodes = lists:sort([node(), Node]),
    Nodes =:= lists:sort([erpc:call(N, Module, f, []) || N <- Nodes]);
check("a trace kept by the other node", Node) ->
    %% Of an application that is not everywhere, and for nodes of one release.
    code:which(ttb) =:= non_existing orelse length(lists:usort(kernels(Node))) > 1 orelse trace_kept(Node).

%% The versions of both nodes' kernel.
kernels(Node) ->
    [begin {ok, Version} = erpc:call(N, application, get_key, [kernel, vsn]), list_to_integer(hd(string:split(Version, "."))) end || N <- [node(), Node]].

%% Those of this node, for another one.
flags(Names) ->
    [Word || Name <- Names, {ok, Values} <- [init:get_argument(Name)], Value <- Values, Word <- ["-" ++ atom_to_list(Name) | Value]].

forms([{dot, _} = Dot | Rest], Form) -> [lists:reverse([Dot | Form]) | forms(Rest, [])];
forms([Token | Rest], Form) -> forms(Rest, [Token | Form]);
forms([], []) -> [].

group(Node) ->
    [{ok, _} = erpc:call(N, fun() -> pg:start(cluster_groups) end) || N <- [node(), Node]],
    There = spawn(Node, ?MODULE, member, []),
    Here = spawn(?MODULE, member, []),
    [ok = erpc:call(node(P), pg, join, [cluster_groups, cluster_group, P]) || P <- [There, Here]],
    Both = lists:sort([There, Here]),
    true = until(fun() -> lists:sort(pg:get_members(cluster_groups, cluster_group)) =:= Both end),
    true = until(fun() -> lists:sort(erpc:call(Node, pg, get_members, [cluster_groups, cluster_group])) =:= Both end),
    [Here] = pg:get_local_members(cluster_groups, cluster_group),
    exit(There, kill),
    true = until(fun() -> pg:get_members(cluster_groups, cluster_group) =:= [Here] end),
    Here ! stop,
    [gen_server:stop({cluster_groups, N}) || N <- [node(), Node]],
    true.

replicated(Node) ->
    Nodes = [node(), Node],
    [ok = erpc:call(N, mnesia, start, []) || N <- Nodes],
    {ok, [Node]} = mnesia:change_config(extra_db_nodes, [Node]),
    {atomic, ok} = mnesia:create_table(cluster_table, [{ram_copies, Nodes}, {attributes, [key, value]}, {index, [value]}]),
    {atomic, ok} = mnesia:transaction(fun() -> [ok = mnesia:write({cluster_table, K, K rem 3}) || K <- lists:seq(1, 100)], ok end),
    {atomic, 34} = erpc:call(Node, mnesia, transaction,
                             [fun() -> length(mnesia:index_read(cluster_table, 1, value)) end]),
    Increment = fun() -> [{_, _, V}] = mnesia:wread({cluster_table, 0}), mnesia:write({cluster_table, 0, V + 1}) end,
    ok = mnesia:dirty_write({cluster_table, 0, 0}),
    Self = self(),
    [spawn(N, fun() -> [{atomic, ok} = mnesia:transaction(Increment) || _ <- lists:seq(1, 50)], Self ! counted end) || N <- Nodes],
    [receive counted -> ok after 15000 -> error(timeout) end || _ <- Nodes],
    %% The other node carries a commit out after the one that decided it.
    [true = until(fun() -> erpc:call(N, mnesia, dirty_read, [cluster_table, 0]) =:= [{cluster_table, 0, 100}] end) || N <- Nodes],
    {aborted, why} = mnesia:transaction(fun() -> mnesia:write({cluster_table, 0, 7}), mnesia:abort(why) end),
    stopped = erpc:call(Node, mnesia, stop, []),
    true = until(fun() -> mnesia:system_info(running_db_nodes) =:= [node()] end),
    101 = mnesia:table_info(cluster_table, size),
    stopped = mnesia:stop(),
    true.

calls_traced(Node) ->
    Self = self(),
    {ok, _} = dbg:tracer(process, {fun(Event, To) -> To ! Event, To end, Self}),
    {ok, Node} = dbg:n(Node),
    {ok, _} = dbg:p(new, [c]),
    {ok, _} = dbg:tpl(?MODULE, pass, 2, [{'_', [], [{return_trace}]}]),
    erpc:cast(Node, ?MODULE, pass, [Self, passed]),
    Events = [receive {trace, P, call, {_, pass, _}} when node(P) =:= Node -> call;
                      {trace, P, return_from, {_, pass, 2}, passed} when node(P) =:= Node -> return;
                      passed -> passed
              after 5000 -> none end || _ <- [1, 2, 3]],
    stop_dbg(),
    Here = erlang:trace_info({?MODULE, pass, 2}, traced),
    Here =:= erpc:call(Node, erlang, trace_info, [{?MODULE, pass, 2}, traced]) andalso lists:sort(Events) =:= [call, passed, return].

%% OTP's ttb: files on the traced node, fetched and merged here.
trace_kept(Node) ->
    Self = self(),
    Folder = filename:dirname(code:which(?MODULE)),
    [Name | _] = string:lexemes(atom_to_list(node()), "@"),
    Match = [{'_', [], [{return_trace}]}],
    {ok, _} = ttb:start_trace([Node], [{?MODULE, pass, 2, Match}], {new, call}, [{file, filename:join(Folder, "kept_for_" ++ Name)}]),
    [spawn(Node, ?MODULE, pass, [Self, {passed, N}]) || N <- [1, 2, 3]],
    [receive {passed, N} -> ok after 5000 -> error(timeout) end || N <- [1, 2, 3]],
    Fetch = filename:join(Folder, lists:flatten(io_lib:format("fetched_by_~ts_~ts", [Name, os:getpid()]))),  % a pair comes again with TLS
    {stopped, Fetched} = ttb:stop([return_fetch_dir, {fetch_dir, Fetch}]),
    Handler = fun(_, Event, _, State) -> Self ! {kept, Event}, State end,
    ok = ttb:format(Fetched, [{out, filename:join(Folder, "kept.txt")}, {handler, {Handler, none}}]),
    lists:sort(kept()) =:= [{call, N} || N <- [1, 2, 3]] ++ [{return, N} || N <- [1, 2, 3]].

kept() ->
    receive
        {kept, {trace_ts, _, call, {?MODULE, pass, [_, {passed, N}]}, _}} -> [{call, N} | kept()];
        {kept, {trace_ts, _, return_from, {?MODULE, pass, 2}, {passed, N}, _}} -> [{return, N} | kept()];
        {kept, end_of_trace} -> []
    after 2000 -> timeout
    end.

%% The information comes in parts, then the process that collects it ends.
observed() ->
    receive
        {procs_info, _, Processes} when is_list(Processes), Processes =/= [] -> true;
        {procs_info, _, []} -> observed()
    after 5000 -> false
    end.

%% stop_clear/0 is gone since release 27, where stop/0 does the same.
stop_dbg() ->
    case erlang:function_exported(dbg, stop_clear, 0) of
        true -> dbg:stop_clear();
        false -> dbg:stop()
    end.

until(Condition) -> until(Condition, 100).

until(_, 0) -> false;
until(Condition, Times) -> Condition() orelse begin receive after 50 -> ok end, until(Condition, Times - 1) end.

member() -> receive stop -> ok end.
pass(To, What) -> To ! What.
echo(To) -> receive What -> To ! {echo, What}, echo(To) end.
store(To) -> receive Event -> To ! {stored, Event}, store(To) end.
