"""What keys do in `sonde shell`, compared with what they do in the real one, and what the interrupt key does."""

import difflib
import os
import re
import signal
import subprocess
import termios

from terminal import started_shell, Terminal

MENU = ("BREAK: (a)bort (A)bort with dump (c)ontinue (p)roc info (i)nfo\n"
        "       (l)oaded (v)ersion (k)ill (D)b-tables (d)istribution\n")
MENU_ENDS = b"(d)istribution\r\n"

LISTENS = """-module(listens).
-export([main/0]).
main() -> io:format("ready~n"), loop().
loop() ->
    case io:get_line("") of
        eof -> receive after infinity -> ok end;
        Line -> io:format("read ~ts", [Line]), loop()
    end.
"""

# The natives of OTP 26 and later, which take the place of these bodies.
PRIM_TTY = """-module(prim_tty).
-export([main/0]).
-define(N, erlang:nif_error(undef)).
isatty(_) -> ?N. tty_create() -> ?N. tty_init(_, _, _) -> ?N. tty_set(_) -> ?N. tty_select(_, _, _) -> ?N. read_nif(_, _) -> ?N.
write_nif(_, _) -> ?N. tty_window_size(_) -> ?N. tty_read_signal(_, _) -> ?N. wcwidth(_) -> ?N. wcswidth(_) -> ?N. isprint(_) -> ?N.
tgetent_nif(_) -> ?N. tgetstr_nif(_) -> ?N. tgetnum_nif(_) -> ?N. tgetflag_nif(_) -> ?N. tgoto_nif(_, _) -> ?N. setlocale(_) -> ?N.
main() ->
    [true, true] = [isatty(D) || D <- [stdin, stdout]],
    {ok, Tty} = tty_create(),
    true = setlocale(Tty),
    [2, 1, 0] = [wcwidth(C) || C <- [16#4e2d, $x, 16#301]],
    {error, not_printable} = wcwidth(1),
    {ok, 3} = wcswidth(<<16#4e2d:32/native, $x:32/native>>),
    [true, false] = [isprint(C) || C <- [$x, 1]],
    {error, _} = tgetent_nif(["no such terminal", 0]),
    ok = tgetent_nif(["xterm", 0]),
    {ok, <<"\\e[A">>} = tgetstr_nif(["up", 0]),
    false = tgetstr_nif(["zz", 0]),
    {ok, 80} = tgetnum_nif(["co", 0]),
    true = tgetflag_nif(["xn", 0]),
    {ok, Delete} = tgetstr_nif(["DC", 0]),
    {ok, <<"\\e[7P">>} = tgoto_nif([Delete, 0], 7),
    ok = tty_init(Tty, stdout, #{}),
    ok = tty_set(Tty),
    [Signal, Read] = [make_ref(), make_ref()],
    ok = tty_select(Tty, Signal, Read),
    ok = write_nif(Tty, [<<"rea">>, <<"dy ">>]),
    loop(Tty, Signal, Read).
loop(Tty, Signal, Read) ->
    receive
        {select, Tty, Signal, ready_input} ->
            {ok, winch} = tty_read_signal(Tty, Signal),
            {ok, {Columns, Rows}} = tty_window_size(Tty),
            ok = write_nif(Tty, io_lib:format("~wx~w ", [Columns, Rows])),
            loop(Tty, Signal, Read);
        {select, Tty, Read, ready_input} ->
            case read_nif(Tty, Read) of
                {ok, <<"q">>} -> ok;
                {ok, Bytes} ->
                    ok = write_nif(Tty, ["<", Bytes, "> "]),
                    loop(Tty, Signal, Read)
            end
    end.
"""

# What is typed once the last row shows so much. The shells of all releases behave so.
EDITING = [
    ("1>", b"{1,x,3}"), ("1> {1,x,3}", b"\x1b[D\x1b[D\x1b[D\x7f2"), ("1> {1,2,3}", b"\x05.\r"),
    ("2>", b"foo bar baz\x1bb\x1bb\x1bfX"), ("2> foo barX baz", b"\x17"), ("2> foo  baz", b"\x19\x19"),
    ("2> foo barXbarX baz", b"\x01\x0b"), ("2>", b"ab\x02\x14\x05c\x7f"), ("2> ba", b"\x01\x04"), ("2> a", b"\x05.\r"),
    ("3>", b"\x10"), ("3> a.", b"\x10"), ("3> {1,2,3}.", b"\x0e"), ("3> a.", b"\r"), ("4>", None)]

WIDE = [
    ("1>", "\"中文\"".encode() + b"\x1b[D\x1b[D"), ("1> \"中文\"", b"x"), ("1> \"中x文\"", b"\x1b[D\x7f"), ("1> \"x文\"", b"\x05.\r"),
    ("2>", "\"aäb\"".encode() + b"\x1b[D\x1b[D\x7f"), ("2> \"ab\"", b"\x05.\r"), ("3>", None)]

LONG = [
    ("1>", b"\"" + b"abcdefghij" * 17 + b"\""), ("... hijabcdefghij\"", b"\x01XY"), ("... hijabcdefghij\"", b"\x1b[C" * 30 + b"\x7f" * 3),
    ("... hijabcdefghij\"", b"\x04\x04\x0b"), ("1> XY\"abcdefghijabcdefghijabcdef", b"\x15a.\r"),
    ("2>", b"io:format(\"~80c~n~80c|\", [$x, $y]).\r"), ("3>", None)]

COMPLETION = [
    ("1>", b"lists:revers\t"), ("1> lists:reverse(", b"[a, b]).\r"), ("2>", b"erlang:is_map\t"), ("2> erlang:is_map", b"_key(a, #{}).\r"), ("3>", None)]

SEARCH = [
    ("1>", b"lists:seq(1,3).\r"), ("2>", b"lists:reverse([1]).\r"), ("3>", b"\x12"), ("(search)`': lists:reverse([1]).", b"lists"),
    ("(search)`lists': lists:reverse([1]).", b"\x12"), ("(search)`lists': lists:seq(1,3).", b":s"),
    ("(search)`lists:s': lists:seq(1,3).", b"\x7f"), ("(search)`lists:': lists:reverse([1]).", b"\r"),
    ("4>", b"\x12"), ("(search)`': lists:reverse([1]).", b"seq"), ("(search)`seq': lists:seq(1,3).", b"zz"), ("(search)`seqzz':", b"\r"),
    ("4>", b"\x12rev"), ("(search)`rev': lists:reverse([1]).", b"\x1b[D"), ("4> lists:reverse([1]).", b"\r"), ("5>", None)]

JOBS = [
    ("1>", b"\x07"), ("-->", b"h\r"), ("-->", b"s\r"), ("-->", b"s lists\r"), ("-->", b"j\r"), ("-->", b"r\r"), ("-->", b"k 3\r"),
    ("-->", b"j\r"), ("-->", b"c 7\r"), ("-->", b"i 9\r"), ("-->", b"zz\r"), ("-->", b"?\r"), ("-->", b"c 2\r"), ("1>", b"a.\r"),
    ("2>", b"exit(group_leader(), kill).\r"), ("1>", b"b.\r"), ("2>", None)]


def shown(world, program, steps):
    """The rows from the first prompt on."""
    terminal = Terminal(world, *program)
    try:
        done = 0
        for text, keys in steps:
            # A prompt that comes again is another one: what is typed at it makes a row of its own.
            if text == "-->":
                terminal.wait_for(b"--> ")
            elif text:
                terminal.wait_for_last(text)
            if keys is None:
                break
            terminal.type(keys)
            done += 1
        rows = terminal.screen.text().rstrip()
        terminal.type(b"\x15halt().\r")
        assert terminal.status() == 0
    finally:
        try:
            os.kill(terminal.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return re.sub(r"Eshell V[0-9.]+", "Eshell", re.search(r"^1>.*", rows, re.S | re.M)[0])


def expect_the_same(world, steps):
    real, ours = shown(world, ["erl"], steps), shown(world, [], steps)
    difference = "\n".join(difflib.unified_diff(real.split("\n"), ours.split("\n"), "erl", "sonde", lineterm=""))
    assert ours == real, "\n" + difference


def test_keys_edit(world):
    """keys move, delete, yank and recall as in erl"""
    expect_the_same(world, EDITING)


def test_keys_edit_wide_characters(world):
    """characters that are two columns wide are edited as in erl"""
    expect_the_same(world, WIDE)


def test_keys_edit_long_lines(world):
    """lines over several rows are edited as in erl"""
    expect_the_same(world, LONG)


def test_keys_complete(world):
    """tab completes functions and file names as in erl"""
    expect_the_same(world, COMPLETION)


def test_keys_search(world):
    """what was typed before is searched as in erl"""
    expect_the_same(world, SEARCH)


def test_keys_switch_jobs(world):
    """the switch command starts, lists, kills and connects shells as in erl"""
    expect_the_same(world, JOBS)


def test_display_shows_whole_rows(world):
    """what is written past the line editing begins at the left, as in erl"""
    shell = Terminal(world)
    for call, shown in ((b"erlang:display({some, term}).\r", b"{some,term}\r\n"),
                        (b"erlang:display_string([$o, $n, $e, 10, $2, 10]).\r", b"one\r\n2\r\n"),
                        (b"io:format(standard_error, \"o~ce~nt~co~n\", [$n, $w]).\r", b"one\r\ntwo\r\n"),
                        (b"io:format(user, \"o~ce~nt~co~n\", [$n, $w]).\r", b"one\r\ntwo\r\n")):
        shell.wait_for(b"> ")
        shell.type(call, shown)
    shell.type(b"halt().\r")
    assert shell.status() == 0


def test_shell_begins_with_the_users_file(world):
    """.erlang in the user's folder is evaluated before the first prompt"""
    world.write(".erlang", "io:format(\"from dot erlang~n\").\n")
    shell = Terminal(world)
    assert "from dot erlang\r\nEshell V" in shell.wait_for(b"1> ")
    shell.type(b"halt().\r")
    assert shell.status() == 0


def test_shell_keeps_its_history(world):
    """with erl's flags for it, lines of the last session can be called back"""
    flags = ["-kernel", "shell_history", "enabled", "-kernel", "shell_history_path", '"history"']
    shell = started_shell(world, *flags)
    shell.type(b"remarkable.\r", b"2> ")
    shell.type(b"q().\r")
    assert shell.status() == 0
    shell = started_shell(world, *flags)
    shell.type(b"\x10", b"q().")
    shell.type(b"\x10", b"remarkable.")
    shell.type(b"\x15halt().\r")
    assert shell.status() == 0


def test_shell_ends_at_sigterm(world):
    """SIGTERM ends the shell in order: the terminal has its old mode"""
    shell = Terminal(world)
    before = termios.tcgetattr(shell.fd)
    shell.wait_for(b"1> ")
    assert termios.tcgetattr(shell.fd) != before
    os.kill(shell.pid, signal.SIGTERM)
    shell.wait_for(b"SIGTERM received - shutting down\r\n")
    shell.wait_for_end()
    assert termios.tcgetattr(shell.fd) == before
    assert shell.status() == 0


def test_keys_reach_prim_tty(world):
    """the natives that user_drv of OTP 26 and later has the terminal by: capabilities, keys as they come, the size as it changes"""
    world.write("prim_tty.erl", PRIM_TTY)
    program = Terminal(world, world.sonde, "run", "prim_tty.erl")
    program.wait_for(b"ready ")
    program.type(b"\x1b[A\r", b"<\x1b[A\r> ")
    program.resize(100, 50)
    program.wait_for(b"100x50 ")
    interrupt(program)
    program.type(b"c\r", b"c\r\n")
    program.type(b"x", b"<x> ")
    program.type(b"q")
    assert program.status() == 0


def interrupt(terminal):
    """The interrupt key, where it opens the menu."""
    terminal.type(b"\x03", MENU_ENDS)


def after_menu(shell):
    """The shell reads again: another interrupt opens the menu, and does not end the machine."""
    shell.type(b"closed.\r", b"\r\nclosed\r\n", b"> ")


def test_interrupt_opens_the_menu(world):
    """the interrupt key brings the menu of erl; choices are carried out, then the shell goes on"""
    shell = started_shell(world)
    shell.type(b"register(idle, spawn(fun() -> receive stop -> ok end end)), ets:new(mine, [named_table]), ets:insert(mine, {content, 42}).\r")
    shell.wait_for(b"\r\ntrue\r\n")
    shell.wait_for(b"2> ")
    for key, answer in (("v", "Erlang (BEAM) emulator version "), ("d", "=node:'nonode@nohost'\r\n=no_distribution"),
                        ("l", "\r\nlists "), ("i", "=memory\r\ntotal: "), ("D", "{content,42}"), ("p", "Name: idle")):
        interrupt(shell)
        shell.type(key.encode() + b"\r", answer.encode())
        after_menu(shell)
    interrupt(shell)
    shell.type(b"?\r")
    shell.wait_for(b"Invalid option '?'. Please enter one of the following:\r\n" + MENU.replace("\n", "\r\n").encode())
    shell.type(b"c\r")
    after_menu(shell)
    interrupt(shell)
    shell.type(b"a\r")
    assert shell.status() == 0


def test_interrupt_kills_processes(world):
    """k in the menu shows processes, the last one first, and kills"""
    shell = started_shell(world)
    shell.type(b"register(idle, spawn(fun() -> receive stop -> ok end end)).\r", b"2> ")
    interrupt(shell)
    shell.type(b"k\r")
    while "\nName: idle\r" not in shell.wait_for(b"(k)ill (n)ext (r)eturn:"):
        shell.type(b"n\r")
    shell.type(b"k\r", b"(k)ill (n)ext (r)eturn:")
    shell.type(b"r\r")
    shell.type(b"whereis(idle).\r", b"\r\nundefined\r\n", b"> ")
    interrupt(shell)
    shell.type(b"\x03")              # a second one ends the machine
    assert shell.status() == 0


def test_interrupt_dumps(world):
    """A in the menu writes a dump and ends the machine by SIGABRT, as under erl"""
    shell = started_shell(world)
    interrupt(shell)
    shell.type(b"A\r", b"Crash dump is being written to: erl_crash.dump...done\r\n")
    assert shell.status() == -signal.SIGABRT
    dump = (world.folder / "erl_crash.dump").read_text()
    assert dump.startswith("=erl_crash_dump:0.5\n") and dump.endswith("=end\n")
    assert "\nSlogan: Crash dump requested by user\n" in dump and "\n=proc:<0.0.0>\n" in dump


def test_interrupt_of_a_program(world):
    """a program goes on reading what is typed after the menu; the end of its input is the end of the machine"""
    world.write("listens.erl", LISTENS)
    program = Terminal(world, world.sonde, "run", "listens.erl")
    program.wait_for(b"ready")
    program.type(b"abc\r", b"read abc\r\n")
    interrupt(program)
    program.type(b"c\r", b"c\r\n")
    program.type(b"def\r", b"read def\r\n")
    interrupt(program)
    program.type(b"\x04")
    assert program.status() == 0


def test_interrupt_without_a_terminal(world):
    """the menu is written where nobody can answer, and the machine ends with status 0, as erl -noshell does"""
    world.write("listens.erl", LISTENS)
    program = subprocess.Popen([world.sonde, "run", "listens.erl"], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE)
    assert program.stdout.readline() == b"ready\n"
    program.send_signal(signal.SIGINT)
    out, _ = program.communicate(timeout=60)
    assert (program.returncode, out.decode()) == (0, "\n" + MENU)


def test_interrupt_of_an_escript(world):
    """an escript dies of the interrupt, as under escript"""
    world.write("waits", "#!/usr/bin/env escript\nmain(_) -> io:format(\"ready~n\"), receive after infinity -> ok end.\n")
    program = subprocess.Popen([world.sonde, "run", "waits"], cwd=world.folder, env=world.env, stdout=subprocess.PIPE)
    assert program.stdout.readline() == b"ready\n"
    program.send_signal(signal.SIGINT)
    assert program.wait(timeout=60) == -signal.SIGINT
    program.stdout.close()


def test_interrupt_by_flags(world):
    """+B, +Bi and +Bc say what the interrupt key does, as erl's"""
    shell = started_shell(world, "+B")
    shell.type(b"\x03")
    assert shell.status() == -signal.SIGINT
    shell = started_shell(world, "+Bi")
    os.kill(shell.pid, signal.SIGINT)
    shell.type(b"erlang:system_info(break_ignored).\r", b"\r\ntrue\r\n")
    shell.type(b"halt(3).\r")
    assert shell.status() == 3
    shell = started_shell(world, "+Bc")
    shell.type(b"register(me, self()), io:format(\"in~cit~n\", [$-]), receive after infinity -> ok end.\r", b"in-it")
    shell.type(b"\x03", b"** exception exit: killed", b"2> ")
    shell.type(b"halt(4).\r")
    assert shell.status() == 4


def test_shell_in_a_pipe_is_as_erl(world):
    """what comes from a pipe is evaluated, and ends with q(), halt/1, or the end, as under erl"""
    for text in (b"1 + 1.\nq().\n", b"", b"X = [1,\n2].\nhd(X).\nhd([]).\nfoo bar.\n", b"1 + 1", b"halt(3).\n",
                 b"io:get_line(\"\").\na line\nio:read(\"\").\n{a, term}.\nself() ! hello.\nflush().\nb().\nv(1).\n"):
        seen = []
        for program in (["erl"], [world.sonde, "shell"]):
            done = subprocess.run(program, input=text, capture_output=True, cwd=world.folder, timeout=60, check=False,
                                  env=dict(world.env, HOME=str(world.folder)))
            seen.append((done.returncode, re.sub(r".*Eshell V[0-9.]+", "Eshell", done.stdout.decode(), flags=re.S), done.stderr))
        assert seen[0] == seen[1], (text, seen)
