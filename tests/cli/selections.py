"""Which calls and processes `sonde trace` shows: several patterns, counts, names of processes, limits."""

import re
import subprocess

from attach import server
from world import expect_usage_error

SUMS = """-module(sums).
-export([main/1, sum/1]).
main([N]) -> io:format("~w~n", [sum(list_to_integer(N))]).
sum(0) -> 0;
sum(N) -> N + sum(N - 1).
"""


def shown(err):
    """What the lines of a trace say behind the process, without durations and places of a stack."""
    return [re.sub(r"  \(.*", "", line.split(None, 3)[3]) for line in err.splitlines() if re.match(r"\d+\.\d+ <", line)]


def test_patterns_of_one_function(world):
    """calls that one of several patterns fits are traced, whatever their order; the pattern with actions counts where several fit"""
    world.write("sums.erl", SUMS)
    three = ["sums:sum(3)", "sums:sum(2)", "sums:sum(1)", "sums:sum(0)"]
    returned = [*three, "sums:sum/1 -> 0"]
    for patterns, expected in ((["sums:sum(3)", "sums:sum(1)"], ["sums:sum(3)", "sums:sum(1)"]),
                               (["sums:sum(3),sums:sum(1)"], ["sums:sum(3)", "sums:sum(1)"]),
                               (["sums:sum/1", "sums:sum(0) -> return"], returned),
                               (["sums:sum(0) -> return", "sums:sum/1"], returned),
                               (["sums", "sums:sum(0) -> return"], ['sums:main(["3"])', *returned]),
                               (["sums:sum(0) -> return", "sums"], ['sums:main(["3"])', *returned]),
                               (["sums:sum(_) -> caller", "sums:sum(0) -> return;caller"],
                                ["sums:sum(3)  from sums:main/1", *(f"sums:sum({n})  from sums:sum/1" for n in (2, 1, 0)), "sums:sum/1 -> 0"]),
                               (["sums:sum(X) when X > 2", "sums:sum(X) when X < 1"], ["sums:sum(3)", "sums:sum(0)"])):
        status, out, err = world.run("trace", *(word for pattern in patterns for word in ("--calls", pattern)), "sums.erl", "3")
        assert (status, out) == (0, "6\n"), (status, out, err)
        assert shown(err) == expected, (patterns, err)
    status, out, err = world.run("trace", "--count", "--calls", "sums", "--calls", "sums:sum", "sums.erl", "3")
    assert (status, err) == (0, "         4 sums:sum/1\n         1 sums:main/1\n"), (status, err)


COUNTED = """-module(counted).
-export([main/0, f/1]).
main() -> count(erlang:monotonic_time(millisecond) + 700), io:format("done~n").
count(End) -> f(1), erlang:monotonic_time(millisecond) > End orelse (receive after 1 -> count(End) end).
f(X) -> X.
"""


def test_counts_until_a_time(world):
    """--count prints what was counted when --time is over, also of a program that runs already; later calls do not count"""
    world.write("counted.erl", COUNTED)
    status, out, err = world.run("trace", "--count", "--calls", "counted:f", "--calls", "counted:main", "--time", "200ms", "counted.erl")
    assert (status, out) == (0, "done\n"), (status, out, err)
    counts = re.fullmatch(r"... tracing stopped: --time\n +(\d+) counted:f/1\n +1 counted:main/0\n", err)
    assert counts and 1 <= int(counts[1]) <= 400, err
    with server(world):
        status, out, err = world.run("trace", "--attach", "server.sock", "--count", "--calls", "server:tick", "--time", "200ms")
        assert status == 0 and re.fullmatch(r"... tracing stopped: --time\n +[1-9]\d* server:tick/1\n", err), (status, out, err)
        assert world.run("breakpoints", "--attach", "server.sock") == (0, "no breakpoints\n", "")


def test_counts_without_what_cannot_be_counted(world):
    """conditions, arguments, processes and limits of events are refused beside --count, with one line"""
    world.write("counted.erl", COUNTED)
    for options, say in ((["--calls", "counted:f(X) when X > 2"], "found counted:f(X) when X > 2"), (["--calls", "counted:f(_)"], "found counted:f(_)"),
                         (["--calls", "counted:f", "--pids", "new"], "--count excludes --pids"),
                         (["--calls", "counted:f", "--max-events", "3"], "--count excludes --max-events"),
                         (["--calls", "counted:f", "--where", "fun(_) -> true end"], "--count goes with --calls only")):
        expect_usage_error(world, "trace", "--count", *options, "counted.erl", say=say)
    expect_usage_error(world, "trace", "--count", "--attach", "none.sock", "--calls", "counted:f(1)", say="found counted:f(1)")


THROWS = """-module(throws).
-export([main/0, f/1, g/1]).
main() -> [f(N) || N <- lists:seq(1, 5)], io:format("done~n").
f(N) -> try g(N) catch throw:T -> T end.
g(N) -> throw(N).
"""


def test_limits_count_what_is_shown(world):
    """--max-events is about events that are shown: not of other processes, not exceptions that --returns does not show, but those of --seq"""
    world.write("throws.erl", THROWS)
    options = ["--calls", "throws:f,throws:g", "--returns", "--max-events", 7]
    expected = [line for n in (1, 2, 3) for line in (f"throws:f({n})", f"throws:g({n})", f"throws:f/1 -> {n}")][:7]
    status, out, err = world.run("trace", *options, "throws.erl")
    assert shown(err) == expected and err.endswith("... 7 events, incomplete: ended by --max-events\n"), err
    world.run("trace", *options, "--format", "strace", "-o", "throws.strace", "throws.erl")
    status, out, err = world.run("trace", "throws.strace")
    assert shown(out) == expected and out.endswith("... 7 events, incomplete: ended by --max-events\n"), out
    with server(world):
        for options in (["--messages", "--pids", "server"], ["--calls", "server:tick", "--pids", "server"]):
            status, out, err = world.run("trace", "--attach", "server.sock", *options, "--max-events", 9)
            assert len(shown(err)) == 9 and err.endswith("... tracing stopped: --max-events\n... 9 events, incomplete: ended by --max-events\n"), err
            assert all("> server " in line for line in err.splitlines()[:9]), err


def test_rates_count_what_is_shown(world):
    """--max-rate likewise: so many events of the process in a second, and each one that is left out is in a number of dropped events"""
    with server(world):
        status, out, err = world.run("trace", "--attach", "server.sock", "--calls", "server:tick", "--pids", "server", "--max-rate", 5, "--time", "600ms")
        dropped = [int(number) for number in re.findall(r"\.\.\. (\d+) events dropped", err)]
        assert len(shown(err)) == 5 and sum(dropped) > 5, err
        assert err.endswith(f"... 5 events, incomplete: {sum(dropped)} dropped, ended by --time\n"), err


REGISTERS = """-module(registers).
-export([main/0, f/1]).
main() ->
    f(1),
    register(boss, self()),
    f(2),
    Boss = self(),
    Other = spawn(fun() -> receive go -> register(other, self()), f(3), Boss ! {done, self()} end end),
    Other ! go,
    receive {done, Other} -> f(4) end.
f(X) -> X.
"""


def test_names_that_come_later(world):
    """--pids finds the first process by the name it registers, and as main; each process has its name from then on"""
    world.write("registers.erl", REGISTERS)
    for name, expected in (("boss", [2, 4]), ("main", [1, 2, 4]), ("other", [3]), ("boss,other", [2, 3, 4])):
        status, out, err = world.run("trace", "--calls", "registers:f", "--pids", name, "registers.erl")
        assert (status, out) == (0, ""), (status, out, err)
        assert shown(err) == [f"registers:f({n})" for n in expected] and "no process had" not in err, (name, err)
    status, out, err = world.run("trace", "--messages", "--pids", "boss", "registers.erl")
    assert [re.sub(r"<0\.\d+\.0> \(registers:'-main/0-fun-0-'/0\)", "<P>", what) for what in shown(err)] == ["<P> ! go", shown(err)[-1]], err
    assert err.count("> boss ") == 2, err
    status, out, err = world.run("trace", "--calls", "registers:f", "registers.erl")
    assert [line.split()[2] for line in err.splitlines()[:4]] == ["main", "boss", "other", "boss"], err
    with server(world):
        register_later = ["trace", "--attach", "server.sock", "--calls", "server:tick", "--pids", "server", "--max-events", 1]
        assert world.run(*register_later)[2].endswith("... 1 event, incomplete: ended by --max-events\n")


RELOADS = """-module(reloads).
-export([main/0]).
main() ->
    [begin load(V), V = dynamic:version(), V = dynamic:version() end || V <- [1, 2, 3]],
    code:purge(dynamic), code:delete(dynamic), code:purge(dynamic),
    io:format("~w~n", [code:is_loaded(dynamic)]),
    load(4), dynamic:version(), dynamic:other().
load(V) ->
    code:purge(dynamic),
    {ok, Module, Code} = compile:forms([form(T) || T <- ["-module(dynamic).", "-export([version/0, other/0]).",
                                                         "version() -> " ++ integer_to_list(V) ++ ".", "other() -> ok."]]),
    {module, Module} = code:load_binary(Module, "dynamic.erl", Code).
form(Text) -> {ok, Tokens, _} = erl_scan:string(Text), {ok, Form} = erl_parse:parse_form(Tokens), Form.
"""


def test_counts_of_code_that_is_replaced(world):
    """--count has the calls of all versions of a module, also of one that was deleted"""
    world.write("reloads.erl", RELOADS)
    for pattern in ("dynamic", "dynamic:version/0"):
        status, out, err = world.run("trace", "--count", "--calls", pattern, "reloads.erl")
        counts = [line.split() for line in err.splitlines() if not line.startswith("sonde: ")]
        expected = [["7", "dynamic:version/0"], ["1", "dynamic:other/0"]]
        assert (status, out) == (0, "false\n") and counts == [row for row in expected if row[1].startswith(pattern)], (status, out, err)


STORM = """-module(storm).
-export([main/0]).
main() ->
    Codes = [code(V) || V <- [1, 2]],
    load(hd(Codes)),
    Self = self(),
    Callers = [spawn(fun() -> call(Self, 0) end) || _ <- [1, 2, 3]],
    [begin load(Code), dynamic:local(), receive after 1 -> ok end end || _ <- lists:seq(1, 25), Code <- Codes],
    [Caller ! stop || Caller <- Callers],
    io:format("~w~n", [lists:sum([receive {Caller, N} -> N end || Caller <- Callers])]).
call(Parent, N) ->
    receive stop -> Parent ! {self(), N}
    after 0 -> dynamic:version(), call(Parent, N + 1)
    end.
code(V) ->
    {ok, dynamic, Code} = compile:forms([form(T) || T <- ["-module(dynamic).", "-export([version/0, local/0]).", "local() -> one() + one().",
                                                          "one() -> " ++ integer_to_list(V) ++ ".", "version() -> ok."]]),
    Code.
load(Code) ->
    case code:soft_purge(dynamic) of
        true -> {module, dynamic} = code:load_binary(dynamic, "dynamic.erl", Code);
        false -> receive after 1 -> load(Code) end
    end.
form(Text) -> {ok, Tokens, _} = erl_scan:string(Text), {ok, Form} = erl_parse:parse_form(Tokens), Form.
"""


def test_counts_while_code_is_replaced(world):
    """no call is lost or counted twice while other processes call the functions that are replaced"""
    world.write("storm.erl", STORM)
    for engine in ("interp", "baseline", "tiered"):
        status, out, err = world.run("trace", "--engine", engine, "--count", "--calls", "dynamic", "storm.erl")
        counts = {name: int(count) for count, name in (line.split() for line in err.splitlines() if not line.startswith("sonde: "))}
        expected = {"dynamic:version/0": int(out), "dynamic:local/0": 50, "dynamic:one/0": 100}
        assert status == 0 and counts == expected, (engine, out, err)
    status, out, err = world.run("profile", "--count", "dynamic", "storm.erl")
    rows = {words[0]: int(words[1]) for words in map(str.split, err.splitlines()) if words[0].startswith("dynamic:")}
    assert status == 0 and rows["dynamic:version/0"] == int(out) and rows["dynamic:local/0"] == 50, (out, err)


SPAWNER = """-module(spawner).
-export([main/0, child/1]).
main() -> io:format("up~n"), go(1).
go(N) -> spawn(?MODULE, child, [N]), receive after 5 -> go(N + 1) end.
child(N) -> N.
"""


def test_names_of_attached_programs(world):
    """the first process of a program that runs already is main, and a process has its name from its start on"""
    world.write("spawner.erl", SPAWNER)
    process = subprocess.Popen([world.sonde, "run", "--control", "s.sock", "spawner.erl"], cwd=world.folder, env=world.env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "up\n"
        status, out, err = world.run("trace", "--attach", "s.sock", "--procs", "--max-events", 9)
        events = [line.split(None, 3)[2:] for line in err.splitlines()[:9]]
        assert {name for name, _ in events} == {"main", "spawner:child/1"} and sum("is spawned by" in what for _, what in events) == 3, err
        status, out, err = world.run("trace", "--attach", "s.sock", "--calls", "spawner:_", "--pids", "main", "--max-events", 2)
        assert [re.sub(r"\d+", "N", what) for what in shown(err)] == ["spawner:go(N)"] * 2, err
    finally:
        process.kill()
        process.communicate()


NESTED = """-module(nested).
-export([main/0, f/1]).
main() -> [begin f(9), receive after 5 -> ok end end || _ <- lists:seq(1, 40)].
f(0) -> 0;
f(N) -> N + f(N - 1).
"""


def test_calls_are_not_inside_those_whose_return_was_dropped(world):
    """where events are dropped, calls whose returns may be among them do not stay open"""
    world.write("nested.erl", NESTED)
    options = ["--calls", "nested:f", "--returns", "--queue-limit", 10, "--overload", "drop_new"]
    status, _, err = world.run("trace", *options, "nested.erl")
    depths = [(len(line) - len(line[34:].lstrip()) - 34) // 2 for line in err.splitlines() if "nested:f(" in line]
    assert status == 0 and err.count(" events dropped") > 10 and max(depths) < 10, err
    status, _, err = world.run("trace", *options, "--format", "folded", "-o", "stacks", "nested.erl")
    stacks = (world.folder / "stacks").read_text().splitlines()
    assert status == 0 and "dropped" in err and max((line.count(";") for line in stacks), default=0) < 10, (err, stacks)
