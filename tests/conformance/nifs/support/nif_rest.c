/* Functions of the interface that no other library here calls: memory, types, texts, atoms, unique integers, clocks, the environment, dlopen. */
#include <erl_nif.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ATOM(name) enif_make_atom(env, name)
#define NIF(name) static ERL_NIF_TERM name(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[])

/* A list of the types that a term is said to have. */
NIF(types) {
  ERL_NIF_TERM list = enif_make_list(env, 0);
  static const struct {
    const char* name;
    int (*is)(ErlNifEnv*, ERL_NIF_TERM);
  } kinds[] = {{"tuple", enif_is_tuple}, {"ref", enif_is_ref}, {"port", enif_is_port}, {"pid", enif_is_pid}, {"number", enif_is_number},
               {"map", enif_is_map}, {"list", enif_is_list}, {"fun", enif_is_fun}, {"exception", enif_is_exception},
               {"empty_list", enif_is_empty_list}, {"binary", enif_is_binary}, {"atom", enif_is_atom}};
  for (unsigned n = 0; n < sizeof kinds / sizeof *kinds; ++n)
    if (kinds[n].is(env, argv[0])) list = enif_make_list_cell(env, ATOM(kinds[n].name), list);
  return list;
}

/* Blocks that grow keep what is in them. */
NIF(memory) {
  unsigned char* block = enif_alloc(10);
  int sum = 0;
  memset(block, 7, 10);
  block = enif_realloc(block, 100000);
  for (int n = 0; n < 10; ++n) sum += block[n];
  enif_free(block);
  return enif_make_int(env, sum);
}

NIF(existing_atom) {
  ErlNifBinary name;
  ERL_NIF_TERM atom = ATOM("none");
  if (!enif_inspect_binary(env, argv[0], &name)) return enif_make_badarg(env);
  int exists = enif_make_existing_atom_len(env, (const char*)name.data, name.size, &atom, ERL_NIF_LATIN1);
  return enif_make_tuple2(env, enif_make_int(env, exists), exists ? atom : ATOM("none"));
}

NIF(part_of_string) { return enif_make_string_len(env, "abc\0def\xff", 8, ERL_NIF_LATIN1); }

NIF(tuple_of) { return enif_make_tuple(env, 5, argv[0], argv[0], ATOM("three"), enif_make_int(env, -4), argv[0]); }

NIF(unique) {
  int monotonic, positive;
  if (!enif_get_int(env, argv[0], &positive) || !enif_get_int(env, argv[1], &monotonic)) return enif_make_badarg(env);
  return enif_make_unique_integer(env, (positive ? ERL_NIF_UNIQUE_POSITIVE : 0) | (monotonic ? ERL_NIF_UNIQUE_MONOTONIC : 0));
}

NIF(convert) {
  ErlNifSInt64 time;
  int from, to;
  if (!enif_get_int64(env, argv[0], &time) || !enif_get_int(env, argv[1], &from) || !enif_get_int(env, argv[2], &to))
    return enif_make_badarg(env);
  return enif_make_int64(env, enif_convert_time_unit(time, (ErlNifTimeUnit)from, (ErlNifTimeUnit)to));
}

NIF(now) { return enif_make_list2(env, enif_now_time(env), enif_cpu_time(env)); }

NIF(whereis_port) {
  ErlNifPort port;
  return enif_whereis_port(env, argv[0], &port) ? port.port_id : ATOM("none");
}

NIF(undefined_pid) {
  ErlNifPid pid;
  int before, after;
  enif_self(env, &pid);
  before = enif_is_pid_undefined(&pid);
  enif_set_pid_undefined(&pid);
  after = enif_is_pid_undefined(&pid);
  return enif_make_tuple3(env, enif_make_int(env, before), enif_make_int(env, after), enif_make_pid(env, &pid));
}

static int formatted(char* text, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = enif_vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return result;
}

static int written(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = enif_vfprintf(file, format, arguments);
  va_end(arguments);
  return result;
}

NIF(print) {
  char text[40], again[40];
  FILE* file = tmpfile();
  size_t size;
  int length = formatted(text, sizeof text, "%d <%T> %s", 12, argv[0], "end");
  int count = written(file, "%d <%T> %s", 12, argv[0], "end");
  rewind(file);
  size = fread(again, 1, sizeof again - 1, file);
  again[size] = 0;
  fclose(file);
  return enif_make_list3(env, enif_make_string(env, text, ERL_NIF_LATIN1), enif_make_string(env, again, ERL_NIF_LATIN1),
                         enif_make_tuple2(env, enif_make_int(env, length), enif_make_int(env, count)));
}

/* {Result, Size, Value}: 0; 1 where the room is too small; -1 where there is no such variable. */
NIF(variable) {
  ErlNifBinary name;
  char value[100] = "unchanged";
  size_t size;
  unsigned room;
  if (!enif_inspect_binary(env, argv[0], &name) || !enif_get_uint(env, argv[1], &room)) return enif_make_badarg(env);
  size = room;
  int result = enif_getenv((const char*)name.data, value, &size);
  return enif_make_list3(env, enif_make_int(env, result), enif_make_uint64(env, result < 0 ? 0 : size),
                         enif_make_string(env, result == 0 ? value : "", ERL_NIF_LATIN1));
}

static int errors;
static void on_error(void* argument, const char* text) {
  errors += argument == &errors && text != NULL;
}

NIF(dynamic) {
  void* own = enif_dlopen("libm.so.6", on_error, &errors);
  void* none = enif_dlopen("/no/such/library.so", on_error, &errors);
  void* symbol = enif_dlsym(own, "cos", on_error, &errors);
  void* missing = enif_dlsym(own, "no_such_symbol", on_error, &errors);
  return enif_make_list5(env, enif_make_int(env, own != NULL), enif_make_int(env, none != NULL), enif_make_int(env, symbol != NULL),
                         enif_make_int(env, missing != NULL), enif_make_int(env, errors));
}

NIF(machine) {
  ErlNifSysInfo info;
  memset(&info, 0, sizeof info);
  enif_system_info(&info, sizeof info);
  return enif_make_list5(env, enif_make_string(env, info.otp_release, ERL_NIF_LATIN1), enif_make_int(env, info.scheduler_threads),
                         enif_make_int(env, info.thread_support), enif_make_int(env, info.smp_support), enif_make_int(env, info.driver_major_version));
}

static ErlNifFunc functions[] = {{"types", 1, types, 0}, {"memory", 0, memory, 0}, {"existing_atom", 1, existing_atom, 0}, {"part_of_string", 0, part_of_string, 0}, {"tuple_of", 1, tuple_of, 0},
                                 {"unique", 2, unique, 0}, {"convert", 3, convert, 0}, {"now", 0, now, 0}, {"whereis_port", 1, whereis_port, 0},
                                 {"undefined_pid", 0, undefined_pid, 0}, {"print", 1, print, 0}, {"variable", 2, variable, 0},
                                 {"dynamic", 0, dynamic, 0}, {"machine", 0, machine, 0}};
ERL_NIF_INIT(nif_rest, functions, NULL, NULL, NULL, NULL)
