"""`sonde trace --durations`, whose tail calls stay tail calls, and other ways to say when events were and of whom."""

import json
import re
import subprocess

from pictures import message
from profiles import PPROF
from world import expect_usage_error, HELLO

LOOP = """-module(loop).
-export([main/1, big/1, f/1, g/1, h/1, loop/1, bad/1]).
main(["small"]) -> f(3), loop(5), catch bad(2);
main(["big"]) -> big(100000);
main(["both"]) ->
    %% A second session, which makes tail calls ordinary ones.
    Tracer = spawn(fun() -> receive never -> ok end end),
    Other = trace:session_create(other, Tracer, []),
    trace:function(Other, {?MODULE, loop, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(Other, self(), true, [call]),
    loop(50).
f(X) -> h(X), g(X + 1).
g(X) -> h(X), X.
h(X) -> lists:seq(1, X).
loop(0) -> done;
loop(N) -> loop(N - 1).
bad(0) -> error(oops);
bad(N) -> bad(N - 1).
big(0) -> ok;
big(N) -> big(N - 1).
"""
TIME = r"\d+(?:\.\d+)? (?:ns|us|ms|s)"


def durations(world, *options):
    world.write("loop.erl", LOOP)
    status, out, err = world.run("trace", "--durations", *options)
    assert (status, out) == (0, ""), (status, out, err)
    return err


def test_durations(world):
    """tail calls have the place of the call that they end, which returns once, also by an exception"""
    text = durations(world, "--calls", "loop:f,loop:g,loop:h,loop:loop,loop:bad", "loop.erl", "small")
    lines = [re.sub(TIME, "T", line.partition(" main ")[2])[12:] for line in text.splitlines()[:-1]]
    assert lines == [
        "loop:f(3)", "  loop:h(3)", "  loop:h/1 -> [1,2,3]  (T)", "loop:g(4)  (tail call)", "  loop:h(4)", "  loop:h/1 -> [1,2,3,4]  (T)",
        "loop:f/1 -> 4  (T, own T, 1 tail call)",
        "loop:loop(5)", *(f"loop:loop({n})  (tail call)" for n in range(4, -1, -1)), "loop:loop/1 -> done  (T, own T, 5 tail calls)",
        "loop:bad(2)", "loop:bad(1)  (tail call)", "loop:bad(0)  (tail call)", "loop:bad/1 ** error:oops  (T, own T, 2 tail calls)"], text


def test_returns_after_exceptions(world):
    """with --returns an exception ends its call, too: what comes later is not inside it; it is no event"""
    world.write("caught.erl", """-module(caught).
-export([main/0, f/1, g/1]).
main() -> f(2), g(0).
f(0) -> ok;
f(N) -> catch g(N), f(N - 1).
g(0) -> ok;
g(N) -> throw(N).
""")
    for options in (["--returns"], ["--exceptions"], ["--returns", "--exceptions"]):
        status, out, err = world.run("trace", "--calls", "caught:f,caught:g", *options, "caught.erl")
        lines = [re.sub(TIME, "T", line.partition(" main ")[2])[12:] for line in err.splitlines()[:-1]]
        calls = [line for line in lines if line.endswith(")") and "/" not in line]
        assert calls == ["caught:f(2)", "  caught:g(2)", "  caught:f(1)", "    caught:g(1)", "    caught:f(0)", "caught:g(0)"], (options, err)
        assert any("**" in line for line in lines) == ("--exceptions" in options) and any("->" in line for line in lines) == ("--returns" in options), err
        assert err.splitlines()[-1] == f"... {len(lines)} events, complete", (options, err)


def test_returns_and_hibernating(world):
    """a process that hibernates has left its calls: the next one is not inside them, neither in a text nor in a page"""
    world.write("sleeper.erl", """-module(sleeper).
-export([main/0, loop/1, work/1]).
main() ->
    Pid = spawn(?MODULE, loop, [0]),
    [begin Pid ! {self(), N}, receive N -> ok end end || N <- [1, 2, 3]].
loop(Sum) -> receive {From, N} -> work(N), From ! N, erlang:hibernate(?MODULE, loop, [Sum + N]) end.
work(N) -> N.
""")
    for option in ("--returns", "--durations"):
        for engine in ("interp", "tiered"):
            status, out, err = world.run("trace", "--calls", "sleeper:loop,sleeper:work", option, f"--engine={engine}", "sleeper.erl")
            lines = [line.partition(" sleeper:loop/1 ")[2].strip("\n")[1:] for line in err.splitlines() if " sleeper:loop/1 " in line]
            lines = [re.sub(r"  \(.*\)$", "", line) for line in lines]
            assert lines[:4] == ["sleeper:loop(0)", "  sleeper:work(1)", "  sleeper:work/1 -> 1", "erlang:hibernate(sleeper, loop, [1])"], err
            assert lines[4:7] == ["sleeper:loop(1)", "  sleeper:work(2)", "  sleeper:work/1 -> 2"], err
    status, out, err = world.run("trace", "--calls", "sleeper:work", "sleeper.erl")
    assert "hibernate" not in err, err


def test_durations_of_a_million(world):
    """a long loop of tail calls is one frame, in every engine: the stack of the process does not grow"""
    for engine in ("interp", "baseline", "jit"):
        text = durations(world, "--calls", "loop:big", "--no-args", f"--engine={engine}", "--jit-threshold=10", "--jit-only=loop", "--max-memory=200", "--format", "jsonl",
                         "loop.erl", "big")
        *_, last, note = [json.loads(line) for line in text.splitlines()[-2:]]
        assert (last["event"], last["value"], last["tail_calls"]) == ("return_from", "ok", 100_000), (engine, last)
        assert note == {"note": "100002 events, complete"}, note


def test_durations_beside_another_session(world):
    """where another session has frames between, the return still comes, with the calls that it stands for"""
    text = durations(world, "--calls", "loop:loop", "loop.erl", "both")
    assert len(re.findall(r"loop:loop\(\d+\)", text)) == 51 and "... " in text.splitlines()[-1], text
    returns = [1 + int(count or 0) for count in re.findall(r"loop:loop/1 -> done  \([^)\n]*?(?:, (\d+) tail calls?)?\)", text)]
    assert sum(returns) == 51 and len(returns) < 8, (returns, text)


def test_durations_folded(world):
    """in stacks, a function that another one ended in has its own weight"""
    text = durations(world, "--calls", "loop:f,loop:g,loop:h", "--format", "speedscope", "loop.erl", "small")
    document = json.loads(text)
    frames = [frame["name"] for frame in document["shared"]["frames"]]
    [profile] = document["profiles"]
    stacks = {";".join(frames[number] for number in stack) for stack in profile["samples"]}
    assert stacks == {"loop:f/1", "loop:f/1;loop:h/1", "loop:g/1", "loop:g/1;loop:h/1"}, stacks


def test_trace_pprof(world):
    """--format pprof has the stacks of the calls, with the process as label"""
    world.write("loop.erl", LOOP)
    status, out, err = world.run("trace", "--calls", "loop:f,loop:h", "--returns", "--format", "pprof", "-o", "loop.pb", "loop.erl", "small")
    assert (status, out, err) == (0, "", ""), (status, out, err)
    with open(world.folder / "loop.pb", "rb") as file:
        done = subprocess.run(["protoc", f"--proto_path={PPROF.parent}", "--decode=perftools.profiles.Profile", PPROF.name], stdin=file,
                              stdout=subprocess.PIPE, check=True)
    file = message(iter(done.stdout.decode().splitlines()))
    texts = file["string_table"]
    functions = {function["id"][0]: texts[function["name"][0]] for function in file["function"]}
    stacks = {tuple(functions[number] for number in sample["location_id"]) for sample in file["sample"]}
    assert {texts[sample["label"][0]["str"][0]] for sample in file["sample"]} == {"main"}, file
    assert stacks <= {("loop:f/1",), ("loop:h/1", "loop:f/1")} and ("loop:h/1", "loop:f/1") in stacks, stacks


def test_trace_of_initial_calls(world):
    """--pids with the initial call keeps the trace to processes that began with it"""
    world.write("begun.erl", """-module(begun).
-export([main/0, worker/1, other/0]).
main() -> [begin {_, M} = spawn_monitor(?MODULE, F, A), receive {'DOWN', M, _, _, _} -> ok end end || {F, A} <- [{worker, [1]}, {other, []}, {worker, [2]}]].
worker(N) -> self() ! N, receive N -> ok end.
other() -> self() ! other, receive other -> ok end.
""")
    status, out, err = world.run("trace", "--messages", "--pids", "begun:worker/1", "begun.erl")
    assert (status, out) == (0, "") and re.findall(r"receives (.*)", err) == ["1", "2"] and "other" not in err, (status, out, err)


def test_trace_deltas(world):
    """--deltas: the time since the event before; --time ends the trace"""
    world.write("slow.erl", """-module(slow).
-export([main/0, f/1]).
main() -> f(1), receive after 30 -> f(2) end, f(3).
f(N) -> N.
""")
    status, out, err = world.run("trace", "--calls", "slow:f", "--deltas", "slow.erl")
    times = [re.match(r" *\+([\d.]+) (ns|us|ms|s) <0", line) for line in err.splitlines()[:3]]
    assert (status, out) == (0, "") and all(times) and times[1][2] in ("ms", "s") and float(times[1][1]) >= (30 if times[1][2] == "ms" else 0), err
    # It ends when the trace has ended.
    world.write("until.erl", """-module(until).
-export([main/0, f/1]).
main() -> f(1), case trace:session_info({?MODULE, f, 1}) of [] -> ok; _ -> receive after 1 -> main() end end.
f(N) -> N.
""")
    for time in ("20", "20ms", "0.02s"):
        status, out, err = world.run("trace", "--time", time, "--calls", "until:f", "until.erl")
        assert (status, out) == (0, "") and err.endswith("incomplete: ended by --time\n"), (time, status, out, err)


def test_durations_usage(world):
    """a time has a unit that is known, or none; what is wrong is said with what was found"""
    for option in (["trace", "--calls", "lists", "--time"], ["trace", "--calls", "lists", "--stop-after"], ["top", "--attach", "x.sock", "--interval"]):
        for time in ("", "x", "10x", "-1s", "1.5", "10 s", "1e3", "s", "ms", "nan", "inf", "99999999999999999999s"):
            expect_usage_error(world, *option, time, "hello.erl", say="expected a time")
    expect_usage_error(world, "top", "--attach", "x.sock", "--interval", "5ms", say="expected a time from 10ms to 1h, found 5ms")
    for time in ("20", "500ms", "10s", "2m", "1h", "1.5s", "0"):
        world.write("hello.erl", HELLO)
        assert world.run("trace", "--time", time, "--calls", "hello:twice", "hello.erl")[0] == 0, time
    for size in ("10", "10x", "2h", "0s", "1.5s", "s"):
        expect_usage_error(world, "run", f"--record-last={size}", "hello.erl", say="a time up to 1h")
    for size in ("100ms", "30s", "2m", "1h"):
        assert world.run("run", f"--record-last={size}", "hello.erl") == (0, "hello 42\n", ""), size
