%% shows node/1, group_leader/2, is_process_alive and the functions about nodes
-module(groups_and_nodes).
-include("../support/edge.hrl").

main() ->
    ?T(node()),
    ?T(node(self())),
    ?T(node(make_ref())),
    ?T(node(a)),
    ?T(nodes()),
    ?T(nodes(known)),
    ?T(nodes([hidden, visible])),
    ?T(nodes(bad)),
    ?T(nodes([bad])),
    ?T(is_alive()),
    ?T(group_leader(self(), a)),
    ?T(group_leader(a, self())),
    ?T(group_leader(self(), dead())),
    ?T(group_leader(group_leader(), self())),
    ?T(is_process_alive(self())),
    ?T(is_process_alive(dead())),
    ?T(is_process_alive(a)),
    ?T(erlang:get_cookie()),
    ?T(erlang:set_cookie(a)),
    ?T(erlang:set_cookie("a")),
    ?T(erlang:disconnect_node('no@where')),
    ?T(erlang:disconnect_node("x")),
    ?T(monitor_node('no@where', true)),
    ok.

dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.
