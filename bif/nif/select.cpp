// The set is changed by system calls on the caller's thread; events are read on the I/O thread.
#include "bif/nif/select.h"

#include "bif/driver/driver_port.h"
#include "bif/nif/nif_state.h"
#include "bif/nif/resources.h"
#include "bif/state.h"
#include "vm/io/io.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/copy.h"

#include <uv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <sys/epoll.h>
#include <unistd.h>

using bif::from_nif;
using bif::to_nif;
using vm::Term;

namespace bif {
namespace {

struct SelectDirection {
  int flag;        // ErlNifSelectFlags
  unsigned event;  // of epoll
  Term message;    // the last element of {select, Resource, Ref, Message}
  int cancelled;   // what a cancel returns where it was selected
};
constexpr SelectDirection kDirections[] = {
    {ERL_NIF_SELECT_READ, EPOLLIN, vm::am::ready_input, ERL_NIF_SELECT_READ_CANCELLED},
    {ERL_NIF_SELECT_WRITE, EPOLLOUT, vm::am::ready_output, ERL_NIF_SELECT_WRITE_CANCELLED},
    {ERL_NIF_SELECT_ERROR, EPOLLPRI, vm::am::ready_error, ERL_NIF_SELECT_ERROR_CANCELLED},
};
constexpr std::size_t kDirectionCount = std::size(kDirections);

/// What an event brings back: the descriptor, and the number of a driver's selection.
std::uint64_t event_data(int fd, unsigned number) {
  return std::uint64_t{number} << 32 | static_cast<unsigned>(fd);
}

}  // namespace

struct SelectedDescriptors::Selected {
  explicit Selected(vm::MagicObject& object) : object(&object) {}
  unsigned events() const {
    unsigned all = 0;
    for (std::size_t i = 0; i < kDirectionCount; ++i)
      if (wishes[i].is_set()) all |= kDirections[i].event;
    return all;
  }
  /// What a call returns that ends all that is selected.
  int cancelled() const {
    int all = 0;
    for (std::size_t i = 0; i < kDirectionCount; ++i)
      if (wishes[i].is_set()) all |= kDirections[i].cancelled;
    return all;
  }
  const vm::SharedRef<vm::MagicObject> object;
  std::array<Wish, kDirectionCount> wishes;
  bool is_in_set = false;  // the epoll set knows the descriptor
};

SelectedDescriptors::Wish::Wish(Wish&& other) noexcept
    : receiver(std::exchange(other.receiver, Term::none())),
      message(other.message),
      ref(other.ref),
      fragments(std::exchange(other.fragments, nullptr)) {}
SelectedDescriptors::Wish& SelectedDescriptors::Wish::operator=(Wish&& other) noexcept {
  std::swap(receiver, other.receiver);
  std::swap(message, other.message);
  std::swap(ref, other.ref);
  std::swap(fragments, other.fragments);
  return *this;
}

SelectedDescriptors::SelectedDescriptors(vm::Vm& vm)
    : vm_(vm), poll_(std::make_unique<uv_poll_t>()) {}

SelectedDescriptors::~SelectedDescriptors() {
  const vm::MutexLock lock(mutex_);
  if (epoll_ >= 0) ::close(epoll_);
}

int SelectedDescriptors::select(int fd, int flags, vm::MagicObject& object, Wish wish) {
  std::unique_ptr<Selected> replaced;  // ends without the lock: a destructor of C code may run
  const vm::MutexLock lock(mutex_);
  watch();
  std::unique_ptr<Selected>& selected = selected_[fd];
  // As in OTP, another object with the same descriptor takes it over.
  if (selected != nullptr && selected->object.get() != &object) {
    replaced = std::move(selected);
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
  }
  if (selected == nullptr) selected = std::make_unique<Selected>(object);
  for (std::size_t i = 0; i < kDirectionCount; ++i) {
    if ((flags & kDirections[i].flag) == 0) continue;
    Wish& own = selected->wishes[i];
    own = Wish();
    own.receiver = wish.receiver;
    // Each direction has terms of its own: the messages are sent one by one.
    vm::HeapBuilder builder(vm::Word{0});
    if (wish.message.has_value()) own.message = vm::copy_term(builder, wish.message, nullptr);
    own.ref = vm::copy_term(builder, wish.ref, nullptr);
    own.fragments = builder.take_fragments();
  }
  if (arm(fd, *selected)) return 0;
  const bool is_new = !selected->is_in_set;
  if (is_new) selected_.erase(fd);
  return INT_MIN | ERL_NIF_SELECT_INVALID_EVENT;
}

int SelectedDescriptors::cancel(int fd, int flags, vm::MagicObject& object) {
  const vm::MutexLock lock(mutex_);
  const auto found = selected_.find(fd);
  if (found == selected_.end() || found->second->object.get() != &object) return 0;
  int result = 0;
  for (std::size_t i = 0; i < kDirectionCount; ++i) {
    Wish& wish = found->second->wishes[i];
    if ((flags & kDirections[i].flag) == 0 || !wish.is_set()) continue;
    wish = Wish();
    result |= kDirections[i].cancelled;
  }
  arm(fd, *found->second);
  return result;
}

int SelectedDescriptors::forget(int fd, vm::MagicObject& object) {
  std::unique_ptr<Selected> selected;  // ends without the lock, with its count of the object
  const vm::MutexLock lock(mutex_);
  const auto found = selected_.find(fd);
  if (found == selected_.end() || found->second->object.get() != &object) return 0;
  selected = std::move(found->second);
  selected_.erase(found);
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
  return selected->cancelled();
}

int SelectedDescriptors::stop(int fd, NifResource& resource) {
  std::unique_ptr<Selected> selected;
  int result = ERL_NIF_SELECT_STOP_CALLED;
  {
    const vm::MutexLock lock(mutex_);
    const auto found = selected_.find(fd);
    if (found != selected_.end()) {
      if (found->second->object.get() != &resource) return INT_MIN | ERL_NIF_SELECT_INVALID_EVENT;
      selected = std::move(found->second);
      selected_.erase(found);
      ::epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
      // As OTP, which does not say that errors were selected.
      result |= selected->cancelled() & ~ERL_NIF_SELECT_ERROR_CANCELLED;
    }
  }
  if (resource.type.functions.stop == nullptr) return INT_MIN | ERL_NIF_SELECT_INVALID_EVENT;
  // From here on no message is on its way that was not sent before: the set is ours alone.
  ErlNifEnv callback(ErlNifEnv::Kind::kCallback, vm_, resource.type.library.get(), Term::none());
  resource.type.functions.stop(&callback, resource.data(), fd, 1);
  return result;
}

bool SelectedDescriptors::arm(int fd, Selected& selected) {
  epoll_event event{};
  event.events = selected.events() | EPOLLONESHOT;
  event.data.u64 = event_data(fd, 0);
  const int operation = selected.is_in_set ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  int result = ::epoll_ctl(epoll_, operation, fd, &event);
  // A descriptor that was closed and opened again is not in the set.
  if (result != 0 && errno == ENOENT) result = ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  if (result == 0) selected.is_in_set = true;
  return result == 0;
}

bool SelectedDescriptors::select_for_driver(int fd, int mode, DriverPort* driver, vm::Port* port) {
  DriverSelection before{};  // dropped without the lock: it may be the last count of a port
  const vm::MutexLock lock(mutex_);
  watch();
  const auto found = drivers_.find(fd);
  if (mode == 0) {
    if (found == drivers_.end() || found->second.driver != driver) return true;
    if (found->second.is_in_set) ::epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
    before = std::move(found->second);
    drivers_.erase(found);
    return true;
  }
  const bool goes_on = found != drivers_.end() && found->second.driver == driver;
  if (!goes_on && ++next_number_ == 0) ++next_number_;
  const unsigned number = goes_on ? found->second.number : next_number_;
  epoll_event event{};
  event.events = EPOLLONESHOT | ((mode & ERL_NIF_SELECT_READ) != 0 ? unsigned{EPOLLIN} : 0U) |
                 ((mode & ERL_NIF_SELECT_WRITE) != 0 ? unsigned{EPOLLOUT} : 0U);
  event.data.u64 = event_data(fd, number);
  int result = ::epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event);
  // Not in the set yet, or closed and opened again.
  if (result != 0 && errno == ENOENT) result = ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  // What the system cannot wait for, such as /dev/null, is always ready.
  const bool is_always_ready = result != 0 && errno == EPERM;
  if (result != 0 && !is_always_ready) return false;
  if (found != drivers_.end()) before = std::move(found->second);
  drivers_.insert_or_assign(
      fd, DriverSelection{driver, vm::SharedRef<vm::Port>(port), number, !is_always_ready});
  if (is_always_ready) {
    vm_.io->thread.on_loop(
        [this, fd, number](uv_loop_t*) { report_to_driver(fd, number, EPOLLIN | EPOLLOUT); });
  }
  return true;
}

bool SelectedDescriptors::is_selected(int fd, const DriverPort* driver, unsigned number) {
  const vm::MutexLock lock(mutex_);
  const auto found = drivers_.find(fd);
  return found != drivers_.end() && found->second.driver == driver &&
         found->second.number == number;
}

bool SelectedDescriptors::report_to_driver(int fd, unsigned number, unsigned events) {
  if (number == 0) return false;
  DriverSelection selection{};
  {
    const vm::MutexLock lock(mutex_);
    const auto found = drivers_.find(fd);
    // The descriptor was given back since, and may be another file by now.
    if (found == drivers_.end() || found->second.number != number) return true;
    selection.driver = found->second.driver;
    selection.port = found->second.port;
  }
  const vm::ThreadProgress::Visit visit(vm_.io->thread.participant());
  const bool is_broken = (events & (EPOLLERR | EPOLLHUP)) != 0;
  selection.driver->ready(fd, number, is_broken || (events & EPOLLIN) != 0,
                          is_broken || (events & EPOLLOUT) != 0);
  return true;
}

void SelectedDescriptors::watch() {
  if (epoll_ >= 0) return;
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  VM_CHECK(epoll_ >= 0, "the system has a descriptor for enif_select()");
  vm_.io->thread.on_loop([this, epoll = epoll_](uv_loop_t* loop) {
    // The I/O thread closes it at the end of the loop.
    uv_poll_init(loop, poll_.get(), epoll);
    poll_->data = this;
    uv_poll_start(poll_.get(), UV_READABLE, [](uv_poll_t* handle, int, int) {
      static_cast<SelectedDescriptors*>(handle->data)->report_ready();
    });
  });
}

void SelectedDescriptors::report_ready() {
  int set;
  {
    const vm::MutexLock lock(mutex_);
    set = epoll_;
  }
  std::array<epoll_event, 64> events;
  const int count = ::epoll_wait(set, events.data(), static_cast<int>(events.size()), 0);
  for (int i = 0; i < count; ++i)
    if (const epoll_event& event = events[static_cast<std::size_t>(i)];
        !report_to_driver(static_cast<int>(event.data.u64 & UINT_MAX),
                          static_cast<unsigned>(event.data.u64 >> 32), event.events))
      report(static_cast<int>(event.data.u64 & UINT_MAX), event.events);
}

void SelectedDescriptors::report(int fd, unsigned events) {
  struct Ready {
    Wish wish;
    const SelectDirection* direction;
  };
  std::vector<Ready> ready;
  const vm::ThreadProgress::Visit visit(vm_.io->thread.participant());
  vm::SharedRef<vm::MagicObject> object;  // dropped without the lock
  {
    const vm::MutexLock lock(mutex_);
    const auto found = selected_.find(fd);
    if (found == selected_.end()) return;
    Selected& selected = *found->second;
    object = selected.object;
    const bool is_broken = (events & (EPOLLERR | EPOLLHUP)) != 0;
    for (std::size_t i = 0; i < kDirectionCount; ++i) {
      if (!selected.wishes[i].is_set()) continue;
      if ((events & kDirections[i].event) == 0 && !is_broken) continue;
      ready.push_back({std::move(selected.wishes[i]), &kDirections[i]});
    }
    if (selected.events() != 0) arm(fd, selected);
  }
  for (Ready& r : ready) {
    Term message = r.wish.message;
    vm::HeapFragment* fragments = std::exchange(r.wish.fragments, nullptr);
    if (message.is_none()) {
      vm::HeapBuilder builder(vm::Word{16});
      // Only the messages of resources are made here.
      auto& resource = static_cast<NifResource&>(*object);
      message = builder.tuple(vm::am::select, resource.make_ref(builder),
                              vm::copy_term(builder, r.wish.ref, nullptr), r.direction->message);
      vm::HeapFragment::free_chain(fragments);
      fragments = builder.take_fragments();
    }
    vm::send_from_machine(vm_, Term::none(), r.wish.receiver, message, fragments);
  }
}

}  // namespace bif

extern "C" {

int enif_select_x(ErlNifEnv* env, ErlNifEvent fd, enum ErlNifSelectFlags flags, void* object,
                  const ErlNifPid* pid, ERL_NIF_TERM message, ErlNifEnv* message_env) {
  bif::NifResource& resource = bif::NifResource::of(object);
  vm::Vm& vm = bif::nif_machine();
  bif::SelectedDescriptors& descriptors = bif::NifState::of(vm).descriptors();
  const int bits = flags;
  if (fd < 0) return INT_MIN | ERL_NIF_SELECT_INVALID_EVENT;
  if ((bits & ERL_NIF_SELECT_STOP) != 0) return descriptors.stop(fd, resource);
  if ((bits & ERL_NIF_SELECT_CANCEL) != 0) return descriptors.cancel(fd, bits, resource);
  bif::SelectedDescriptors::Wish wish;
  if (pid != nullptr) wish.receiver = from_nif(pid->pid);
  if (pid == nullptr && env != nullptr) wish.receiver = env->pid;
  if (!wish.receiver.is_local_pid()) return INT_MIN | ERL_NIF_SELECT_INVALID_EVENT;
  if ((bits & ERL_NIF_SELECT_CUSTOM_MSG) != 0) {
    wish.message = from_nif(message);
    wish.ref = vm::Term::nil();
  } else {
    wish.ref = from_nif(message);
  }
  const int result = descriptors.select(fd, bits, resource, std::move(wish));
  if (message_env != nullptr) enif_clear_env(message_env);
  return result;
}

int enif_select(ErlNifEnv* env, ErlNifEvent fd, enum ErlNifSelectFlags flags, void* object,
                const ErlNifPid* pid, ERL_NIF_TERM ref) {
  const int plain = flags & ~ERL_NIF_SELECT_CUSTOM_MSG;
  return enif_select_x(env, fd, static_cast<enum ErlNifSelectFlags>(plain), object, pid, ref,
                       nullptr);
}

}  // extern "C"
