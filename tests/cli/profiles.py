"""What `sonde profile` prints: tables in the form of tprof, JSON, and files for viewers."""

import json
import pathlib
import re
import subprocess

from pictures import message
from world import expect_usage_error

PPROF = pathlib.Path(__file__).resolve().parent / "pprof.proto"

WORK = """-module(work).
-export([main/0, run/1, make/1]).
main() -> run(3), io:format("done~n").
run(0) -> make(1);
run(N) ->
    {_, Monitor} = spawn_monitor(fun() -> make(N) end),
    receive {'DOWN', Monitor, _, _, _} -> run(N - 1) end.
make(N) -> lists:seq(1, N * 1000).
"""


def profile(world, *options):
    world.write("work.erl", WORK)
    status, out, err = world.run("profile", *options, "work.erl")
    assert (status, out) == (0, "done\n"), (status, out, err)
    return err


def tables(text):
    """{title: {function: the figures of its line}}"""
    result = {}
    for line in text.splitlines():
        if line.startswith("******"):
            title = line
        elif match := re.match(r"(work:\S+) +(.*)$", line):
            result.setdefault(title, {})[match[1]] = match[2].replace("[", " ").replace("]", " ").split()
    return result


def test_profile_memory(world):
    """--memory: a table for each process and one for all, the largest last; the words are those that OTP's tprof has"""
    found = tables(profile(world, "--memory", "work"))
    titles = list(found)
    assert len(titles) == 5 and titles[-1] == "****** All processes ***", titles
    shares = [float(re.search(r"--  ([\d.]+)% of total", title)[1]) for title in titles[:-1]]
    assert shares == sorted(shares) and abs(sum(shares) - 100) < 0.1, titles
    assert " work:'-run/1-fun-0-'/0  --" in titles[-2] and any(" main  --" in title for title in titles), titles
    words = {function: int(figures[1]) for function, figures in found[titles[-1]].items()}
    assert words["work:make/1"] == 2 * 1000 * (1 + 2 + 3 + 1), words
    assert [found[title]["work:make/1"][1] for title in titles[:-1]].count("6000") == 1, found


def test_profile_of_one_process(world):
    """a single process has one table, not the same one again for all processes"""
    world.write("alone.erl", "-module(alone).\n-export([main/0]).\nmain() -> lists:seq(1, 3).\n")
    status, out, err = world.run("profile", "--memory", "alone", "alone.erl")
    assert status == 0 and err.count("alone:main/0") == 1 and "All processes" not in err, err


def test_profile_time_and_count(world):
    """--time has time and calls, --count the calls of all processes together"""
    text = profile(world, "--time", "work:make/1,work:run")
    assert re.search(r"^FUNCTION +CALLS  TIME \(us\)  PER CALL  \[ +%\]$", text, re.MULTILINE), text
    everything = tables(text)["****** All processes ***"]
    assert {function: figures[0] for function, figures in everything.items()} == {"work:make/1": "4", "work:run/1": "4"}, everything
    text = profile(world, "--count", "work")
    calls = {line.split()[0]: int(line.split()[1]) for line in text.splitlines() if line.startswith("work:")}
    assert calls == {"work:main/0": 1, "work:'-run/1-fun-0-'/1": 3, "work:run/1": 4, "work:make/1": 4}, text
    assert profile(world, "--count", "lists:zip3").endswith("no calls\n")


def test_profile_reductions(world):
    """--reductions: those of each function, and of each process; a loop uses one for each turn"""
    world.write("turns.erl", "-module(turns).\n-export([main/0, turn/1]).\nmain() -> turn(1000).\nturn(0) -> ok;\nturn(N) -> turn(N - 1).\n")
    for engine in ("interp", "baseline", "jit"):
        status, out, err = world.run("profile", "--reductions", "turns:turn", f"--engine={engine}", "--jit-threshold=10", "turns.erl")
        line = next(line for line in err.splitlines() if line.startswith("turns:turn/1"))
        assert (status, out) == (0, "") and line.split()[1] == "1001" and 1000 <= int(line.split()[2]) <= 1010, (engine, err)
    document = json.loads(profile(world, "--reductions", "work", "--json"))
    assert (document["measured"], document["unit"]) == ("reductions", "reductions") and len(document["processes"]) == 4, document
    folded = dict(line.rsplit(" ", 1) for line in profile(world, "--reductions", "work:make", "--format", "folded").splitlines())
    assert set(folded) == {"main;work:make/1", "work:'-run/1-fun-0-'/0;work:make/1"} and min(map(int, folded.values())) > 0, folded


def test_profile_callers(world):
    """--sample --callers: each function between those that called it and those that it called"""
    world.write("busy.erl", """-module(busy).
-export([main/0, outer/1, inner/1]).
main() -> outer(erlang:monotonic_time(millisecond) + 300).
outer(End) -> case inner(2000) + 0 of 0 -> case erlang:monotonic_time(millisecond) < End of true -> outer(End); false -> ok end end.
inner(0) -> 0;
inner(N) -> inner(N - 1) + 0.
""")
    status, out, err = world.run("profile", "--sample", "--callers", "busy.erl")
    assert (status, out) == (0, "") and re.search(r"\n  from busy:outer/1 +\d+\nbusy:inner/1 +\d+ +\d+\n", err), err
    assert re.search(r"\nbusy:outer/1 +\d+ +\d+\n  calls busy:inner/1 +\d+\n", err), err
    expect_usage_error(world, "profile", "--count", "busy", "--callers", "busy.erl", say="--callers")


def test_profile_formats(world):
    """--json has what the tables have; folded and speedscope join processes of the same name"""
    expect_usage_error(world, "profile", "--memory", "work", "--json", "--format", "folded", "work.erl", say="--format excludes --json")
    document = json.loads(profile(world, "--memory", "work", "--json"))
    assert (document["measured"], document["unit"]) == ("call_memory", "words")
    assert sum(process["total"] for process in document["processes"]) == document["total"]
    assert {process["name"] for process in document["processes"]} == {"main", "work:'-run/1-fun-0-'/0"}, document
    assert profile(world, "--memory", "work:make", "--format", "folded").splitlines() == ["main;work:make/1 2000", "work:'-run/1-fun-0-'/0;work:make/1 12000"]
    document = json.loads(profile(world, "--memory", "work:make", "--format", "speedscope"))
    assert [(p["name"], p["weights"]) for p in document["profiles"]] == [("main", [2000]), ("work:'-run/1-fun-0-'/0", [12000])], document


def test_profile_pprof(world):
    """pprof's files have the weights, functions and processes that the tables have"""
    profile(world, "--memory", "work:make", "--format", "pprof", "-o", "work.pb")
    with open(world.folder / "work.pb", "rb") as file:
        done = subprocess.run(["protoc", f"--proto_path={PPROF.parent}", "--decode=perftools.profiles.Profile", PPROF.name], stdin=file,
                              stdout=subprocess.PIPE, check=True)
    file = message(iter(done.stdout.decode().splitlines()))
    texts = file["string_table"]
    assert texts[0] == "" and (texts[file["sample_type"][0]["type"][0]], texts[file["sample_type"][0]["unit"][0]]) == ("allocated", "words"), texts
    functions = {function["id"][0]: texts[function["name"][0]] for function in file["function"]}
    locations = {location["id"][0]: functions[location["line"][0]["function_id"][0]] for location in file["location"]}
    samples = {texts[sample["label"][0]["str"][0]]: ([locations[number] for number in sample["location_id"]], sample["value"]) for sample in file["sample"]}
    assert samples == {"main": (["work:make/1"], [2000]), "work:'-run/1-fun-0-'/0": (["work:make/1"], [12000])}, samples
    expect_usage_error(world, "profile", "--memory", "work", "--format", "pprof", "work.erl", say="-o FILE")


def test_profile_usage(world):
    """exactly one thing is measured"""
    expect_usage_error(world, "profile", "work.erl", say="--time")
    expect_usage_error(world, "profile", "--time", "a", "--count", "b", "work.erl", say="excludes")
    expect_usage_error(world, "profile", "--time", "a/b/c:", "work.erl")


BUSY = """-module(busy).
-export([main/0, spin/2, cold/1]).
main() ->
    register(worker, self()),
    outer(1500),
    [receive {'DOWN', Monitor, _, _, _} -> ok end || N <- lists:seq(1, 2000), {_, Monitor} <- [spawn_monitor(fun() -> brief(N) end)]],
    cold(1),
    io:format("done~n").
outer(0) -> 0;
outer(N) -> 1 + spin(20000, N) + outer(N - 1).
spin(0, X) -> X band 1;
spin(N, X) -> spin(N - 1, (X * 31 + N) band 65535).
brief(N) -> brief(500, N).
brief(0, X) -> X;
brief(N, X) -> brief(N - 1, (X * 17 + N) band 65535).
cold(N) -> N.
"""


def test_profile_sample(world):
    """--sample finds what is busy, interpreted and compiled alike, also in processes that live shortly; nothing is armed"""
    world.write("busy.erl", BUSY)
    for engine in ("interp", "jit"):
        status, out, err = world.run("profile", f"--engine={engine}", "--sample", "--frequency", 5000, "--json", "busy.erl")
        assert (status, out) == (0, "done\n"), (status, out, err)
        document = json.loads(err)
        own = {function["function"]: function["own"] for function in document["functions"]}
        all_of_it = {function["function"]: function["on_the_stack"] for function in document["functions"]}
        # Compiling is part of the time of the function that waits for it.
        busy = sum(count for function, count in own.items() if function.startswith("busy:"))
        assert document["total"] >= 50 and own["busy:spin/2"] > busy / 3, (engine, own)
        assert own.get("busy:outer/1", 0) < own["busy:spin/2"] <= all_of_it["busy:outer/1"] and "busy:cold/1" not in own, (engine, own)
        samples = {}
        for stack in document["stacks"]:
            samples[stack["process"]] = samples.get(stack["process"], 0) + stack["samples"]
        brief = sum(count for name, count in samples.items() if name.startswith("busy:"))
        assert samples["worker"] > brief > 0 and sum(samples.values()) == document["total"], (engine, samples)
    status, out, err = world.run("profile", "--sample", "busy.erl")
    assert re.search(r"^worker +\d+  \[", err, re.MULTILINE) and err.splitlines()[-1].startswith("busy:spin/2 "), err
    status, out, err = world.run("profile", "--sample", "--format", "folded", "busy.erl")
    assert re.search(r"^worker;busy:main/0;busy:outer/1;busy:spin/2 \d+$", err, re.MULTILINE), err
    expect_usage_error(world, "profile", "--sample", "--time", "busy", "busy.erl", say="excludes")
