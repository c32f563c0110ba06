%% A display shows what a sensor measures. Its mailbox grows as long as it runs.
%% docs/tutorial.md finds the reason with `sonde trace`.
-module(mailbox_leak).
-export([main/0]).

main() ->
    {Display, Ref} = spawn_monitor(fun display/0),
    register(display, Display),
    spawn(fun() -> sensor(Display, [20, 20.5, 21, 21, 20.5, 20]) end),
    receive {'DOWN', Ref, process, Display, Reason} -> io:format("display ended: ~w~n", [Reason]) end.

sensor(Display, []) -> Display ! stop;
sensor(Display, [Degrees | Later]) ->
    Display ! {temperature, Degrees},
    sensor(Display, Later).

display() ->
    receive
        {temperature, Degrees} when is_integer(Degrees) ->
            io:format("~w degrees~n", [Degrees]),
            display();
        stop ->
            {message_queue_len, Length} = process_info(self(), message_queue_len),
            io:format("~w messages left in the mailbox~n", [Length])
    end.
