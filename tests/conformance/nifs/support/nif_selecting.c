// enif_select() and its kin on pipes.
#include <erl_nif.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  int fds[2];
  ErlNifPid maker;
} Pipe;
static ErlNifResourceType* pipe_type;

static void pipe_stop(ErlNifEnv* env, void* data, ErlNifEvent fd, int is_direct) {
  Pipe* pipe = data;
  ErlNifEnv* own = enif_alloc_env();
  enif_send(env, &pipe->maker, own,
            enif_make_tuple2(own, enif_make_atom(own, "stopped"),
                             enif_make_atom(own, fd == pipe->fds[0] ? "reader" : "writer")));
  enif_free_env(own);
  close(fd);
}
static int load(ErlNifEnv* env, void** priv, ERL_NIF_TERM info) {
  ErlNifResourceTypeInit init = {NULL, pipe_stop, NULL};
  pipe_type = enif_open_resource_type_x(env, "pipe", &init, ERL_NIF_RT_CREATE, NULL);
  return pipe_type == NULL;
}
static ERL_NIF_TERM open_pipe(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  Pipe* made = enif_alloc_resource(pipe_type, sizeof(Pipe));
  if (pipe(made->fds) != 0) return enif_make_badarg(env);
  fcntl(made->fds[0], F_SETFL, O_NONBLOCK);
  fcntl(made->fds[1], F_SETFL, O_NONBLOCK);
  enif_self(env, &made->maker);
  ERL_NIF_TERM term = enif_make_resource(env, made);
  enif_release_resource(made);
  return term;
}
#define GET                                                                    \
  Pipe* pipe;                                                                  \
  if (!enif_get_resource(env, argv[0], pipe_type, (void**)&pipe)) return enif_make_badarg(env)

static ERL_NIF_TERM bits(ErlNifEnv* env, int result) {
  if (result < 0) return enif_make_tuple2(env, enif_make_atom(env, "error"), enif_make_int(env, result & 0xff));
  return enif_make_int(env, result);
}
// select(Pipe, End, Flags, Pid | undefined, Ref)
static ERL_NIF_TERM do_select(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET;
  int end, flags;
  ErlNifPid pid, *to = &pid;
  if (!enif_get_int(env, argv[1], &end) || !enif_get_int(env, argv[2], &flags)) return enif_make_badarg(env);
  if (!enif_get_local_pid(env, argv[3], &pid)) to = NULL;
  return bits(env, enif_select(env, pipe->fds[end], flags, pipe, to, argv[4]));
}
// custom(Pipe, End, read | write, Message, with_env | without)
static ERL_NIF_TERM custom(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET;
  int end;
  if (!enif_get_int(env, argv[1], &end)) return enif_make_badarg(env);
  int with_env = enif_is_identical(argv[4], enif_make_atom(env, "with_env"));
  ErlNifEnv* own = with_env ? enif_alloc_env() : NULL;
  ERL_NIF_TERM message = with_env ? enif_make_copy(own, argv[3]) : argv[3];
  int result = enif_is_identical(argv[2], enif_make_atom(env, "read"))
                   ? enif_select_read(env, pipe->fds[end], pipe, NULL, message, own)
                   : enif_select_write(env, pipe->fds[end], pipe, NULL, message, own);
  if (with_env) enif_free_env(own);
  return bits(env, result);
}
static ERL_NIF_TERM put(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET;
  ErlNifBinary bin;
  if (!enif_inspect_binary(env, argv[1], &bin)) return enif_make_badarg(env);
  return enif_make_int(env, (int)write(pipe->fds[1], bin.data, bin.size));
}
static ERL_NIF_TERM take(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET;
  unsigned char bytes[4096];
  int n = (int)read(pipe->fds[0], bytes, sizeof bytes);
  if (n < 0) return enif_make_atom(env, "again");
  ERL_NIF_TERM term;
  memcpy(enif_make_new_binary(env, n, &term), bytes, n);
  return term;
}
static ERL_NIF_TERM fill(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET;
  char bytes[4096] = {0};
  int n = 0;
  for (int one; (one = (int)write(pipe->fds[1], bytes, sizeof bytes)) > 0;) n += one;
  return enif_make_atom(env, n > 0 ? "full" : "nothing");
}
static ERL_NIF_TERM close_writer(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  GET;
  close(pipe->fds[1]);
  return enif_make_atom(env, "ok");
}

static ErlNifFunc functions[] = {
    {"open", 0, open_pipe}, {"select", 5, do_select}, {"custom", 5, custom}, {"put", 2, put},
    {"take", 1, take},      {"fill", 1, fill},        {"close_writer", 1, close_writer},
};
ERL_NIF_INIT(nif_selecting, functions, load, NULL, NULL, NULL)
