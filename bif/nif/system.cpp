// Time, the environment of the operating system's process, what the machine is, options of a
// library, dynamic linking. Source: erl_nif(3).
#include "bif/nif/library.h"
#include "bif/system/release.h"
#include "vm/base/environment.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/scheduler.h"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <dlfcn.h>
#include <string>

using bif::from_nif;
using bif::to_nif;
using vm::SWord;
using vm::Term;

namespace bif {
namespace {

/// Units in a second, or 0.
SWord per_second(ErlNifTimeUnit unit) {
  switch (unit) {
    case ERL_NIF_SEC:
      return 1;
    case ERL_NIF_MSEC:
      return 1'000;
    case ERL_NIF_USEC:
      return 1'000'000;
    case ERL_NIF_NSEC:
      return 1'000'000'000;
  }
  return 0;
}

/// Rounds down, as erlang:convert_time_unit/3 does.
SWord convert(SWord time, SWord from, SWord to) {
  const __int128 product = static_cast<__int128>(time) * to;
  const __int128 quotient = product / from;
  return static_cast<SWord>(quotient - (product % from < 0 ? 1 : 0));
}

ErlNifTime in_unit(SWord ns, ErlNifTimeUnit unit) {
  const SWord to = per_second(unit);
  const bool is_scheduler = enif_thread_type() != ERL_NIF_THR_UNDEFINED;
  return to == 0 || !is_scheduler ? ERL_NIF_TIME_ERROR : convert(ns, 1'000'000'000, to);
}

/// {MegaSecs, Secs, MicroSecs}.
ERL_NIF_TERM timestamp(ErlNifEnv* env, SWord us) {
  constexpr SWord kMillion = 1'000'000;
  return to_nif(env->builder().tuple(Term::small(us / kMillion / kMillion),
                                     Term::small(us / kMillion % kMillion),
                                     Term::small(us % kMillion)));
}

/// Sets an option that is a function, once. Returns 0 or EINVAL.
int set_callback(NifHaltCallback*& place, NifHaltCallback* callback) {
  if (place != nullptr || callback == nullptr) return EINVAL;
  place = callback;
  return 0;
}

void* report_error(void* found, void (*handler)(void*, const char*), void* argument) {
  if (found == nullptr && handler != nullptr) handler(argument, dlerror());
  return found;
}

}  // namespace
}  // namespace bif

extern "C" {

int enif_thread_type() {
  if (vm::Scheduler::current() != nullptr) return ERL_NIF_THR_NORMAL_SCHEDULER;
  switch (vm::DirtySchedulers::current_kind()) {
    case vm::DirtySchedulers::Kind::kComputing:
      return ERL_NIF_THR_DIRTY_CPU_SCHEDULER;
    case vm::DirtySchedulers::Kind::kWaiting:
      return ERL_NIF_THR_DIRTY_IO_SCHEDULER;
    case vm::DirtySchedulers::Kind::kNone:
    case vm::DirtySchedulers::Kind::kDriver:
      return ERL_NIF_THR_UNDEFINED;
  }
  VM_UNREACHABLE();
}

ErlNifTime enif_monotonic_time(ErlNifTimeUnit unit) {
  return bif::in_unit(bif::nif_machine().schedulers->clock().monotonic_ns(), unit);
}
ErlNifTime enif_time_offset(ErlNifTimeUnit unit) {
  return bif::in_unit(bif::nif_machine().schedulers->clock().offset_ns(), unit);
}
ErlNifTime enif_convert_time_unit(ErlNifTime time, ErlNifTimeUnit from, ErlNifTimeUnit to) {
  const SWord from_per_second = bif::per_second(from);
  const SWord to_per_second = bif::per_second(to);
  if (from_per_second == 0 || to_per_second == 0) return ERL_NIF_TIME_ERROR;
  return bif::convert(time, from_per_second, to_per_second);
}

ERL_NIF_TERM enif_now_time(ErlNifEnv* env) {
  return bif::timestamp(env, env->vm.schedulers->clock().next_now_us());
}
ERL_NIF_TERM enif_cpu_time(ErlNifEnv* env) {
  return bif::timestamp(env, vm::Clock::os_processor_ns() / 1'000);
}

int enif_getenv(const char* key, char* value, size_t* size) {
  const auto found = vm::Environment::of_program().find(key);
  const bool fits = found && found->size() < *size;
  if (fits) std::ranges::copy_n(found->c_str(), static_cast<SWord>(found->size() + 1), value);
  // As in OTP 27: where nothing is written, there is one less than was given.
  *size = fits ? found->size() : *size - 1;
  if (!found) return -1;
  return fits ? 0 : 1;
}

void enif_system_info(ErlNifSysInfo* to, size_t size) {
  // Not constant: the structure is older than that word.
  static std::string erts_version = bif::erts_version();
  static std::string otp_release = bif::kOtpRelease;
  ErlNifSysInfo info{};
  info.driver_major_version = 3;
  info.driver_minor_version = 3;
  info.erts_version = erts_version.data();
  info.otp_release = otp_release.data();
  info.thread_support = 1;
  info.smp_support = 1;
  info.scheduler_threads = static_cast<int>(bif::nif_machine().schedulers->count());
  info.nif_major_version = bif::kNifMajorVersion;
  info.nif_minor_version = bif::kNifMinorVersion;
  info.dirty_scheduler_support = 1;
  std::memcpy(to, &info, std::min(size, sizeof info));
}

int enif_set_option(ErlNifEnv* env, int option, ...) {
  bif::NifLibrary* library = env->library;
  if (library == nullptr || !library->is_loading) return EINVAL;
  va_list rest;
  va_start(rest, option);
  int result = 0;
  switch (option) {
    case bif::kDelayHalt:
      result = library->delays_halt ? EINVAL : 0;
      library->delays_halt = true;
      break;
    case bif::kOnHalt:
      result = bif::set_callback(library->on_halt, va_arg(rest, bif::NifHaltCallback*));
      break;
    case bif::kOnUnloadThread:
      result = bif::set_callback(library->on_unload_thread, va_arg(rest, bif::NifHaltCallback*));
      break;
    default:
      result = EINVAL;
  }
  va_end(rest);
  return result;
}

void* enif_priv_data(ErlNifEnv* env) {
  return env->library == nullptr ? nullptr : env->library->private_data;
}

void* enif_dlopen(const char* file, void (*handler)(void*, const char*), void* argument) {
  // As OTP's: the name is without the ending; null is the program itself.
  void* library = file == nullptr ? dlopen(nullptr, RTLD_NOW)
                                  : dlopen((std::string(file) + ".so").c_str(), RTLD_NOW);
  return bif::report_error(library, handler, argument);
}
void* enif_dlsym(void* handle, const char* symbol, void (*handler)(void*, const char*),
                 void* argument) {
  return bif::report_error(dlsym(handle, symbol), handler, argument);
}

}  // extern "C"
