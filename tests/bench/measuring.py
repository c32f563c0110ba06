"""What the programs of this folder share: running a command, and means."""

import dataclasses
import math
import os
import pathlib
import shlex
import signal
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent  # where commands are run


@dataclasses.dataclass
class Finished:
    """A process that has ended: what it printed, and what the operating system says about it."""
    status: int  # as subprocess has it; -SIGKILL: it took too long
    text: str  # both outputs
    wall_s: float
    cpu_s: float
    rss_mib: float


def finish(command, timeout, env=None):
    """Runs a command to its end, for `timeout` seconds at most, with `env` beside the environment."""
    start = time.monotonic()
    child = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             start_new_session=True, env={**os.environ, **(env or {})})
    killer = threading.Timer(timeout, os.killpg, (child.pid, signal.SIGKILL))
    killer.start()
    with child.stdout:
        out = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)  # not wait(): the usage of this child alone
    killer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    return Finished(child.returncode, out.decode("utf-8", "backslashreplace"), time.monotonic() - start,
                    used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def output(command, env=None):
    """What a command prints; ends the program where it fails."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=False,
                          env={**os.environ, **(env or {})})
    if done.returncode:
        raise SystemExit(f"{shlex.join(command)}: status {done.returncode}\n{done.stdout[-500:]}{done.stderr[-500:]}")
    return done.stdout + done.stderr


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan
