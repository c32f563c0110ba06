"""`sonde run --control`, and the clients of its socket: `sonde trace --attach`, `sonde top --attach`."""

import contextlib
import json
import os
import re
import signal
import stat
import subprocess
import time

from world import expect_error, expect_usage_error, HELLO

# Says how many sessions have a breakpoint in tick/1 whenever that changes; ends when its standard input does.
SERVER = """-module(server).
-export([main/0, loop/0, tick/1]).
main() ->
    register(server, spawn(fun loop/0)),
    Driver = self(),
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
        assert err.endswith("... tracing stopped: max_events\n... 30 events, incomplete: ended by max_events\n"), err
        assert [process.stdout.readline() for _ in range(2)] == ["sessions 1\n", "sessions 0\n"]
        status, out, err = world.run("trace", "--attach", "server.sock", "--calls", "server:tick", "--format", "jsonl", "-o", "t.jsonl",
                                     "--max-events", 3)
        assert (status, out, err) == (0, "", ""), (status, out, err)
        events = [json.loads(line) for line in (world.folder / "t.jsonl").read_text().splitlines()]
        assert [event.get("function") for event in events[:3]] == ["server:tick/1"] * 3 and events[0]["name"] == "server", events


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
            assert lines[2].split() == ["PID", "REDUCTIONS", "MEMORY", "QUEUE", "NAME", "CURRENT", "FUNCTION"], lines
            assert any(re.search(r" server +server:loop/0$", line) for line in lines[3:]) and len(lines) == 8, lines
