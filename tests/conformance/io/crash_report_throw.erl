%% shows the reports of an uncaught throw and of an undefined function; exits are not reported
%% normalise: dates pids
-module(crash_report_throw).
-export([main/0]).

main() ->
    [begin
         {_, M} = spawn_monitor(F),
         receive {'DOWN', M, _, _, _} -> ok end,
         wait_for_output(600)
     end || F <- [fun() -> throw(ball) end, fun() -> exit(quiet) end, fun() -> no_such_module:f(a) end, fun() -> exit(normal) end]],
    io:format("end~n"),
    ok.

%% The report is printed by other processes, one behind the other. In OTP the last one tells nobody when it has.
wait_for_output(Milliseconds) ->
    _ = sys:get_state(logger_proxy),
    ok = logger_std_h:filesync(default),
    receive after Milliseconds -> ok end.
