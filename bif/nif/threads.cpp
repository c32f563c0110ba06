// Threads, locks and thread-specific data for C code: POSIX threads with names. The objects are the
// same for NIF libraries and for linked-in drivers. Source: erl_nif(3), erl_driver(3).
#include "bif/nif/environment.h"
#include "vm/base/mutex.h"

#include <pthread.h>
#include <string>
#include <vector>

// The names that erl_nif.h has declared.
struct ErlDrvMutex_ {
  pthread_mutex_t posix;
  std::string name;
};
struct ErlDrvCond_ {
  pthread_cond_t posix;
  std::string name;
};
struct ErlDrvRWLock_ {
  pthread_rwlock_t posix;
  std::string name;
};
struct ErlDrvTid_ {
  pthread_t thread;
  std::string name;
  void* (*function)(void*);
  void* argument;
};

namespace bif {
namespace {

std::string name_of(const char* name) { return name == nullptr ? "" : name; }

/// An object around the POSIX object that `kInit` initialises; null if it fails.
template <class Object, auto kInit>
Object* make_named(const char* name) {
  auto object = std::make_unique<Object>();
  object->name = name_of(name);
  return kInit(&object->posix, nullptr) == 0 ? object.release() : nullptr;
}
template <auto kDestroy, class Object>
void destroy_named(Object* object) {
  kDestroy(&object->posix);
  std::unique_ptr<Object>{object};
}

/// The thread that runs, where enif_thread_create() made it or it has asked for itself.
thread_local constinit ErlDrvTid_* own_thread = nullptr;

void* run_thread(void* tid) {
  own_thread = static_cast<ErlDrvTid_*>(tid);
  return own_thread->function(own_thread->argument);
}

/// Keys of thread-specific data. POSIX has 1024 of them for the whole program, OTP as many as C
/// code asks for. A number that is free again gets a new generation, so that what threads stored
/// under the old key is not found.
class ThreadDataKeys {
 public:
  static int create() {
    const vm::MutexLock lock(mutex_);
    if (free_.empty()) {
      generations_.push_back(1);
      return static_cast<int>(generations_.size() - 1);
    }
    const int key = free_.back();
    free_.pop_back();
    return key;
  }
  static void destroy(int key) {
    const vm::MutexLock lock(mutex_);
    ++generations_[static_cast<std::size_t>(key)];
    free_.push_back(key);
  }
  /// The calling thread's data.
  static void*& slot(int key) {
    struct Slot {
      vm::Word generation = 0;
      void* data = nullptr;
    };
    thread_local std::vector<Slot> slots;
    const auto index = static_cast<std::size_t>(key);
    if (slots.size() <= index) slots.resize(index + 1);
    const vm::MutexLock lock(mutex_);
    if (slots[index].generation != generations_[index]) slots[index] = {generations_[index]};
    return slots[index].data;
  }

 private:
  static inline vm::Mutex mutex_{vm::LockRank::kIoOutput};
  static inline std::vector<vm::Word> generations_ VM_GUARDED_BY(mutex_);
  static inline std::vector<int> free_ VM_GUARDED_BY(mutex_);
};

}  // namespace
}  // namespace bif

extern "C" {

ErlNifMutex* enif_mutex_create(char* name) {
  return bif::make_named<ErlNifMutex, pthread_mutex_init>(name);
}
void enif_mutex_destroy(ErlNifMutex* mutex) { bif::destroy_named<pthread_mutex_destroy>(mutex); }
int enif_mutex_trylock(ErlNifMutex* mutex) { return pthread_mutex_trylock(&mutex->posix); }
void enif_mutex_lock(ErlNifMutex* mutex) { pthread_mutex_lock(&mutex->posix); }
void enif_mutex_unlock(ErlNifMutex* mutex) { pthread_mutex_unlock(&mutex->posix); }
char* enif_mutex_name(ErlNifMutex* mutex) { return mutex->name.data(); }

ErlNifCond* enif_cond_create(char* name) {
  return bif::make_named<ErlNifCond, pthread_cond_init>(name);
}
void enif_cond_destroy(ErlNifCond* condition) {
  bif::destroy_named<pthread_cond_destroy>(condition);
}
void enif_cond_signal(ErlNifCond* condition) { pthread_cond_signal(&condition->posix); }
void enif_cond_broadcast(ErlNifCond* condition) { pthread_cond_broadcast(&condition->posix); }
void enif_cond_wait(ErlNifCond* condition, ErlNifMutex* mutex) {
  pthread_cond_wait(&condition->posix, &mutex->posix);
}
char* enif_cond_name(ErlNifCond* condition) { return condition->name.data(); }

ErlNifRWLock* enif_rwlock_create(char* name) {
  return bif::make_named<ErlNifRWLock, pthread_rwlock_init>(name);
}
void enif_rwlock_destroy(ErlNifRWLock* lock) { bif::destroy_named<pthread_rwlock_destroy>(lock); }
int enif_rwlock_tryrlock(ErlNifRWLock* lock) { return pthread_rwlock_tryrdlock(&lock->posix); }
void enif_rwlock_rlock(ErlNifRWLock* lock) { pthread_rwlock_rdlock(&lock->posix); }
void enif_rwlock_runlock(ErlNifRWLock* lock) { pthread_rwlock_unlock(&lock->posix); }
int enif_rwlock_tryrwlock(ErlNifRWLock* lock) { return pthread_rwlock_trywrlock(&lock->posix); }
void enif_rwlock_rwlock(ErlNifRWLock* lock) { pthread_rwlock_wrlock(&lock->posix); }
void enif_rwlock_rwunlock(ErlNifRWLock* lock) { pthread_rwlock_unlock(&lock->posix); }
char* enif_rwlock_name(ErlNifRWLock* lock) { return lock->name.data(); }

int enif_tsd_key_create(char*, ErlNifTSDKey* key) {
  *key = bif::ThreadDataKeys::create();
  return 0;
}
void enif_tsd_key_destroy(ErlNifTSDKey key) { bif::ThreadDataKeys::destroy(key); }
void enif_tsd_set(ErlNifTSDKey key, void* data) { bif::ThreadDataKeys::slot(key) = data; }
void* enif_tsd_get(ErlNifTSDKey key) { return bif::ThreadDataKeys::slot(key); }

ErlNifThreadOpts* enif_thread_opts_create(char*) {
  auto options = std::make_unique<ErlNifThreadOpts>();
  options->suggested_stack_size = -1;
  return options.release();
}
void enif_thread_opts_destroy(ErlNifThreadOpts* options) {
  std::unique_ptr<ErlNifThreadOpts>{options};
}

int enif_thread_create(char* name, ErlNifTid* tid, void* (*function)(void*), void* argument,
                       ErlNifThreadOpts* options) {
  auto thread = std::make_unique<ErlDrvTid_>();
  thread->name = bif::name_of(name);
  thread->function = function;
  thread->argument = argument;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  constexpr std::size_t kWordsOf1024 = 1024 * sizeof(void*);
  if (options != nullptr && options->suggested_stack_size > 0) {
    // In kilowords; a size the system refuses leaves its default.
    pthread_attr_setstacksize(
        &attributes, static_cast<std::size_t>(options->suggested_stack_size) * kWordsOf1024);
  }
  const int error = pthread_create(&thread->thread, &attributes, bif::run_thread, thread.get());
  pthread_attr_destroy(&attributes);
  if (error == 0) *tid = thread.release();
  return error;
}
ErlNifTid enif_thread_self() {
  if (bif::own_thread == nullptr) {
    // A thread that others made.
    thread_local std::unique_ptr<ErlDrvTid_> others;
    others = std::make_unique<ErlDrvTid_>();
    others->thread = pthread_self();
    bif::own_thread = others.get();
  }
  return bif::own_thread;
}
int enif_equal_tids(ErlNifTid a, ErlNifTid b) { return a == b; }
void enif_thread_exit(void* result) { pthread_exit(result); }
int enif_thread_join(ErlNifTid tid, void** result) {
  const int error = pthread_join(tid->thread, result);
  if (error == 0) std::unique_ptr<ErlDrvTid_>{tid};
  return error;
}
char* enif_thread_name(ErlNifTid tid) { return tid->name.data(); }

}  // extern "C"
