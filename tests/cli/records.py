"""`sonde run --record-last`: what makes a snapshot, and what is in it."""

import re
import signal
import subprocess
import time

from world import expect_error, expect_usage_error

CRASH = """-module(crash).
-export([main/1, work/1]).
main([Way]) -> [spawn(fun() -> work(N) end) || N <- lists:seq(1, 20)], way(Way).
way("normal") -> spawn(fun() -> exit(shutdown) end), spawn(fun() -> exit({shutdown, why}) end), timer:sleep(100);
way("halt") -> timer:sleep(20), halt(3);
way("error") -> error(bad);
way("process") -> spawn(fun() -> work(7), exit(broken) end), timer:sleep(300);
way("queue") -> P = spawn(fun() -> receive never -> ok end end), [P ! N || N <- lists:seq(1, 500)], timer:sleep(200);
way("large") -> self() ! {large, lists:seq(1, 100000), last}, receive {large, _, _} -> halt(4) end;
way("many") -> many(1), work(last), halt(1);
way("wait") -> io:format("here~n"), timer:sleep(30000).
work(N) -> N.
many(30000) -> ok;
many(N) -> spawn(fun() -> work(N) end), N rem 100 =:= 0 andalso timer:sleep(1), many(N + 1).
"""


def record(world, way, *options):
    """(status, what was said, {name of a log: its printed lines})"""
    world.write("crash.erl", CRASH)
    for old in world.folder.glob("*.strace"):
        old.unlink()
    status, out, err = world.run("run", "--record-last", "--record-file", "last", *options, "crash.erl", way)
    assert out == "", out
    return status, err, {path.name: printed(world, path) for path in world.folder.glob("*.strace")}


def printed(world, path):
    status, out, err = world.run("trace", path)
    assert (status, err) == (0, ""), (status, err)
    return out.splitlines()


def test_record_nothing(world):
    """a program that ends normally leaves no file"""
    assert record(world, "normal") == (0, "", {})


def test_record_ends(world):
    """an exit status, an uncaught error and an abnormal exit make one snapshot each, with what went before"""
    status, err, logs = record(world, "halt")
    assert status == 3 and "the program ended with status 3" in err and list(logs) == ["last.strace"], (status, err, logs)
    assert sum("is spawned by" in line for line in logs["last.strace"]) >= 20 and logs["last.strace"][-1].endswith("complete"), logs
    status, err, logs = record(world, "error")
    assert status == 1 and "ended abnormally" in err and list(logs) == ["last.strace"], (status, err, logs)
    status, err, logs = record(world, "process", "--record-calls", "crash:work")
    lines = logs["last.strace"]
    assert status == 0 and "ended abnormally" in err and len(logs) == 1, (status, err, logs)
    assert any(line.endswith("crash:work(7)") for line in lines) and any(line.endswith("exits: broken") for line in lines), lines[-5:]
    assert any(re.search(r"> fun crash\.\d+\.\d+ +exits: broken$", line) for line in lines), lines[-5:]


def test_record_starts(world):
    """the start of a process is one event, that of the process which starts, whoever starts it"""
    world.write("starts.erl", """-module(starts).
-export([main/0, work/1]).
main() ->
    Started = [element(2, spawn_monitor(?MODULE, work, [N])) || N <- lists:seq(1, 500)] ++ [element(2, spawn_monitor(fun() -> ok end)),
               element(2, spawn_opt(fun() -> ok end, [link, monitor])), element(2, spawn_monitor(fun() -> proc_lib:spawn_link(?MODULE, work, [x]) end))],
    [receive {'DOWN', Ref, _, _, _} -> ok end || Ref <- Started],
    halt(3).
work(N) -> N.
""")
    status, _, err = world.run("run", "--record-last", "--record-file", "starts", "starts.erl")
    lines = printed(world, world.folder / "starts.strace")
    started = [line.split()[1] for line in lines if " is spawned by " in line]
    assert status == 3 and len(started) == len(set(started)) and len(started) in (503, 504, 505), (status, err, len(started))
    assert not any(" spawns " in line for line in lines) and all(f"starts:work({n})" in "".join(lines) for n in range(1, 501)), lines[:10]


def test_record_limit(world):
    """a message queue that passes a limit makes a snapshot"""
    status, err, logs = record(world, "queue", "--record-when", "queue=100", "--record-events", "messages")
    assert status == 0 and "passed its limit" in err and list(logs) == ["last.strace"], (status, err)
    assert any("receives 100" in line for line in logs["last.strace"]), logs["last.strace"][-5:]


def test_record_keeps_the_last(world):
    """what is kept is bounded, begins anywhere, and ends with what happened last"""
    world.write("crash.erl", CRASH)
    status, _, err = world.run("run", "--record-last=1MB", "--record-file", "last", "--record-calls", "crash", "crash.erl", "many")
    size = (world.folder / "last.strace").stat().st_size
    assert status == 1 and (100 << 10) < size < (1024 << 10), (status, size, err)
    lines = printed(world, world.folder / "last.strace")
    assert any(line.endswith("crash:work(last)") for line in lines[-1000:]), lines[-20:]
    assert not any(line.endswith("crash:work(1)") for line in lines) and len(lines) > 5000, len(lines)


def test_record_heads(world):
    """of a large message its head is recorded, and so are the events behind it"""
    status, _, logs = record(world, "large", "--record-events", "messages")
    lines = logs["last.strace"]
    heads = [line for line in lines if "{large,[1,2,3,4,5" in line]
    assert "sonde" not in lines[0], "the first event is none of the program"
    assert status == 4 and len(heads) == 2 and lines[-1].endswith("complete"), (status, lines)
    log = world.folder / "last.strace"
    status, out, err = world.run("trace", "--format", "erlang", log)
    assert (status, err) == (0, "") and max(len(line) for line in out.splitlines()) < 500, out


def test_record_asked_for(world):
    """a signal and a client get a snapshot of a program that goes on"""
    world.write("crash.erl", CRASH)
    process = subprocess.Popen([world.sonde, "run", "--record-last=30s", "--record-file", "asked", "--control", "s.sock", "crash.erl", "wait"],
                               cwd=world.folder, env=world.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "here\n"
        status, out, err = world.run("trace", "--attach", "s.sock", "--snapshot")
        assert (status, err) == (0, "") and out.startswith("asked.strace: the last "), (status, out, err)
        process.send_signal(signal.SIGUSR2)
        end = time.monotonic() + 20
        while not (world.folder / "asked-2.strace").exists() and time.monotonic() < end:
            time.sleep(0.05)
        assert "asked-2.strace" in process.stderr.readline()
        assert printed(world, world.folder / "asked-2.strace")[-1].endswith("complete")
    finally:
        process.kill()
        process.communicate()


def test_record_usage(world):
    """what makes no sense is one line"""
    world.write("crash.erl", CRASH)
    for size in ("x", "0MB", "5", "2GB", "4000s"):
        expect_usage_error(world, "run", f"--record-last={size}", "crash.erl", "halt", say="expected a size up to 1024MB or a time")
    expect_usage_error(world, "run", "--record-last", "--record-when", "queue=x", "crash.erl", "halt", say="queue=N")
    expect_usage_error(world, "run", "--record-calls", "crash", "crash.erl", "halt", say="needs --record-last")
    expect_usage_error(world, "run", "--record-last", "--record-events", "weather", "crash.erl", "halt", say="weather")
    expect_usage_error(world, "trace", "--snapshot", "crash.erl", say="needs --attach")
    for more in (["--calls", "crash"], ["--messages"], ["--format", "jsonl"], ["-o", "x"], ["--max-events", "1"]):
        expect_usage_error(world, "trace", "--attach", "none.sock", "--snapshot", *more, say="--snapshot excludes --" if more[0] != "-o" else "--output")
    expect_error(world, "trace", "--attach", "none.sock", "--snapshot", say="none.sock")
