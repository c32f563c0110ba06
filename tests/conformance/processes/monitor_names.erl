%% shows monitors by registered name, of names not registered, and the item in the message
-module(monitor_names).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive stop -> ok end end),
    register(my_name, P),
    R = monitor(process, my_name),
    R2 = monitor(process, {my_name, node()}),
    io:format("~w~n", [lists:sort(element(2, process_info(self(), monitors))) =:= lists:sort([{process, {my_name, node()}}, {process, {my_name, node()}}])]),
    P ! stop,
    receive {'DOWN', R, process, Item, Why} -> io:format("~w ~w~n", [Item =:= {my_name, node()}, Why]) end,
    receive {'DOWN', R2, process, {Name, Node}, Why2} -> io:format("~w ~w ~w~n", [Name, Node =:= node(), Why2]) end,
    R3 = monitor(process, no_such_name),
    receive {'DOWN', R3, process, {N3, _}, Why3} -> io:format("~w ~w~n", [N3, Why3]) end,
    io:format("~w~n", [whereis(my_name)]),
    ok.
