"""The bounds of a session whose tracer is a module of C code: an event counts as waiting while its call runs."""

import subprocess

INCLUDE = "/usr/lib/erlang/usr/include"

# trace/5 takes 20 ms for a call, and counts what it gets.
LIBRARY = """
#include <erl_nif.h>
#include <unistd.h>

static int calls, dropped, stopped;

static ERL_NIF_TERM enabled(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) { return enif_make_atom(env, "trace"); }

static ERL_NIF_TERM trace(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int number = 0;
  if (enif_is_identical(argv[0], enif_make_atom(env, "trace_dropped"))) {
    enif_get_int(env, argv[3], &number);
    __atomic_fetch_add(&dropped, number, __ATOMIC_RELAXED);
  } else if (enif_is_identical(argv[0], enif_make_atom(env, "trace_stopped"))) {
    __atomic_fetch_add(&stopped, enif_is_identical(argv[3], enif_make_atom(env, "overload")), __ATOMIC_RELAXED);
  } else {
    usleep(20000);
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  }
  return enif_make_atom(env, "ok");
}

static ERL_NIF_TERM counts(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_tuple3(env, enif_make_int(env, calls), enif_make_int(env, dropped), enif_make_int(env, stopped));
}

static ErlNifFunc functions[] = {{"enabled", 3, enabled, 0}, {"trace", 5, trace, 0}, {"counts", 0, counts, 0}};
ERL_NIF_INIT(slow_tracer, functions, NULL, NULL, NULL, NULL)
"""

TRACER = """-module(slow_tracer).
-export([enabled/3, trace/5, counts/0]).
-on_load(load/0).
load() -> erlang:load_nif("./slow_tracer", 0).
enabled(_, _, _) -> erlang:nif_error(not_loaded).
trace(_, _, _, _, _) -> erlang:nif_error(not_loaded).
counts() -> erlang:nif_error(not_loaded).
"""

PROGRAM = """-module(bounded).
-export([main/1, f/0]).
main([Overload]) ->
    {module, _} = code:ensure_loaded(slow_tracer),
    S = trace:session_create(bounded, {slow_tracer, any}, [{queue_limit, 1}, {overload, list_to_atom(Overload)}]),
    Ready = counters:new(1, []),
    Tracees = [spawn_monitor(fun() -> tracee(Ready) end) || _ <- [1, 2, 3, 4]],
    [1 = trace:process(S, Pid, true, [call]) || {Pid, _} <- Tracees],
    1 = trace:function(S, {bounded, f, 0}, [], [local]),
    [Pid ! go || {Pid, _} <- Tracees],
    [receive {'DOWN', Ref, _, _, normal} -> ok end || {_, Ref} <- Tracees],
    trace:session_destroy(S),
    {Calls, Dropped, Stopped} = slow_tracer:counts(),
    io:format("~w ~w ~w~n", [Calls, Dropped, Stopped]).
%% They are busy until schedulers have shared them, and then call at the same time.
tracee(Ready) ->
    receive go -> counters:add(Ready, 1, 1) end,
    spin_until(fun() -> counters:get(Ready, 1) =:= 4 end),
    End = erlang:monotonic_time(millisecond) + 100,
    spin_until(fun() -> erlang:monotonic_time(millisecond) > End end),
    [f() || _ <- [1, 2, 3, 4, 5]].
spin_until(Done) ->
    case Done() of true -> ok; false -> spin_until(Done) end.
f() -> ok.
"""


def run_bounded(world, overload):
    source = world.write("slow_tracer.c", LIBRARY)
    world.write("slow_tracer.erl", TRACER)
    world.write("bounded.erl", PROGRAM)
    subprocess.run(["clang-19", "-shared", "-fPIC", "-O1", f"-I{INCLUDE}", "-o", "slow_tracer.so", source], cwd=world.folder, check=True)
    subprocess.run(["erlc", "slow_tracer.erl"], cwd=world.folder, check=True)
    status, out, err = world.run("run", "--schedulers", 4, "-p", ".", "bounded.erl", overload)
    assert (status, err) == (0, ""), (status, out, err)
    return tuple(int(number) for number in out.split())


def test_bounds_of_a_module_that_blocks(world):
    """with `block` every event reaches the module, however slow it is"""
    assert run_bounded(world, "block") == (20, 0, 0)


def test_bounds_of_a_module_that_drops(world):
    """with `drop_new` what comes while a call runs is dropped, and the number is exact"""
    calls, dropped, stopped = run_bounded(world, "drop_new")
    assert calls + dropped == 20 and 0 < dropped and 5 <= calls and stopped == 0, (calls, dropped, stopped)


def test_bounds_of_a_module_that_stops(world):
    """with `stop` the session ends at the first event too many, and the module gets the reason once"""
    calls, dropped, stopped = run_bounded(world, "stop")
    assert 1 <= calls < 20 and stopped == 1, (calls, dropped, stopped)
