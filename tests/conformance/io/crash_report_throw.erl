%% shows the reports of an uncaught throw and of an undefined function; exits are not reported
%% normalise: dates pids
-module(crash_report_throw).
-export([main/0]).

main() ->
    [begin
         {_, M} = spawn_monitor(F),
         receive {'DOWN', M, _, _, _} -> ok end,
         receive after 600 -> ok end
     end || F <- [fun() -> throw(ball) end, fun() -> exit(quiet) end, fun() -> no_such_module:f(a) end, fun() -> exit(normal) end]],
    io:format("end~n"),
    ok.
