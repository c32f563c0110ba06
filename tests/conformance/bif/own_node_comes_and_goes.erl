%% shows nodeup and nodedown of this node, for each kind of options, when it gets a name and loses it
-module(own_node_comes_and_goes).
-export([main/0]).

main() ->
    Options = [[], #{}, [nodedown_reason], #{node_type => visible}, [{node_type, visible}], [{node_type, hidden}],
               [nodedown_reason, {node_type, all}], #{node_type => all, nodedown_reason => true, connection_id => true},
               [connection_id, nodedown_reason, {node_type, visible}]],
    Self = self(),
    Listeners = [spawn_link(fun() -> listen(Self, O) end) || O <- Options],
    [receive {listens, L} -> ok end || L <- Listeners],
    {NetKernel, M} = spawn_monitor(fun net_kernel/0),
    receive {'DOWN', M, process, NetKernel, done} -> ok end,
    [begin
         L ! say,
         receive {O, Messages} -> io:format("~0p: ~0p~n", [O, Messages]) end
     end || {L, O} <- lists:zip(Listeners, Options)].

listen(Parent, Options) ->
    flag(Options),
    Parent ! {listens, self()},
    Messages = [receive {Event, _} = E when Event =:= nodeup; Event =:= nodedown -> E;
                        {Event, _, _} = E when Event =:= nodeup; Event =:= nodedown -> E
                after 300 -> nothing end || _ <- [up, down]],
    receive say -> Parent ! {Options, Messages} end.

%% As net_kernel:monitor_nodes/2 of OTP 27, which asks the process net_kernel first.
flag(Map) when is_map(Map) -> process_flag({monitor_nodes, Map}, true);
flag(List) ->
    flag(lists:foldl(fun({Key, Value}, Map) -> Map#{Key => Value}; (Key, Map) -> Map#{Key => true} end, #{list => true}, List)).

net_kernel() ->
    register(net_kernel, self()),
    true = erlang:setnode('own@here', 1),
    exit(done).
