"""The cache of native code: a program's next run starts with what LLVM made for the one before."""

import os
import re
import stat

LOOPS = """-module(loops).
-export([main/0]).
main() -> io:format("~w ~w~n", [sum(3000000, 0), count(lists:seq(1, 200000), #{odd => 0, even => 0})]).
sum(0, Sum) -> Sum;
sum(N, Sum) -> sum(N - 1, Sum + N band 7).
count([], Counts) -> {maps:get(odd, Counts), maps:get(even, Counts)};
count([N | Rest], Counts) -> count(Rest, add(kind(N), Counts)).
kind(N) when N rem 2 =:= 1 -> odd;
kind(_) -> even.
add(Kind, Counts) -> maps:update_with(Kind, fun(N) -> N + 1 end, Counts).
"""
RESULT = "10500000 {100000,100000}\n"
ALL = ("--engine=jit", "--jit-only=loops", "--jit-threshold=10", "--log=jit")


def compiled(world, *options):
    """{function: microseconds} of what was compiled, or read from the cache, in a run of the program"""
    status, out, err = world.run("run", *ALL, *options, "loops.erl")
    assert (status, out) == (0, RESULT), (status, out, err)
    return {name: int(us) for name, us in re.findall(r"(loops:\S+): \d+ instructions, (\d+) us", err)}, err


def files(world):
    return [path for path in world.cache.glob("sonde/native/*/*") if path.is_file()]


def test_code_is_kept_for_the_next_run(world):
    """the second run reads what the first one compiled, with the same result, and compiles nothing; --code-cache=0 keeps nothing"""
    world.write("loops.erl", LOOPS)
    compiled(world, "--code-cache=0")
    assert not files(world)
    first, _ = compiled(world)
    kept = {path: path.read_bytes() for path in files(world)}
    assert len(first) >= 4 and len(kept) >= len(first), (first, kept)
    second, _ = compiled(world)
    assert second.keys() == first.keys() and sum(second.values()) < sum(first.values()) / 5, (first, second)
    assert {path: path.read_bytes() for path in files(world)} == kept
    third, _ = compiled(world, "--code-cache=0")
    assert sum(third.values()) > sum(first.values()) / 5, (first, third)


def test_tiered_begins_with_kept_code(world):
    """the default engine takes what is kept at the first look at a function that takes time"""
    world.write("loops.erl", LOOPS)
    compiled(world)
    status, out, err = world.run("run", "--log=jit", "loops.erl")
    assert (status, out) == (0, RESULT) and "loops:sum/2: kept code\n" in err, err


def test_traced_code_is_kept_as_well(world):
    """breakpoints show the same calls in code that was kept, whether the run before was traced or not"""
    world.write("loops.erl", LOOPS.replace("3000000", "3000").replace("200000", "2000"))
    command = ("trace", "--engine=jit", "--jit-only=loops", "--jit-threshold=10", "--calls", "loops:kind/1", "--returns", "--no-args", "loops.erl")
    runs = [world.run(*command) for _ in range(3)]
    events = [[line.split("loops", 1)[1] for line in err.splitlines() if "loops:" in line] for _, _, err in runs]
    assert len(events[0]) >= 2000 and [run[:2] for run in runs] == [runs[0][:2]] * 3, runs[0]
    assert [len(lines) for lines in events] == [len(events[0])] * 3


def test_damaged_code_is_not_run(world):
    """files that are cut, changed, or of another function are compiled anew"""
    world.write("loops.erl", LOOPS)
    compiled(world)
    for number, path in enumerate(files(world)):
        content = path.read_bytes()
        path.write_bytes(content[:number * 7] if number % 2 else content[:-9] + b"\0" + content[-8:])
    _, err = compiled(world)
    assert "damaged, deleted" in err, err
    compiled(world)


def test_code_that_others_may_write_is_not_run(world):
    """neither from a folder nor from a file that others may write"""
    world.write("loops.erl", LOOPS)
    first, _ = compiled(world)
    folder = next(world.cache.glob("sonde/native/*"))
    for path in files(world):
        path.chmod(0o666)
    again, _ = compiled(world)
    assert sum(again.values()) > sum(first.values()) / 5, (first, again)
    folder.chmod(0o777)
    _, err = compiled(world)
    assert "no native code is kept: Operation not permitted" in err, err


def test_nothing_is_kept_where_nothing_can_be_written(world):
    """the program runs all the same, without a word"""
    world.write("loops.erl", LOOPS)
    compiled(world, "--code-cache=0")
    native = world.cache / "sonde" / "native"
    native.write_text("not a folder")
    status, out, err = world.run("run", "loops.erl")
    assert (status, out, err) == (0, RESULT, "")
    native.unlink()
    native.mkdir(mode=0o700)
    if os.geteuid() != 0:
        native.chmod(stat.S_IRUSR | stat.S_IXUSR)
        assert world.run("run", "--engine=jit", "loops.erl") == (0, RESULT, "")
