"""Logs of events (.strace): `sonde trace --format strace` writes them, `sonde trace FILE.strace` prints them."""

import json
import pathlib
import shutil
import signal
import subprocess

from world import expect_error, expect_usage_error, HELLO, one_line

TALK = """-module(talk).
-export([main/0, f/1]).
main() -> [f(N) || N <- lists:seq(1, 3)], self() ! {hello, "you"}, receive {hello, _} -> ok end, io:format("done~n").
f(N) -> {N, <<"x">>}.
"""


def write_log(world):
    """The path of a log with three calls, their returns, and a message to itself."""
    world.write("talk.erl", TALK)
    status, out, err = world.run("trace", "--calls", "talk:f", "--returns", "--messages", "--format", "strace", "-o", "talk.strace", "talk.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    return world.folder / "talk.strace"


def test_trace_log(world):
    """a program's events go to a log, which is printed in the formats of sonde trace"""
    write_log(world)
    status, out, err = world.run("trace", "talk.strace")
    assert (status, err) == (0, ""), (status, err)
    lines = out.splitlines()
    assert [line.split(None, 3)[3].split("  (")[0] for line in lines[:6]] == \
        [text for n in (1, 2, 3) for text in (f"talk:f({n})", f'talk:f/1 -> {{{n},<<"x">>}}')], out
    assert lines[6].endswith('! {hello,"you"}') and lines[7].endswith('receives {hello,"you"}'), out
    assert lines[8:] == ["... 8 events, complete"], out
    status, out, err = world.run("trace", "--format", "jsonl", "talk.strace")
    events = [json.loads(line) for line in out.splitlines()]
    assert events[1]["value"] == '{1,<<"x">>}' and events[-1] == {"note": "8 events, complete"}, out
    status, out, err = world.run("trace", "--format", "mermaid", "-o", "talk.mmd", "talk.strace")
    assert (status, out, err) == (0, "", "") and (world.folder / "talk.mmd").read_text().startswith("sequenceDiagram\n"), (status, out, err)


NAMED = """-module(named).
-export([main/0, server/0, f/1]).
main() ->
    P = spawn(?MODULE, server, []),
    register(calc, spawn(fun server/0)),
    [begin To ! {f, self()}, receive done -> ok end end || To <- [P, calc]],
    f(main).
server() -> receive {f, From} -> f(server), From ! done end.
f(X) -> X.
"""


def test_trace_log_names(world):
    """a log has the names of processes, registered or by the function they began with, in every format, from their first event on"""
    world.write("named.erl", NAMED)
    status, out, err = world.run("trace", "--calls", "named:f", "--format", "strace", "-o", "named.strace", "named.erl")
    assert (status, out, err) == (0, "", ""), (status, out, err)
    status, out, err = world.run("trace", "named.strace")
    names = [line.split()[2] for line in out.splitlines()[:3]]
    assert (status, err, names) == (0, "", ["named:server/0", "calc", "main"]) and out.endswith("... 3 events, complete\n"), out
    status, out, _ = world.run("trace", "--format", "jsonl", "named.strace")
    assert [json.loads(line).get("name") for line in out.splitlines()[:3]] == names, out


def test_trace_log_of_funs(world):
    """closures are in a log as the machine prints them, with module, index and check sum; so are functions by name"""
    world.write("funs.erl", """-module(funs).
-export([main/0, f/1]).
main() ->
    N = list_to_integer("7"),
    [begin f(Fun), io:format("~w~n", [Fun]) end || Fun <- [fun() -> N end, fun() -> ok end, fun lists:map/2, fun ?MODULE:f/1]].
f(_) -> ok.
""")
    status, out, err = world.run("trace", "--calls", "funs:f", "--format", "strace", "-o", "funs.strace", "funs.erl")
    assert status == 0 and out.startswith("#Fun<funs.") and len(out.splitlines()) == 4, (out, err)
    status, printed, _ = world.run("trace", "funs.strace")
    arguments = [line.split("funs:f(")[1][:-1].strip("'") for line in printed.splitlines() if "funs:f(" in line]
    assert status == 0 and arguments == out.splitlines(), printed


def test_trace_log_of_calls_alone(world):
    """without returns, calls are not nested, and there is nothing for formats that show how long they took"""
    world.write("talk.erl", TALK)
    status, out, err = world.run("trace", "--calls", "talk", "--format", "strace", "-o", "calls.strace", "talk.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    status, out, err = world.run("trace", "calls.strace")
    calls = [line[len("0.000000 <0.9.0> main"):] for line in out.splitlines()[:-1]]
    assert (status, err) == (0, "") and len(calls) >= 4 and len({len(call) - len(call.lstrip()) for call in calls}) == 1, out
    for form in ("folded", "speedscope", "pprof"):
        expect_error(world, "trace", "--format", form, "-o", "calls.out", "calls.strace", say="has no returns")


def test_trace_log_of_bounds(world):
    """a session that ends by itself, or drops events, is no event of the log; the log is incomplete, and says why"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "hello", "--max-events", 1, "--format", "strace", "-o", "ended.strace", "hello.erl")
    assert (status, out, err) == (0, "hello 42\n", ""), (status, out, err)
    status, out, err = world.run("trace", "ended.strace")
    assert (status, err) == (0, "") and "hello:main()" in out, (status, out, err)
    assert out.splitlines()[1:] == ["... tracing stopped: --max-events", "... 1 event, incomplete: ended by --max-events"], out
    world.write("many.erl", """-module(many).
-export([main/0, f/1]).
main() -> [f(N) || N <- lists:seq(1, 1000)].
f(N) -> N.
""")
    world.run("trace", "--calls", "many:f", "--max-rate", 10, "--format", "strace", "-o", "rate.strace", "many.erl")
    status, out, err = world.run("trace", "rate.strace")
    lines = out.splitlines()
    dropped = sum(int(line.split()[1]) for line in lines if line.endswith("dropped by the session's bounds") and "complete" not in line)
    events = sum("many:f(" in line for line in lines)
    assert (status, err) == (0, "") and events + dropped == 1000, (status, err, events, dropped)
    assert lines[-1] == f"... {events} events, incomplete: {dropped} dropped by the session's bounds", lines[-1]


def test_trace_log_usage(world):
    """what does not go with a log is one line and status 2"""
    write_log(world)
    world.write("hello.erl", HELLO)
    expect_usage_error(world, "trace", "--calls", "hello", "--format", "strace", "hello.erl", say="-o FILE")
    expect_usage_error(world, "trace", "--calls", "hello", "--pids", "name", "--format", "strace", "-o", "x.strace", "hello.erl", say="--pids name")
    expect_usage_error(world, "trace", "--calls", "talk", "talk.strace", say="is a log")
    expect_usage_error(world, "trace", "--format", "strace", "-o", "x.strace", "talk.strace", say="is a log already")
    expect_usage_error(world, "trace", "talk.strace", "more", say="more")
    for idle in (["--deltas"], ["--max-events", 1], ["--time", "1s"], ["--max-rate", 1], ["--max-arg", 10], ["--arg", 1], ["--no-result"],
                 ["--explain"], ["--system"], ["--queue-limit", 5], ["--overload", "stop"], ["--pids", "all"], ["--stack"], ["--sname", "a"]):
        expect_usage_error(world, "trace", *idle, "talk.strace", say="FILE is a log: only --format, --depth and --output")
    status, out, err = world.run("trace", "--engine=interp", "--schedulers", 1, "--depth", 1, "--format", "erlang", "-o", "talk.text", "talk.strace")
    assert (status, out, err) == (0, "", ""), (status, out, err)


def test_trace_log_of_any_name(world):
    """a log is known by its first bytes, whatever its name"""
    log = write_log(world)
    expected = world.run("trace", log)
    for name in ("talk", "talk.log", "talk.erl.beam"):
        shutil.copy(log, world.folder / name)
        assert world.run("trace", name) == expected, name
        expect_usage_error(world, "trace", "--calls", "talk", name, say="FILE is a log")


def test_trace_log_is_no_log(world):
    """a file that is no log, or one of another version, is refused by one line"""
    log = write_log(world).read_bytes()
    expect_error(world, "trace", "none.strace", say="none.strace: no such file")
    expect_error(world, "trace", world.write("text.strace", b"hello\n"), say="expected a log")
    expect_error(world, "trace", world.write("empty.strace", b""), say="expected a log")
    for length in (8, 9, 10, 11):
        cut = world.write("start.strace", log[:length])
        for command in ("trace", "view"):
            expect_error(world, command, cut, say="found the start of its head")
    expect_error(world, "trace", world.write("later.strace", log[:8] + b"\x02" + log[9:]), say="version 2")


def test_trace_log_cut(world):
    """a log that ends anywhere is printed as far as it goes, and says that it has no end"""
    log = write_log(world).read_bytes()
    for length in range(12, len(log), 23):
        status, out, err = world.run("trace", "--format", "erlang", world.write("cut.strace", log[:length]))
        assert status == 0 and one_line(err) and "cut.strace: incomplete: the log has no end" in err, (length, status, err)
        assert len(out.splitlines()) in (0, 8), (length, out)
    world.write("cut.strace", log[:-3])
    status, out, err = world.run("trace", "cut.strace")
    assert status == 0 and out.splitlines()[-1] == "... 8 events, incomplete: the log has no end: it is being written, or its machine was killed, or its disk was full", (status, out, err)


def test_trace_log_damaged(world):
    """a damaged log is printed up to the damage; where that is, is one line, and the status is 1"""
    log = write_log(world).read_bytes()
    for offset in range(12, len(log), 29):
        damaged = bytearray(log)
        damaged[offset] ^= 0x55
        status, out, err = world.run("trace", world.write("damaged.strace", bytes(damaged)))
        assert "... " in out, (offset, out)
        if status == 1:
            assert err.startswith("sonde: ") and err.count("\n") == 1 and "damaged at byte" in err, (offset, err)
        else:  # the length of the last chunks now exceeds the file
            assert (status, err) == (0, "") and "incomplete: the log has no end: " in out.splitlines()[-1], (offset, status, out, err)


def test_trace_log_of_killed(world):
    """a machine that is killed leaves a log that can be read, and so does one that still runs"""
    world.write("endless.erl", """-module(endless).
-export([main/0, f/1]).
main() -> [f(N) || N <- lists:seq(1, 500)], timer:sleep(200), io:format("here~n"), receive never -> ok end.
f(N) -> N.
""")
    process = subprocess.Popen([world.sonde, "trace", "--calls", "endless:f", "--format", "strace", "-o", "endless.strace", "endless.erl"],
                               cwd=world.folder, env=world.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "here\n"
    expected = "endless:f(500)\n... 500 events, incomplete: the log has no end: it is being written, or its machine was killed, or its disk was full\n"
    status, out, _ = world.run("trace", "endless.strace")
    assert status == 0 and out.endswith(expected), (status, out[-200:])
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    status, out, _ = world.run("trace", "endless.strace")
    assert status == 0 and out.endswith(expected), (status, out[-200:])


def test_trace_log_of_halting(world):
    """a program that halts, or is interrupted, has its log written to the end"""
    world.write("halting.erl", """-module(halting).
-export([main/1, f/1]).
main([Way]) -> [f(N) || N <- lists:seq(1, 500)], end_it(Way), receive never -> ok end.
end_it("halt") -> halt(3);
end_it("stop") -> init:stop(3).
f(N) -> N.
""")
    for way in ("halt", "stop"):
        status, out, err = world.run("trace", "--calls", "halting:f", "--format", "strace", "-o", "halting.strace", "halting.erl", way)
        assert (status, out, err) == (3, "", ""), (way, status, out, err)
        status, out, _ = world.run("trace", "halting.strace")
        assert status == 0 and out.endswith("halting:f(500)\n... 500 events, complete\n"), (way, status, out[-200:])


def test_trace_log_of_halting_program(world):
    """a log that the program has opened itself and not closed has its end when the machine halts"""
    world.write("forgetful.erl", """-module(forgetful).
-export([main/0, f/1]).
main() ->
    {ok, Log} = sonde_trace_log:open("forgetful.strace"),
    1 = erlang:trace(self(), true, [call, {tracer, sonde_trace_log, Log}]),
    1 = erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    [f(N) || N <- lists:seq(1, 300)],
    halt(4).
f(N) -> N.
""")
    status, out, err = world.run("run", "forgetful.erl")
    assert (status, out, err) == (4, "", ""), (status, out, err)
    status, out, _ = world.run("trace", "forgetful.strace")
    assert status == 0 and out.endswith("forgetful:f(300)\n... 300 events, complete\n"), (status, out[-200:])


def test_trace_log_full_disk(world):
    """a log that cannot be written ends with one line and status 1; the program goes on"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "hello", "--format", "strace", "-o", "/dev/full", "hello.erl")
    assert (status, out) == (1, "hello 42\n"), (status, out, err)
    assert err == "sonde: /dev/full: no space left on device, the trace ends early\n", err


ANYWHERE = """-module(anywhere).
-export([main/1, f/1]).
main([File]) ->
    {ok, Log} = sonde_trace_log:open(File),
    erlang:trace(self(), true, [call, {tracer, sonde_trace_log, Log}]),
    1 = erlang:trace_pattern({?MODULE, f, 1}, [{'_', [], [{return_trace}]}], [local]),
    [f({N, self()}) || N <- lists:seq(1, 100)],
    {ok, #{events := 200, dropped := 0}} = sonde_trace_log:close(Log),
    io:format("~s~n", [erlang:system_info(otp_release)]),
    halt().
f(X) -> X.
"""


def test_trace_log_of_erlang(world):
    """the same library works in Erlang/OTP; `sonde` prints what it wrote there"""
    if shutil.which("erl") is None:
        print("SKIPPED trace_log_of_erlang: no erl on PATH")
        return
    world.compile("anywhere", ANYWHERE)
    folder = pathlib.Path(world.sonde).resolve().parent / "erl" / "trace_log"
    done = subprocess.run(["erl", "-noinput", "-pa", folder, world.folder / "ebin", "-eval", 'anywhere:main(["x.strace"]).'], cwd=world.folder,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and done.stdout.strip().isdigit(), (done.stdout, done.stderr)
    status, out, err = world.run("trace", "x.strace")
    assert (status, err) == (0, "") and out.count("anywhere:f({") == 100 and out.endswith("... 200 events, complete\n"), (status, out[-300:], err)
