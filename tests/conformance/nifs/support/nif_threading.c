// Threads of C code: joining, locks, conditions, thread-specific data, messages from threads.
#include <erl_nif.h>
#include <stdlib.h>
#include <string.h>

#define MANY 8

static void* square(void* arg) { return (void*)(((long)arg) * ((long)arg)); }
static ERL_NIF_TERM squares(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifTid tids[MANY];
  ERL_NIF_TERM list = enif_make_list(env, 0);
  for (long i = 0; i < MANY; i++) enif_thread_create("square", &tids[i], square, (void*)i, NULL);
  for (int i = MANY - 1; i >= 0; i--) {
    void* result;
    enif_thread_join(tids[i], &result);
    list = enif_make_list_cell(env, enif_make_long(env, (long)result), list);
  }
  return list;
}

static ErlNifMutex* mutex;
static ErlNifCond* changed;
static ErlNifRWLock* rwlock;
static long counter;
static void* increment(void* arg) {
  for (int i = 0; i < 10000; i++) {
    enif_mutex_lock(mutex);
    counter++;
    enif_mutex_unlock(mutex);
  }
  return NULL;
}
static void run_many(void* (*body)(void*)) {
  ErlNifTid tids[MANY];
  for (long i = 0; i < MANY; i++) enif_thread_create("body", &tids[i], body, (void*)i, NULL);
  for (int i = 0; i < MANY; i++) enif_thread_join(tids[i], NULL);
}
static ERL_NIF_TERM mutexes(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  mutex = enif_mutex_create("counter");
  counter = 0;
  run_many(increment);
  enif_mutex_lock(mutex);
  enif_mutex_unlock(mutex);
  int free_now = enif_mutex_trylock(mutex);
  enif_mutex_unlock(mutex);
  ERL_NIF_TERM name = enif_make_string(env, enif_mutex_name(mutex), ERL_NIF_LATIN1);
  enif_mutex_destroy(mutex);
  return enif_make_tuple3(env, enif_make_long(env, counter),
                          enif_make_int(env, free_now), name);
}

static long turn;
static void* take_turns(void* arg) {
  enif_mutex_lock(mutex);
  while (turn != (long)arg) enif_cond_wait(changed, mutex);
  turn++;
  counter = counter * 10 + (long)arg;
  enif_cond_broadcast(changed);
  enif_mutex_unlock(mutex);
  return NULL;
}
static ERL_NIF_TERM conditions(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  mutex = enif_mutex_create("turn");
  changed = enif_cond_create("changed");
  counter = 0;
  turn = 0;
  run_many(take_turns);
  enif_mutex_lock(mutex);
  enif_cond_signal(changed);
  enif_mutex_unlock(mutex);
  ERL_NIF_TERM name = enif_make_string(env, enif_cond_name(changed), ERL_NIF_LATIN1);
  enif_cond_destroy(changed);
  enif_mutex_destroy(mutex);
  return enif_make_tuple2(env, enif_make_long(env, counter), name);
}

static void* write_pairs(void* arg) {
  static long a, b;
  long bad = 0;
  for (int i = 0; i < 2000; i++) {
    if ((long)arg % 2 == 0) {
      enif_rwlock_rwlock(rwlock);
      a++;
      b++;
      enif_rwlock_rwunlock(rwlock);
    } else {
      enif_rwlock_rlock(rwlock);
      if (a != b) bad++;
      enif_rwlock_runlock(rwlock);
    }
  }
  return (void*)bad;
}
static ERL_NIF_TERM rwlocks(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  rwlock = enif_rwlock_create("pair");
  ErlNifTid tids[MANY];
  long bad = 0;
  for (long i = 0; i < MANY; i++) enif_thread_create("pairs", &tids[i], write_pairs, (void*)i, NULL);
  for (int i = 0; i < MANY; i++) {
    void* result;
    enif_thread_join(tids[i], &result);
    bad += (long)result;
  }
  int tries[3];
  tries[0] = enif_rwlock_tryrlock(rwlock);
  tries[1] = enif_rwlock_tryrwlock(rwlock) != 0;
  enif_rwlock_runlock(rwlock);
  tries[2] = enif_rwlock_tryrwlock(rwlock);
  enif_rwlock_rwunlock(rwlock);
  ERL_NIF_TERM name = enif_make_string(env, enif_rwlock_name(rwlock), ERL_NIF_LATIN1);
  enif_rwlock_destroy(rwlock);
  return enif_make_tuple5(env, enif_make_long(env, bad), enif_make_int(env, tries[0]),
                          enif_make_int(env, tries[1]), enif_make_int(env, tries[2]), name);
}

static ErlNifTSDKey key;
static void* own_data(void* arg) {
  long before = (long)enif_tsd_get(key);
  enif_tsd_set(key, arg);
  long after = (long)enif_tsd_get(key);
  return (void*)(before * 100 + after);
}
static ERL_NIF_TERM thread_data(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifTid tids[MANY];
  ERL_NIF_TERM list = enif_make_list(env, 0);
  int made = enif_tsd_key_create("own", &key);
  for (long i = 0; i < MANY; i++) enif_thread_create("own", &tids[i], own_data, (void*)(i + 1), NULL);
  for (int i = MANY - 1; i >= 0; i--) {
    void* result;
    enif_thread_join(tids[i], &result);
    list = enif_make_list_cell(env, enif_make_long(env, (long)result), list);
  }
  long mine = (long)enif_tsd_get(key);
  enif_tsd_key_destroy(key);
  return enif_make_tuple3(env, enif_make_int(env, made), enif_make_long(env, mine), list);
}

static void* leave_early(void* arg) {
  enif_thread_exit((void*)7L);
  return (void*)8L;
}
static void* who(void* arg) {
  *(ErlNifTid*)arg = enif_thread_self();
  return (void*)(long)enif_thread_type();
}
static ERL_NIF_TERM identities(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifTid a, b, seen;
  void *early, *type;
  ErlNifThreadOpts* options = enif_thread_opts_create("options");
  options->suggested_stack_size = 64;
  enif_thread_create("early", &a, leave_early, NULL, options);
  enif_thread_opts_destroy(options);
  enif_thread_join(a, &early);
  enif_thread_create("who", &b, who, &seen, NULL);
  char name[20];
  strncpy(name, enif_thread_name(b), sizeof name);
  int is_caller = enif_equal_tids(b, enif_thread_self()) != 0;  // b is valid until it is joined
  enif_thread_join(b, &type);
  return enif_make_tuple5(env, enif_make_long(env, (long)early), enif_make_long(env, (long)type),
                          enif_make_int(env, b == seen), enif_make_int(env, is_caller),
                          enif_make_string(env, name, ERL_NIF_LATIN1));
}

typedef struct {
  ErlNifPid to;
  int count;
  int sent;
  ErlNifTid tid;
} Sender;
static void* send_all(void* arg) {
  Sender* sender = arg;
  ErlNifEnv* env = enif_alloc_env();
  for (int i = 1; i <= sender->count; i++) {
    ERL_NIF_TERM text = enif_make_string(env, "from a thread", ERL_NIF_LATIN1);
    sender->sent += enif_send(NULL, &sender->to, env,
                              enif_make_tuple2(env, enif_make_int(env, i), text));
    enif_clear_env(env);
  }
  enif_free_env(env);
  return NULL;
}
// send_from_thread(Pid, N): how many were sent.
static ERL_NIF_TERM send_from_thread(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  Sender sender = {.sent = 0};
  if (!enif_get_local_pid(env, argv[0], &sender.to) || !enif_get_int(env, argv[1], &sender.count))
    return enif_make_badarg(env);
  enif_thread_create("sender", &sender.tid, send_all, &sender, NULL);
  enif_thread_join(sender.tid, NULL);
  return enif_make_int(env, sender.sent);
}

static void* ask_time(void* arg) {
  *(ErlNifTime*)arg = enif_monotonic_time(ERL_NIF_MSEC);
  return (void*)(long)(enif_time_offset(ERL_NIF_MSEC) == ERL_NIF_TIME_ERROR);
}
static ERL_NIF_TERM time_on_thread(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  ErlNifTid tid;
  ErlNifTime time;
  void* offset;
  enif_thread_create("time", &tid, ask_time, &time, NULL);
  enif_thread_join(tid, &offset);
  return enif_make_tuple2(env, enif_make_int(env, time == ERL_NIF_TIME_ERROR),
                          enif_make_long(env, (long)offset));
}

typedef struct {
  ErlNifPid name_holder;
  ErlNifEnv* env;
  ERL_NIF_TERM name;
} Question;
static void* find_name(void* arg) {
  Question* question = arg;
  return (void*)(long)(enif_whereis_pid(NULL, question->name, &question->name_holder) +
                       10 * enif_is_process_alive(question->env, &question->name_holder));
}
static ERL_NIF_TERM name_on_thread(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  Question question = {.env = enif_alloc_env(), .name = argv[0]};
  ErlNifTid tid;
  void* found;
  enif_set_pid_undefined(&question.name_holder);
  enif_thread_create("name", &tid, find_name, &question, NULL);
  enif_thread_join(tid, &found);
  enif_free_env(question.env);
  return enif_make_long(env, (long)found);
}

static ErlNifFunc functions[] = {
    {"squares", 0, squares},         {"mutexes", 0, mutexes},
    {"conditions", 0, conditions},   {"rwlocks", 0, rwlocks},
    {"thread_data", 0, thread_data}, {"identities", 0, identities},
    {"send_from_thread", 2, send_from_thread, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"time_on_thread", 0, time_on_thread},
    {"name_on_thread", 1, name_on_thread},
};
ERL_NIF_INIT(nif_threading, functions, NULL, NULL, NULL, NULL)
