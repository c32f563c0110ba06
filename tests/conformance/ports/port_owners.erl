%% shows who owns a port: links, port_connect, messages of strangers, exit signals between ports and processes
-module(port_owners).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    P1 = cat(),
    io:format("~w~n", [erlang:port_info(P1, connected) =:= {connected, self()}]),
    io:format("~w~n", [erlang:port_info(P1, links) =:= {links, [self()]}]),
    Main = self(),
    Other = spawn_link(fun() -> other(Main) end),
    io:format("~w~n", [port_connect(P1, Other)]),
    io:format("~w~n", [erlang:port_info(P1, connected) =:= {connected, Other}]),
    io:format("~w~n", [lists:sort(element(2, erlang:port_info(P1, links))) =:= lists:sort([self(), Other])]),
    port_command(P1, "to the new owner"),
    io:format("~w~n", [receive {Other, M} -> M end]),
    unlink(P1),
    Other ! die,
    io:format("~w~n", [receive {'EXIT', Other, R1} -> R1 end]),
    Ref = monitor(port, P1),
    io:format("~w~n", [receive {'DOWN', Ref, port, P1, R2} -> R2 =:= bye orelse R2 =:= noproc end]),
    io:format("~w~n", [try port_connect(P1, self()) catch error:E1 -> E1 end]),
    P2 = cat(),
    io:format("~w~n", [[try port_connect(P2, X) catch error:E2 -> E2 end || X <- [a, dead(), P2]]]),
    exit(P2, kill_it),
    io:format("~w~n", [receive {'EXIT', P2, R3} -> R3 end]),
    P3 = cat(),
    exit(P3, normal),
    io:format("~w~n", [receive {'EXIT', P3, R} -> R end]),
    P4 = cat(),
    Stranger = spawn_link(fun() -> P4 ! {self(), {command, "x"}}, receive M4 -> exit(M4) end end),
    io:format("~w~n", [receive {'EXIT', Stranger, _} -> stranger_died; {'EXIT', P4, R4} -> R4 end]),
    exit(Stranger, kill),
    receive {'EXIT', Stranger, killed} -> ok end,
    P5 = cat(),
    P5 ! {self(), close},
    io:format("~w~n", [receive {P5, M5} -> M5 end]),
    io:format("~w~n", [receive {'EXIT', P5, R5} -> R5 end]).

cat() -> open_port({spawn_executable, "/bin/cat"}, []).
other(Main) -> receive {_, {data, D}} -> Main ! {self(), D} end, receive die -> exit(bye) end.
dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.
