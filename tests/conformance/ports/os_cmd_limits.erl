%% shows os:cmd with limits of output, unicode, standard error, programs that are not there, and commands it refuses
-module(os_cmd_limits).
-include("../support/edge.hrl").

main() ->
    ?T(os:cmd("echo out; echo err >&2")),
    ?T(os:cmd('echo atom')),
    ?T(os:cmd(["echo ", ["deep", $\s], "list"])),
    ?T(os:cmd("printf 'no newline'")),
    ?T(os:cmd("exit 3")),
    ?T(os:cmd("echo 0123456789", #{max_size => 5})),
    ?T(os:cmd("echo 0123456789", #{max_size => 0})),
    ?T(os:cmd("echo 0123456789", #{max_size => infinity})),
    ?T(os:cmd("echo 0123456789", #{max_size => -1})),
    ?T(os:cmd("echo 0123456789", #{bad => 1})),
    ?T(os:cmd("echo å€")),
    ?T(os:cmd("printf '\\303'")),
    ?T(os:cmd("cat; echo end")),
    ?T(length(os:cmd("head -c 200000 /dev/zero | tr '\\0' x"))),
    ?T(os:cmd("echo $0 | wc -l")),
    ?T(os:cmd([])),
    ?T(os:cmd("echo a\0b")),
    ?T(os:cmd(17)),
    ?T(os:cmd([a])),
    ?T(os:find_executable("no_such_program_anywhere")),
    ?T(filename:basename(os:find_executable("sh"))),
    ?T(os:find_executable("sh", "/no/such:/bin")),
    ?T(os:find_executable("/bin/sh")),
    ?T(os:find_executable("/etc/passwd")),
    ok.
