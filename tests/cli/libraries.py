"""What `sonde` runs that is OTP's own program: compiler, shell, escripts, applications from folders and archives."""

import os
import re
import shutil
import subprocess
import zipfile

from terminal import started_shell
from world import expect_usage_error

ESCRIPT = """#!/usr/bin/env escript
%%! -pa extra
main(Arguments) ->
    io:format("~p ~ts~n", [Arguments, filename:basename(escript:script_name())]),
    halt(3).
"""

APPLICATION = """{application, counting, [{description, "counts"}, {vsn, "1.0"}, {modules, [counting]}, {registered, []},
 {applications, [kernel, stdlib]}, {env, [{limit, 7}]}, {mod, {counting, []}}]}.
"""

COUNTING = """-module(counting).
-behaviour(application).
-behaviour(supervisor).
-export([start/2, stop/1, init/1]).
start(normal, []) -> supervisor:start_link(?MODULE, []).
stop(_) -> ok.
init([]) -> {ok, {#{}, []}}.
"""

STARTS = """-module(starts).
-export([main/0]).
main() ->
    undefined = application:get_env(counting, limit),
    {ok, [counting]} = application:ensure_all_started(counting),
    {ok, 7} = application:get_env(counting, limit),
    Running = [Name || {Name, _, _} <- application:which_applications()],
    [counting, stdlib, kernel] = Running,
    io:format("~ts~n", [filename:basename(code:lib_dir(counting))]).
"""


def real_erlc(world, *arguments):
    done = subprocess.run(["erlc", *arguments], cwd=world.folder, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_erlc_says_what_erlc_says(world):
    """messages, statuses and files of sonde erlc are those of erlc"""
    world.write("good.erl", "-module(good).\n-export([f/1]).\nf(X) -> Unused = X, ?VALUE.\n")
    world.write("bad.erl", "-module(bad).\n-export([f/0]).\nf() -> g().\n")
    for options in (["-DVALUE=1", "good.erl"], ["-DVALUE=1", "-Werror", "good.erl"], ["bad.erl"], ["none.erl"],
                    ["-pa", "missing", "-DVALUE=1", "good.erl"],
                    ["-DVALUE=2", "+deterministic", "-o", "out", "good.erl"], ["-Wrong", "good.erl"]):
        (world.folder / "out").mkdir(exist_ok=True)
        for f in [world.folder / "good.beam", *world.folder.glob("out/*.beam")]:
            f.unlink(missing_ok=True)
        real = real_erlc(world, *options)
        files = {f: f.read_bytes() for f in world.folder.glob("out/*.beam")}
        for f in files:
            f.unlink()
        assert world.run("erlc", *options) == real, (options, real)
        assert {f: f.read_bytes() for f in world.folder.glob("out/*.beam")} == files, options


def test_erlc_takes_parse_transforms_from_pa(world):
    """-pa DIR is where the compiler finds parse transforms"""
    world.write("pt/twist.erl", "-module(twist).\n-export([parse_transform/2]).\n"
                "parse_transform(Forms, _) -> [case F of {attribute, L, magic, _} -> {attribute, L, magic, 42}; _ -> F end || F <- Forms].\n")
    world.write("user_of.erl", "-module(user_of).\n-compile({parse_transform, twist}).\n-magic(0).\n-export([main/0]).\n"
                'main() -> io:format("~w~n", [proplists:get_value(magic, ?MODULE:module_info(attributes))]).\n')
    assert world.run("erlc", "-o", "pt", "pt/twist.erl") == (0, "", "")
    assert world.run("erlc", "-pa", "pt", "user_of.erl") == (0, "", "")
    assert world.run("run", "user_of.beam") == (0, "[42]\n", "")


def test_shell_reads_lines_from_a_pipe(world):
    """without a terminal the shell evaluates its input and ends with it"""
    text = b"F = fun(X) -> X * 2 end.\nF(21).\nlists:seq(1, 3).\nhd([]).\n"
    done = subprocess.run([world.sonde, "shell"], input=text, capture_output=True, cwd=world.folder, env=world.env,
                          timeout=60, check=False)
    out = done.stdout.decode()
    assert done.returncode == 0 and "[sonde]" in out.splitlines()[0], done
    for part in ("2> 42\n", "3> [1,2,3]\n", "exception error: bad argument", "called as hd([])"):
        assert part in out, (part, out)


def test_shell_flags(world):
    """-eval, -s and -run work as with erl; what this machine has not is refused; others are for init:get_argument/1"""
    world.compile("greet", "-module(greet).\n-export([start/0, to/1]).\nstart() -> io:format(\"started~n\").\nto(X) -> io:format(\"to ~w~n\", [X]).\n")
    status, out, err = world.run("shell", "-pa", "ebin", "-eval", 'io:format("sum ~w~n", [1+2]).', "-s", "greet", "-s", "greet", "to", "a",
                                 "-run", "greet", "to", "1", "-mine", "x")
    assert (status, err) == (0, "") and out.index("sum 3\n") < out.index("started\n") < out.index("to [a]\n") < out.index("to [[49]]\n"), (out, err)
    for flags, say in ((["-config", "sys"], "-config"), (["-boot", "x"], "-boot")):
        expect_usage_error(world, "shell", *flags, say=say)
    status, out, err = world.run("shell", "-eval", "io:put_chars(erlang:system_info(system_version))")
    assert out.startswith("Erlang/OTP ") or "\nErlang/OTP " in out, out
    assert "[sonde]\n" in out, out


def test_shell_on_a_terminal(world):
    """define a fun, trace lists:seq/2, see the message, crash a process, see the report, leave"""
    shell = started_shell(world)
    shell.type(b"F = fun(X) -> X * 2 end, F(21).\r", b"\r\n42\r\n", b"2> ")
    shell.type(b"S = trace:session_create(s, self(), []), trace:process(S, all, true, [call]), trace:function(S, {lists, seq, 2}, true, []).\r")
    shell.wait_for(b"\r\n1\r\n")
    shell.wait_for(b"3> ")
    shell.type(b"P = spawn(fun() -> lists:seq(1, 3) end), receive {trace, P, call, C} -> C end.\r", b"{lists,seq,[1,3]}\r\n")
    shell.wait_for(b"4> ")
    shell.type(b"spawn(fun() -> exit(element(3, {a, b})) end).\r", b"=ERROR REPORT====", b"{badarg,[{erlang,element,")
    shell.type(b"q().\r")
    assert shell.status() == 0


def test_shell_edits_lines(world):
    """keys move, delete, complete and recall as OTP's line editing says"""
    shell = started_shell(world)
    shell.type(b"{1,x,3}")           # into {1,2,3}: back over `,3}`, delete x, type 2
    shell.type(b"\x1b[D\x1b[D\x1b[D\x7f2\x05.\r", b"\r\n{1,2,3}\r\n", b"2> ")
    shell.type(b"lists:revers\t")    # completed to lists:reverse(
    shell.wait_for(b"reverse(")
    shell.type(b"[a,b]).\r", b"[b,a]\r\n", b"3> ")
    shell.type(b"\x10", b"[a,b]).")  # the line before
    shell.type(b"\r", b"[b,a]\r\n", b"4> ")
    shell.type(b"\x07", b"--> ")     # another shell beside this one
    shell.type(b"s\r", b"--> ")
    shell.type(b"c\r", b"1> ")
    shell.type(b"halt(4).\r")
    assert shell.status() == 4


def test_shell_keeps_the_line_being_typed(world):
    """what a process prints meanwhile goes above it, whole lines, and the line is there again"""
    shell = started_shell(world)
    shell.type(b"P = spawn(fun() -> receive go -> io:format(lists:reverse([10 | \"evoba\"])) end end), ok.\r", b"ok\r\n", b"2> ")
    shell.type(b"erlang:send_after(1000, P, go), ok.\r", b"\r\nok\r\n", b"3> ")
    shell.type(b"{half,", b"{half,", b"above\r\n", b"3> {half,")
    shell.type(b"whole}.\r", b"\r\n{half,whole}\r\n")
    shell.type(b"q().\r")
    assert shell.status() == 0


def test_run_takes_escripts(world):
    """a file that begins with #! is an escript"""
    world.write("script", ESCRIPT)
    assert world.run("run", "script", "a", "b") == (3, '["a","b"] script\n', "")
    world.write("broken", "#!/usr/bin/env escript\nmain(_) -> foo bar.\n")
    status, out, err = world.run("run", "broken")
    assert status == 127 and "syntax error before: bar" in out + err, (status, out, err)


def test_trace_takes_escripts(world):
    """an escript is traced too; what looks at code wants source or a .beam file"""
    world.write("script", "#!/usr/bin/env escript\n-module(script).\n-mode(compile).\n-export([f/1]).\n"
                "main([X]) -> io:format(\"~s~n\", [f(X)]), halt(4).\nf(X) -> X.\n")
    status, out, err = world.run("trace", "--calls", "script:f/1", "script", "hello")
    assert (status, out) == (4, "hello\n") and err.count("script:f(\"hello\")\n") == 1, (status, out, err)
    for command in (["disasm", "script"], ["compare", "--calls", "script", "script"]):
        status, out, err = world.run(*command)
        assert (status, out) == (1, "") and err.startswith("sonde: script: expected") and err.count("\n") == 1, err


NAMELESS = """#!/usr/bin/env escript
{mode}
main([N]) -> io:format("~p~n", [f(list_to_integer(N))]).
f(0) -> 0;
f(N) -> 1 + f(N - 1).
"""


def test_trace_escripts_by_file(world):
    """the functions of an escript are named by the name of its file, whatever its module is called"""
    world.write("nameless.escript", NAMELESS.format(mode="-mode(compile)."))
    world.write("lists", NAMELESS.format(mode="-module(other).\n-mode(compile)."))
    for file, name in (("nameless.escript", "nameless"), ("./nameless.escript", "nameless"), ("lists", "lists")):
        status, out, err = world.run("trace", "--calls", f"{name}:f(N) when N > 1 -> return", file, "3")
        assert (status, out) == (0, "3\n") and err.count(":f(") == 2 and err.endswith("... 4 events, complete\n"), (file, err)
        status, out, err = world.run("trace", "--calls", f"{name}:f", "--count", file, "3")
        assert (status, out) == (0, "3\n") and re.fullmatch(r" +4 \S+:f/1\n", err), (file, err)
        status, out, err = world.run("profile", "--count", f"{name}:f/1", file, "3")
        assert (status, out) == (0, "3\n") and re.search(r":f/1 +4 ", err), (file, err)
    assert world.run("trace", "--calls", "lists:f", "--calls", "other:f", "lists", "3")[2].endswith("... 4 events, complete\n")
    status, out, err = world.run("trace", "--calls", "nameless:nosuch", "nameless.escript", "3")
    assert (status, out, err) == (0, "3\n", "... 0 events, complete\nsonde: --calls nameless:nosuch: no function of this name was loaded\n"), err


PREPARES = """#!/usr/bin/env escript
main(_) ->
    {ok, Own, Code} = compile:forms([form(Text) || Text <- ["-module(own_1).", "-export([f/1]).", "f(X) -> X."]]),
    {module, Own} = sonde_code:load_prepared(Own, escript:script_name(), erlang:prepare_loading(Own, Code)),
    io:format("~w~n", [Own:f(3)]).
form(Text) -> {ok, Tokens, _} = erl_scan:string(Text), {ok, Form} = erl_parse:parse_form(Tokens), Form.
"""


def test_trace_escripts_of_later_libraries(world):
    """libraries from release 26 on prepare the code of an escript before the code server knows of it: traced by the file's name, too"""
    world.write("prepares", PREPARES)
    status, out, err = world.run("trace", "--calls", "prepares:f", "prepares")
    assert (status, out) == (0, "3\n") and err.endswith(" own_1:f(3)\n... 1 event, complete\n"), (status, out, err)


def test_trace_interpreted_escripts(world):
    """an escript that is interpreted has no functions that could be traced, and a line says what to do"""
    for name, mode in (("plain", ""), ("named", "-module(named).\n-export([main/1]).")):
        world.write(name, NAMELESS.format(mode=mode))
        for command in (["trace", "--calls", f"{name}:f"], ["profile", "--count", f"{name}:f"]):
            status, out, err = world.run(*command, name, "3")
            assert (status, out) == (0, "3\n"), (command, status, out)
            assert err.endswith(f"{name}:f: no function of this name was loaded\n"
                                "sonde: the escript was interpreted, so there are no functions of its own; -mode(compile). in it makes them\n"), err


def test_flags_in_escripts(world):
    """what follows %%! is for init, the code path, and the environment of applications"""
    world.write("flags", "#!/usr/bin/env escript\n%%! -pa some none -kernel mine 12 logger_level debug -foo bar\n"
                "main(_) ->\n    {ok, 12} = application:get_env(kernel, mine),\n    {ok, [[\"bar\"]]} = init:get_argument(foo),\n"
                "    #{level := debug} = logger:get_primary_config(),\n"
                "    io:format(\"~p~n\", [[F || F <- code:get_path(), F =:= \"some\" orelse F =:= \"none\"]]).\n")
    (world.folder / "some").mkdir()
    assert world.run("run", "flags") == (0, '["some"]\n', "")


def test_sockets(world):
    """a program listens, connects and talks to itself, with OTP's gen_tcp"""
    world.write("echo.erl", """-module(echo).
-export([main/0]).
main() ->
    {ok, Listener} = gen_tcp:listen(0, [binary, {ip, {127, 0, 0, 1}}, {active, false}]),
    {ok, Port} = inet:port(Listener),
    spawn_link(fun() -> {ok, S} = gen_tcp:accept(Listener), {ok, Data} = gen_tcp:recv(S, 5), ok = gen_tcp:send(S, [Data, "!"]) end),
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, true}]),
    ok = gen_tcp:send(Socket, "hello"),
    receive {tcp, Socket, Answer} -> io:format("~s~n", [Answer]) end.
""")
    assert world.run("run", "echo.erl") == (0, "hello!\n", "")


def application(world):
    folder = world.folder / "lib" / "counting-1.0" / "ebin"
    world.write("lib/counting-1.0/ebin/counting.app", APPLICATION)
    world.compile("counting", COUNTING)
    shutil.copy(world.folder / "ebin" / "counting.beam", folder)
    return folder


def test_applications_start(world):
    """application:ensure_all_started finds and starts an application of the code path"""
    folder = application(world)
    starts = world.compile("starts", STARTS)
    shutil.copy(starts, world.folder / "starts.beam")
    assert world.run("run", "-p", folder, "starts.beam") == (0, "counting-1.0\n", "")


def test_archives_are_folders(world):
    """code and applications are found in .ez archives"""
    folder = application(world)
    with zipfile.ZipFile(world.folder / "counting-1.0.ez", "w") as archive:
        for file in folder.iterdir():
            archive.write(file, f"counting-1.0/ebin/{file.name}")
    shutil.copy(world.compile("starts", STARTS), world.folder / "starts.beam")
    status, out, err = world.run("run", "-p", "counting-1.0.ez/counting-1.0/ebin", "starts.beam")
    assert (status, out, err) == (0, "counting-1.0\n", ""), (status, out, err)


def test_archives_in_escripts(world):
    """an escript brings its modules in an archive"""
    world.compile("inside", '-module(inside).\n-export([main/1]).\nmain(A) -> io:format("inside ~p ~p~n", [A, other:f()]).\n')
    world.compile("other", "-module(other).\n-export([f/0]).\nf() -> found.\n")
    make = """[Out] = init:get_plain_arguments(), Files = [{F, element(2, file:read_file("ebin/" ++ F))} || F <- ["inside.beam", "other.beam"]],
              ok = escript:create(Out, [shebang, {emu_args, "-escript main inside"}, {archive, Files, []}]), halt()."""
    subprocess.run(["erl", "-noshell", "-eval", make, "-extra", "packed"], cwd=world.folder, check=True, timeout=60)
    assert world.run("run", "packed", "x") == (0, 'inside ["x"] found\n', "")
