// Terms that drivers describe as arrays of ErlDrvTermData, and send.
// Threads: erl_drv_output_term() and erl_drv_send_term() any, also without the port's lock: a
// thread may be joined by the driver that holds it. Source: erl_driver(3), erl_drv_output_term.
#include "bif/driver/driver_port.h"
#include "bif/nif/environment.h"
#include "bif/nif/text.h"
#include "vm/code/fun_resolver.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/port/port_table.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/external.h"
#include "vm/term/map.h"

#include <cmath>
#include <cstring>
#include <vector>

using vm::SWord;
using vm::Term;
using vm::Word;

namespace bif {
namespace {

/// Builds the term of a description, as a machine with a stack of terms.
class TermReader {
 public:
  TermReader(vm::Vm& vm, HeapBuilder& builder, const ErlDrvTermData* data, int size)
      : vm_(vm), builder_(builder), next_(data), end_(data + (size > 0 ? size : 0)) {}

  /// The term; none() if the description is wrong.
  Term read() {
    while (next_ < end_) {
      if (!step(*next_++)) return Term::none();
    }
    return stack_.size() == 1 ? stack_.back() : Term::none();
  }

 private:
  bool step(ErlDrvTermData tag) {
    switch (tag) {
      case ERL_DRV_NIL:
        return push(Term::nil());
      case ERL_DRV_ATOM:
        return has(1) && push_if(Term::from_bits(next_[0]), Term::from_bits(next_[0]).is_atom());
      case ERL_DRV_PORT:
        return has(1) &&
               push_if(Term::from_bits(next_[0]), Term::from_bits(next_[0]).is_local_port());
      case ERL_DRV_PID:
        return has(1) &&
               push_if(Term::from_bits(next_[0]), Term::from_bits(next_[0]).is_local_pid());
      case ERL_DRV_STRING:
        return has(2) && string(Term::nil());
      case ERL_DRV_STRING_CONS: {
        if (!has(2) || stack_.empty()) return false;
        const Term tail = pop();
        return string(tail);
      }
      case ERL_DRV_LIST:
        return has(1) && list(static_cast<int>(*next_++));
      case ERL_DRV_TUPLE:
        return has(1) && tuple(static_cast<int>(*next_++));
      case ERL_DRV_MAP:
        return has(1) && map(static_cast<int>(*next_++));
      case ERL_DRV_BINARY:
      case ERL_DRV_BUF2BINARY:
      case ERL_DRV_EXT2TERM:
        return bytes(tag);
      default:
        return has(1) && number(tag, *next_++);
    }
  }

  bool number(ErlDrvTermData tag, ErlDrvTermData value) {
    switch (tag) {
      case ERL_DRV_INT:
        return push(builder_.integer(static_cast<SWord>(value)));
      case ERL_DRV_UINT:
        return push(builder_.unsigned_integer(value));
      case ERL_DRV_INT64:
        return push(builder_.integer(*reinterpret_cast<const ErlDrvSInt64*>(value)));
      case ERL_DRV_UINT64:
        return push(builder_.unsigned_integer(*reinterpret_cast<const ErlDrvUInt64*>(value)));
      case ERL_DRV_FLOAT: {
        const double number = *reinterpret_cast<const double*>(value);
        return std::isfinite(number) && push(builder_.float_(number));
      }
      default:
        return false;
    }
  }

  bool bytes(ErlDrvTermData tag) {
    if (tag == ERL_DRV_BINARY) {
      if (!has(3)) return false;
      auto* binary = reinterpret_cast<ErlDrvBinary*>(next_[0]);
      const Word size = next_[1];
      const Word offset = next_[2];
      next_ += 3;
      if (binary == nullptr || size + offset > static_cast<Word>(binary->orig_size)) return false;
      vm::Binary* own = from_driver(binary);
      const Term whole =
          vm::make_counted_binary(builder_, vm::SharedRef<vm::Binary>(own), own->size());
      const bool is_whole = offset == 0 && size == own->size();
      return push(is_whole ? whole : vm::make_sub_binary(builder_, whole, offset * 8, size * 8));
    }
    if (!has(2)) return false;
    const auto* data = reinterpret_cast<const vm::Byte*>(next_[0]);
    const Word size = next_[1];
    next_ += 2;
    if (tag == ERL_DRV_BUF2BINARY)
      return (data != nullptr || size == 0) && push(vm::make_binary(builder_, data, size));
    if (data == nullptr || static_cast<SWord>(size) <= 0) return false;
    vm::CodeFunResolver funs(*vm_.exports, *vm_.funs);
    const Term term = vm::decode_external(builder_, {data, size}, {.funs = &funs}, nullptr);
    return term.has_value() && push(term);
  }

  bool string(Term tail) {
    const auto* text = reinterpret_cast<const char*>(next_[0]);
    const int size = static_cast<int>(next_[1]);
    next_ += 2;
    if (text == nullptr || size < 0) return false;
    for (int i = size; i-- > 0;)
      tail = builder_.cons(Term::small(static_cast<vm::Byte>(text[i])), tail);
    return push(tail);
  }

  bool list(int size) {
    if (size <= 0 || stack_.size() < static_cast<std::size_t>(size)) return false;
    Term result = pop();
    while (--size > 0) {
      const Term head = pop();
      result = builder_.cons(head, result);
    }
    return push(result);
  }

  bool tuple(int size) {
    const auto count = static_cast<std::size_t>(size);
    if (size < 0 || stack_.size() < count) return false;
    const Term result = builder_.tuple_from({stack_.data() + (stack_.size() - count), count});
    stack_.resize(stack_.size() - count);
    return push(result);
  }

  bool map(int size) {
    const auto count = 2 * static_cast<std::size_t>(size);
    if (size < 0 || stack_.size() < count) return false;
    const Term* pairs = stack_.data() + (stack_.size() - count);
    Term result = vm::empty_map(builder_);
    for (std::size_t i = 0; i < count; i += 2) {
      // A key twice is wrong.
      if (vm::map_get(result, pairs[i]).has_value()) return false;
      result = vm::map_put(builder_, result, pairs[i], pairs[i + 1]);
    }
    stack_.resize(stack_.size() - count);
    return push(result);
  }

  bool has(int count) const { return end_ - next_ >= count; }
  bool push(Term term) {
    stack_.push_back(term);
    return true;
  }
  bool push_if(Term term, bool is_right) {
    ++next_;
    return is_right && push(term);
  }
  Term pop() {
    const Term top = stack_.back();
    stack_.pop_back();
    return top;
  }

  vm::Vm& vm_;
  HeapBuilder& builder_;
  const ErlDrvTermData* next_;
  const ErlDrvTermData* const end_;
  std::vector<Term> stack_;
};

/// Sends what is described to `to`: 1, 0 if there is no such process, -1 if the description is
/// wrong. `port` is the sender, if the caller holds its lock.
int send_described(vm::Vm& vm, vm::Port* port, Term to, const ErlDrvTermData* data, int size) {
  HeapBuilder builder(Word{0});
  const Term message = TermReader(vm, builder, data, size).read();
  const vm::ThreadProgress::Visit visit(*vm.progress);
  const bool exists = to.is_local_pid() && vm.processes->find(to) != nullptr;
  if (message.is_none() || (!exists && port == nullptr)) {
    vm::HeapFragment::free_chain(builder.take_fragments());
    return message.is_none() ? -1 : 0;
  }
  if (port == nullptr) {
    vm::send_from_machine(vm, Term::none(), to, message, builder.take_fragments());
    return 1;
  }
  port->assert_locked();
  port->send(builder, to, message);
  return exists ? 1 : 0;
}

int send_from_port(Term id, Term to, const ErlDrvTermData* data, int size) {
  vm::Vm& vm = nif_machine();
  vm::SharedRef<vm::Port> port = vm.port_table->find(id);
  // A port that stops is no port for others any more, but may send.
  bool is_sending = true;
  const bool is_stopping = !port;
  if (is_stopping) port = DriverState::of(vm).table.find_stopping(id, &is_sending);
  if (!port) return -1;
  const bool is_inside = vm::PortEntry::is_inside(port->lock().get());
  if (is_inside && !is_stopping) {
    port->assert_locked();
    is_sending = port->is_open_locked();
  }
  if (!is_sending) return 0;
  return send_described(vm, is_inside ? port.get() : nullptr, to.has_value() ? to : port->owner(),
                        data, size);
}

}  // namespace
}  // namespace bif

const ErlDrvTermData driver_term_nil = Term::nil().bits();

extern "C" {

ErlDrvTermData driver_mk_term_nil() { return Term::nil().bits(); }

ErlDrvTermData driver_mk_atom(char* name) {
  const auto atom = bif::intern_latin1(name);
  return (atom.ok() ? Term(*atom) : Term(vm::am::badarg)).bits();
}
ErlDrvTermData driver_mk_port(ErlDrvPort handle) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  return driver == nullptr ? driver_mk_term_nil() : driver->port().id.bits();
}
ErlDrvTermData driver_connected(ErlDrvPort handle) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  return driver == nullptr ? driver_mk_term_nil() : driver->port().owner().bits();
}
ErlDrvTermData driver_caller(ErlDrvPort handle) {
  const bif::DriverPort* driver = bif::DriverPort::of(handle);
  return driver == nullptr ? driver_mk_term_nil() : driver->caller().bits();
}

int erl_drv_output_term(ErlDrvTermData port, ErlDrvTermData* data, int size) {
  return bif::send_from_port(Term::from_bits(port), Term::none(), data, size);
}
int erl_drv_send_term(ErlDrvTermData port, ErlDrvTermData to, ErlDrvTermData* data, int size) {
  return bif::send_from_port(Term::from_bits(port), Term::from_bits(to), data, size);
}

// The two that OTP has declared obsolete. They take a handle, under the port's lock.
int driver_output_term(ErlDrvPort handle, ErlDrvTermData* data, int size) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr || !driver->is_running()) return -1;
  if (!driver->takes_output()) return 0;
  return bif::send_described(driver->port().vm(), &driver->port(), driver->port().owner(), data,
                             size);
}
int driver_send_term(ErlDrvPort handle, ErlDrvTermData to, ErlDrvTermData* data, int size) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr || !driver->is_running()) return -1;
  if (!driver->takes_output()) return 0;
  return bif::send_described(driver->port().vm(), &driver->port(), Term::from_bits(to), data, size);
}

}  // extern "C"
