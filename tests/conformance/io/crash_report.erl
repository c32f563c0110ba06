%% shows the report of a process that dies of an uncaught error
%% normalise: dates pids
-module(crash_report).
-export([main/0]).

main() ->
    {_, M} = spawn_monitor(fun() -> first(2) end),
    receive {'DOWN', M, _, _, _} -> ok end,
    wait_for_output(1200),
    io:format("main goes on~n"),
    ok.

first(N) -> {second(N)}.

second(N) -> N + list_to_atom("not" ++ "_a_number").

%% The report is printed by other processes, one behind the other. In OTP the last one tells nobody when it has.
wait_for_output(Milliseconds) ->
    _ = sys:get_state(logger_proxy),
    ok = logger_std_h:filesync(default),
    receive after Milliseconds -> ok end.
