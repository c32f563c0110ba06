%% shows process_info with each wrong or dead target and list of items
-module(process_info_items).
-include("../support/edge.hrl").

main() ->
    ?T(process_info(self(), registered_name)),
    ?T(process_info(self(), [registered_name, trap_exit])),
    ?T(process_info(self(), [trap_exit, trap_exit])),
    ?T(process_info(self(), [])),
    ?T(process_info(self(), bad)),
    ?T(process_info(self(), [bad])),
    ?T(process_info(self(), [trap_exit | bad])),
    ?T(process_info(self(), 1)),
    ?T(process_info(a, trap_exit)),
    ?T(process_info(a)),
    ?T(process_info(dead(), trap_exit)),
    ?T(process_info(dead(), [trap_exit])),
    ?T(process_info(dead())),
    ?T(process_info(dead(), bad)),
    ?T(process_info(self(), priority)),
    ?T(process_info(self(), links)),
    ?T(process_info(self(), monitors)),
    ?T(process_info(self(), message_queue_len)),
    ?T(process_info(self(), messages)),
    ?T(process_info(self(), status)),
    ?T(process_info(self(), error_handler)),
    ?T(process_info(self(), catchlevel)),
    ?T(process_info(self(), {dictionary, zz})),
    ?T(element(1, process_info(self(), current_function))),
    ?T(with_queue()),
    ?T(with_name()),
    ok.

dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.
with_queue() -> self() ! a, self() ! {b}, I = process_info(self(), [message_queue_len, messages]), [receive _ -> ok end,
        receive _ -> ok end], I.
with_name() -> register(n, self()), I = process_info(self(), registered_name), unregister(n), I.
