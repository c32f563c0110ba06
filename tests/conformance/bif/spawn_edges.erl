%% shows spawn, spawn_link and spawn_opt with wrong functions, lists and options
-module(spawn_edges).
-include("../support/edge.hrl").

main() ->
    ?T(spawn(a)),
    ?T(spawn(m, f, a)),
    ?T(spawn(1, f, [])),
    ?T(spawn(m, "f", [])),
    ?T(spawn(m, f, [a | b])),
    ?T(spawn_link(m, f, x)),
    ?T(spawn_monitor(a)),
    ?T(spawn_monitor(m, 1, [])),
    ?T(spawn_opt(fun() -> ok end, bad)),
    ?T(spawn_opt(fun() -> ok end, [bad])),
    ?T(spawn_opt(fun() -> ok end, [link | bad])),
    ?T(spawn_opt(fun() -> ok end, [{priority, urgent}])),
    ?T(spawn_opt(fun() -> ok end, [{min_heap_size, -1}])),
    ?T(spawn_opt(fun() -> ok end, [{fullsweep_after, a}])),
    ?T(spawn_opt(fun() -> ok end, [{message_queue_data, x}])),
    ?T(spawn_opt(fun() -> ok end, [{max_heap_size, x}])),
    ?T(spawn_opt(m, f, [], x)),
    ?T(why(fun() -> spawn_opt(fun() -> exit(process_info(self(), priority)) end, [monitor, {priority, low}]) end)),
    ?T(why(fun() -> spawn_opt(erlang, exit, [given], [monitor]) end)),
    ?T(why(fun() -> spawn_monitor(erlang, exit, [there]) end)),
    ?T(why(fun() -> spawn_opt(fun() -> exit(process_info(self(), message_queue_data)) end, [monitor, {message_queue_data,
        off_heap}]) end)),
    ?T(why(fun() -> spawn_opt(fun() -> exit(process_info(self(), trap_exit)) end, [monitor]) end)),
    ok.

why(F) -> {P, R} = F(), receive {'DOWN', R, process, P, Why} -> Why end.
