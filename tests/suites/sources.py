"""Makes OTP's suites ready from OTP's sources, and runs them with OTP's common_test.

What is needed: the sources of OTP 27, unpacked, and its erl, with common_test, to compile the suites and to say what passes there."""
import pathlib
import re
import shlex
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# Parts of other files.
NOT_COMPILED = re.compile(r"(nif_SUITE|nif_mod|tester|hs_busy_drv|mtx_SUITE|fwd_node|.*_impl)\.c")
PROGRAMS = ("cport", "dead_port", "echo_args", "port_test", "sleeper", "estone_cat", "lots_of_fds_used_wrapper")
# Three libraries of nif_SUITE are made from drivers.
MADE_FROM_DRIVERS = ("basic", "rwlock", "tsd")
# A hook that many suites ask for: it starts distribution, for which their cases about other nodes are not run here.
STAND_IN = "-module(ts_install_cth).\n-export([init/2]).\ninit(_, _) -> {ok, none}.\n"
VARIANTS = {"-": "debug_info", "no_opt": "no_copt,no_postopt,no_ssa_opt,no_bsm_opt", "r24": "r24", "r25": "r25", "stripped_types": "strip_types"}
LINE = re.compile(r"(end|fail|skip) (\w+_SUITE):(\S+)")


def tiers():
    """(tier, folder of the sources, variant, suite of the sources, name of the suite)"""
    for line in (HERE / "tiers.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        tier, folder, variant, *suites = line.split()
        for suite in suites:
            yield tier, folder, variant, f"{suite}_SUITE", f"{suite}_SUITE" if variant == "-" else f"{suite}_{variant}_SUITE"


class Suites:
    """The suites below options.out, made from options.sources when they are not there."""

    def __init__(self, options):
        self.options = options
        self.out = options.out / "made"

    def prepare(self):
        """Whether the suites are there."""
        if (self.out / "ready").exists():
            return True
        shutil.rmtree(self.out, ignore_errors=True)
        (self.out / "hook").mkdir(parents=True)
        (self.out / "hook/ts_install_cth.erl").write_text(STAND_IN)
        shutil.copy(HERE / "suite_cases.erl", self.out / "hook")
        hooks = sorted(map(str, (self.out / "hook").glob("*.erl")))
        subprocess.run([*shlex.split(self.options.erlc), "-o", str(self.out / "hook"), *hooks], check=True)
        for folder in sorted({row[1] for row in tiers()}):
            shutil.copytree(self.options.sources / folder, self.out / folder, symlinks=True)
        for folder, variant in sorted({row[1:3] for row in tiers()}):
            self.compile(folder, variant)
        for c in sorted(self.out.glob("*/**/*_SUITE_data/*.c")):
            self.build_c(c)
        (self.out / "ready").touch()
        return True

    def folder(self, folder, variant):
        """Where the compiled suites are: with their data, beside the sources for the plain ones."""
        return self.out / folder if variant == "-" else self.out / f"{folder}_{variant}"

    def compile(self, folder, variant):
        source, there = self.out / folder, self.folder(folder, variant)
        there.mkdir(exist_ok=True)
        files = sorted(source.glob("*.erl"))
        if variant != "-":
            files = [self.rename(source, there, row[3], row[4]) for row in tiers() if row[1:3] == (folder, variant)]
        elif folder.startswith("erts"):
            shutil.copy(self.options.sources / "lib/stdlib/test/error_info_lib.erl", source)
            files.append(source / "error_info_lib.erl")
        options = f"[{VARIANTS[variant]},{{i,\"{source}\"}},{{d,'EUNIT_NOAUTO'}},nowarn_missing_spec_documented]"
        self.erl("suite_cases", "compile", there, options, *files, log=there / "compile.log", limit=1800)

    def rename(self, source, there, suite, name):
        """The suite under the name of its variant, with its data under both names."""
        text = (source / f"{suite}.erl").read_text(encoding="utf-8", errors="surrogateescape")
        new = there / f"{name}.erl"
        new.write_text(text.replace(f"-module({suite})", f"-module({name})"), encoding="utf-8", errors="surrogateescape")
        if (source / f"{suite}_data").exists():
            shutil.copytree(source / f"{suite}_data", there / f"{name}_data", symlinks=True)
            (there / f"{suite}_data").symlink_to(f"{name}_data")
        return new

    def build_c(self, c):
        if NOT_COMPILED.fullmatch(c.name):
            return
        if c.parent.name == "nif_SUITE_data" and c.stem in MADE_FROM_DRIVERS:
            return
        headers = self.options.headers
        if c.stem in PROGRAMS:
            how = ["-O1", "-DHAVE_STRERROR", "-o", c.with_suffix(""), c, headers.parent / "lib/libei.a", "-lpthread"]
        else:
            how = ["-O1", "-shared", "-fPIC", "-D_GNU_SOURCE", "-DHAVE_UNISTD_H", "-DHAVE_ISFINITE", "-Dstatic_assert=_Static_assert", "-o",
                   c.with_suffix(".so"), c]
        command = [str(word) for word in ["cc", "-w", f"-I{headers}", *how]]
        if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            print(f"not built: {c.relative_to(self.out)}")
        if c.parent.name == "erl_drv_thread_SUITE_data" and c.stem in MADE_FROM_DRIVERS:
            self.nif_of_driver(c)

    def nif_of_driver(self, c):
        folder = c.parent.parent / "nif_SUITE_data"
        text = c.read_text()
        for old, new in (("erl_drv_", "enif_"), ("driver_", "enif_"), ("ErlDrv", "ErlNif")):
            text = text.replace(old, new)
        (folder / c.name).write_text((folder / "head.txt").read_text() + text + (folder / "tail.txt").read_text())
        subprocess.run(["cc", "-w", "-shared", "-fPIC", f"-I{self.options.headers}", "-o", folder / f"{c.stem}.so", folder / c.name], check=False)

    def erl(self, module, *arguments, log, limit, paths=()):
        words = [*shlex.split(self.options.erl), "-noshell", "-pa", self.out / "hook", *(word for path in paths for word in ("-pa", path)),
                 "-run", module, "main", *arguments]
        self.run(words, log, limit)

    def sonde(self, *arguments, log, limit, paths=()):
        words = [self.options.sonde, "run", *shlex.split(self.options.arguments), "--otp", self.options.otp, "-p", self.out / "hook",
                 *(word for path in paths for word in ("-p", path)), self.out / "hook/suite_cases.beam", *arguments]
        self.run(words, log, limit)

    def run(self, words, log, limit):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            try:
                subprocess.run([str(word) for word in words], stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=limit,
                               cwd=log.parent, check=False)
            except subprocess.TimeoutExpired:
                output.write(f"\nmore than {limit} seconds\n".encode())

    def passed(self, kind, folder, variant, name, cases):
        """Runs a suite on the machine `kind` (real, sonde). Returns the cases that passed."""
        beams = self.folder(folder, variant)
        log = self.options.out / kind / f"{name}.log"
        run = self.sonde if kind == "sonde" else lambda *words, **options: self.erl("suite_cases", *words, **options)
        run("run", beams, log.parent / "logs", max(self.options.scale, 1), name, *cases, log=log, limit=self.options.limit,
            paths=(self.out / "erts/emulator/test", beams))
        return passed_in(log.read_text(errors="replace"))


def passed_in(text):
    """The cases that a log says have passed."""
    ended = []
    for what, suite, case in LINE.findall(text):
        if what == "end":
            ended.append(f"{suite}:{case}")
            continue
        for i in reversed(range(len(ended))):
            if ended[i] == f"{suite}:{case}" or ended[i].endswith(f"/{case}"):
                del ended[i]
                break
    return set(ended)
