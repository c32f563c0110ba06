"""`sonde run --control`, and the clients of its socket: `sonde trace --attach`, `sonde top --attach`."""

import contextlib
import fcntl
import json
import os
import pathlib
import platform
import pty
import re
import select
import signal
import stat
import struct
import subprocess
import termios
import time

from world import expect_error, expect_usage_error, HELLO

# Says how many sessions have a breakpoint in tick/1 whenever that changes; ends when its standard input does.
SERVER = """-module(server).
-export([main/0, loop/0, tick/1]).
main() ->
    register(server, spawn(fun loop/0)),
    Driver = self(),
    [spawn(fun idle/0) || _ <- [1, 2, 3]],
    spawn(fun() -> eof = io:get_line(""), Driver ! over end),
    io:format("up~n"),
    drive(0, 0).
drive(N, Sessions) ->
    server ! {tick, self(), N},
    receive {ok, _} -> ok end,
    Now = length(trace:session_info({?MODULE, tick, 1})),
    Now =:= Sessions orelse io:format("sessions ~w~n", [Now]),
    receive over -> ok after 5 -> drive(N + 1, Now) end.
loop() -> receive {tick, From, N} -> From ! {ok, tick(N)}, loop() end.
tick(N) -> N * 2.
idle() -> receive never -> ok end.
"""


@contextlib.contextmanager
def server(world, *options):
    """A program that listens for clients; it is ended by the end of its standard input."""
    world.write("server.erl", SERVER)
    process = subprocess.Popen([world.sonde, "run", "--control", "server.sock", *options, "server.erl"], cwd=world.folder, env=world.env,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "up\n", process.stderr.read()
        yield process
    finally:
        process.kill()
        process.wait()


def client(world, *options):
    return subprocess.Popen([world.sonde, *options], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def test_attach(world):
    """a program that runs is traced through its socket, which is its owner's alone; afterwards it is as before"""
    with server(world) as process:
        mode = os.stat(world.folder / "server.sock").st_mode
        assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600, oct(mode)
        status, out, err = world.run("trace", "--attach", "server.sock", "--calls", "server:tick", "--returns", "--messages", "--max-events", 30)
        assert (status, out) == (0, ""), (status, out, err)
        assert re.search(r"<0\.\d+\.0> server +server:tick\(\d+\)\n", err) and re.search(r"server:tick/1 -> \d+  \(", err), err
        assert err.endswith("... tracing stopped: --max-events\n... 30 events, incomplete: ended by --max-events\n"), err
        assert [process.stdout.readline() for _ in range(2)] == ["sessions 1\n", "sessions 0\n"]
        status, out, err = world.run("trace", "--attach", "server.sock", "--calls", "server:tick", "--format", "jsonl", "-o", "t.jsonl",
                                     "--max-events", 3)
        assert (status, out, err) == (0, "", ""), (status, out, err)
        events = [json.loads(line) for line in (world.folder / "t.jsonl").read_text().splitlines()]
        assert [event.get("function") for event in events[:3]] == ["server:tick/1"] * 3 and events[0]["name"] == "server", events


def test_control_of_a_long_name(world):
    """the name of a socket has a limit of the system's, which the refusal says; one that is as long works"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("run", "--control", "s" * 150, "hello.erl")
    most = re.search(r"^sonde: --control s+: expected the name of a socket, of (\d+) bytes at most, found 150 bytes\n$", err)
    assert (status, out) == (1, "") and most, (status, out, err)
    # As many digits as the process has that refused it, or one more.
    assert world.run("run", "--control", "s" * (int(most[1]) - 2), "hello.erl") == (0, "hello 42\n", ""), most[1]


def test_attach_several(world):
    """several clients at once, each with what it asked for; one that is killed leaves nothing behind; the interrupt key ends in order"""
    with server(world) as process:
        first = client(world, "trace", "--attach", "server.sock", "--calls", "server:tick")
        assert process.stdout.readline() == "sessions 1\n"
        second = client(world, "trace", "--attach", "server.sock", "--calls", "server:tick(N) when N rem 2 =:= 0", "--returns")
        assert process.stdout.readline() == "sessions 2\n"
        first.send_signal(signal.SIGKILL)
        first.communicate(timeout=30)
        assert process.stdout.readline() == "sessions 1\n"
        time.sleep(0.1)  # for some events
        second.send_signal(signal.SIGINT)
        _, err = second.communicate(timeout=30)
        numbers = [int(number) for number in re.findall(r"server:tick\((\d+)\)", err)]
        assert second.returncode == 130 and numbers and all(number % 2 == 0 for number in numbers), err
        assert re.search(r"\.\.\. \d+ events, complete\n$", err), err[-200:]
        assert process.stdout.readline() == "sessions 0\n"


def test_attach_while_processes_are_spawned(world):
    """a program whose processes spawn each other all the time is traced, whenever the client comes"""
    world.write("relay.erl", """-module(relay).
-export([main/0, run/1]).
main() -> spawn(?MODULE, run, [0]), io:format("here~n"), receive never -> ok end.
run(N) -> lists:sum(lists:seq(1, 5000)), spawn(?MODULE, run, [N + 1]).
""")
    process = subprocess.Popen([world.sonde, "run", "--control", "relay.sock", "relay.erl"], cwd=world.folder, env=world.env,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "here\n"
        for _ in range(5):
            status, out, err = world.run("trace", "--attach", "relay.sock", "--calls", "relay:run", "--max-events", 10, timeout=20)
            assert (status, out) == (0, "") and err.count("relay:run(") >= 10, (status, out, err)
    finally:
        process.kill()
        process.communicate()


def test_killed_clients(world):
    """clients of each kind that are killed leave no session and no open file in the program"""
    def open_files():
        return sorted(os.readlink(entry) for entry in pathlib.Path(f"/proc/{process.pid}/fd").iterdir() if entry.is_symlink())

    with server(world) as process:
        status, _, err = world.run("trace", "--attach", "server.sock", "--calls", "server:tick", "--max-events", 5)  # loads what clients need
        assert status == 0 and [process.stdout.readline() for _ in range(2)] == ["sessions 1\n", "sessions 0\n"], err
        kinds = len(open_files())
        clients = []
        for number in (1, 2, 3):
            # Nobody reads what they print, so that they are in the middle of writing when they are killed.
            clients.append(client(world, "trace", "--attach", "server.sock", "--calls", "server:tick", "--messages"))
            assert process.stdout.readline() == f"sessions {number}\n"
        clients.append(client(world, "top", "--attach", "server.sock", "--batch", "--interval", "100"))
        assert clients[-1].stdout.readline()
        assert len(open_files()) >= kinds + len(clients), open_files()
        for each in clients:
            each.kill()
            each.communicate(timeout=30)
        sessions = process.stdout.readline()
        while sessions != "sessions 0\n":
            sessions = process.stdout.readline()
        deadline = time.monotonic() + 60
        while len(open_files()) > kinds and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(open_files()) == kinds, open_files()
        status, out, err = world.run("trace", "--attach", "server.sock", "--calls", "server:tick", "--max-events", 2)
        assert status == 0 and err.endswith("... 2 events, incomplete: ended by --max-events\n"), err


def test_attach_until_the_end(world):
    """when the program ends, its clients have the whole trace, and the socket is gone"""
    with server(world) as process:
        tracer = client(world, "trace", "--attach", "server.sock", "--calls", "server:tick")
        assert process.stdout.readline() == "sessions 1\n"
        process.stdin.close()
        _, err = tracer.communicate(timeout=30)
        assert tracer.returncode == 0 and re.search(r"\.\.\. \d+ events?, complete\n$", err), (tracer.returncode, err[-200:])
        assert process.wait(timeout=30) == 0 and not (world.folder / "server.sock").exists()


def test_attach_refused(world):
    """what cannot be is said in one line, and the program goes on"""
    with server(world) as process:
        expect_usage_error(world, "trace", "--attach", "server.sock", "--calls", "server:tick(", say="closing")
        expect_usage_error(world, "trace", "--attach", "server.sock", "--calls", "server", "server.erl", say="FILE")
        expect_usage_error(world, "trace", "--attach", "server.sock", say="nothing to trace")
        expect_usage_error(world, "top", say="--attach")
        expect_error(world, "run", "--control", "server.sock", "server.erl", say="exists already")
        assert process.poll() is None
    world.write("hello.erl", HELLO)
    world.write("file", "not a socket")
    expect_error(world, "run", "--control", "file", "hello.erl", say="exists already")
    expect_error(world, "trace", "--attach", "nosuch", "--calls", "server", say="nosuch")
    assert world.run("run", "--control", "server.sock", "hello.erl")[:2] == (0, "hello 42\n")  # the socket of a machine that was killed


def test_top(world):
    """sonde top --batch: so many lists of the busiest processes, and the use of the schedulers"""
    with server(world, "--schedulers=3"):
        status, out, err = world.run("top", "--attach", "server.sock", "--batch", "--times", 2, "--interval", 100, "--rows", 5)
        assert (status, err) == (0, ""), (status, out, err)
        lists = out.strip().split("\n\n")
        assert len(lists) == 2, out
        for text in lists:
            lines = text.splitlines()
            assert re.match(r"\d+ processes, \d+ ports, ", lines[0]) and re.fullmatch(r"schedulers: \d+% \d+% \d+%", lines[1]), lines
            assert lines[2].split() == ["PID", "REDUCTIONS", "MEMORY", "GROWTH", "QUEUE", "NAME", "CURRENT", "FUNCTION"], lines
            assert any(re.search(r" server +server:loop/0$", line) for line in lines[3:]) and len(lines) == 8, lines
        # What is no terminal is not redrawn.
        status, out, err = world.run("top", "--attach", "server.sock", "--times", 1, "--interval", 100)
        assert (status, err) == (0, "") and "PID " in out and "\x1b" not in out, (status, out, err)
        status, out, err = world.run("top", "--attach", "server.sock", "--batch", "--times", 1, "--interval", 100, "--group", "--rows", 1000)
        assert (status, err) == (0, "") and re.search(r"\n3 processes .* server:idle/0 +server:idle/0\n", out), (status, out, err)


def test_breakpoints(world):
    """sonde breakpoints: a line for each function and session, with the engine and the entry word before and now"""
    with server(world, "--engine=interp") as process:
        status, out, err = world.run("breakpoints", "--attach", "server.sock")
        assert (status, out, err) == (0, "no breakpoints\n", ""), (status, out, err)
        tracer = client(world, "trace", "--attach", "server.sock", "--calls", "server:tick")
        assert process.stdout.readline() == "sessions 1\n"
        status, out, err = world.run("breakpoints", "--attach", "server.sock")
        head, row = out.splitlines()
        assert (status, err) == (0, "") and head.split() == ["FUNCTION", "SESSION", "DOES", "AT", "ENGINE", "ENTRY", "WORD", "NOW"], out
        assert re.fullmatch(r"server:tick/1 +sonde_trace/\d+ +local +function +interpreter +i_times +breakpoint", row), row
        status, out, err = world.run("breakpoints", "--attach", "server.sock", "--json")
        [found] = json.loads(out)
        assert (status, err, found["function"], found["now"]) == (0, "", "server:tick/1", "breakpoint"), (status, out, err)
        assert [(session["session"], session["kind"], session["paused"]) for session in found["sessions"]] == [("sonde_trace", "local", False)], found
        tracer.kill()
        tracer.communicate()
        assert process.stdout.readline() == "sessions 0\n"
    expect_usage_error(world, "breakpoints", say="--attach")
    expect_error(world, "breakpoints", "--attach", "nosuch", say="nosuch")


def test_breakpoints_of_engines(world):
    """what a function's entry word was, and that a sled leaves it alone"""
    with server(world, "--engine=jit", "--jit-threshold=1", "--jit-only=server", "--jit-entry=sled") as process:
        tracer = client(world, "trace", "--attach", "server.sock", "--calls", "server:tick")
        assert process.stdout.readline() == "sessions 1\n"
        _, out, _ = world.run("breakpoints", "--attach", "server.sock")
        assert re.search(r"server:tick/1 .* LLVM .* unchanged\n", out), out
        tracer.kill()
        tracer.communicate()


def test_breakpoints_of_baseline(world):
    """which compiler made the code behind a breakpoint"""
    with server(world, "--engine=baseline", "--jit-threshold=1") as process:
        tracer = client(world, "trace", "--attach", "server.sock", "--calls", "server:tick")
        assert process.stdout.readline() == "sessions 1\n"
        _, out, _ = world.run("breakpoints", "--attach", "server.sock")
        assert re.search(r"server:tick/1 .* baseline .* breakpoint\n", out) or platform.machine() != "x86_64", out
        tracer.kill()
        tracer.communicate()


def test_attached_shell(world):
    """sonde shell --attach: the shell of the machine that runs; the end of its input ends the connection only, and ^C what it evaluates"""
    with server(world) as process:
        done = subprocess.run([world.sonde, "shell", "--attach", "server.sock"], cwd=world.folder, env=world.env, text=True, timeout=60, check=False,
                              input='is_pid(whereis(server)).\nserver:tick(21).\nspawn(fun() -> io:format("~ts~n", [[955]]) end), ok.\n',
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert re.search(r"> true\n", done.stdout) and re.search(r"> 42\n", done.stdout) and "\u03bb\n" in done.stdout, done.stdout
        assert process.poll() is None
        shell = Keys(world, "shell", "--attach", "server.sock")
        shell.wait_for(r"1> ")
        shell.type(b"server:tick(4).\r", r"\b8\r\n.*2> ")
        shell.type(b"receive never -> ok end.\r", r"ok end\.\r\n")
        shell.type(b"\x07", r" --> ")
        shell.type(b"i\r", r" --> ")
        shell.type(b"c\r", r"exception exit: killed.*3> ")
        shell.type(b"\x07", r" --> ")
        os.write(shell.master, b"q\r")
        assert shell.process.wait(timeout=30) == 0 and process.poll() is None
    expect_error(world, "shell", "--attach", "nosuch", say="nosuch")


def test_control_in_order(world):
    """a machine that shuts down in order removes its socket; a snapshot of a program that records nothing fails"""
    with server(world) as process:
        status, out, err = world.run("trace", "--attach", "server.sock", "--snapshot")
        assert (status, out) == (1, "") and err == "sonde: nothing is recorded: the program was started without --record-last\n", (status, out, err)
        status, out, err = world.run("trace", "--attach", "server.sock", "--calls", "server:tock", "--time", 100)
        assert (status, out) == (2, "") and "server:tock: the module has no such function" in err, (status, out, err)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0 and not (world.folder / "server.sock").exists()


def test_control_is_the_programs(world):
    """the compiler of the program's source does not listen: clients would meet it in place of the program"""
    world.compile("listening", """-module(listening).
-export([parse_transform/2]).
parse_transform(Forms, _) -> io:format(standard_error, "~p~n", [element(1, file:read_link_info("app.sock"))]), Forms.
""")
    world.write("app.erl", """-module(app).
-export([main/0]).
-compile({parse_transform, listening}).
main() -> io:format("~p~n", [element(1, file:read_link_info("app.sock"))]).
""")
    status, out, err = world.run("run", "-p", "ebin", "--control", "app.sock", "app.erl")
    assert (status, out, err) == (0, "ok\n", "error\n"), (status, out, err)


def test_explain(world):
    """trace --explain: the steps of each change, with their times, when breakpoints are set and when they are removed"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "hello:twice/1", "--explain", "--schedulers=2", "hello.erl")
    assert (status, out) == (0, "hello 42\n"), (status, out, err)
    changes = re.findall(r"sonde: change of 1 function or export: [\d.]+ (?:ns|us|ms)\n((?:sonde: +\d+ .*\n)+)", err)
    assert len(changes) == 2 and "hello:twice(21)" in err, err
    for change in changes:
        lines = change.splitlines()
        assert [int(line.split()[1]) for line in lines] == list(range(1, 13)), change
        for line in lines:
            assert re.fullmatch(r"sonde: +\d+ +[\d.]+ (ns|us|ms)  [a-z].*?(, for schedulers? [\d, ]+)?", line), line
    expect_usage_error(world, "trace", "--explain", "--messages", "hello.erl", say="--calls")


class Keys:
    """A program on a terminal of 24 lines and 120 columns, and what it has written since the last key."""

    def __init__(self, world, *options, **variables):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.process = subprocess.Popen([world.sonde, *options], cwd=world.folder, env={**world.env, **variables}, stdin=slave, stdout=slave, stderr=slave)
        self.slave = slave
        self.text = ""

    def wait_for(self, pattern):
        deadline = time.monotonic() + 30
        while not re.search(pattern, self.text, re.DOTALL):
            assert time.monotonic() < deadline, (pattern, self.text[-2000:])
            if select.select([self.master], [], [], 0.1)[0]:
                self.text += os.read(self.master, 65536).decode(errors="replace")
        return self.text

    def resize(self, rows, columns):
        self.text = ""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys, pattern):
        self.text = ""
        os.write(self.master, keys)
        return self.wait_for(pattern)


def test_trace_colours(world):
    """a trace on a terminal has colours, unless NO_COLOR is set; elsewhere it has none"""
    world.write("hello.erl", HELLO)
    for unset, has_colours in (("", True), ("1", False)):
        colourful = Keys(world, "trace", "--calls", "hello:twice", "--returns", "hello.erl", NO_COLOR=unset)
        shown = colourful.wait_for(r"2 events, complete")
        assert (re.search(r"\x1b\[36m<0\.9\.0> main +\x1b\[0m hello:twice\(21\)\r\n.*\x1b\[32mhello:twice/1 -> 42", shown, re.DOTALL) is not None) == has_colours, shown
        assert ("\x1b" in shown) == has_colours and colourful.process.wait(timeout=30) == 0, shown
    assert "\x1b" not in world.run("trace", "--calls", "hello:twice", "hello.erl")[2]
    # Those of a log go to standard output.
    world.run("trace", "--calls", "hello:twice", "--returns", "--format", "strace", "-o", "hello.strace", "hello.erl")
    for unset, has_colours in (("", True), ("1", False)):
        shown = Keys(world, "trace", "hello.strace", NO_COLOR=unset).wait_for(r"2 events, complete")
        assert ("\x1b[32mhello:twice/1 -> 42" in shown) == has_colours, shown
    assert "\x1b" not in world.run("trace", "hello.strace")[1]


def test_top_keys(world):
    """sonde top on a terminal: keys sort, filter, freeze, open a process and trace it; q ends it, and the terminal is as it was"""
    with server(world) as process:
        top = Keys(world, "top", "--attach", "server.sock", "--interval", "200")
        shown = top.wait_for(r"sorted by reductions\r+\nkeys: q quit, enter open, t trace, r m g l sort, n group, / filter, f freeze\r+\nPID +REDUCTIONS +MEMORY +GROWTH +QUEUE.*server:loop/0")
        assert shown.startswith("\x1b[?1049h") and "\x1b[7m<0." in shown, shown
        top.type(b"m", r"sorted by memory\r+\nkeys: q quit")
        top.type(b"g", r"sorted by growth\r+\nkeys: q quit")
        top.type(b"/server:loop/0", r"filter server:loop/0\r.*filter: server:loop/0$")
        listed = top.type(b"\r", r"filter server:loop/0\r.*\x1b\[7m<0\.\d+\.0> +\d+ .* server +server:loop/0")
        assert "application_controller" not in listed, listed
        top.type(b"f", r"filter server:loop/0, frozen")
        top.type(b"f", r"filter server:loop/0\r+\nkeys: q quit")
        top.type(b"\r", r"status +\w+\r.*current_function +server:loop/0.*links .*stack\r.*server:loop/0 \(server\.erl:\d+\)")
        top.type(b"t", r"trace of <0\.\d+\.0>.*server +receives \{tick,<0\.\d+\.0>,\d+\}.*server +.* ! \{ok,\d+\}")
        top.type(b"x", r"\x1b\[2J<0\.\d+\.0> server\r.*status ")
        top.type(b"\x1b", r"sorted by growth, filter server:loop/0\r")
        top.type(b"/" + b"\x7f" * 20 + b"\r", r"sorted by growth\r+\nkeys")
        top.type(b"n", r"sorted by growth, grouped\r+\nkeys.*3 processes .*server:idle/0")
        top.type(b"n", r"sorted by growth\r+\nkeys")
        top.resize(10, 60)
        shown = top.wait_for(r"2J[^\x1b]*\r\nsorted by growth\r+\nkeys: q quit, enter open, t trace, r m g l sort, n group, / f?i?l?t?\r+\n.*\x1b\[H\x1b\[2J")
        shown = shown[:shown.rindex("\x1b[H\x1b[2J")]
        lines = shown[shown.rindex("\x1b[2J") + 4:].split("\r\n")
        assert len(lines) <= 10 and max(len(re.sub("\x1b\\[[0-9;]*m", "", line.rstrip("\r"))) for line in lines) <= 60, lines
        top.type(b"q", r"\x1b\[\?1049l")
        assert top.process.wait(timeout=30) == 0 and process.poll() is None
        assert termios.tcgetattr(top.slave) == top.before
