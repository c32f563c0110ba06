%% shows the environment of programs: os:putenv and unsetenv reach them, {env, List} adds and removes, and what may be in it
-module(port_environment).
-include("../support/edge.hrl").

main() ->
    ?T(os:putenv("PE_A", "1")),
    ?T(sh("echo $PE_A", [])),
    ?T(sh("echo $PE_A$PE_B", [{env, [{"PE_A", "2"}, {"PE_B", "3"}]}])),
    ?T(sh("echo ${PE_A-unset}", [{env, [{"PE_A", false}]}])),
    ?T(sh("echo ${PE_A-unset}", [{env, [{"PE_A", ""}]}])),
    ?T(sh("echo $PE_A", [{env, [{"PE_A", "x"}, {"PE_A", "y"}]}])),
    ?T(sh("echo $PE_A", [{env, []}])),
    ?T(sh("echo $PE_A", [{env, [{<<"PE_A">>, <<"bin">>}]}])),
    ?T(sh("echo $PE_A", [{env, [{"PE_A", "å€"}]}])),
    ?T(sh("echo $PE_A", [{env, [{"PE=A", "x"}]}])),
    ?T(sh("echo $PE_A", [{env, [{"PE_A", "x\0y"}]}])),
    ?T(sh("echo $PE_A", [{env, [{pe, "x"}]}])),
    ?T(sh("echo $PE_A", [{env, [bad]}])),
    ?T(sh("echo $PE_A", [{env, bad}])),
    ?T(os:unsetenv("PE_A")),
    ?T(sh("echo ${PE_A-unset}", [])),
    ?T(os:putenv("PE_A", "a=b")),
    ?T(sh("echo $PE_A", [])),
    ?T({os:getenv("PE_A"), os:getenv("PE_NONE"), os:getenv("PE_NONE", default)}),
    ?T(os:putenv("PE=A", "x")),
    ?T(os:putenv("PE_A", [0])),
    ?T(os:putenv(a, "x")),
    ?T(os:getenv("PE=A")),
    ?T(os:unsetenv("PE=A")),
    ?T({"PE_A", "a=b"} =:= lists:keyfind("PE_A", 1, os:env())),
    ?T(lists:member("PE_A=a=b", os:getenv())),
    ok.

sh(Command, Options) ->
    Port = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", Command]}, exit_status, binary | Options]),
    all(Port, <<>>).

all(Port, Said) -> receive {Port, {data, D}} -> all(Port, <<Said/binary, D/binary>>); {Port, {exit_status, N}} -> {N, Said} end.
