"""Which calls and processes `sonde trace` shows: several patterns, counts, names of processes, limits."""

import re

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
