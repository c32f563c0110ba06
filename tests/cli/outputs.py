"""The file of -o: what is in it when a command is refused, when it is the input, a pipe, or on a full disk."""

import os
import signal
import subprocess
import threading

from attach import server
from world import expect_error, expect_usage_error, HELLO

KEPT = "what was there before\n"


def test_output_of_refused(world):
    """what is refused leaves the file of -o as it was, and makes none"""
    world.write("hello.erl", HELLO)
    world.write("nomain.erl", "-module(nomain).\n-export([f/0]).\nf() -> ok.\n")
    file = world.write("kept", KEPT)
    for name in ("kept", "new"):
        expect_usage_error(world, "trace", "--calls", "hello:nosuch", "-o", name, "hello.erl", say="no such function")
        expect_usage_error(world, "trace", "--calls", "hello:twice(", "-o", name, "hello.erl", say="hello:twice(")
        expect_usage_error(world, "trace", "--calls", "hello", "--where", "fun(", "-o", name, "hello.erl", say="--where")
        expect_usage_error(world, "trace", "--messages", "--pids", "boss", "--format", "strace", "-o", name, "hello.erl", say="--pids boss")
        expect_usage_error(world, "profile", "--time", "hello:nosuch", "-o", name, "hello.erl", say="no such function")
        expect_error(world, "trace", "--calls", "nomain", "-o", name, "nomain.erl", say="neither main/1 nor main/0")
        expect_error(world, "trace", "-o", name, world.write("no.strace", KEPT), say="expected a log")
        assert file.read_text() == KEPT and not (world.folder / "new").exists(), name


def test_output_of_refused_client(world):
    """likewise where the machine that is traced refuses"""
    file = world.write("kept", KEPT)
    with server(world):
        for name in ("kept", "new"):
            expect_usage_error(world, "trace", "--attach", "server.sock", "--calls", "server:nosuch", "-o", name, say="no such function")
            assert file.read_text() == KEPT and not (world.folder / "new").exists(), name
        status, out, err = world.run("trace", "--attach", "server.sock", "--calls", "nosuch", "--time", "100ms", "-o", "kept")
        assert (status, out) == (0, "") and file.read_text().endswith("... 0 events, incomplete: ended by --time\n"), (status, err, file.read_text())
        expect_error(world, "trace", "--attach", "server.sock", "--calls", "server", "--time", "100ms", "-o", "no/such", say="no/such: no such file")


def test_output_is_input(world):
    """a file is not written over while it is read, under whatever name"""
    source = world.write("hello.erl", HELLO)
    os.link(source, world.folder / "linked")
    (world.folder / "symbolic").symlink_to(source)
    for name in ("hello.erl", "./hello.erl", "linked", "symbolic"):
        for command in (["trace", "--calls", "hello"], ["profile", "--time", "hello"], ["compare", "--calls", "hello"]):
            expect_error(world, *command, "-o", name, "hello.erl", say=f"{name}: the output would take the place of FILE")
    assert source.read_text() == HELLO
    world.run("trace", "--calls", "hello", "--format", "strace", "-o", "hello.strace", "hello.erl")
    log = (world.folder / "hello.strace").read_bytes()
    expect_error(world, "trace", "--format", "jsonl", "-o", "hello.strace", "hello.strace", say="take the place of FILE")
    assert (world.folder / "hello.strace").read_bytes() == log
    script = world.write("hello.escript", "#!/usr/bin/env escript\n%%!\nmain(_) -> ok.\n")
    expect_error(world, "trace", "--procs", "-o", "hello.escript", "hello.escript", say="take the place of FILE")
    assert script.read_text().startswith("#!")


def test_output_to_a_pipe_without_reader(world):
    """a pipe that nobody reads is waited for, and the program can be ended meanwhile; with a reader it gets everything"""
    world.write("hello.erl", HELLO)
    os.mkfifo(world.folder / "pipe")
    world.run("trace", "--calls", "hello", "--format", "strace", "-o", "hello.strace", "hello.erl")
    commands = (["trace", "--calls", "hello", "-o", "pipe", "hello.erl"], ["profile", "--time", "hello", "-o", "pipe", "hello.erl"],
                ["trace", "--calls", "hello", "--format", "strace", "-o", "pipe", "hello.erl"], ["trace", "-o", "pipe", "hello.strace"])
    for command in commands:
        for end in (signal.SIGTERM, signal.SIGINT):
            process = subprocess.Popen([world.sonde, *command], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                process.wait(timeout=1)
                raise AssertionError((command, process.communicate()))
            except subprocess.TimeoutExpired:
                process.send_signal(end)
            out, err = process.communicate(timeout=20)
            assert b"hello 42" not in out, (command, end, process.returncode, out, err)
    text = []
    reader = threading.Thread(target=lambda: text.append((world.folder / "pipe").read_text()))
    reader.start()
    status, out, err = world.run(*commands[0])
    reader.join()
    assert (status, out, err) == (0, "hello 42\n", "") and text[0].endswith("... 2 events, complete\n"), (status, err, text)


def test_output_of_a_log_to_a_full_disk(world):
    """a log that cannot be printed to its end is one line and status 1, whether the first bytes fail or the last ones"""
    world.write("hello.erl", HELLO)
    world.write("many.erl", "-module(many).\n-export([main/0, f/1]).\nmain() -> [f(N) || N <- lists:seq(1, 2000)].\nf(N) -> N.\n")
    for module in ("hello", "many"):
        world.run("trace", "--calls", module, "--procs", "--format", "strace", "-o", f"{module}.strace", f"{module}.erl")
        for form in ("text", "jsonl", "perfetto", "dot"):
            expect_error(world, "trace", "--format", form, "-o", "/dev/full", f"{module}.strace", say="/dev/full: no space left on device")
