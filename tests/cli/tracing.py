"""What `sonde trace` prints, in all its formats, and how it ends."""

import json
import pathlib
import re
import signal
import subprocess

from world import expect_error, expect_usage_error, HELLO, one_line


def test_trace(world):
    """a line for each call on standard error, the program's output alone on standard output"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "hello:twice/1", "hello.erl")
    assert (status, out) == (0, "hello 42\n"), (status, out, err)
    assert err.count("hello:twice(21)\n") == 1 and "main()" not in err, err
    assert err.splitlines()[-1] == "... 1 event, complete", err


def test_trace_to_file(world):
    """-o takes the trace; what cannot be written is refused before anything runs"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "hello", "-o", "trace.txt", "hello.erl")
    assert (status, out, err) == (0, "hello 42\n", ""), (status, out, err)
    text = (world.folder / "trace.txt").read_text(encoding="utf-8")
    assert "hello:main()\n" in text and "hello:twice(21)\n" in text, text
    expect_error(world, "trace", "--calls", "hello", "-o", "no/such/file", "hello.erl", say="no/such/file")


def test_trace_of_halting(world):
    """a program that ends the machine itself has its trace printed to the end"""
    world.write("halting.erl", """-module(halting).
-export([main/1, f/1]).
main([Way]) ->
    [f(N) || N <- lists:seq(1, 500)],
    end_it(list_to_atom(Way)),
    receive never -> ok end.
end_it(halt) -> halt(3);
end_it(stop) -> init:stop(3);
end_it(other) -> spawn(fun() -> halt(3, [{flush, false}]) end);
end_it(slogan) -> halt("enough").
f(N) -> N.
""")
    for way, expected in (("halt", 3), ("stop", 3), ("other", 3), ("slogan", 1)):
        status, out, _ = world.run("trace", "--calls", "halting:f", "-o", "trace.txt", "halting.erl", way)
        text = (world.folder / "trace.txt").read_text(encoding="utf-8")
        assert (status, out, text.count(" halting:f(")) == (expected, "", 500), (way, status, out, text[-300:])


def test_trace_interrupted(world):
    """the interrupt key ends a program that is traced; what was counted is printed"""
    world.write("endless.erl", """-module(endless).
-export([main/0, f/1]).
main() -> [f(N) || N <- lists:seq(1, 500)], io:format("here~n"), receive never -> ok end.
f(N) -> N.
""")
    for options, expected in ((["--count"], "500 endless:f/1\n"), ([], "endless:f(500)\n... 500 events, complete\n")):
        process = subprocess.Popen([world.sonde, "trace", "--calls", "endless:f", *options, "endless.erl"], cwd=world.folder,
                                   env=world.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130 and err.endswith(expected), (options, process.returncode, err[-300:])


def test_trace_closed_pipe(world):
    """the reader goes away while the program is quiet, so that the trace's last line is the first that cannot be written"""
    world.write("quiet.erl", """-module(quiet).
-export([main/0, f/1]).
main() -> f(1), f(2), io:get_line("").
f(N) -> N.
""")
    with subprocess.Popen([world.sonde, "trace", "--calls", "quiet:f", "quiet.erl"], cwd=world.folder, env=world.env,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert [process.stdout.readline().split(" ")[-1] for _ in range(2)] == ["quiet:f(1)\n", "quiet:f(2)\n"]
        process.stdout.close()
        process.stdin.close()
        try:
            assert process.wait(timeout=30) == 1
        finally:
            process.kill()


def test_trace_full_disk(world):
    """a trace that cannot be written ends with one line and status 1; the program goes on"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "hello", "-o", "/dev/full", "hello.erl")
    assert (status, out) == (1, "hello 42\n"), (status, out, err)
    assert one_line(err) and "/dev/full: no space left on device" in err, err


def test_trace_names(world):
    """names may be quoted; so are those in a refusal"""
    world.write("odd.erl", """-module(odd).
-export([main/0, 'a/b:c'/1]).
main() -> io:format("~p~n", ['a/b:c'([2, 1])]).
'a/b:c'(X) -> X -- [1].
""")
    status, out, err = world.run("trace", "--calls", "'odd':'a/b:c'/1", "--calls", "erlang:--/2", "odd.erl")
    assert (status, out) == (0, "[2]\n"), (status, out, err)
    assert "odd:'a/b:c'([2,1])\n" in err and "erlang:'--'([2,1], [1])\n" in err, err
    expect_usage_error(world, "trace", "--calls", "odd:a", "--count", "odd.erl", say="odd:a: the module has no such function; it has 'a/b:c'/1, main/0")


ODD_NAMES = """-module(odd_names).
-export([main/0]).
main() ->
    ['привет'("x"), 'привет'("y"), 'a(b,c'($)), 'a(b,c'($,), 'a b\\n'(1), 'it\\'s\\\\'(2), '\\x{436}\\101'(3)].
'привет'(X) -> X.
'a(b,c'(X) -> X.
'a b\\n'(X) -> X.
'it\\'s\\\\'(X) -> X.
'жA'(X) -> X.
"""


def test_trace_odd_names(world):
    """a quoted name is read as Erlang reads it, with arguments and without; what the trace prints can be given to --calls"""
    world.write("odd_names.erl", ODD_NAMES)
    status, out, err = world.run("trace", "--calls", "odd_names", "odd_names.erl")
    printed = [line.split(maxsplit=3)[3] for line in err.splitlines()[:-1] if "main()" not in line]
    assert (status, out, len(printed)) == (0, "", 7), err
    for call in printed:
        for pattern in (call, call[:call.rindex("(")] + "/1"):
            status, out, err = world.run("trace", "--calls", pattern, "odd_names.erl")
            found = [line.split(maxsplit=3)[3] for line in err.splitlines()[:-1]]
            assert status == 0 and call in found and (len(found) == 1 or pattern != call), (pattern, err)
    for pattern, one in (("odd_names:'привет'(\"x\")", 'odd_names:\'привет\'("x")'), ("odd_names:'a(b,c'($,)", "odd_names:'a(b,c'(44)"),
                         ("odd_names:'a(b,c'(X) when X =:= $)", "odd_names:'a(b,c'(41)"), ("odd_names:'\\x{436}A'/1", "odd_names:'жA'(3)")):
        status, out, err = world.run("trace", "--calls", pattern, "odd_names.erl")
        assert status == 0 and [line.split(maxsplit=3)[3] for line in err.splitlines()[:-1]] == [one], (pattern, err)
    status, out, err = world.run("trace", "--calls", "odd_names:'a b\\n'/1,odd_names:'a(b,c'/1", "odd_names.erl")
    assert status == 0 and err.count("odd_names:") == 3, err
    expect_usage_error(world, "trace", "--calls", 'odd_names:привет("x")', "odd_names.erl", say="stands in single quotes")


DOOR = """-module(door).
-export([main/0, bell/1]).
main() ->
    process_flag(trap_exit, true),
    [seq_trace:set_token(Flag, Value) || {Flag, Value} <- [{label, 17}, {send, true}, {'receive', true}, {print, true}]],
    Bell = spawn_link(?MODULE, bell, [self()]),
    Bell ! ring,
    receive rung -> seq_trace:print("heard") end,
    seq_trace:set_token([]),
    receive {'EXIT', Bell, normal} -> ok end,
    Port = open_port({spawn, "cat"}, []),
    unlink(Port),
    link(Port),
    port_close(Port),
    receive {'EXIT', Port, normal} -> ok end,
    catch bell(none).
bell(To) when is_pid(To) -> receive ring -> To ! rung end.
"""


def test_trace_reads_as_sentences(world):
    """events of ports, tokens and scheduling are sentences, without tags of trace messages"""
    world.write("door.erl", DOOR)
    status, out, err = world.run("trace", "--procs", "--ports", "--seq", "--running", "door.erl")
    assert (status, out) == (0, ""), err
    for text in (r"#Port<0\.\d+> +is opened by <0\.\d+\.0> \(main\): cat\n", r"#Port<0\.\d+> +closes: normal\n", r" is unlinked by #Port<0\.\d+>\n",
                 r" is scheduled out, has exited\n", r" token 17 \(\d+ to \d+\): <0\.\d+\.0> \(main\) sends <0\.\d+\.0> \(door:bell/1\) ring\n",
                 r" token 17 \(\d+ to \d+\): <0\.\d+\.0> \(door:bell/1\) receives from <0\.\d+\.0> \(main\) ring\n",
                 r" token 17 \(\d+ to \d+\): <0\.\d+\.0> \(main\) prints \"heard\"\n"):
        assert re.search(text, err), (text, err)
    assert not re.search(r"out exited|from by|port<0\.\d+> +open |closed normal|seq trace", err), err


STOPS = """-module(stops).
-export([main/1, child/1]).
main([Way]) ->
    register(keeper, spawn(?MODULE, child, [self()])),
    receive ready -> ok end,
    init:stop(3),
    case Way of "waits" -> receive never -> ok end; "returns" -> ok end.
child(Parent) ->
    process_flag(trap_exit, true),
    Parent ! ready,
    receive never -> ok end.
"""


def test_trace_of_init_stop(world):
    """init:stop/0 ends the program's processes, which is in the trace; what the machine does for it is not"""
    world.write("stops.erl", STOPS)
    for way, end in (("waits", "killed"), ("returns", "normal")):
        for log in (False, True):
            status, out, err = world.run("trace", "--procs", *(["--format", "strace", "-o", "stops.strace"] if log else []), "stops.erl", way)
            assert (status, out) == (3, ""), (way, status, out, err)
            text = world.run("trace", "stops.strace")[1] if log else err
            events = sorted(" ".join(line.split()[2:]) for line in text.splitlines()[:-1])
            assert [event for event in events if "exits" in event] == ["keeper exits: killed", f"main exits: {end}"], text
            assert len(events) == 6 and "sonde_boot" not in text and "logger" not in text, text
    status, out, err = world.run("trace", "--procs", "--pids", "new", "stops.erl", "waits")
    assert status == 3 and re.search(r"keeper +exits: killed", err), err


def test_trace_json_keys(world):
    """the keys of the objects are those of docs/formats.md"""
    world.write("door.erl", DOOR)
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    table = page[page.index("## jsonl"):page.index("## strace")]
    documented = {key for line in table.splitlines() if line.startswith("| `") for key in re.findall(r"`(\w+)`", line.split("|")[1])}
    found = set()
    for options in (["--returns", "--exceptions", "--stack"], ["--durations", "--messages", "--procs", "--ports", "--seq"]):
        status, out, err = world.run("trace", "--calls", "door", *options, "--format", "jsonl", "door.erl")
        assert (status, out) == (0, ""), err
        found |= {key for line in err.splitlines() for key in json.loads(line)}
    assert documented - {"tail_calls"} <= found <= documented, (found - documented, documented - found)


def test_trace_count(world):
    """--count prints how often each function was called"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--count", "--calls", "hello:_/_", "hello.erl")
    assert (status, out) == (0, "hello 42\n"), (status, out, err)
    assert "hello:twice/1" in err and "hello:main/0" in err, err


def test_trace_messages_and_processes(world):
    """--messages and --procs show what processes do"""
    world.write("talk.erl", """-module(talk).
-export([main/0]).
main() ->
    Self = self(),
    Pid = spawn_link(fun() -> receive {ask, From} -> From ! answer end end),
    Pid ! {ask, Self},
    receive answer -> io:format("done~n") end.
""")
    status, out, err = world.run("trace", "--messages", "--procs", "talk.erl")
    assert (status, out) == (0, "done\n"), (status, out, err)
    for word in ("spawn", "answer", "{ask,<", "exit"):
        assert word in err.replace(" ", ""), (word, err)


STACKED = """-module(stacked).
-export([main/0, outer/1, inner/1, bad/1]).
main() ->
    _ = [outer(N) || N <- [1, 2, 3]],
    catch bad(0),
    io:format("done~n").
outer(N) -> 1 + inner(N).
inner(N) -> receive after 2 -> ok end, N * 10.
bad(N) -> 1 div N.
"""


def test_trace_returns(world):
    """--returns: values, nesting, and how long a call took, all of it and without the calls inside; --exceptions: how it ended"""
    world.write("stacked.erl", STACKED)
    status, out, err = world.run("trace", "--calls", "stacked:outer,stacked:inner", "--returns", "stacked.erl")
    assert (status, out) == (0, "done\n"), (status, out, err)
    lines = [line.split("main", 1)[1] for line in err.splitlines()[:-1]]
    assert len(lines) == 12, err
    calls = [line.rstrip() for line in lines[:2]]
    assert calls[0].strip() == "stacked:outer(1)" and calls[1].strip() == "stacked:inner(1)", calls
    indent = [len(line) - len(line.lstrip()) for line in lines[:4]]
    assert indent == [indent[0], indent[0] + 2, indent[0] + 2, indent[0]], lines[:4]
    assert re.search(r"stacked:inner/1 -> 10  \(\d+\.\d ms\)$", lines[2]), lines[2]
    assert re.search(r"stacked:outer/1 -> 11  \(\d+\.\d ms, own \d+\.\d us\)$", lines[3]) or "own" in lines[3], lines[3]
    status, out, err = world.run("trace", "--calls", "stacked:bad", "--exceptions", "stacked.erl")
    assert status == 0 and "stacked:bad/1 ** error:badarith" in err and "->" not in err, err


def test_trace_conditions(world):
    """--where, and calls as Erlang writes them; what is no condition is refused before anything runs"""
    world.write("stacked.erl", STACKED)
    for options in (["--calls", "stacked:outer", "--where", "fun([N]) when N > 2 -> true end"], ["--calls", "stacked:outer(3)"],
                    ["--calls", "stacked:outer(N) when N > 2"]):
        status, out, err = world.run("trace", *options, "stacked.erl")
        assert (status, out) == (0, "done\n"), (status, out, err)
        assert err.count("stacked:outer(") == 1 and "stacked:outer(3)\n" in err, (options, err)
    status, out, err = world.run("trace", "--calls", "stacked:inner(2) -> return;stack", "stacked.erl")
    assert "stacked:inner/1 -> 20" in err and "at stacked:outer/1 (" in err and "stacked.erl:7)" in err, err
    for pattern, say in (("stacked:inner(", "closing"), ("stacked:_(1)", "module and a name"), ("stacked:inner(1) -> melt", "melt"),
                         ("stacked:inner(1) when foo(", "syntax")):
        expect_usage_error(world, "trace", "--calls", pattern, "stacked.erl", say=say)
    for condition in ("fun(X) -> true", "foo", "fun([X]) when Y -> true end"):
        expect_usage_error(world, "trace", "--calls", "stacked:inner", "--where", condition, "stacked.erl", say="--where")
    expect_usage_error(world, "trace", "--where", "fun(_) -> true end", "stacked.erl", say="--calls")


def test_trace_of_processes(world):
    """--pids chooses; processes have names; what the machine's own processes say is left out"""
    world.write("named.erl", """-module(named).
-export([main/0, loop/0]).
main() ->
    Pid = spawn(fun loop/0),
    register(server, Pid),
    Pid ! {hello, self()},
    receive hi -> io:format("done~n") end,
    spawn(?MODULE, loop, []) ! {hello, self()},
    receive hi -> ok end.
loop() -> receive {hello, From} -> From ! hi end.
""")
    status, out, err = world.run("trace", "--messages", "named.erl")
    assert (status, out) == (0, "done\n"), (status, out, err)
    assert err.count("! hi\n") == 2 and " server " in err and "named:loop/0" in err, err
    assert "io_request" not in err and "code_server" not in err, err
    status, out, err = world.run("trace", "--messages", "--system", "named.erl")
    assert status == 0 and "io_request" in err, err
    status, out, err = world.run("trace", "--calls", "named:loop", "--messages", "--pids", "server", "named.erl")
    assert status == 0 and err.count("! hi\n") == 1 and "main " not in err.replace("(main)", ""), err
    expect_usage_error(world, "trace", "--messages", "--pids", "<1", "named.erl", say="--pids")


def test_trace_formats(world):
    """each line of jsonl is an object; mermaid is a chart; folded has stacks and times; depth and --no-args bound what is printed"""
    world.write("stacked.erl", STACKED)
    status, out, err = world.run("trace", "--calls", "stacked", "--returns", "--format", "jsonl", "-o", "trace.jsonl", "stacked.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    events = [json.loads(line) for line in (world.folder / "trace.jsonl").read_text(encoding="utf-8").splitlines()]
    assert events[0]["function"] == "stacked:main/0" and events[0]["arguments"] == [] and events[0]["name"] == "main", events[0]
    inner = [event for event in events if event.get("function") == "stacked:inner/1" and event["event"] == "return_from"]
    assert [event["value"] for event in inner] == ["10", "20", "30"] and all(event["own_ns"] > 1000000 for event in inner), inner
    assert events[-1] == {"note": f"{len(events) - 1} events, complete"}, events[-1]
    status, out, err = world.run("trace", "--calls", "stacked:main,stacked:outer,stacked:inner", "--returns", "--format", "folded", "stacked.erl")
    folded = dict(line.rsplit(" ", 1) for line in err.splitlines())
    assert int(folded["stacked:main/0;stacked:outer/1;stacked:inner/1"]) >= 6000, folded
    world.write("deep.erl", "-module(deep).\n-export([main/0, f/1]).\nmain() -> f([1, [2, [3, [4]]]]).\nf(X) -> self() ! X.\n")
    status, out, err = world.run("trace", "--calls", "deep:f", "--depth", 4, "deep.erl")
    assert "..." in err.splitlines()[0] and "4" not in err.splitlines()[0].split("deep:f")[1], err
    status, out, err = world.run("trace", "--calls", "deep:f", "--no-args", "deep.erl")
    assert "deep:f/1\n" in err, err
    status, out, err = world.run("trace", "--messages", "--format", "mermaid", "deep.erl")
    assert err.startswith("sequenceDiagram\n    participant p0 as ") and "p0->>p0: [1,[2,[3,[4]]]]\n" in err, err
    expect_usage_error(world, "trace", "--calls", "deep", "--format", "mermaid", "deep.erl", say="--messages")
    expect_usage_error(world, "trace", "--calls", "deep", "--format", "folded", "deep.erl", say="--returns")


def test_trace_of_text_and_lists(world):
    """arguments are lists of terms; a list is text where a reader sees text, in every format and in a log"""
    world.write("lists_and_text.erl", """-module(lists_and_text).
-export([main/0, f/1, g/3]).
main() -> f(10), f([8, 9, 10]), f([10]), f([9, 65]), f("a line\\n"), f("\\ttab \\"\\\\"), f([$h, $i | tail]), f([27 | "[0m"]), f("gr\\x{fc}n \\x{3b1}"),
    f({[], 'an atom', 'end', #{k => "v"}}), f([8232, 65]), f([955]), g(104, 105, 33).
f(_) -> ok.
g(_, _, _) -> ok.
""")
    expected = ["10", "[8,9,10]", "[10]", "[9,65]", '"a line\\n"', '"\\ttab \\"\\\\"', "[104,105|tail]", "[27,91,48,109]", '"gr\u00fcn \u03b1"',
                "{[],'an atom','end',#{k => \"v\"}}", "[8232,65]", "[955]"]
    calls = [f"lists_and_text:f({text})" for text in expected] + ["lists_and_text:g(104, 105, 33)"]

    def calls_in(text):
        return re.findall(r"lists_and_text:[fg]\(.*\)$", text, re.MULTILINE)

    command = ["trace", "--calls", "lists_and_text:f,lists_and_text:g"]
    status, _, err = world.run(*command, "lists_and_text.erl")
    assert status == 0 and calls_in(err) == calls, err
    status, out, err = world.run(*command, "--format", "strace", "-o", "text.strace", "lists_and_text.erl")
    assert status == 0, err
    status, out, err = world.run("trace", "text.strace")
    assert status == 0 and calls_in(out) == calls, out
    status, out, err = world.run("trace", "--format", "jsonl", "text.strace")
    arguments = [event["arguments"] for event in map(json.loads, out.splitlines()) if event.get("function") in ("lists_and_text:f/1", "lists_and_text:g/3")]
    assert arguments == [[text] for text in expected] + [["104", "105", "33"]], arguments
    status, out, err = world.run("trace", "--format", "erlang", "text.strace")
    assert status == 0 and "{call,{lists_and_text,f,[10]}}\n" in out and "{call,{lists_and_text,g,[104,105,33]}}\n" in out, out
    # With a depth, long text is cut.
    world.write("long.erl", '-module(long).\n-export([main/0, f/2]).\nmain() -> f(lists:duplicate(100, $a), "short").\nf(_, _) -> ok.\n')
    status, _, err = world.run("trace", "--calls", "long:f", "--depth", 3, "long.erl")
    assert f'long:f("{"a" * 64}"..., "short")' in err, err


def test_trace_options_behind_file(world):
    """an option of ours behind FILE is the program's, and a warning says so; where nothing can be done then, that is the reason given"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "hello:twice", "hello.erl", "--messages")
    assert (status, out) == (0, "hello 42\n") and err.startswith("sonde: warning: --messages stands behind FILE"), (status, out, err)
    for line in (["trace", "hello.erl", "--calls", "hello"], ["trace", "--count", "hello.erl", "--calls=hello"], ["profile", "hello.erl", "--time", "hello"],
                 ["disasm", "hello.erl", "--jit"], ["disasm", "hello.erl", "hello:main/0", "--jit"], ["trace", "log.strace", "--format", "jsonl"],
                 ["trace", "log.strace", "-o", "x"]):
        expect_usage_error(world, *line, say=f"stands behind FILE ({next(word for word in line if '.' in word)}): options of {line[0]} go before it")
    status, out, err = world.run("run", "hello.erl", "--engine", "interp")
    assert (status, out) == (0, "hello 42\n") and one_line(err) and err.endswith("ignored: --engine interp; options of sonde run go before FILE\n"), err
    status, out, err = world.run("run", "hello.erl", "a", "")
    assert (status, out, err) == (0, "hello 42\n", "sonde: warning: main/0 takes no arguments, so these are ignored: a \n"), err
    status, out, err = world.run("trace", "--calls", "hello:twice", "--", "hello.erl", "--messages")
    assert (status, out) == (0, "hello 42\n") and "warning" not in err, (status, out, err)


def test_trace_of_what_is_not_there(world):
    """a misspelt function is refused before the program runs; a module that is not there yet, and a name that no process has, are said"""
    world.write("hello.erl", HELLO)
    expect_usage_error(world, "trace", "--calls", "hello:thrice", "hello.erl", say="--calls hello:thrice: the module has no such function; it has twice/1, main/0")
    expect_usage_error(world, "trace", "--calls", "hello:twice", "--calls", "string:nosuch/3", "hello.erl", say="string:nosuch/3: the module has no such")
    expect_usage_error(world, "profile", "--time", "hello:thrice", "hello.erl", say="--time hello:thrice: the module has no such function")
    status, out, err = world.run("trace", "--calls", "hallo", "hello.erl")
    assert (status, out) == (0, "hello 42\n") and err.splitlines()[0].startswith("sonde: --calls hallo: no such module in the code path"), err
    status, out, err = world.run("trace", "--procs", "--pids", "nosuch", "--pids", "main:nosuch/1", "hello.erl")
    assert (status, out) == (0, "hello 42\n"), (status, out, err)
    assert err.splitlines()[-2:] == ["sonde: --pids nosuch: no process had this name", "sonde: --pids main:nosuch/1: no process had this initial call"], err


def test_trace_ends_early(world):
    """a budget that is used up while the session is set up ends the trace and not the program"""
    world.write("hello.erl", HELLO)
    for events in (["--calls", "_"], ["--messages"], ["--calls", "hello", "--ports", "--seq", "--pids", "all"]):
        status, out, err = world.run("trace", *events, "--time", 1, "hello.erl")
        # A computer may be fast enough to see the whole program.
        last = err.splitlines()[-1]
        assert (status, out) == (0, "hello 42\n") and "exception" not in err, (events, status, out, err)
        assert last.endswith((" incomplete: ended by --time", " complete")), (events, err)


def test_help_command(world):
    """`help COMMAND` is `COMMAND --help`, whose own options come first; a program where a command belongs gets a hint"""
    status, out, err = world.run("help", "trace")
    assert (status, err) == (0, "") and out == world.run("trace", "--help")[1], (status, out, err)
    assert out.index("--calls") < out.index("--engine") and max(map(len, out.splitlines())) <= 100, out
    assert world.run("help")[1] == world.run("--help")[1]
    expect_usage_error(world, "help", "frobnicate", say="frobnicate: no such command")
    expect_usage_error(world, "hello.erl", say="sonde run hello.erl runs it")
    expect_usage_error(world, "shell", "--frob", say="unknown option --frob")
    expect_usage_error(world, "--hlep", say="unknown option --hlep")
    expect_usage_error(world, "top", say="sonde run --control SOCKET")
    expect_usage_error(world, "disasm", "hello:main/1", "hello.erl", say="FILE stands before FUNCTION: sonde disasm hello.erl hello:main/1")


def test_terminated(world):
    """SIGTERM shuts the machine down in order, as it does with erl; what was traced or counted is printed"""
    world.write("endless.erl", """-module(endless).
-export([main/0, f/1]).
main() -> [f(N) || N <- lists:seq(1, 500)], io:format("here~n"), receive never -> ok end.
f(N) -> N.
""")
    for command, expected in ((["run"], ""), (["trace", "--calls", "endless:f", "--count"], "500 endless:f/1\n")):
        process = subprocess.Popen([world.sonde, *command, "endless.erl"], cwd=world.folder,
                                   env=world.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0 and "SIGTERM received - shutting down" in out and err.endswith(expected), (process.returncode, out, err)


def test_hung_up(world):
    """SIGHUP ends the machine at once and without a word, as it does with erl; a program may handle it"""
    world.write("hung_up.erl", """-module(hung_up).
-export([main/1]).
main([How]) ->
    os:set_signal(sighup, list_to_atom(How)),
    os:cmd("kill -HUP " ++ os:getpid()),
    receive after 200 -> io:format("here~n") end.
""")
    for how, status, expected in (("default", -signal.SIGHUP, ""), ("ignore", 0, "here\n")):
        done = world.run("run", "hung_up.erl", how)
        assert done == (status, expected, ""), (how, done)


COUNTDOWN = """-module(countdown).
-export([main/1, f/1]).
main([N]) -> [f({I}) || I <- lists:seq(1, list_to_integer(N))], io:format("done~n").
f(X) -> X.
"""


def trace_countdown(world, calls, *options):
    """The numbers of the calls traced, with what was said in between. That the trace is not whole comes last, where something was said."""
    world.write("countdown.erl", COUNTDOWN)
    status, out, err = world.run("trace", "--calls", "countdown:f/1", "--format", "erlang", *options, "countdown.erl", calls)
    assert (status, out) == (0, "done\n"), (status, out, err)
    lines = err.splitlines()
    if any(line.startswith("... ") for line in lines):
        assert lines.pop().startswith("sonde: the trace is incomplete: "), err
    return [int(line.split("[{")[1].split("}")[0]) if "{call," in line else line for line in lines]


def test_trace_begins_with_main(world):
    """how the program comes into the machine is no part of its trace"""
    world.write("hello.erl", HELLO)
    status, out, err = world.run("trace", "--calls", "_", "--messages", "--procs", "hello.erl")
    assert (status, out) == (0, "hello 42\n"), (status, out, err)
    assert "hello:main()" in err.splitlines()[0], err.splitlines()[:5]


def test_trace_is_whole(world):
    """the program waits where it is faster than the trace is printed: nothing is lost"""  # proves Z4
    assert trace_countdown(world, 3000, "--queue-limit", 10) == list(range(1, 3001))
    assert trace_countdown(world, 15000) == list(range(1, 15001))


def test_trace_drops(world):
    """--overload drop_new: the program does not wait; dropped events are counted where they are missing"""
    seen = trace_countdown(world, 20000, "--queue-limit", 10, "--overload", "drop_new")
    count = 0
    for line in seen:
        if isinstance(line, int):
            count += 1
            assert line == count, (line, count)
        else:
            assert line.startswith("... ") and line.endswith(" events dropped"), line
            count += int(line.split()[1])
    assert count == 20000 and len(seen) > 10, (count, len(seen))


def test_trace_stops(world):
    """a budget that is used up ends the trace, not the program"""
    assert trace_countdown(world, 100, "--max-events", 3) == [1, 2, 3, "... tracing stopped: --max-events"]
    assert trace_countdown(world, 100, "--max-rate", 5)[:5] == [1, 2, 3, 4, 5]
    seen = trace_countdown(world, 20000, "--queue-limit", 10, "--overload", "stop")
    assert seen[-1] == "... tracing stopped: overload" and seen[:-1] == list(range(1, len(seen))), seen[-5:]
    expect_usage_error(world, "trace", "--calls", "m", "--overload", "melt", "countdown.erl", say="melt")
    expect_usage_error(world, "trace", "--calls", "m", "--max-events", "x", "countdown.erl", say="max-events")


BOUNDED = """-module(bounded).
-export([main/0, f/1]).

%% A tracer that leaves events in its queue until it gets {read, _, Last}. Then it returns all up to the event Last.
lazy() -> spawn_link(fun() -> receive {read, From, Last} -> From ! {events, read(Last, [])} end end).
read(Last, Events) ->
    receive
        Event ->
            case event(Event) of
                Last -> lists:reverse([Last | Events]);
                Other -> read(Last, [Other | Events])
            end
    end.
event({trace, _, call, {_, f, [N]}}) -> N;
event(Other) -> Other.

run(Options, Calls, Last) ->
    Me = self(),
    Tracer = lazy(),
    Session = trace:session_create(bounded, Tracer, Options),
    1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
    Tracee = spawn_link(fun() -> receive go -> [f(N) || N <- lists:seq(1, Calls)], Me ! {done, self()}, receive never -> ok end end end),
    1 = trace:process(Session, Tracee, true, [call]),
    Tracee ! go,
    Blocked = lists:member({overload, block}, Options) andalso blocked(Tracee),
    [receive {done, Tracee} -> ok end || not Blocked],
    try trace:delivered(Session, Tracee) catch error:badarg -> ended end,
    Tracer ! {read, Me, Last},
    Events = receive {events, E} -> E end,
    [receive {done, Tracee} -> ok end || Blocked],
    io:format("~w ~w ~w~n", [Options, Events, {blocked, Blocked, ended, not trace:session_destroy(Session)}]).

blocked(Tracee) ->
    case process_info(Tracee, status) of
        {status, suspended} -> true;
        _ -> erlang:yield(), blocked(Tracee)
    end.

f(N) -> N.

main() ->
    run([], 9, 9),
    run([{queue_limit, 4}], 4, 4),
    run([{queue_limit, 4}, {overload, drop_new}], 1000, {trace_dropped, 996}),
    run([{queue_limit, 4}, {overload, block}], 40, 40),
    run([{queue_limit, 4}, {overload, stop}], 40, {trace_stopped, overload}),
    run([{max_events, 3}], 40, {trace_stopped, max_events}),
    run([{max_events, 3}, {queue_limit, 2}], 40, {trace_dropped, 38}),
    run([{max_rate, 2}], 40, {trace_dropped, 38}),
    {'EXIT', {badarg, _}} = (catch trace:session_create(s, self(), [{queue_limit, 4} | tail])).
"""


def test_session_bounds(world):
    """options of trace:session_create/3 bound what a session costs; what is dropped is reported in its place"""
    # proves Z4
    world.write("bounded.erl", BOUNDED)
    free, ended = "{blocked,false,ended,false}", "{blocked,false,ended,true}"
    whole = ",".join(map(str, range(1, 41)))
    for schedulers in (1, 4):
        status, out, err = world.run("run", f"--schedulers={schedulers}", "bounded.erl")
        assert (status, err) == (0, ""), (status, out, err)
        assert out.splitlines() == [
            f"[] [1,2,3,4,5,6,7,8,9] {free}",
            f"[{{queue_limit,4}}] [1,2,3,4] {free}",
            f"[{{queue_limit,4}},{{overload,drop_new}}] [1,2,3,4,{{trace_dropped,996}}] {free}",
            f"[{{queue_limit,4}},{{overload,block}}] [{whole}] {{blocked,true,ended,false}}",
            f"[{{queue_limit,4}},{{overload,stop}}] [1,2,3,4,{{trace_stopped,overload}}] {ended}",
            f"[{{max_events,3}}] [1,2,3,{{trace_stopped,max_events}}] {ended}",
            f"[{{max_events,3}},{{queue_limit,2}}] [1,2,{{trace_dropped,38}}] {free}",
            f"[{{max_rate,2}}] [1,2,{{trace_dropped,38}}] {free}",
        ], out


ENDS_ALONE = """-module(ends_alone).
-export([main/0, f/1]).

%% Changes of breakpoints that nobody here has asked for: what is left is removed.
swept() ->
    case sonde_native:trace_step_times() of
        {0, _} -> erlang:yield(), swept();
        {_, _} -> ok
    end.

f(N) -> N.

forgotten() ->
    {_, Monitor} = spawn_monitor(fun() ->
        Session = trace:session_create(forgotten, self(), []),
        1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
        sonde_native:trace_step_times(),
        exit({1, length(trace:session_info({?MODULE, f, 1}))})
    end),
    receive {'DOWN', Monitor, _, _, Reason} -> io:format("~w~n", [Reason]) end,
    swept(),
    io:format("~w~n", [trace:session_info({?MODULE, f, 1})]).

over() ->
    Session = trace:session_create(short, self(), [{stop_after, 20}]),
    1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
    receive Message -> io:format("~w~n", [Message]) end,
    io:format("~w ~w~n", [trace:session_info({?MODULE, f, 1}), trace:session_destroy(Session)]).

to_a_port() ->
    Port = open_port({spawn, "cat"}, [binary, {packet, 4}]),
    Session = trace:session_create(written, Port, [{max_events, 2}, {queue_limit, 100}]),
    1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
    Tracee = spawn_link(fun() -> receive go -> [f(N) || N <- lists:seq(1, 5)], receive never -> ok end end end),
    1 = trace:process(Session, Tracee, true, [call]),
    Tracee ! go,
    Next = fun() -> receive {Port, {data, Bytes}} -> binary_to_term(Bytes) end end,
    io:format("~w~n", [[case Next() of {trace, Tracee, call, {_, f, [N]}} -> N; Other -> Other end || _ <- [1, 2, 3]]]).

main() -> forgotten(), over(), to_a_port().
"""


def test_sessions_that_end_alone(world):
    """a session that nobody holds, or whose time is over, leaves nothing behind; a bounded session may write to a port"""
    # proves S4, Z4
    world.write("ends_alone.erl", ENDS_ALONE)
    for schedulers in (1, 4):
        status, out, err = world.run("run", f"--schedulers={schedulers}", "ends_alone.erl")
        assert (status, err) == (0, ""), (status, out, err)
        assert out.splitlines() == [
            "{1,1}",
            "[]",
            "{trace_stopped,stop_after}",
            "[] false",
            "[1,2,{trace_stopped,max_events}]",
        ], out
