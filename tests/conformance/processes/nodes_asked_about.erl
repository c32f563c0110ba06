%% shows process_flag(monitor_nodes, _): how often a process asked with which options, which net_kernel and pg go on from
-module(nodes_asked_about).
-export([main/0]).

main() ->
    Plain = {monitor_nodes, []},
    show([{monitor_nodes, true}, {monitor_nodes, true}, {Plain, true}, {monitor_nodes, false}, {Plain, false}]),
    show([{{monitor_nodes, #{}}, true}, {Plain, true}, {{monitor_nodes, #{node_type => visible}}, true}, {{monitor_nodes, #{}}, false}, {Plain, false}]),
    show([{{monitor_nodes, Options}, true}
          || Options <- [#{node_type => all}, #{node_type => hidden, connection_id => true}, #{nodedown_reason => true}, #{connection_id => false}, #{node_type => all}]]),
    show([{monitor_nodes, x}, {{monitor_nodes, x}, true}, {{monitor_nodes, [no_such]}, true}, {{monitor_nodes, #{no_such => true}}, true},
          {{monitor_nodes, #{node_type => x}}, true}, {{monitor_nodes, #{connection_id => 1}}, true}, {{monitor_nodes, #{}, 1}, true}]),
    {_, M} = spawn_monitor(fun() -> exit(set({monitor_nodes, true})) end),
    receive {'DOWN', M, process, _, Asked} -> io:format("another process: ~p~n", [Asked]) end,
    io:format("net_kernel: ~p~n", [[net_kernel:monitor_nodes(true), net_kernel:monitor_nodes(false), net_kernel:monitor_nodes(true, [nodedown_reason])]]),
    {ok, _} = pg:start(scope),
    ok = pg:join(scope, group, [self(), self()]),
    io:format("pg: ~p~n", [[length(pg:get_members(scope, group)), pg:which_groups(scope), pg:leave(scope, group, self()), length(pg:get_members(scope, group))]]).

show(Flags) -> io:format("~p~n", [[set(Flag) || Flag <- Flags]]).

set({Flag, Value}) -> try process_flag(Flag, Value) catch error:Reason -> Reason end.
