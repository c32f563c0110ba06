%% shows os: environment, commands, time and what they refuse
-module(lib_os).
-include("../support/edge.hrl").

main() ->
    ?T(os:getenv("NO_SUCH_VARIABLE_HERE")),
    ?T(os:getenv("NO_SUCH_VARIABLE_HERE", "default")),
    ?T(os:putenv("SONDE_TEST_VARIABLE", "value")),
    ?T(os:getenv("SONDE_TEST_VARIABLE")),
    ?T(os:unsetenv("SONDE_TEST_VARIABLE")),
    ?T(os:getenv("SONDE_TEST_VARIABLE")),
    ?T(os:putenv("A=B", "x")),
    ?T(os:putenv(a, "x")),
    ?T(os:putenv("A", [0])),
    ?T(os:getenv(x)),
    ?T(os:cmd("echo hello")),
    ?T(os:cmd("printf 'a\\nb'; exit 3")),
    ?T(os:cmd('echo atom')),
    ?T(os:cmd("echo long", #{max_size => 2})),
    ?T(os:cmd(1)),
    ?T(os:cmd([a, 0])),
    ?T(os:cmd("cat", #{max_size => 0})),
    ?T(os:find_executable("no_such_program_here")),
    ?T(filename:basename(os:find_executable("sh"))),
    ?T(os:type()),
    ?T(is_list(os:getpid())),
    ?T(os:system_time(second) > 1500000000),
    ?T(os:perf_counter() =< os:perf_counter()),
    ?T(os:set_signal(bad, default)),
    ?T(os:set_signal(sigusr1, default)),
    ok.
