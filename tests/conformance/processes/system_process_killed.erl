%% shows that the machine ends with a process of the system
%% exit: 1
-module(system_process_killed).
-export([main/0]).

main() ->
    Names = [init, erts_code_purger, code_server, logger, kernel_sup],
    io:format("~p~n", [[erts_internal:is_system_process(whereis(Name)) || Name <- Names]]),
    exit(whereis(init), kill),
    receive after 10000 -> ok end,
    io:format("not reached~n").
