%% shows that a job of driver_async keeps the code of a driver whose last user and port are gone
-module(drv_job_code).
-export([main/0]).

main() ->
    {ok, loaded} = erl_ddll:try_load(drv:folder(), drv_jobs, []),
    Port = drv:open("drv_jobs"),
    port_control(Port, 2, [0]),
    [port_control(Port, 1, [N, 0, 1]) || N <- [1, 2, 3]],
    {ok, pending_driver, Ref} = erl_ddll:try_unload(drv_jobs, [{monitor, pending_driver}]),
    io:format("~p~n", [[erl_ddll:info(drv_jobs, Item) || Item <- [port_count, processes]]]),
    %% stop() opens the gate.
    port_close(Port),
    receive {'DOWN', Ref, driver, Name, Why} -> io:format("~p ~p~n", [Name, Why]) end,
    io:format("~p~n", [try drv:open("drv_jobs") catch error:Reason -> Reason end]).
