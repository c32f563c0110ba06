%% shows what happens to a queue when its port closes: flush and steps until it is empty, dropped by kill and failures
-module(drv_flush).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    drv:load(drv_vector),
    Listener = drv:open("drv_vector listener"),
    %% The port stops when its queue is empty.
    Closing = open("12345678"),
    Ref = monitor(port, Closing),
    io:format("~p~n", [port_close(Closing)]),
    io:format("~p~n", [lists:sort(drv:flush(7))]),
    io:format("~p~n", [erlang:demonitor(Ref, [info, flush])]),
    [begin
         Port = open("12345678"),
         exit(Port, Reason),
         io:format("~p: ~p~n", [Reason, drv:next()]),
         io:format("~p~n", [drv:flush(count(Reason))])
     end || Reason <- [kill, reason, killed]],
    Asked = open("123"),
    Asked ! {self(), close},
    io:format("~p~n", [[drv:next() || _ <- [1, 2, 3, 4, 5]]]),
    Empty = open(""),
    Empty ! {self(), close},
    io:format("~p~n", [[drv:next() || _ <- [1, 2, 3]]]),
    %% A failure drops the queue.
    Failing = open("12345678"),
    port_control(Failing, 1, "?"),
    port_command(Failing, "x"),
    io:format("~p~n", [drv:flush(2)]),
    port_close(Listener),
    receive {'EXIT', Listener, normal} -> ok end,
    drv:unload(drv_vector),
    io:format("~p~n", [drv:flush()]).

open(Bytes) ->
    Port = drv:open("drv_vector"),
    port_control(Port, 7, Bytes),
    Port.

%% The messages of flush, its steps, and stop.
count(kill) -> 1;
count(_) -> 5.
