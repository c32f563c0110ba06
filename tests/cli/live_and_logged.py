"""A trace that is printed at once and one that is printed from its log: the same events for the same options."""

import re

from world import one_line

SEQUENCE = """-module(sequence).
-export([main/0]).
main() ->
    Me = self(),
    Last = spawn(fun() -> answer() end),
    First = spawn(fun() -> receive {From, X} -> Last ! {self(), X}, receive {Last, Y} -> From ! {self(), Y} end end end),
    [seq_trace:set_token(Flag, Value) || {Flag, Value} <- [{label, 17}, {send, true}, {'receive', true}, {print, true}]],
    First ! {Me, 1},
    receive {First, 2} -> ok end,
    seq_trace:print("in between"),
    seq_trace:set_token([]).
answer() -> receive {From, X} -> From ! {self(), X + 1} end.
"""


def what_happened(text):
    """The events of a text without times and numbers of processes, in an order that does not depend on schedulers; and the last line."""
    *events, last = text.splitlines()
    events = [re.sub(r"<0\.\d+\.0>", "<P>", re.sub(r"  \([0-9].*", "", event.split(None, 1)[1])) for event in events]
    return sorted(events), last


def traced_both_ways(world, program, *options, arguments=()):
    """What happened, at once and from a log."""
    status, _, live = world.run("trace", *options, program, *arguments)
    assert status == 0, live
    status, _, err = world.run("trace", *options, "--format", "strace", "-o", "both.strace", program, *arguments)
    assert (status, err) == (0, ""), (status, err)
    status, logged, err = world.run("trace", "both.strace")
    assert (status, err) == (0, ""), (status, err)
    return what_happened(live), what_happened(logged)


def test_sequential_tracing_in_a_log(world):
    """--seq goes to a log as it goes to the terminal, alone and beside other events"""
    world.write("sequence.erl", SEQUENCE)
    for options, count in ((["--seq"], 9), (["--seq", "--messages"], 17)):
        live, logged = traced_both_ways(world, "sequence.erl", *options)
        assert live == logged and live[1] == f"... {count} events, complete", (live, logged)


def test_limits_of_sequential_tracing(world):
    """the limits hold for --seq, at once and in a log: events, a rate, the size of what is sent"""
    world.write("sequence.erl", SEQUENCE)
    dropped = {"at once": "incomplete: 7 dropped", "from a log": "incomplete: 7 dropped by the session's bounds"}
    for option, value, ends in (("--max-events", 2, "incomplete: ended by --max-events"), ("--max-rate", 2, dropped), ("--max-arg", 16, "complete")):
        traces = dict(zip(("at once", "from a log"), traced_both_ways(world, "sequence.erl", "--seq", option, value)))
        for how, (events, last) in traces.items():
            count = 9 if option == "--max-arg" else 2
            assert last == f"... {count} events, {ends[how] if isinstance(ends, dict) else ends}", (option, how, events, last)
            assert option != "--max-arg" or sum("'...'" in event for event in events) == 9, events


def test_times_of_sequential_tracing(world):
    """an event of --seq has the time at which it happened, with time stamps in the token, too: that of the message it is about"""
    stamped = SEQUENCE.replace("{label, 17},", "{label, 17}, {timestamp, true},")
    for text in (SEQUENCE, stamped):
        world.write("sequence.erl", text)
        status, _, err = world.run("trace", "--seq", "--messages", "sequence.erl")
        times = [float(line.split()[0]) for line in err.splitlines()[:-1]]
        assert status == 0 and len(times) == 17 and times == sorted(times), err


CATCHES = """-module(catches).
-export([main/0, f/1, g/1]).
main() -> [f(N) || N <- [1, 2, 3]], io:format("done~n").
f(N) -> R = (catch g(N)), {R, N}.
g(N) when N > 1 -> throw(N);
g(N) -> N.
"""


def test_returns_and_exceptions_in_a_log(world):
    """of a log, too, --returns shows no exceptions, and --exceptions no returns"""
    world.write("catches.erl", CATCHES)
    for options, count in ((["--returns"], 10), (["--exceptions"], 8), (["--returns", "--exceptions"], 12), ([], 6)):
        live, logged = traced_both_ways(world, "catches.erl", "--calls", "catches:f,catches:g", *options)
        assert live == logged and live[1] == f"... {count} events, complete", (options, live, logged)
    world.write("sequence.erl", SEQUENCE)
    status, _, err = world.run("trace", "--seq", "--max-events", 4, "sequence.erl")
    assert err.endswith("... tracing stopped: --max-events\n... 4 events, incomplete: ended by --max-events\n") and err.count(" token 17 (") == 4, err


NODES = """-module(nodes_).
-export([main/0, loop/1]).
main() ->
    register(boss, self()),
    Pids = [spawn(?MODULE, loop, [self()]) || _ <- [1, 2]],
    [register(Name, Pid) || {Name, Pid} <- lists:zip([first, second], Pids)],
    [begin Pid ! go, receive {Pid, go} -> ok end end || Pid <- Pids ++ Pids],
    %% Names of processes that ended long ago are kept for the graph alone.
    [begin {Pid, Ref} = spawn_monitor(fun() -> boss ! hello end), receive hello -> ok end, receive {'DOWN', Ref, _, Pid, _} -> ok end end
     || _ <- lists:seq(1, 2500)],
    io:format("done~n").
loop(To) -> receive Message -> To ! {self(), Message}, loop(To) end.
"""


def test_graphs_of_processes_with_late_names(world):
    """in a graph each process is one node, with the name that it has at the end; of a log likewise"""
    world.write("nodes_.erl", NODES)
    graph = [f'  "{a}" -> "{b}" [label="2"];' for a, b in (("boss", "first"), ("boss", "second"), ("first", "boss"), ("second", "boss"))]
    graph += ['  "nodes_:\'-main/0-fun-N-\'/0" -> "boss" [label="2500"];']
    status, out, err = world.run("trace", "--messages", "--format", "dot", "-o", "live.dot", "nodes_.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    assert world.run("trace", "--messages", "--format", "strace", "-o", "nodes.strace", "nodes_.erl")[::2] == (0, "")
    assert world.run("trace", "--format", "dot", "-o", "logged.dot", "nodes.strace") == (0, "", "")
    for name in ("live.dot", "logged.dot"):
        lines = re.sub(r"fun-\d+-", "fun-N-", (world.folder / name).read_text()).splitlines()
        assert sorted(line for line in lines if "->" in line) == sorted(graph), (name, lines[:20])


FIBONACCI = """-module(fibonacci).
-export([main/0, f/1]).
main() -> f(18), io:format("done~n").
f(N) when N < 2 -> N;
f(N) -> f(N - 1) + f(N - 2).
"""


def test_formats_that_are_not_complete(world):
    """of a format without a last line, standard error says that events are missing, and why, at once and of a log"""
    world.write("fibonacci.erl", FIBONACCI)
    traced = ["--calls", "fibonacci:f", "--returns"]
    for form in ("folded", "speedscope", "pprof", "erlang", "dot", "mermaid"):
        for options, say in ((["--max-events", 101], "ended by --max-events"), (["--max-rate", 100], "dropped"), ([], None)):
            status, out, err = world.run("trace", *traced, "--messages", *options, "--format", form, "-o", "events", "fibonacci.erl")
            assert (status, out) == (0, "done\n"), (status, out, err)
            assert err == "" if say is None else one_line(err) and err.startswith("sonde: the trace is incomplete: ") and say in err, err
    world.run("trace", *traced, "--format", "strace", "-o", "whole.strace", "fibonacci.erl")
    world.run("trace", *traced, "--max-events", 101, "--format", "strace", "-o", "ended.strace", "fibonacci.erl")
    world.write("cut.strace", (world.folder / "whole.strace").read_bytes()[:-3])
    for form in ("folded", "speedscope", "erlang", "dot", "mermaid"):
        for name, say in (("whole", None), ("ended", "incomplete: ended by --max-events"), ("cut", "incomplete: the log has no end")):
            status, out, err = world.run("trace", "--format", form, f"{name}.strace")
            assert status == 0 and (err == "" if say is None else one_line(err) and err.startswith(f"sonde: {name}.strace: {say}")), (form, name, err)
    world.write("damaged.strace", (world.folder / "whole.strace").read_bytes().replace(b"fibonacci", b"fibonacce", 1))
    for form in ("text", "erlang", "dot", "mermaid"):
        status, _, err = world.run("trace", "--format", form, "damaged.strace")
        assert status == 1 and one_line(err) and err.startswith("sonde: damaged.strace: damaged at byte "), (form, status, err)
