"""`sonde trace` of a program that makes events faster than anything can take them: it goes on, memory stays bounded, and what is missing is said."""

import os
import pathlib
import re
import resource
import signal
import subprocess
import threading
import time

from attach import server

# A second of messages as fast as they come: two events for each, one for the call of its sender.
MESSAGES = 200_000
FLOOD = """-module(flood).
-export([main/0, step/1]).
main() ->
    Me = self(),
    Sink = spawn(fun() -> sink(%d, Me) end),
    run(Sink, %d),
    receive done -> io:format("done~n") end.
run(_, 0) -> ok;
run(Sink, N) -> Sink ! {message, step(N)}, run(Sink, N - 1).
step(N) -> N.
sink(0, Main) -> Main ! done;
sink(N, Main) -> receive {message, _} -> sink(N - 1, Main) end.
""" % (MESSAGES, MESSAGES)
# Sends and receives of all messages and of `done`.
EVENTS = 2 * MESSAGES + 2
# The program's own queue is the larger part: the sink may not run until the sender has ended.
MOST_KB = 400_000


def start(world, *options, **more):
    world.write("flood.erl", FLOOD)
    return subprocess.Popen([world.sonde, "trace", *options, "flood.erl"], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def finish(process):
    """(status, output, standard error, most resident memory in KB) of a process whose standard error nobody else reads."""
    texts = [b"", b""]
    readers = [threading.Thread(target=lambda n=n, stream=stream: texts.__setitem__(n, stream.read()))
               for n, stream in enumerate((process.stdout, process.stderr)) if not stream.closed]
    for reader in readers:
        reader.start()
    most = 0
    while process.poll() is None:
        most = max(most, most_resident(process.pid))
        time.sleep(0.01)
    for reader in readers:
        reader.join()
    return process.returncode, texts[0].decode(), texts[1].decode(), most


def most_resident(pid):
    """In KB. Not what wait4() tells: that includes the memory of this process, from which the other was forked."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s+(\d+)", status, re.M)
    return int(found[1]) if found else 0


def read_slowly(path, text):
    """A disk that takes a few megabytes in a second: 64 KB, then a pause."""
    with open(path, "rb", buffering=0) as pipe:
        while part := pipe.read(65536):
            text.append(part)
            threading.Event().wait(0.01)


def test_flood_on_a_slow_disk(world):
    """with drop_new the program goes on; events and drops add up to all there were, and the last line says so"""
    os.mkfifo(world.folder / "slow")
    written = []
    reader = threading.Thread(target=read_slowly, args=(world.folder / "slow", written))
    reader.start()
    process = start(world, "--messages", "--overload", "drop_new", "--max-arg", "100", "-o", "slow")
    status, out, err, memory = finish(process)
    reader.join()
    assert (status, out, err) == (0, "done\n", "") and memory < MOST_KB, (status, out, err, memory)
    lines = b"".join(written).decode().splitlines()
    dropped = sum(int(line.split()[1]) for line in lines if line.endswith(" events dropped"))
    events = sum(not line.startswith("...") for line in lines)
    assert dropped > 0 and events + dropped == EVENTS, (events, dropped)
    assert lines[-1] == f"... {events} events, incomplete: {dropped} dropped", lines[-1]


def log_to_slow_disk(world, *options):
    """What `sonde trace` says of a log that a slow disk takes, and how many events are in it."""
    os.mkfifo(world.folder / "slow.strace")
    written = []
    reader = threading.Thread(target=read_slowly, args=(world.folder / "slow.strace", written))
    reader.start()
    process = start(world, "--messages", "--calls", "flood:step", *options, "--format", "strace", "-o", "slow.strace")
    status, out, err, memory = finish(process)
    reader.join()
    assert (status, out) == (0, "done\n") and memory < MOST_KB, (status, out, err, memory)
    world.write("copy.strace", b"".join(written))
    status, out, text = world.run("trace", "--format", "erlang", "copy.strace")
    assert status == 0 and (" dropped, which came faster than they could be written" in text if "incomplete" in err else text == ""), (status, text, err)
    return err, sum(not line.startswith("...") for line in out.splitlines())


def test_flood_of_a_log_on_a_slow_disk(world):
    """a log waits for the disk: all events are in it"""
    err, events = log_to_slow_disk(world)
    assert (err, events) == ("", EVENTS + MESSAGES), (err, events)


def test_flood_of_a_log_that_drops(world):
    """with drop_new the program does not wait for the disk: the numbers of the log's footer are those of the events"""
    err, events = log_to_slow_disk(world, "--overload", "drop_new")
    match = re.fullmatch(r"sonde: slow\.strace: (\d+) events, incomplete: (\d+) dropped\n", err)
    assert match, err
    # Names of processes are records, too. That of the sink may be among those that were dropped.
    assert events + int(match[2]) - EVENTS - MESSAGES in (0, 1), (err, events)


CALLS = """-module(calls).
-export([main/1, f/1]).
main([N]) -> run(list_to_integer(N)).
run(0) -> ok;
run(N) -> f(N), run(N - 1).
f(N) -> N.
"""


def footer(log):
    """(events, dropped, whether it is complete) as the last chunk of a log says (docs/strace.md)"""
    end = log.read_bytes()[-64:]
    payload = iter(end[end.rindex(b"F\0\0\0") + 8:])

    def number():
        value, shift = 0, 0
        while (byte := next(payload)) >= 0x80:
            value, shift = value | (byte & 0x7F) << shift, shift + 7
        return value | byte << shift

    _, events, dropped = number(), number(), number()
    return events, dropped, next(payload)


def test_long_logs(world):
    """logs of 100 thousand, a million and four million events are complete, and take the same memory while they are written"""
    world.write("calls.erl", CALLS)
    memory = {}
    for calls in (50_000, 500_000, 2_000_000):
        # Of one compiler, since what LLVM takes depends on how long the program runs.
        process = subprocess.Popen([world.sonde, "trace", "--engine=baseline", "--calls", "calls:f", "--returns", "--format", "strace", "-o", "calls.strace",
                                    "calls.erl", str(calls)], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        status, out, err, memory[calls] = finish(process)
        assert (status, out, err) == (0, "", ""), (status, out, err)
        events, dropped, is_complete = footer(world.folder / "calls.strace")
        # Names of processes are records, too.
        assert 2 * calls <= events < 2 * calls + 100 and (dropped, is_complete) == (0, 1), (events, dropped, is_complete)
    print("note: most resident memory of a traced program, KB: " + ", ".join(f"{2 * calls:,} events {kb:,}" for calls, kb in memory.items()))
    # The shortest may end before the first of its buffers is reused.
    assert memory[2_000_000] < memory[500_000] + 30_000, memory


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


def test_flood_on_a_full_disk(world):
    """the disk is full after a megabyte: one line says that the trace ends there, and what was written can be read"""
    for form in ("text", "strace"):
        # SIGXFSZ is ignored here, so that the write fails.
        process = start(world, "--messages", "--format", form, "-o", f"full.{form}", preexec_fn=limit_files, restore_signals=False)
        status, out, err, memory = finish(process)
        assert (status, out) == (1, "done\n") and memory < MOST_KB, (form, status, out, err, memory)
        assert re.fullmatch(rf"sonde: full\.{form}: .*, the trace ends (here|early)\n", err), (form, err)
        assert (world.folder / f"full.{form}").stat().st_size <= 1 << 20
    status, out, err = world.run("trace", "full.strace")
    assert "incomplete: the log has no end: " in out[-200:] or "damaged" in err, (status, out[-200:], err)
    assert len(out.splitlines()) > 1000, out[-200:]


def test_flood_into_a_closed_pipe(world):
    """the reader of the trace goes away in the middle: the program ends as it would have"""
    process = start(world, "--messages", "--calls", "flood:step")
    for _ in range(100):
        process.stderr.readline()
    process.stderr.close()
    status, out, _, memory = finish(process)
    assert (status, out) == (1, "done\n") and memory < MOST_KB, (status, out, memory)


def test_flood_of_a_killed_client(world):
    """a client that is stopped, then killed, in the middle of a flood costs the program nothing, and leaves nothing behind"""
    with server(world) as process:
        for stop in (signal.SIGSTOP, signal.SIGKILL):
            client = subprocess.Popen([world.sonde, "trace", "--attach", "server.sock", "--calls", "server:tick", "--messages", "--running"],
                                      cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            assert process.stdout.readline() == "sessions 1\n"
            client.stderr.readline()
            client.send_signal(stop)
            status, out, _ = world.run("top", "--attach", "server.sock", "--batch", "--times", 1, "--interval", 50)
            assert status == 0 and "server:loop/0" in out, out
            client.kill()
            client.communicate()
            assert process.stdout.readline() == "sessions 0\n"
