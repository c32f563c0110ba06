#!/usr/bin/env python3
"""Selects the part of a test suite that runs on one day, where the whole suite takes too long.

Days are numbered. A number always selects the same part; any `days` consecutive numbers select disjoint parts that
together are the whole suite.

  tests/support/rotation.py                          prints the number of today
  tests/support/rotation.py 20400 2 bif jit vm       prints the names due on day 20400 of a rotation of two days
"""

import sys
import time
import zlib


def today():
    """The number of days since 1970, in UTC."""
    return int(time.time() // 86400)


def is_due(name, variant, day, days):
    """Whether variant number `variant` of the test `name` runs on `day`.

    The day depends on the name alone, so a new test does not move the others. Consecutive variants are due on
    consecutive days: of `days` variants exactly one is due each day."""
    return (zlib.crc32(name.encode()) + variant + day) % days == 0


def due(names, day, days):
    """Those of a short list that are due on `day`, chosen by their position, so that the days get equal shares."""
    return [name for index, name in enumerate(names) if (index + day) % days == 0]


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(today())
    else:
        print(*due(sys.argv[3:], int(sys.argv[1]), int(sys.argv[2])))
