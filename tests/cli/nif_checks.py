"""`sonde run --nif-checks`: what it says of a library with mistakes."""

import subprocess

INCLUDE = "/usr/lib/erlang/usr/include"

LIBRARY = """
#include <erl_nif.h>

static ErlNifResourceType* type;
static ErlNifEnv* kept;

static ERL_NIF_TERM fine(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifEnv* own = enif_alloc_env();
  ErlNifBinary binary;
  void* object = enif_alloc_resource(type, 8);
  ERL_NIF_TERM reference = enif_make_resource(env, object);
  ERL_NIF_TERM copy = enif_make_copy(env, enif_make_tuple1(own, argv[0]));
  enif_release_resource(object);
  enif_alloc_binary(100, &binary);
  enif_free_env(own);
  return enif_make_list3(env, copy, reference, enif_make_binary(env, &binary));
}

static ERL_NIF_TERM raises_and_returns(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  enif_raise_exception(env, argv[0]);
  return argv[0];
}

static ERL_NIF_TERM keeps(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifBinary binary;
  void* object = enif_alloc_resource(type, 8);
  ERL_NIF_TERM reference = enif_make_resource(env, object);
  enif_alloc_binary(100, &binary);
  if (enif_alloc_env() == NULL) return argv[0];
  return reference;
}

static ERL_NIF_TERM foreign_term(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_list1(env, enif_make_tuple1(enif_alloc_env(), argv[0]));
}

static void* use(void* env) {
  enif_make_ref(env);
  return NULL;
}

static ERL_NIF_TERM other_thread(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifTid thread;
  enif_thread_create("user", &thread, use, env, NULL);
  enif_thread_join(thread, NULL);
  return argv[0];
}

static ERL_NIF_TERM keep_env(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  kept = env;
  return argv[0];
}

static ERL_NIF_TERM ended(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_tuple1(kept, argv[0]);
}

static ERL_NIF_TERM releases_twice(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  void* object = enif_alloc_resource(type, 8);
  ERL_NIF_TERM reference = enif_make_resource(env, object);
  enif_release_resource(object);
  enif_release_resource(object);
  return reference;
}

static ErlNifPid* self(ErlNifEnv* env) {
  static ErlNifPid pid;
  return enif_self(env, &pid);
}

static ERL_NIF_TERM sends(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifEnv* own = enif_alloc_env();
  enif_send(env, self(env), NULL, enif_make_list2(env, argv[0], enif_make_uint64(env, -1)));
  enif_send(env, self(env), own, enif_make_tuple2(own, enif_make_copy(own, argv[0]), enif_make_string(own, "text", ERL_NIF_LATIN1)));
  enif_free_env(own);
  return argv[0];
}

static ERL_NIF_TERM sends_foreign(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifEnv* own = enif_alloc_env();
  enif_send(env, self(env), own, enif_make_list1(own, enif_make_tuple1(env, argv[0])));
  return argv[0];
}

static ERL_NIF_TERM sends_of_other(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifEnv* own = enif_alloc_env();
  enif_send(env, self(env), NULL, enif_make_tuple1(own, argv[0]));
  return argv[0];
}

static ERL_NIF_TERM sends_from_own(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  enif_send(env, self(env), env, argv[0]);
  return argv[0];
}

static ERL_NIF_TERM sends_by_ended(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  enif_send(kept, self(env), NULL, argv[0]);
  return argv[0];
}

static ERL_NIF_TERM commands_foreign(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifPort port = {0};
  enif_port_command(env, &port, enif_alloc_env(), enif_make_list1(env, argv[0]));
  return argv[0];
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  int calls;
  type = enif_open_resource_type(env, NULL, "object", NULL, ERL_NIF_RT_CREATE, NULL);
  if (enif_get_int(env, info, &calls) && calls == 0 && enif_alloc_env() == NULL) return 2;
  return type == NULL;
}

static ErlNifFunc functions[] = {{"fine", 1, fine, 0}, {"raises_and_returns", 1, raises_and_returns, 0}, {"keeps", 1, keeps, 0},
                                 {"foreign_term", 1, foreign_term, 0}, {"other_thread", 1, other_thread, 0},
                                 {"keep_env", 1, keep_env, ERL_NIF_DIRTY_JOB_CPU_BOUND}, {"ended", 1, ended, 0},
                                 {"releases_twice", 1, releases_twice, 0}, {"sends", 1, sends, 0},
                                 {"sends_foreign", 1, sends_foreign, 0}, {"sends_of_other", 1, sends_of_other, 0},
                                 {"sends_from_own", 1, sends_from_own, 0}, {"sends_by_ended", 1, sends_by_ended, 0},
                                 {"commands_foreign", 1, commands_foreign, 0}};
ERL_NIF_INIT(careless, functions, load, NULL, NULL, NULL)
"""

MODULE = """-module(careless).
-compile([export_all, nowarn_export_all]).
-nifs([fine/1, raises_and_returns/1, keeps/1, foreign_term/1, other_thread/1, keep_env/1, ended/1, releases_twice/1,
       sends/1, sends_foreign/1, sends_of_other/1, sends_from_own/1, sends_by_ended/1, commands_foreign/1]).
main(Names) ->
    ok = erlang:load_nif("./careless", length(Names)),
    [io:format("~p~n", [try is_list(?MODULE:(list_to_atom(Name))([term])) catch error:Reason -> Reason end]) || Name <- Names],
    ok.
fine(_) -> erlang:nif_error(not_loaded).
raises_and_returns(_) -> erlang:nif_error(not_loaded).
keeps(_) -> erlang:nif_error(not_loaded).
foreign_term(_) -> erlang:nif_error(not_loaded).
other_thread(_) -> erlang:nif_error(not_loaded).
keep_env(_) -> erlang:nif_error(not_loaded).
ended(_) -> erlang:nif_error(not_loaded).
releases_twice(_) -> erlang:nif_error(not_loaded).
sends(_) -> erlang:nif_error(not_loaded).
sends_foreign(_) -> erlang:nif_error(not_loaded).
sends_of_other(_) -> erlang:nif_error(not_loaded).
sends_from_own(_) -> erlang:nif_error(not_loaded).
sends_by_ended(_) -> erlang:nif_error(not_loaded).
commands_foreign(_) -> erlang:nif_error(not_loaded).
"""


def run_careless(world, *functions, options=("--nif-checks",)):
    world.write("careless.erl", MODULE)
    source = world.write("careless.c", LIBRARY)
    subprocess.run(["clang-19", "-shared", "-fPIC", "-O1", "-pthread", f"-I{INCLUDE}", "-o", "careless.so", source], cwd=world.folder, check=True)
    return world.run("run", *options, "careless.erl", *functions)


def test_nif_checks_of_a_careful_library(world):
    """a library without mistakes runs as without the checks, and nothing is said"""
    assert run_careless(world, "fine", "fine", "other_thread", options=()) == (0, "true\ntrue\ntrue\n", "")
    assert run_careless(world, "fine", "fine", "sends", "sends") == (0, "true\n" * 4, "")


def test_nif_checks_report(world):
    """an exception with a term, and what is not released, are reported by library and function; the program goes on"""
    status, out, err = run_careless(world, "raises_and_returns", "keeps", "keeps", "fine")
    assert (status, out) == (0, "[term]\nfalse\nfalse\ntrue\n"), (status, out, err)
    assert sorted(err.splitlines()) == ["nif-checks: careless:keeps/1: has not released 2 binaries",
                                        "nif-checks: careless:keeps/1: has not released 2 environments",
                                        "nif-checks: careless:keeps/1: has not released 2 resources",
                                        "nif-checks: careless:raises_and_returns/1: has raised an exception and returned a term"], err


def test_nif_checks_of_loading(world):
    """what the load of a library does not release is reported by the library's name"""
    assert run_careless(world) == (0, "", "nif-checks: careless: has not released 1 environment\n")


def test_nif_checks_end_the_program(world):
    """what would damage the machine's memory ends the program with a line that names library and function"""
    for functions, say in ((["foreign_term"], "careless:foreign_term/1: has returned a term of another environment"),
                           (["other_thread"], "careless:other_thread/1: its environment is used by another thread"),
                           (["keep_env", "ended"], "careless:ended/1: uses an environment that has ended"),
                           (["fine", "releases_twice"], "careless:releases_twice/1: releases a resource that it does not hold"),
                           (["sends_foreign"], "careless:sends_foreign/1: sends a term of another environment"),
                           (["sends_of_other"], "careless:sends_of_other/1: sends a term of another environment"),
                           (["sends_from_own"], "careless:sends_from_own/1: sends from an environment that it has not allocated"),
                           (["keep_env", "sends_by_ended"], "careless:sends_by_ended/1: uses an environment that has ended"),
                           (["commands_foreign"], "careless:commands_foreign/1: sends a term of another environment")):
        status, out, err = run_careless(world, *functions)
        assert status == 1 and err == f"nif-checks: {say}\n", (functions, status, out, err)
