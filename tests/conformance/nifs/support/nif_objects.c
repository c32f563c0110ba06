// Resources: two types, destructors, monitors, dynamic calls, binaries of resources. What callbacks
// see is sent to the process that made the resource.
#include <erl_nif.h>
#include <string.h>

typedef struct {
  ErlNifPid maker;
  int number;
  ErlNifMonitor monitor;
  char bytes[100];
} Object;

static ErlNifResourceType *object_type, *plain_type;
static Object* kept;

static void report(ErlNifEnv* env, Object* object, const char* what) {
  ErlNifEnv* own = enif_alloc_env();
  ERL_NIF_TERM message = enif_make_tuple2(own, enif_make_atom(own, what),
                                          enif_make_int(own, object->number));
  enif_send(env, &object->maker, own, message);
  enif_free_env(own);
}

static void object_dtor(ErlNifEnv* env, void* data) { report(env, data, "destroyed"); }
static void object_down(ErlNifEnv* env, void* data, ErlNifPid* pid, ErlNifMonitor* monitor) {
  Object* object = data;
  int is_it = enif_compare_monitors(monitor, &object->monitor) == 0;
  report(env, object, is_it ? "down" : "down_of_another_monitor");
}
static void object_call(ErlNifEnv* env, void* data, void* call) {
  *(int*)call += ((Object*)data)->number;
}

static int load(ErlNifEnv* env, void** priv, ERL_NIF_TERM info) {
  ErlNifResourceTypeInit init = {object_dtor, NULL, object_down, 4, object_call};
  object_type = enif_init_resource_type(env, "object", &init, ERL_NIF_RT_CREATE, NULL);
  plain_type = enif_open_resource_type(env, "a_module", "plain", NULL, ERL_NIF_RT_CREATE, NULL);
  return object_type == NULL || plain_type == NULL;
}

static ERL_NIF_TERM make_int(ErlNifEnv* env, int value) { return enif_make_int(env, value); }

static Object* new_object(ErlNifEnv* env, ErlNifResourceType* type, ERL_NIF_TERM number) {
  Object* object = enif_alloc_resource(type, sizeof(Object));
  memset(object, 0, sizeof *object);
  enif_self(env, &object->maker);
  enif_get_int(env, number, &object->number);
  memset(object->bytes, 'a' + object->number % 26, sizeof object->bytes);
  return object;
}

static ERL_NIF_TERM make(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  Object* object = new_object(env, object_type, argv[0]);
  ERL_NIF_TERM term = enif_make_resource(env, object);
  enif_release_resource(object);
  return term;
}
static ERL_NIF_TERM make_plain(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  Object* object = new_object(env, plain_type, argv[0]);
  ERL_NIF_TERM term = enif_make_resource(env, object);
  enif_release_resource(object);
  return term;
}
static ERL_NIF_TERM make_bytes(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  Object* object = new_object(env, object_type, argv[0]);
  ERL_NIF_TERM term =
      enif_make_resource_binary(env, object, object->bytes, sizeof object->bytes);
  enif_release_resource(object);
  return term;
}

#define GET(object)                                                        \
  Object* object;                                                          \
  if (!enif_get_resource(env, argv[0], object_type, (void**)&object)) return enif_make_badarg(env)

static ERL_NIF_TERM value(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET(object);
  return enif_make_tuple2(env, make_int(env, object->number),
                          enif_make_atom(env, enif_sizeof_resource(object) == sizeof(Object)
                                                  ? "whole" : "cut"));
}
static ERL_NIF_TERM again(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET(object);
  return enif_make_resource(env, object);
}
static ERL_NIF_TERM keep(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET(object);
  enif_keep_resource(object);
  kept = object;
  return enif_make_atom(env, "ok");
}
static ERL_NIF_TERM kept_term(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return enif_make_resource(env, kept);
}
static ERL_NIF_TERM drop(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  enif_release_resource(kept);
  return enif_make_atom(env, "ok");
}
static ERL_NIF_TERM watch(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET(object);
  ErlNifPid pid;
  if (!enif_get_local_pid(env, argv[1], &pid)) return enif_make_badarg(env);
  return make_int(env, enif_monitor_process(env, object, &pid, &object->monitor));
}
static ERL_NIF_TERM watch_plain(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  Object* object;
  ErlNifPid pid;
  if (!enif_get_resource(env, argv[0], plain_type, (void**)&object) ||
      !enif_get_local_pid(env, argv[1], &pid))
    return enif_make_badarg(env);
  return make_int(env, enif_monitor_process(env, object, &pid, &object->monitor) < 0 ? -1 : 0);
}
static ERL_NIF_TERM unwatch(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET(object);
  return make_int(env, enif_demonitor_process(env, object, &object->monitor));
}
static ERL_NIF_TERM watch_term(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET(object);
  return enif_make_monitor_term(env, &object->monitor);
}
static ERL_NIF_TERM call(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  int sum;
  if (!enif_get_int(env, argv[3], &sum)) return enif_make_badarg(env);
  int result = enif_dynamic_resource_call(env, argv[0], argv[1], argv[2], &sum);
  return enif_make_tuple2(env, make_int(env, result), make_int(env, sum));
}
static ERL_NIF_TERM open_late(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifResourceFlags tried = 0;
  void* type = enif_open_resource_type(env, NULL, "late", NULL,
                                       ERL_NIF_RT_CREATE | ERL_NIF_RT_TAKEOVER, &tried);
  return enif_make_tuple2(env, enif_make_atom(env, type == NULL ? "none" : "opened"),
                          make_int(env, tried));
}

static ErlNifFunc functions[] = {
    {"make", 1, make},        {"make_plain", 1, make_plain}, {"make_bytes", 1, make_bytes},
    {"value", 1, value},      {"again", 1, again},           {"keep", 1, keep},
    {"kept", 0, kept_term},   {"drop", 0, drop},             {"watch", 2, watch},
    {"unwatch", 1, unwatch},  {"watch_term", 1, watch_term}, {"watch_plain", 2, watch_plain},
    {"call", 4, call},        {"open_late", 0, open_late},
};
ERL_NIF_INIT(nif_objects, functions, load, NULL, NULL, NULL)
