%% A display asks a slow sensor for the temperature. Its mailbox grows as long as it runs.
%% docs/tutorial.md finds the reason with `sonde trace`.
-module(mailbox_leak).
-export([main/0]).

main() ->
    register(sensor, spawn_link(fun() -> sensor(20) end)),
    {Display, Ref} = spawn_monitor(fun() -> register(display, self()), display(8, unknown) end),
    receive {'DOWN', Ref, process, Display, Reason} -> io:format("display ended: ~w~n", [Reason]) end.

%% Every third measurement takes long.
sensor(Degrees) ->
    receive
        {read, From} when Degrees rem 3 =:= 0 ->
            timer:sleep(60),
            From ! {temperature, Degrees},
            sensor(Degrees + 1);
        {read, From} ->
            From ! {temperature, Degrees},
            sensor(Degrees + 1)
    end.

display(0, _) ->
    timer:sleep(100),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    io:format("~w messages left in the mailbox~n", [Length]);
display(N, Last) ->
    sensor ! {read, self()},
    Now = receive {temperature, Degrees} -> Degrees
          after 30 -> Last
          end,
    io:format("~w degrees~n", [Now]),
    display(N - 1, Now).
