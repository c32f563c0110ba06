%% shows what belongs to the application kernel, and how its supervisors are made
-module(kernel_of_the_machine).
-export([main/0]).

main() ->
    [io:format("~p: ~p~n", [Name, application:get_application(whereis(Name))])
     || Name <- [kernel_sup, kernel_safe_sup, logger_sup, file_server_2, code_server, user, standard_error,
                 init, application_controller, erl_prim_loader, logger, erts_code_purger]],
    Kernel = application_controller:get_master(kernel),
    io:format("~p~n", [{application_controller:get_master(stdlib), is_pid(Kernel)}]),
    io:format("~p~n", [proplists:get_value(running, application:info()) =:= [{stdlib, undefined}, {kernel, Kernel}]]),
    [io:format("~p~n", [sorted(supervisor:get_childspec(kernel_sup, Id))]) || Id <- [logger_sup, file_server_2]],
    {status, Pid, {module, gen_server}, [_, running, Parent, [], Misc]} = sys:get_status(kernel_sup),
    io:format("~p~n", [{Pid =:= whereis(kernel_sup), is_pid(Parent), Kernel =/= Parent}]),
    [{data, [{"State", State}]} | _] = [D || {data, [{"State", _}]} = D <- Misc],
    io:format("~p~n", [[element(N, State) || N <- [1, 3, 6, 7]]]),
    io:format("~p~n", [element(1, init:script_id())]),
    io:format("~p~n", [[init:get_argument(root) =:= {ok, [[code:root_dir()]]}, lists:keymember(bindir, 1, init:get_arguments())]]),
    io:format("~p~n", [init:get_argument(no_such_flag)]).

sorted({ok, Spec}) -> lists:sort(maps:to_list(Spec)).
