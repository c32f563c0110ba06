%% shows register, unregister, whereis, sending to names, and their errors
-module(registered_names).
-export([main/0]).

main() ->
    P = spawn(fun loop/0),
    io:format("~w ~w~n", [register(worker, P), whereis(worker) =:= P]),
    worker ! {self(), hello},
    io:format("~w~n", [receive {reply, X} -> X end]),
    io:format("~w ~w~n", [lists:member(worker, registered()), process_info(P, registered_name)]),
    Bad = [fun() -> register(worker, self()) end, fun() -> register(other, P) end, fun() -> register(undefined, self()) end,
           fun() -> register("x", self()) end, fun() -> unregister(nobody) end, fun() -> nobody ! x end, fun() -> whereis(1) end,
           fun() -> erlang:send(nobody, x) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    io:format("~w ~w ~w~n", [unregister(worker), whereis(worker), process_info(P, registered_name)]),
    register(worker, P),
    M = monitor(process, P),
    P ! stop,
    receive {'DOWN', M, _, _, _} -> io:format("~w~n", [whereis(worker)]) end,
    io:format("~w~n", [try register(worker, P) catch error:R -> R end]),
    register(me, self()),
    me ! to_me,
    {me, node()} ! to_me_too,
    io:format("~w~n", [[receive to_me -> 1 end, receive to_me_too -> 2 end]]),
    ok.

loop() -> receive {From, X} -> From ! {reply, X}, loop(); stop -> ok end.
