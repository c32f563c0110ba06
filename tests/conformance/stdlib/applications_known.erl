%% shows what a program knows of kernel and stdlib without having asked the application controller anything
-module(applications_known).
-export([main/0]).

main() ->
    io:format("~p~n", [application:get_env(kernel, net_ticktime)]),
    io:format("~p~n", [application:get_env(kernel, no_such_key)]),
    io:format("~p~n", [application:get_env(kernel, no_such_key, default)]),
    io:format("~p~n", [[K || {K, _} <- lists:sort(application:get_all_env(kernel)), K =/= shell_history_drop]]),
    {ok, Vsn} = application:get_key(stdlib, vsn),
    io:format("~p~n", [lists:suffix("stdlib-" ++ Vsn, code:lib_dir(stdlib))]),
    io:format("~p~n", [[application:get_key(A, applications) || A <- [kernel, stdlib, not_loaded]]]),
    {ok, Modules} = application:get_key(kernel, modules),
    io:format("~p~n", [lists:member(application, Modules)]),
    io:format("~p~n", [[application:get_application(M) || M <- [application, lists, ?MODULE]]]),
    io:format("~p~n", [lists:sort([A || {A, _, _} <- application:loaded_applications()])]),
    io:format("~p~n", [lists:sort([A || {A, _, _} <- application:which_applications()])]),
    io:format("~p~n", [application:set_env(kernel, mine, 1)]),
    io:format("~p~n", [application:get_env(kernel, mine)]),
    io:format("~p~n", [[Flag || Flag <- [root, progname, home], not lists:keymember(Flag, 1, init:get_arguments())]]).
