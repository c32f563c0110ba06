%% shows the report of a process that dies of an uncaught error
%% normalise: dates pids
-module(crash_report).
-export([main/0]).

main() ->
    {_, M} = spawn_monitor(fun() -> first(2) end),
    receive {'DOWN', M, _, _, _} -> ok end,
    wait_for_output(),
    io:format("main goes on~n"),
    ok.

first(N) -> {second(N)}.

second(N) -> N + list_to_atom("not" ++ "_a_number").

%% The report is printed by another process; there is no message to wait for.
wait_for_output() -> receive after 1200 -> ok end.
