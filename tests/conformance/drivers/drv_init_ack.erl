%% shows erl_drv_init_ack: open_port/2 returns when the driver says so later, with its errors
-module(drv_init_ack).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    drv:load(drv_ack),
    [begin
         Command = "drv_ack " ++ [How],
         io:format("~s: ~p~n", [Command, open(Command)]),
         io:format("~p~n", [drv:flush()])
     end || How <- "ogbe"],
    drv:unload(drv_ack).

open(Command) ->
    try open_port({spawn_driver, Command}, []) of
        Port ->
            OsPid = erlang:port_info(Port, os_pid),
            catch port_command(Port, "echo"),
            Answer = case OsPid of undefined -> gone; _ -> drv:next() end,
            catch port_close(Port),
            {OsPid, Answer}
    catch error:Reason -> {error, Reason}
    end.
