%% shows the environment with odd names, and which signals os:set_signal/2 takes
-module(os_edges).
-include("../support/edge.hrl").

main() ->
    ?T(os:putenv("", "none")),
    ?T(os:getenv("")),
    ?T([Entry || [$= | _] = Entry <- os:getenv()]),
    ?T(os:unsetenv("")),
    ?T(os:getenv("")),
    ?T(os:putenv("EDGE", "a=b")),
    ?T(os:getenv("EDGE")),
    ?T(lists:member("EDGE=a=b", os:getenv())),
    ?T(os:cmd("echo $EDGE")),
    ?T(os:putenv("EDGE", "")),
    ?T(os:getenv("EDGE")),
    ?T(os:putenv("EDGE", [1026])),
    ?T(os:getenv("EDGE")),
    ?T(os:unsetenv("EDGE")),
    ?T(os:getenv("EDGE", unset)),
    ?T(os:putenv("=", "a")),
    ?T(os:putenv("a=b", "a")),
    ?T(os:getenv("a=b")),
    ?T(os:unsetenv("a=b")),
    ?T(os:putenv([0], "a")),
    ?T(os:putenv("A", "a" ++ [0])),
    ?T(os:putenv("A", a)),
    ?T(os:putenv(a, "x")),
    ?T(os:putenv([-1], "x")),
    ?T(os:getenv(<<"PATH">>)),
    %% The system's own notion of time does not change with it.
    Now = erlang:universaltime_to_localtime({{2024, 7, 1}, {12, 0, 0}}),
    ?T(os:putenv("TZ", "Asia/Tokyo")),
    ?T(erlang:universaltime_to_localtime({{2024, 7, 1}, {12, 0, 0}}) =:= Now),
    signals().

signals() ->
    [?T({Name, os:set_signal(Name, default)})
     || Name <- [sighup, sigint, sigquit, sigill, sigtrap, sigabrt, sigbus, sigfpe, sigkill, sigusr1, sigsegv, sigusr2,
                 sigpipe, sigalrm, sigterm, sigchld, sigcont, sigstop, sigtstp, sigttin, sigttou, sigwinch, siginfo, sigio]],
    ?T(os:set_signal(sigterm, sometimes)),
    ?T(os:set_signal(sigterm, 1)),
    ?T(os:set_signal(1, default)),
    ?T(os:set_signal(sigstop, handle)),
    %% Programs' ends are heard of all the same.
    [?T({What, os:set_signal(sigchld, What), ends()}) || What <- [ignore, default]].

ends() ->
    Port = open_port({spawn, "sh -c 'exit 3'"}, [exit_status]),
    receive {Port, {exit_status, Status}} -> Status after 5000 -> none end.
