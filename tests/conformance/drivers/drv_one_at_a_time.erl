%% shows that a port starts when the one that was killed before it has stopped, also where a third process was calling the driver
-module(drv_one_at_a_time).
-export([main/0]).

main() ->
    drv:load(drv_single),
    Me = self(),
    Writer = spawn_link(fun() -> write(Me) end),
    io:format("~p~n", [lists:usort([answer(Writer) || _ <- lists:seq(1, 1000)])]),
    drv:unload(drv_single).

answer(Writer) ->
    try drv:open("drv_single", [binary]) of
        Port ->
            Writer ! Port,
            receive {Port, {data, Text}} -> ok end,
            unlink(Port),
            exit(Port, kill),
            Text
    catch
        error:Reason -> Reason
    end.

write(Owner) ->
    receive Port -> Port ! {Owner, {command, "hello"}} end,
    write(Owner).
