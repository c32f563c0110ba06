%% shows how processes of an earlier incarnation of this node are answered for: they are dead
-module(earlier_incarnation).
-export([main/0]).

main() ->
    Bytes = binary_to_list(term_to_binary(self())),
    [Creation | Rest] = lists:reverse(Bytes),
    Old = binary_to_term(list_to_binary(lists:reverse([Creation + 3 | Rest]))),
    io:format("~p ~p~n", [node(Old), Old =:= self()]),
    monitor(Old, []),
    monitor(Old, [{tag, tagged}]),
    monitor(Old, [{tag, {tagged, 2}}, {alias, explicit_unalias}]),
    monitor(Old, [{alias, demonitor}]),
    io:format("~p ~p ~p~n", [is_process_alive(Old), process_info(Old), process_info(Old, status)]),
    io:format("~p~n", [try link(Old) catch error:R -> R end]),
    process_flag(trap_exit, true),
    io:format("~p~n", [link(Old)]),
    receive {'EXIT', Old, Reason} -> io:format("exit ~p~n", [Reason]) end.

monitor(Old, Options) ->
    Ref = erlang:monitor(process, Old, Options),
    receive {Tag, Ref, process, Old, Reason} -> io:format("~p ~p~n", [Tag, Reason]) end.
