// The functions of module sonde_trace_log: the two of a tracer module, and those that open, close
// and describe logs. Written against the public interface of NIF libraries only, so it loads into
// any machine that has it. Source: erl_nif(3), erl_tracer(3).
#include "trace_log/bytes.h"
#include "trace_log/chunks.h"
#include "trace_log/log.h"
#include "trace_log/record.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TRACE_ARITY 5
#define MAX_RINGS 4096
#define MAX_PATH 4096
#define MAX_DROPS 1024     // processes that info/1 and close/1 name
#define REMEMBERED_LOGS 4  // of a thread, with its ring in each

static ErlNifResourceType* log_type;
static _Atomic uint64_t next_log_id = 1;

static pthread_mutex_t open_logs_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct log* open_logs;  // under the mutex

#define OF_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))

// The rings that this thread has claimed; its address identifies the thread.
OF_THREAD struct {
  uint64_t log_id;
  struct ring* ring;
} my_rings[REMEMBERED_LOGS];

static _Atomic uint64_t destroyed_logs;  // how many

// The open log for which this thread was asked whether it wants an event, until it gets the event:
// a machine asks before each of them, with the same state, in the same thread. So trace() need not
// look it up again. Null: none.
OF_THREAD struct {
  ERL_NIF_TERM state;
  struct log* log;
  uint64_t destroyed_logs;  // when it was asked: where one was destroyed since, it may be this
} asked;

// --- rings of threads ---

static struct ring* claim_ring(struct log* log) {
  const uintptr_t me = (uintptr_t)my_rings;
  unsigned index = 0;
  // relaxed: only this thread stores its own identity. A thread that has ended left its ring whole.
  while (index < log->ring_count &&
         atomic_load_explicit(&log->rings[index].owner, memory_order_relaxed) != me)
    ++index;
  if (index == log->ring_count) {
    index = atomic_fetch_add_explicit(&log->claimed, 1, memory_order_relaxed);
    if (index >= log->ring_count) {
      atomic_store_explicit(&log->claimed, log->ring_count, memory_order_relaxed);
      return NULL;
    }
    // release: close_log() waits for rings that have an owner.
    atomic_store_explicit(&log->rings[index].owner, me, memory_order_release);
  }
  my_rings[log->id % REMEMBERED_LOGS].log_id = log->id;
  my_rings[log->id % REMEMBERED_LOGS].ring = &log->rings[index];
  return &log->rings[index];
}

static struct ring* my_ring(struct log* log) {
  const size_t slot = log->id % REMEMBERED_LOGS;
  return my_rings[slot].log_id == log->id ? my_rings[slot].ring : claim_ring(log);
}

size_t collect_drops(struct log* log, struct process_drops* drops, size_t room,
                     uint64_t* elsewhere) {
  size_t count = 0;
  *elsewhere += atomic_load_explicit(&log->without_ring, memory_order_relaxed);
  for (unsigned n = 0; n < log->ring_count; ++n) {
    const struct ring* ring = &log->rings[n];
    *elsewhere += atomic_load_explicit(&ring->dropped_elsewhere, memory_order_relaxed);
    if (atomic_load_explicit(&ring->dropped, memory_order_relaxed) == 0) continue;
    for (size_t slot = 0; slot < RING_DROP_SLOTS; ++slot) {
      const uint64_t pid = atomic_load_explicit(&ring->drops[slot].pid, memory_order_relaxed);
      const uint64_t dropped = atomic_load_explicit(&ring->drops[slot].count, memory_order_relaxed);
      size_t at = 0;
      if (pid == 0 || dropped == 0) continue;
      while (at < count && drops[at].pid != pid) ++at;
      if (at == room) {
        *elsewhere += dropped;
      } else if (at == count) {
        drops[count++] = (struct process_drops){pid, dropped};
      } else {
        drops[at].count += dropped;
      }
    }
  }
  return count;
}

// --- the tracer ---

// The log of a tracer's state; null: there is none.
static struct log* find_log(ErlNifEnv* env, ERL_NIF_TERM state) {
  void* log;
  return enif_get_resource(env, state, log_type, &log) ? log : NULL;
}

// The log that `asked` has for the state; null: none.
static struct log* asked_log(ERL_NIF_TERM state) {
  // acquire: pairs with destroy_log().
  return asked.state == state &&
                 asked.destroyed_logs == atomic_load_explicit(&destroyed_logs, memory_order_acquire)
             ? asked.log
             : NULL;
}

static ERL_NIF_TERM enabled(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  struct log* log = find_log(env, argv[1]);
  (void)argc;
  // relaxed: trace() looks again, where it matters.
  if (log != NULL && atomic_load_explicit(&log->is_open, memory_order_relaxed)) {
    // A recorder traces each new process, which reports its start itself (`spawned`).
    if (log->kept_bytes != 0 && argv[0] == atoms.spawn) return atoms.discard;
    asked.state = argv[1];
    asked.log = log;
    asked.destroyed_logs = atomic_load_explicit(&destroyed_logs, memory_order_acquire);
    return atoms.trace;
  }
  asked.log = NULL;
  return argv[0] == atoms.trace_status ? atoms.remove : atoms.discard;
}

// A machine that reports a call has just asked for trace_status, so there is nothing to find out.
static ERL_NIF_TERM enabled_call(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  return asked_log(argv[1]) != NULL ? atoms.trace : enabled(env, argc, argv);
}

// Tells the watcher of a recorder that a process has ended for another reason than normal, shutdown
// or {shutdown, _}: once until the next snapshot.
static void alarm_at_exit(ErlNifEnv* env, struct log* log, ERL_NIF_TERM pid, ERL_NIF_TERM reason) {
  const ERL_NIF_TERM* parts;
  ErlNifEnv* message;
  int arity;
  bool is_pair;
  if (reason == atoms.normal) return;
  is_pair = enif_get_tuple(env, reason, &arity, &parts) && arity == 2;
  if ((is_pair ? parts[0] : reason) == atoms.shutdown) return;
  if (atomic_exchange(&log->is_alarmed, true)) return;
  message = enif_alloc_env();
  if (message == NULL) return;
  enif_send(env, &log->watcher, message,
            enif_make_tuple2(message, enif_make_atom(message, "abnormal_exit"),
                             enif_make_copy(message, pid)));
  enif_free_env(message);
}

// The ring of this thread; null: there is none, and the event is dropped.
static struct ring* ring_for_event(struct log* log) {
  struct ring* ring = my_ring(log);
  if (ring == NULL) atomic_fetch_add_explicit(&log->without_ring, 1, memory_order_relaxed);
  return ring;
}

static ERL_NIF_TERM trace(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  struct log* log = asked_log(argv[1]);
  struct ring* ring;
  // OTP 27 asks the function that reports, where it is a meta trace.
  if (argc != TRACE_ARITY) return enabled(env, argc, argv);
  asked.log = NULL;
  if (log == NULL) log = find_log(env, argv[1]);
  if (log == NULL) return atoms.ok;
  ring = ring_for_event(log);
  if (ring == NULL) return atoms.ok;
  if (log->kept_bytes == 0 || argv[0] != atoms.exit) return record_event(env, argv, log, ring);
  record_event(env, argv, log, ring);
  alarm_at_exit(env, log, argv[2], argv[3]);
  return atoms.ok;
}

// --- without questions ---

typedef void record_function(ErlNifEnv* env, void* log, ERL_NIF_TERM tag, ERL_NIF_TERM tracee,
                             ERL_NIF_TERM term, ERL_NIF_TERM extra);

// A function that Sonde has and other machines have not: while `*is_open` is true, `enabled` would
// answer `trace` to all tags but `unwanted`, so the machine need not ask before it gives an event
// to `record`, with the option `extra` (0: none) by itself.
extern void sonde_record_directly(ErlNifEnv* env, void* resource, const _Atomic bool* is_open,
                                  ERL_NIF_TERM unwanted, record_function* record)
    __attribute__((weak));

static void record_for_machine(ErlNifEnv* env, void* object, ERL_NIF_TERM tag, ERL_NIF_TERM tracee,
                               ERL_NIF_TERM term, ERL_NIF_TERM extra) {
  struct log* log = object;
  struct ring* ring = ring_for_event(log);
  if (ring == NULL) return;
  record_parts(env, log, ring, tag, tracee, term, extra);
  if (log->kept_bytes != 0 && tag == atoms.exit) alarm_at_exit(env, log, tracee, term);
}

// --- opening and closing ---

static void pause_for(long ns) {
  const struct timespec pause = {0, ns};
  nanosleep(&pause, NULL);
}

// Every thread of the program has passed a memory barrier.
static void barrier_of_all_threads(void) {
  if (syscall(__NR_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return;
  // A system without it: a store is seen by all long before this has passed.
  pause_for(10000000);
}

// Records no more, and waits until the file is whole. It may be called again, also at the same
// time.
static void close_log(struct log* log) {
  pthread_mutex_lock(&log->closing);
  if (!log->is_closed) {
    atomic_store(&log->is_open, false);
    barrier_of_all_threads();
    for (unsigned n = 0; n < log->ring_count; ++n) {
      // acquire: pairs with the release at the end of record_event().
      while (atomic_load_explicit(&log->rings[n].busy, memory_order_acquire)) pause_for(100000);
    }
    pthread_mutex_lock(&log->mutex);
    log->is_ending = true;
    pthread_cond_signal(&log->changed);
    pthread_mutex_unlock(&log->mutex);
    enif_thread_join(log->writer, NULL);
    log->is_closed = true;
  }
  pthread_mutex_unlock(&log->closing);
}

static void add_to_open_logs(struct log* log) {
  pthread_mutex_lock(&open_logs_mutex);
  log->next = open_logs;
  open_logs = log;
  pthread_mutex_unlock(&open_logs_mutex);
}

static void remove_from_open_logs(struct log* log) {
  struct log** link = &open_logs;
  pthread_mutex_lock(&open_logs_mutex);
  while (*link != NULL && *link != log) link = &(*link)->next;
  if (*link == log) *link = log->next;
  pthread_mutex_unlock(&open_logs_mutex);
}

// The machine halts: what was recorded goes to the files. No destructor runs from now on, and the
// program may go on and load this library into another machine: so the list is left empty, and the
// files are closed.
static void on_halt(void* data) {
  (void)data;
  pthread_mutex_lock(&open_logs_mutex);
  for (struct log* log = open_logs; log != NULL; log = log->next) {
    close_log(log);
    if (log->fd >= 0) close(log->fd);
    log->fd = -1;
  }
  open_logs = NULL;
  pthread_mutex_unlock(&open_logs_mutex);
}

static void destroy_log(ErlNifEnv* env, void* object) {
  struct log* log = object;
  (void)env;
  // release: pairs with asked_log(), before the memory can be that of another log.
  atomic_fetch_add_explicit(&destroyed_logs, 1, memory_order_release);
  remove_from_open_logs(log);
  if (log->is_started) close_log(log);
  if (log->fd >= 0) close(log->fd);
  for (unsigned n = 0; log->rings != NULL && n < log->ring_count; ++n) ring_free(&log->rings[n]);
  free(log->rings);
  pthread_cond_destroy(&log->changed);
  pthread_mutex_destroy(&log->mutex);
  pthread_mutex_destroy(&log->closing);
}

static struct log* make_log(void) {
  pthread_condattr_t attributes;
  struct log* log = enif_alloc_resource(log_type, sizeof *log);
  if (log == NULL) return NULL;
  memset(log, 0, sizeof *log);
  log->fd = -1;
  log->id = atomic_fetch_add(&next_log_id, 1);
  pthread_mutex_init(&log->mutex, NULL);
  pthread_mutex_init(&log->closing, NULL);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&log->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  return log;
}

static bool make_rings(struct log* log, unsigned count, size_t words) {
  const size_t bytes = count * sizeof *log->rings;
  log->rings = aligned_alloc(64, bytes);
  if (log->rings == NULL) return false;
  memset(log->rings, 0, bytes);
  log->ring_count = count;
  for (unsigned n = 0; n < count; ++n) {
    if (!ring_make(&log->rings[n], words)) return false;
  }
  return true;
}

// The file (null: a recorder has none), its rings and its thread. Returns an errno.
static int start_log(struct log* log, const char* path, unsigned rings, size_t words) {
  struct timespec wall;
  if (path != NULL) {
    log->fd = create_log_file(path);
    if (log->fd < 0) return errno;
  }
  if (!make_rings(log, rings, words)) return ENOMEM;
  // Without it close_log() waits for longer.
  syscall(__NR_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  clock_add_point(&log->clock);
  log->start_ns = log->clock.points[0].ns;
  clock_gettime(CLOCK_REALTIME, &wall);
  log->start_wall_ns = (uint64_t)wall.tv_sec * 1000000000U + (uint64_t)wall.tv_nsec;
  atomic_store(&log->is_open, true);  // before the thread, which clears it where it cannot write
  if (enif_thread_create("sonde_trace_log", &log->writer, writer_run, log, NULL) != 0)
    return EAGAIN;
  log->is_started = true;
  add_to_open_logs(log);
  return 0;
}

// --- the functions of the module ---

static ERL_NIF_TERM error(ErlNifEnv* env, int number) {
  static const struct {
    int number;
    const char* name;
  } known[] = {{EACCES, "eacces"}, {ENOENT, "enoent"}, {EISDIR, "eisdir"}, {ENOSPC, "enospc"}, {ENXIO, "enxio"},
               {ENOMEM, "enomem"}, {EIO, "eio"},       {EROFS, "erofs"},   {ENOTDIR, "enotdir"},
               {EMFILE, "emfile"}, {EAGAIN, "eagain"}, {EFBIG, "efbig"},   {EDQUOT, "edquot"}};
  for (size_t n = 0; n < sizeof known / sizeof *known; ++n) {
    if (known[n].number == number)
      return enif_make_tuple2(env, atoms.error, enif_make_atom(env, known[n].name));
  }
  return enif_make_tuple2(env, atoms.error, enif_make_int(env, number));
}

// A binary as a path. False: it is none.
static bool get_path(ErlNifEnv* env, ERL_NIF_TERM term, char path[MAX_PATH]) {
  ErlNifBinary binary;
  if (!enif_inspect_binary(env, term, &binary) || binary.size >= MAX_PATH ||
      memchr(binary.data, 0, binary.size) != NULL)
    return false;
  memcpy(path, binary.data, binary.size);
  path[binary.size] = '\0';
  return true;
}

// What logs with and without a file have in common, from their functions' last arguments: Rings,
// WordsInARing, Info :: binary.
struct log_shape {
  unsigned rings;
  unsigned long words;
  ErlNifBinary info;
};

static bool get_shape(ErlNifEnv* env, const ERL_NIF_TERM argv[3], struct log_shape* shape) {
  return enif_get_uint(env, argv[0], &shape->rings) && shape->rings > 0 &&
         shape->rings <= MAX_RINGS && enif_get_ulong(env, argv[1], &shape->words) &&
         shape->words >= 2 * RING_MAX_RECORD && shape->words <= 1UL << 32 &&
         (shape->words & (shape->words - 1)) == 0 &&
         enif_inspect_binary(env, argv[2], &shape->info) && shape->info.size < LOG_MAX_INFO;
}

// Starts a log and makes {ok, Log} | {error, Reason} of it. Takes the caller's hold on it.
static ERL_NIF_TERM started(ErlNifEnv* env, struct log* log, const char* path,
                            const struct log_shape* shape) {
  ERL_NIF_TERM result;
  int failure;
  memcpy(log->info, shape->info.data, shape->info.size);
  failure = start_log(log, path, shape->rings, shape->words);
  if (failure == 0 && sonde_record_directly != NULL)
    sonde_record_directly(env, log, &log->is_open, log->kept_bytes != 0 ? atoms.spawn : 0,
                          record_for_machine);
  result = failure != 0 ? error(env, failure)
                        : enif_make_tuple2(env, atoms.ok, enif_make_resource(env, log));
  enif_release_resource(log);
  return result;
}

// open_log(Path :: binary, Rings, WordsInARing, Info, drop | wait | stop) ->
// {ok, Log} | {error, Reason}.
static ERL_NIF_TERM open_log(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char path[MAX_PATH];
  struct log_shape shape;
  struct log* log;
  (void)argc;
  if (!get_path(env, argv[0], path) || !get_shape(env, argv + 1, &shape))
    return enif_make_badarg(env);
  log = make_log();
  if (log == NULL) return error(env, ENOMEM);
  log->when_full = argv[4] == atoms.wait   ? WHEN_FULL_WAIT
                   : argv[4] == atoms.stop ? WHEN_FULL_STOP
                                           : WHEN_FULL_DROP;
  return started(env, log, path, &shape);
}

// open_recorder(Bytes, Ms, Watcher, Rings, WordsInARing, Info) -> {ok, Log} | {error, Reason}.
static ERL_NIF_TERM open_recorder(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  struct log_shape shape;
  ErlNifPid watcher;
  unsigned long bytes, ms;
  struct log* log;
  (void)argc;
  if (!enif_get_ulong(env, argv[0], &bytes) || bytes == 0 || !enif_get_ulong(env, argv[1], &ms) ||
      !enif_get_local_pid(env, argv[2], &watcher) || !get_shape(env, argv + 3, &shape))
    return enif_make_badarg(env);
  log = make_log();
  if (log == NULL) return error(env, ENOMEM);
  log->kept_bytes = bytes;
  log->kept_ns = ms * 1000000U;
  log->watcher = watcher;
  return started(env, log, NULL, &shape);
}

// snapshot_to(Log, Path :: binary) -> {ok, Events} | {error, Reason}: a file with what a recorder
// has.
static ERL_NIF_TERM snapshot_to(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  char path[MAX_PATH];
  struct log* log = find_log(env, argv[0]);
  int failure = EBADF;
  uint64_t events = 0;
  (void)argc;
  if (log == NULL || log->kept_bytes == 0 || !get_path(env, argv[1], path))
    return enif_make_badarg(env);
  pthread_mutex_lock(&log->closing);  // the thread does not end meanwhile
  if (!log->is_closed && log->is_started) {
    pthread_mutex_lock(&log->mutex);
    log->snapshot_path = path;
    pthread_cond_broadcast(&log->changed);
    while (log->snapshot_path != NULL) pthread_cond_wait(&log->changed, &log->mutex);
    failure = log->snapshot_failure;
    events = log->snapshot_events;
    pthread_mutex_unlock(&log->mutex);
  }
  pthread_mutex_unlock(&log->closing);
  return failure != 0 ? error(env, failure)
                      : enif_make_tuple2(env, atoms.ok, enif_make_uint64(env, events));
}

// What was dropped, by process.
static ERL_NIF_TERM drops_term(ErlNifEnv* env, struct log* log) {
  ERL_NIF_TERM map = enif_make_new_map(env);
  uint64_t elsewhere = 0;
  struct process_drops* drops = malloc(MAX_DROPS * sizeof *drops);
  const size_t count = drops == NULL ? 0 : collect_drops(log, drops, MAX_DROPS, &elsewhere);
  for (size_t n = 0; n < count; ++n)
    enif_make_map_put(env, map, drops[n].pid, enif_make_uint64(env, drops[n].count), &map);
  free(drops);
  if (elsewhere > 0)
    enif_make_map_put(env, map, enif_make_atom(env, "other"), enif_make_uint64(env, elsewhere),
                      &map);
  return map;
}

// info(Log) -> #{is_open => boolean(), events => N, dropped => N, dropped_by => #{pid() => N}}.
static ERL_NIF_TERM info(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  struct log* log = find_log(env, argv[0]);
  uint64_t events = 0, dropped;
  ERL_NIF_TERM map = enif_make_new_map(env);
  (void)argc;
  if (log == NULL) return enif_make_badarg(env);
  dropped = atomic_load_explicit(&log->without_ring, memory_order_relaxed);
  for (unsigned n = 0; n < log->ring_count; ++n) {
    events += atomic_load_explicit(&log->rings[n].events, memory_order_relaxed);
    dropped += atomic_load_explicit(&log->rings[n].dropped, memory_order_relaxed);
  }
  enif_make_map_put(env, map, enif_make_atom(env, "is_open"),
                    enif_make_atom(env, atomic_load(&log->is_open) ? "true" : "false"), &map);
  enif_make_map_put(env, map, enif_make_atom(env, "events"), enif_make_uint64(env, events), &map);
  enif_make_map_put(env, map, enif_make_atom(env, "dropped"), enif_make_uint64(env, dropped), &map);
  enif_make_map_put(env, map, enif_make_atom(env, "dropped_by"), drops_term(env, log), &map);
  return map;
}

// close(Log) -> {ok, info(Log)} | {error, Reason}.
static ERL_NIF_TERM close_nif(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  struct log* log = find_log(env, argv[0]);
  if (log == NULL) return enif_make_badarg(env);
  close_log(log);
  if (log->failure != 0) return error(env, log->failure);
  return enif_make_tuple2(env, atoms.ok, info(env, argc, argv));
}

// --- the library ---

// Newer than some headers, and than some machines, where it is null.
#if ERL_NIF_MAJOR_VERSION == 2 && ERL_NIF_MINOR_VERSION < 17
extern int enif_set_option(ErlNifEnv* env, int option, ...) __attribute__((weak));
#define ERL_NIF_OPT_ON_HALT 2
#else
#pragma weak enif_set_option
#endif

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM argument) {
  (void)data, (void)argument;
  clock_choose();
  crc32_prepare();
  atoms.nil = enif_make_list(env, 0);
  atoms.call = enif_make_atom(env, "call");
  atoms.ok = enif_make_atom(env, "ok");
  atoms.error = enif_make_atom(env, "error");
  atoms.trace = enif_make_atom(env, "trace");
  atoms.discard = enif_make_atom(env, "discard");
  atoms.remove = enif_make_atom(env, "remove");
  atoms.trace_status = enif_make_atom(env, "trace_status");
  atoms.extra = enif_make_atom(env, "extra");
  atoms.match_spec_result = enif_make_atom(env, "match_spec_result");
  atoms.wait = enif_make_atom(env, "wait");
  atoms.stop = enif_make_atom(env, "stop");
  atoms.send = enif_make_atom(env, "send");
  atoms.receive = enif_make_atom(env, "receive");
  atoms.spawn = enif_make_atom(env, "spawn");
  atoms.exit = enif_make_atom(env, "exit");
  atoms.normal = enif_make_atom(env, "normal");
  atoms.shutdown = enif_make_atom(env, "shutdown");
  atoms.scheduler_id = enif_make_atom(env, "scheduler_id");
  log_type = enif_open_resource_type(env, NULL, "log", destroy_log, ERL_NIF_RT_CREATE, NULL);
  if (log_type == NULL) return 1;
  // A machine that does not know the option writes no footer when it halts.
  if (enif_set_option != NULL) enif_set_option(env, ERL_NIF_OPT_ON_HALT, on_halt);
  return 0;
}

static ErlNifFunc functions[] = {
    {"enabled", 3, enabled, 0},
    {"enabled_call", 3, enabled_call, 0},
    {"trace", TRACE_ARITY, trace, 0},
    {"open_log", 5, open_log, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"open_recorder", 6, open_recorder, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"snapshot_to", 2, snapshot_to, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"info", 1, info, 0},
    {"close", 1, close_nif, ERL_NIF_DIRTY_JOB_IO_BOUND},
};

// No function for upgrades: threads run the code of the library that has opened a log.
ERL_NIF_INIT(sonde_trace_log, functions, load, NULL, NULL, NULL)
