%% shows natives about nodes where this one has no name: what they refuse, and what is as if it were a node
-module(distribution_natives).
-include("../support/edge.hrl").

main() ->
    ?T({node(), is_alive(), nodes(), nodes(known), nodes([hidden, this])}),
    ?T(erlang:setnode('name@host', 1)),
    ?T(erlang:setnode(a, b)),
    ?T(erlang:setnode(1, 1)),
    ?T(erlang:set_cookie(chocolate)),
    ?T(erlang:set_cookie("chocolate")),
    ?T(erlang:get_cookie()),
    ?T(erlang:monitor_node('other@host', true)),
    ?T(erlang:monitor_node('other@host', perhaps)),
    ?T(erlang:monitor_node("other", true)),
    ?T(erlang:monitor_node(node(), true)),
    ?T(erlang:disconnect_node('other@host')),
    ?T(erlang:dist_ctrl_get_data(a)),
    ?T(erlang:dist_ctrl_put_data(a, <<>>)),
    ?T(erlang:dist_ctrl_get_data_notification(a)),
    ?T(erlang:dist_ctrl_input_handler(a, self())),
    ?T(erlang:dist_ctrl_get_opt(a, get_size)),
    ?T(erlang:dist_ctrl_set_opt(a, get_size, true)),
    ?T(erlang:dist_get_stat(a)),
    ?T({name, 'other@host'} ! message),
    ?T(erlang:send({name, 'other@host'}, message, [noconnect])),
    ?T(erlang:send({name, 'other@host'}, message, [nosuspend, noconnect])),
    ?T(erlang:send({no_name, node()}, message)),
    ?T({net_kernel:get_state(), net_kernel:get_net_ticktime()}),
    ?T(net_adm:ping('other@host')),
    ?T(rpc:call('other@host', lists, seq, [1, 2])),
    ?T(rpc:call(node(), lists, seq, [1, 2])),
    ok.
