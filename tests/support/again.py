"""Tests that fail beside others are run once more, alone.

A loaded machine makes a time limit too short, or an order of events rare, that a test did not foresee. Such a test is to be
mended, but says nothing of the change at hand: it is reported as unstable, and counts as passed while there are few of them.
What a second run cannot excuse (a crash, a sanitizer's report) fails at once.
"""

MOST_UNSTABLE = 3  # of one suite; with more, something is wrong


def settle(failures, run_again):
    """`failures`: (name, lines that say why, may be run again). `run_again(name)` returns the lines of the second run, [] if it
    passed. Prints each failure. Returns the names of tests that failed, and of those that are unstable."""
    failed, unstable = [], []
    for name, why, is_excusable in failures:
        second = run_again(name) if is_excusable and len(unstable) < MOST_UNSTABLE else why
        verdict = "FAILED" if second else "UNSTABLE (passed when it was run again, alone)"
        (failed if second else unstable).append(name)
        print(f"{verdict} {name}")
        print("".join(f"  {line}\n" for line in why), end="", flush=True)
    if unstable:
        print(f"{len(unstable)} unstable: {', '.join(unstable)}")
    return failed, unstable
