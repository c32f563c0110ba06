"""What `sonde trace` writes for programs that draw: Perfetto, speedscope, Graphviz."""

import ast
import collections
import json
import pathlib
import re
import shutil
import subprocess

from world import expect_usage_error, Skipped

SCHEMA = pathlib.Path(__file__).resolve().parent / "perfetto.proto"

RING = """-module(ring).
-export([main/0, loop/1, work/1]).
main() ->
    Pids = [spawn(fun() -> loop(3) end) || _ <- [1, 2, 3]],
    register(first, hd(Pids)),
    [first ! {go, self(), N} || N <- [1, 2, 3]],
    [Pid ! {go, self(), N} || Pid <- tl(Pids), N <- [1, 2, 3]],
    [receive {done, _} -> ok end || _ <- lists:seq(1, 9)],
    spawn(fun() -> loop(1) end) ! {go, self(), crash},
    receive after 300 -> io:format("done~n") end.
loop(0) -> ok;
loop(N) -> receive {go, From, K} -> From ! {done, work(K)} end, loop(N - 1).
work(crash) -> exit(crash);
work(0) -> erlang:garbage_collect(), 0;
work(N) -> 1 + work(N - 1).
"""


# Two calls of a server and their answers to aliases, a message to an alias, and one to an alias that is none any more.
ALIASES = """-module(aliases).
-export([main/0]).
main() ->
    Server = spawn(fun Loop() -> receive {_, To, _} -> To ! {answer, To}, Loop() end end),
    register(server, Server),
    [ask(Server, N) || N <- [1, 2]],
    Alias = alias(),
    spawn(fun() -> Alias ! hello end),
    receive hello -> ok end,
    unalias(Alias),
    Alias ! hello.
ask(Server, N) ->
    Monitor = monitor(process, Server, [{alias, reply_demonitor}]),
    Server ! {ask, Monitor, N},
    receive {answer, _} -> ok end.
"""


def message(lines):
    """The fields of a message in protobuf's text form, each a list of its values."""
    fields = collections.defaultdict(list)
    for line in lines:
        line = line.strip()
        if line == "}":
            return fields
        if line.endswith("{"):
            fields[line[:-1].strip()].append(message(lines))
        else:
            name, value = line.split(": ", 1)
            fields[name].append(ast.literal_eval(value) if value[0] in "\"-0123456789" else value)
    return fields


def decoded(world, name):
    """The packets of a file for Perfetto."""
    with open(world.folder / name, "rb") as file:
        text = subprocess.run(["protoc", f"--proto_path={SCHEMA.parent}", "--decode=perfetto.protos.Trace", SCHEMA.name],
                              stdin=file, stdout=subprocess.PIPE, check=True).stdout.decode()
    assert not re.search(r"^\s*\d+[: ]", text, re.MULTILINE), "fields that the schema does not have"
    return message(iter(text.splitlines()))["packet"]


def perfetto(world, *options):
    """(descriptions of tracks, events with their times)"""
    world.write("ring.erl", RING)
    status, out, err = world.run("trace", *options, "--format", "perfetto", "-o", "ring.pftrace", "ring.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    packets = decoded(world, "ring.pftrace")
    tracks = [packet["track_descriptor"][0] for packet in packets if packet["track_descriptor"]]
    events = [(packet["timestamp"][0], packet["track_event"][0]) for packet in packets if packet["track_event"]]
    assert len(tracks) + len(events) == len(packets)
    return tracks, sorted(events, key=lambda event: event[0])


def test_perfetto(world):
    """a track for each process in the group of its name; slices that nest and end; arrows with both ends; counters"""
    tracks, events = perfetto(world, "--calls", "ring:work,ring:loop", "--returns", "--exceptions", "--messages", "--procs", "--gc", "--running", "--counters")
    groups = {track["uuid"][0]: track["process"][0]["process_name"][0] for track in tracks if track["process"]}
    threads = {track["uuid"][0]: (groups[track["parent_uuid"][0]], track["thread"][0]["thread_name"][0]) for track in tracks if track["thread"]}
    children = {track["uuid"][0]: (threads[track["parent_uuid"][0]], track["name"][0]) for track in tracks if track["name"]}
    assert sorted(re.sub(r"fun-\d", "fun-N", name) for name in groups.values()) == ["main", "ring:'-main/0-fun-N-'/0", "ring:'-main/0-fun-N-'/0"], groups
    assert any(re.fullmatch(r"first <0\.\d+\.0>", name) for _, name in threads.values()), threads
    used = {event["track_uuid"][0] for _, event in events}
    assert used <= set(threads) | set(children) | {0}, "an event on a track that nothing describes"

    stacks = collections.defaultdict(list)
    slices = []
    for time, event in events:
        stack = stacks[event["track_uuid"][0]]
        if event["type"] == ["TYPE_SLICE_BEGIN"]:
            stack.append((time, event))
        elif event["type"] == ["TYPE_SLICE_END"]:
            begun, first = stack.pop()
            slices.append((first["categories"][0], first["name"][0], time - begun, first["debug_annotations"] + event["debug_annotations"]))
    assert not any(stacks.values()), "a slice that does not end"
    calls = collections.Counter(name for category, name, _, _ in slices if category == "call")
    assert calls == {"ring:work/1": 3 * (2 + 3 + 4) + 1, "ring:loop/1": 3 * 4 + 1}, calls
    notes = [{note["name"][0]: note["string_value"][0] for note in notes} for _, name, _, notes in slices if name == "ring:work/1"]
    assert {"arguments": "[2]", "value": "2"} in notes and {"arguments": "[crash]", "exception": "exit:crash"} in notes, notes
    assert any(category == "gc" for category, *_ in slices) and any(category == "scheduling" for category, *_ in slices)

    sends = {flow: (time, event) for time, event in events for flow in event["flow_ids"]}
    receives = {flow: (time, event) for time, event in events for flow in event["terminating_flow_ids"]}
    assert set(sends) == set(receives) and len(sends) == 19, (sorted(sends), sorted(receives))
    for flow, (sent, send) in sends.items():
        received, receive = receives[flow]
        assert sent <= received and send["debug_annotations"] == receive["debug_annotations"], (send, receive)
    counters = collections.Counter(children[event["track_uuid"][0]][1] for _, event in events if event["type"] == ["TYPE_COUNTER"])
    assert set(counters) == {"heap (words)", "messages in the queue", "reductions"}, counters
    assert events[-1][1]["name"][0].endswith("events, complete"), events[-1]


THROWS = """-module(throws).
-export([main/0, f/1, g/1]).
main() -> [f(N) || N <- [1, 2, 3]].
f(N) -> try g(N) catch throw:T -> T end.
g(N) -> throw(N).
"""


def test_pictures_of_returns_alone(world):
    """a slice ends with an exception that was not asked for, which is not drawn and not counted, at once and from a log"""
    world.write("throws.erl", THROWS)
    options = ["--calls", "throws:f,throws:g", "--returns"]
    assert world.run("trace", *options, "throws.erl")[2].endswith("... 9 events, complete\n")
    assert world.run("trace", *options, "--format", "perfetto", "-o", "live.pftrace", "throws.erl")[0] == 0
    assert world.run("trace", *options, "--format", "strace", "-o", "throws.strace", "throws.erl")[0] == 0
    assert world.run("trace", "--format", "perfetto", "-o", "log.pftrace", "throws.strace")[0] == 0
    for name in ("live.pftrace", "log.pftrace"):
        events = [packet["track_event"][0] for packet in decoded(world, name) if packet["track_event"]]
        said = [note["name"][0] for event in events for note in event["debug_annotations"]]
        assert collections.Counter(said) == {"arguments": 6, "value": 3}, (name, said)
        drawn = ["end" if event["type"] == ["TYPE_SLICE_END"] else event["name"][0] for event in events]
        assert drawn == ["throws:f/1", "throws:g/1", "end", "end"] * 3 + ["9 events, complete"], (name, drawn)
    last = world.run("trace", *options, "--max-events", 4, "--format", "perfetto", "-o", "four.pftrace", "throws.erl")
    names = [packet["track_event"][0]["name"] for packet in decoded(world, "four.pftrace") if packet["track_event"]]
    assert last[0] == 0 and names[-1] == ["4 events, incomplete: ended by --max-events"], (last, names)


def test_perfetto_without_returns(world):
    """calls without returns are instants; what has no receive has no arrow"""
    _, events = perfetto(world, "--calls", "ring:work", "--messages", "--pids", "first")
    kinds = collections.Counter(event["type"][0] for _, event in events)
    assert set(kinds) == {"TYPE_INSTANT"}, kinds
    assert not any(event["flow_ids"] or event["terminating_flow_ids"] for _, event in events)
    expect_usage_error(world, "trace", "--messages", "--format", "perfetto", "ring.erl", say="-o FILE")
    expect_usage_error(world, "trace", "--messages", "--counters", "ring.erl", say="perfetto")


def test_aliases(world):
    """a message to an alias goes to the process that receives it, in each picture, also of a log; one that nobody receives goes to the alias"""
    world.write("aliases.erl", ALIASES)
    assert world.run("trace", "--messages", "--format", "strace", "-o", "aliases.strace", "aliases.erl") == (0, "", "")
    assert world.run("trace", "--messages", "--format", "perfetto", "-o", "live.pftrace", "aliases.erl") == (0, "", "")
    assert world.run("trace", "--format", "perfetto", "-o", "log.pftrace", "aliases.strace") == (0, "", "")
    for name in ("live", "log"):
        packets = decoded(world, f"{name}.pftrace")
        tracks = {packet["track_descriptor"][0]["uuid"][0]: packet["track_descriptor"][0]["thread"][0]["thread_name"][0].split()[0]
                  for packet in packets if packet["track_descriptor"] and packet["track_descriptor"][0]["thread"]}
        ends = [tracks[packet["track_event"][0]["track_uuid"][0]] for packet in packets
                if packet["track_event"] and packet["track_event"][0]["terminating_flow_ids"]]
        assert sorted(ends) == ["main"] * 3 + ["server"] * 2, (name, ends)
    for output in (world.run("trace", "--messages", "--format", "dot", "aliases.erl")[2], world.run("trace", "--format", "dot", "aliases.strace")[1]):
        edges = collections.Counter()
        # The server may have its messages before its name.
        for edge, count in re.findall(r'^  "(.*" -> ".*)" \[label="(\d+)"\];$', re.sub(r"aliases:'-main/0-Loop[^ ]*/0", "server", output), re.MULTILINE):
            edges[re.sub(r"aliases:'-main/0-fun[^ ]*/0", "other", edge)] += int(count)
        assert edges == {'main" -> "server': 2, 'server" -> "main': 2, 'other" -> "main': 1, 'main" -> "(alias)': 1}, edges
    for output in (world.run("trace", "--messages", "--format", "mermaid", "aliases.erl")[2], world.run("trace", "--format", "mermaid", "aliases.strace")[1]):
        actors = dict(re.findall(r"participant (p\d) as .*?\((.*)\)$", output, re.MULTILINE))
        arrows = [(actors.get(a), actors.get(b)) for a, b in re.findall(r"(p\d)->>(p\d)", output)]
        assert [b == "main" for _, b in arrows] == [False, True, False, True, True, False] and arrows[5] == ("main", None), output


def test_speedscope(world):
    """a profile for each name of a process; every frame has a name, every stack a weight"""
    world.write("ring.erl", RING)
    status, out, err = world.run("trace", "--calls", "ring", "--returns", "--format", "speedscope", "-o", "ring.json", "ring.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    document = json.loads((world.folder / "ring.json").read_text(encoding="utf-8"))
    assert document["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = [frame["name"] for frame in document["shared"]["frames"]]
    profiles = {profile["name"]: profile for profile in document["profiles"]}
    assert {"main", "first"} <= set(profiles), list(profiles)
    for profile in profiles.values():
        assert (profile["type"], profile["unit"]) == ("sampled", "nanoseconds")
        assert len(profile["samples"]) == len(profile["weights"]) and sum(profile["weights"]) == profile["endValue"]
    stacks = [[frames[number] for number in stack] for stack in profiles["first"]["samples"]]
    assert any(stack[-2:] == ["ring:loop/1", "ring:work/1"] for stack in stacks), stacks


def test_dot(world):
    """who sends to whom, and how often; processes of the same name are one node"""
    world.write("ring.erl", RING)
    status, out, err = world.run("trace", "--messages", "--format", "dot", "ring.erl")
    assert (status, out) == (0, "done\n"), (status, out, err)
    assert err.startswith("digraph messages {\n") and err.endswith("}\n"), err
    edges = dict(re.findall(r'^  "(.*" -> ".*)" \[label="(\d+)"\];$', err, re.MULTILINE))
    assert edges['main" -> "first'] == "3" and sum(map(int, edges.values())) == 19, edges
    expect_usage_error(world, "trace", "--calls", "ring", "--format", "dot", "ring.erl", say="--messages")
    expect_usage_error(world, "trace", "--calls", "ring", "--format", "speedscope", "ring.erl", say="--returns")


def test_dot_of_a_log(world):
    """Graphviz draws the graph of a log: a node for each name, an edge for each pair, with the number of messages"""
    if shutil.which("dot") is None:
        raise Skipped("no Graphviz (graphviz)")
    world.write("ring.erl", RING)
    status, out, err = world.run("trace", "--messages", "--format", "strace", "-o", "ring.strace", "ring.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    status, out, err = world.run("trace", "--format", "dot", "-o", "ring.dot", "ring.strace")
    assert (status, out, err) == (0, "", ""), (status, out, err)
    drawn = subprocess.run(["dot", "-Tjson0", "ring.dot"], cwd=world.folder, capture_output=True, text=True, timeout=60, check=False)
    assert (drawn.returncode, drawn.stderr) == (0, ""), drawn
    graph = json.loads(drawn.stdout)
    names = [node["name"] for node in graph["objects"]]
    edges = {(names[edge["tail"]], names[edge["head"]]): int(edge["label"]) for edge in graph["edges"]}
    assert {"main", "first"} <= set(names) and edges["main", "first"] == 3 and sum(edges.values()) == 19, edges
