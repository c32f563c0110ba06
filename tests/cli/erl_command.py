"""`sonde erl`: the flags of `erl`, compared with the real one, and nodes that OTP's `peer` starts."""

import os
import pathlib
import shutil
import socket
import subprocess
import time

from world import Skipped

SHOWS = """-module(shows).
-export([start/0, first/1, second/1]).
first(Arguments) -> io:format("first ~p~n", [Arguments]).
second(Arguments) -> io:format("second ~p~n", [Arguments]).
start() ->
    io:format("~p~n", [{init:get_plain_arguments(), init:get_argument(mine), init:get_argument(none), application:get_env(kernel, mine),
                        os:getenv("GIVEN"), init:get_argument(noshell), node()}]),
    halt(7).
"""

PEERS = """-module(peers).
-export([main/0]).
main() ->
    %% The first peer to stop is gone for one of the other two nodes before it is for the other, which global warns of.
    ok = logger:set_primary_config(level, error),
    Own = fun(Peer) -> erpc:call(Peer, code, is_loaded, [sonde_boot]) =/= false end,
    {ok, One, Node} = peer:start(#{name => peer:random_name(), host => "127.0.0.1", longnames => true, wait_boot => 50000, args => ["-mine", "a", "b"]}),
    true = Own(Node),
    {ok, [["a", "b"]]} = erpc:call(Node, init, get_argument, [mine]),
    {ok, Two, Other} = peer:start_link(#{name => peer:random_name(), host => "127.0.0.1", longnames => true, wait_boot => 50000, connection => 0}),
    true = Own(Other),
    pong = peer:call(Two, net_adm, ping, [Node]),
    ok = peer:stop(One),
    ok = peer:stop(Two),
    io:format("ok~n").
"""


RESTARTS = """-module(restarts).
-export([start/0]).
start() ->
    case file:read_file("first_life") of
        {error, enoent} ->
            ok = file:write_file("first_life", os:getpid()),
            persistent_term:put(restarts, kept),
            io:format("first, ~p~n", [init:get_argument(mine)]),
            init:restart();
        {ok, Process} ->
            ok = file:delete("first_life"),
            io:format("second, ~p~n", [{init:get_argument(mine), persistent_term:get(restarts, gone), binary_to_list(Process) =:= os:getpid()}]),
            halt(5)
    end.
"""


def both(world, *words, env=None):
    """What erl and `sonde erl` do with the words: status and standard output."""
    environment = dict(world.env, **(env or {}))
    real = subprocess.run(["erl", *words], cwd=world.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, timeout=60)
    status, out, _ = world.run("erl", *words, env=environment)
    return (real.returncode, real.stdout), (status, out)


def test_erl_flags(world):
    """flags, plain arguments, the environment and the order of calls are as under erl"""
    world.compile("shows", SHOWS)
    for words, env in (
            (["-noshell", "-pa", "ebin", "-s", "shows"], None),
            (["-noinput", "-pa", "ebin", "-mine", "a", "b", "--", "c", "-mine", "d", "-run", "shows", "first", "x", "y", "-s", "shows"], None),
            (["+A", "2", "plain", "-noshell", "-pa", "ebin", "-kernel", "mine", "[1,2]", "-s", "shows", "first", "z", "-s", "shows", "second", "w",
              "-s", "shows", "start", "-extra", "-mine", "e", "--", "+S"], None),
            (["-pa", "ebin", "-mine", "+P", "50000", "q", "-env", "GIVEN", "some text", "-noshell", "-eval", "io:format(\"one~n\")", "-s", "shows"],
             {"ERL_AFLAGS": "-mine 'first of all'", "ERL_FLAGS": "-mine later", "ERL_ZFLAGS": "-mine last"})):
        real, ours = both(world, *words, env=env)
        assert real == ours and real[0] == 7, (words, real, ours)


def test_erl_version(world):
    """-version and +V print a line on standard error, and nothing runs; behind -extra they are words of the program"""
    for words in (["-version"], ["-noshell", "-eval", "halt(3).", "-version"], ["+V"]):
        real = subprocess.run(["erl", *words], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False, timeout=60)
        assert world.run("erl", *words) == (real.returncode, real.stdout, real.stderr), (words, real)
    real, ours = both(world, "-noshell", "-eval", "halt(3).", "-extra", "-version")
    assert real == ours == (3, ""), (real, ours)


def test_erl_without_configuration(world):
    """a file of -config that is missing or damaged ends the machine with the words of erl"""
    world.write("bad.config", "{")
    for name in ("nofile", "bad"):
        real = subprocess.run(["erl", "-noshell", "-config", name], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, timeout=60)
        status, out, err = world.run("erl", "-noshell", "-config", name)
        lines = [text.splitlines()[0] for text in (real.stdout + real.stderr, out + err)]
        assert lines[0].startswith("Could not start kernel pid") or "error in config file" in lines[0], lines
        assert lines[1].startswith("Could not start kernel pid (application_controller) (\"error in config file") and status == real.returncode, lines


def test_erl_libs(world):
    """the libraries in the folders of $ERL_LIBS are found, the newest version of each, as under erl"""
    for library in ("b-1.2", "b-1.10", "a", "c-0.1"):
        (world.folder / "libs" / library / "ebin").mkdir(parents=True)
    (world.folder / "libs" / "without" / "src").mkdir(parents=True)
    (world.folder / "libs" / "file").write_text("")
    (world.folder / "more" / "b-9.0" / "ebin").mkdir(parents=True)
    shown = ('io:format("~p~n", [[Folder || Folder <- code:get_path(), string:find(Folder, "/libs/") =/= nomatch orelse '
             'string:find(Folder, "/more/") =/= nomatch]]), io:format("~p~n", [code:lib_dir(b)]), halt().')
    real, ours = both(world, "-noshell", "-eval", shown, env={"ERL_LIBS": f"{world.folder}/libs:{world.folder}/none:{world.folder}/more:"})
    assert real == ours and "b-1.10" in real[1], (real, ours)


def test_erl_has_started(world):
    """the machine has started before -eval and -s are carried out, and says that it is busy with them until they are"""
    shown = "io:format(\"~p~n\", [{init:get_status(), init:notify_when_started(self())}])"
    wait = "spawn(fun F() -> case init:get_status() of {started, started} -> io:format(\"done~n\"), halt(3); _ -> timer:sleep(5), F() end end)."
    real, ours = both(world, "-noshell", "-eval", shown + "," + wait)
    assert real == ours == (3, "{{starting,started},started}\ndone\n"), (real, ours)


def test_erl_restarts(world):
    """init:restart/0 starts the machine again in the same process of the system; init:reboot/0 ends it with status 0"""
    world.compile("restarts", RESTARTS)
    real, ours = both(world, "-noshell", "-pa", "ebin", "-mine", "a", "-s", "restarts")
    assert real == ours and real[0] == 5 and "second" in real[1], (real, ours)
    real, ours = both(world, "-noshell", "-eval", "init:reboot().")
    assert real == ours == (0, ""), (real, ours)


def test_run_restarts(world):
    """the same under `sonde run`"""
    world.compile("restarts", RESTARTS.replace("start() ->", "main([]) ->").replace("start/0", "main/1").replace(
        "init:restart();", "init:restart(), receive after infinity -> ok end;"))
    assert world.run("run", "ebin/restarts.beam") == (5, "first, error\nsecond, {error,gone,true}\n", "")


def test_erl_printable_range(world):
    """+pc says which characters are printable"""
    shown = 'io:format("~w ~w~n", [io:printable_range(), length(lists:flatten(io_lib:format("~tp", [[1086, 1082]])))]), halt().'
    for words in ([], ["+pc", "unicode"], ["+pcunicode"], ["+pc", "latin1"]):
        real, ours = both(world, *words, "-noshell", "-eval", shown)
        assert real == ours and real[0] == 0, (words, real, ours)


def test_erl_distribution_flags(world):
    """+zdbbl says how much may wait for another node, +pad whether processes are suspended for that; the last one counts"""
    limit = 'io:format("~w~n", [erlang:system_info(dist_buf_busy_limit)]), halt().'
    for words in ([], ["+zdbbl", "17"], ["+zdbbl", "17", "+zdbbl", "2097151"]):
        real, ours = both(world, *words, "-noshell", "-eval", limit)
        assert real == ours and real[0] == 0, (words, real, ours)
    connects = 'io:format("~w~n", [application:get_env(kernel, connect_all)]), halt().'
    for words in ([], ["-connect_all", "false"], ["-connect_all", "false", "-connect_all", "true"], ["-kernel", "connect_all", "false"]):
        real, ours = both(world, *words, "-noshell", "-eval", connects)
        assert real == ours and real[0] == 0, (words, real, ours)
    # The real one on the path may be older than the flag.
    flag = 'io:format("~w~n", [[erlang:system_info(async_dist), element(2, process_info(spawn(fun() -> receive x -> x end end), async_dist))]]), halt().'
    for words, answer in (([], "false"), (["+pad", "true"], "true"), (["+pad", "true", "+pad", "false"], "false")):
        assert world.run("erl", *words, "-noshell", "-eval", flag)[:2] == (0, f"[{answer},{answer}]\n"), words


def test_erl_coverage(world):
    """+JPcover says what is counted in all that is loaded; other values than erl's are refused"""
    shows = 'io:format("~w~n", [[code:get_coverage_mode(), code:get_coverage_mode(lists)]]), halt().'
    # lists has no executable lines.
    for value, answer in (("true", "line_counters,none"), ("false", "none,none"), ("function", "function,function"), ("line", "line,none"),
                          ("function_counters", "function_counters,function_counters"), ("line_counters", "line_counters,none")):
        assert world.run("erl", "+JPcover", value, "-noshell", "-eval", shows)[:2] == (0, f"[{answer}]\n"), value
    assert world.run("erl", "+JPcoverfunction", "-noshell", "-eval", shows)[:2] == (0, "[function,function]\n")
    assert world.run("erl", "+JPcover", "none", "-noshell")[::2] == (1, "bad +JPcover flag none\n")


def test_erl_warnings(world):
    """+W says as what warnings are logged"""
    for words in ([], ["+W", "i"], ["+W", "e"], ["+W", "w"], ["+W", "e", "+W", "i"]):
        real, ours = both(world, *words, "-noshell", "-eval", 'io:format("~w~n", [error_logger:warning_map()]), halt().')
        assert real == ours and real[0] == 0, (words, real, ours)


def test_erl_refuses_values(world):
    """a value that is none ends it as it ends erl, with the same line"""
    for words in (["+pc", "all"], ["+pcall"], ["+S", "many"], ["+P", "many"], ["+Q", "many"], ["+t", "many"]):
        real = subprocess.run(["erl", *words, "-noshell"], cwd=world.folder, env=world.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, timeout=60)
        status, out, err = world.run("erl", *words, "-noshell")
        assert (status, out, err.splitlines()) == (real.returncode, real.stdout, real.stderr.splitlines()[:1]), (words, err, real)


def test_erl_without_what_it_has_not(world):
    """a flag that asks for more than there is ends it with status 2 and a line that names it"""
    for words in (["-heart"], ["-noshell", "-loader", "inet"]):
        status, out, err = world.run("erl", *words)
        assert (status, out) == (2, "") and "sonde erl has no" in err, (words, status, out, err)


def test_erl_boot(world):
    """-boot starts a release's applications, from its folders; a script that is not there, or not one, is told as erl tells it"""
    shown = "io:format(\"~p ~p ~p~n\", [lists:sort([N || {N, _, _} <- application:which_applications()]), application:get_all_env(sasl), " \
            "init:get_argument(boot)]), halt()."
    for words in (["-boot", "start_sasl"], ["-boot", "start_sasl", "-sasl", "mine", "7"], ["-boot", "start_clean"]):
        real, ours = both(world, "-noshell", *words, "-eval", shown)
        assert real == ours and real[0] == 0, (words, real, ours)
    beam = world.compile("served", "-module(served).\n-export([start/2, stop/1, init/1]).\nstart(_, _) -> supervisor:start_link(?MODULE, []).\n"
                  "stop(_) -> ok.\ninit([]) -> io:format(\"~p~n\", [application:get_all_env(served)]), {ok, {#{}, []}}.\n")
    world.write("rel/served-1/ebin/served.beam", beam.read_bytes())
    beam.unlink()
    world.write("rel/served-1/ebin/served.app", "{application, served, [{description, \"\"}, {vsn, \"1\"}, {modules, [served]}, {registered, []}, "
                "{applications, [kernel, stdlib]}, {env, [{a, 1}]}, {mod, {served, []}}]}.\n")
    made = "V = fun(A) -> application:load(A), {ok, W} = application:get_key(A, vsn), {A, W} end, " \
           "ok = file:write_file(\"r.rel\", io_lib:format(\"~p.\", [{release, {\"r\", \"1\"}, {erts, erlang:system_info(version)}, " \
           "[V(kernel), V(stdlib), {served, \"1\"}]}])), " \
           "ok = systools:make_script(\"r\", [{path, [filename:absname(\"rel/served-1/ebin\")]}, {variables, [{\"REL\", filename:absname(\"rel\")}]}, no_warn_sasl]), halt()."
    subprocess.run(["erl", "-noshell", "-eval", made], cwd=world.folder, env=world.env, check=True, timeout=60, stdin=subprocess.DEVNULL)
    world.write("bad.boot", b"\x83j")
    for words in (["-boot", "r", "-boot_var", "REL", "rel", "-eval", shown], ["-boot", "r", "-boot_var", "REL", "rel", "-served", "a", "2", "-eval", shown],
                  ["-boot", "r"], ["-boot", "other"], ["-boot", "bad"]):
        real, ours = both(world, "-noshell", *words)
        assert real == ours, (words, real, ours)


def test_erl_shell(world):
    """without -noshell there is a shell"""
    done = subprocess.run([world.sonde, "erl", "-eval", "io:put_chars(\"before \")."], input="X = 6 * 7.\nhalt(3).\n", cwd=world.folder, text=True,
                          capture_output=True, check=False, timeout=60)
    assert done.returncode == 3 and "before" in done.stdout and "42" in done.stdout, done.stdout


def test_erl_detached(world):
    """-detached goes on behind the caller, without a terminal"""
    status, out, err = world.run("erl", "-detached", "-eval",
                                 "file:write_file(\"made\", \"here\"), halt().")
    assert (status, out, err) == (0, "", "")
    made = world.folder / "made"
    deadline = time.monotonic() + 60
    while not (made.exists() and made.read_text()):
        assert time.monotonic() < deadline, "nothing was written"
        time.sleep(0.05)
    assert made.read_text() == "here"


def test_erl_is_the_program_that_peers_are_started_with(world):
    """the program erl of this machine is the first one on $PATH in a program, so peers are nodes of the same kind; one that starts us does not hide OTP's"""
    program = pathlib.Path(world.sonde).resolve().parent / "erl" / "bin" / "erl"
    world.write("prog.erl", """-module(prog).
-export([main/0]).
main() ->
    {ok, [[Name]]} = init:get_argument(progname),
    io:format("~ts~n", [os:find_executable(Name)]).
""")
    assert world.run("run", "prog.erl") == (0, f"{program}\n", "")
    env = dict(world.env, PATH=f"{program.parent}:{world.env['PATH']}")
    assert world.run("run", "prog.erl", env=env) == (0, f"{program}\n", "")
    if not shutil.which("epmd"):
        raise Skipped("epmd is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        env = dict(world.env, ERL_EPMD_PORT=str(probe.getsockname()[1]), ERL_EPMD_ADDRESS="127.0.0.1", HOME=str(world.folder))
    epmd = subprocess.Popen(["epmd"], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        world.compile("peers", PEERS)
        status, out, err = world.run("run", "--name", f"origin{os.getpid()}@127.0.0.1", "--listen", "127.0.0.1", "ebin/peers.beam", env=env, timeout=180)
        assert (status, out) == (0, "ok\n"), (status, out, err)
    finally:
        epmd.terminate()
        epmd.wait()
