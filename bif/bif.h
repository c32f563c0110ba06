// What every built-in function is written against: its arguments, its result, and the flags of its
// row in bifs.def. A BIF decodes and checks its arguments, calls the library that knows, and builds
// the answer.
//
//   BifResult hd_1(Process& p, const Args<1>& a) {
//     if (!a[0].is_cons()) return p.badarg();
//     return a[0].as_cons().head;
//   }
//
// Invariants: a BIF never collects; it builds with HeapBuilder, so terms in locals stay valid. It
// answers none() only after Process::raise(), trap() or suspend_on() has said why.
// Threads: runs on the scheduler of `p`, with the machine registers saved.
#pragma once

#include "vm/code/export.h"
#include "vm/heap/binary.h"
#include "vm/heap/heap_builder.h"
#include "vm/proc/process.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"
#include "vm/vm.h"

#include <cstdint>

namespace bif {

using vm::Byte;
using vm::HeapBuilder;
using vm::Process;
using vm::SWord;
using vm::Term;
using vm::Vm;
using vm::Word;
namespace am = vm::am;

/// A term, or none(): see Outcome in vm/proc/process.h.
using BifResult = Term;

/// The N arguments of a call. The terms are the caller's: valid as long as nothing collects.
template <int N>
class Args {
 public:
  explicit Args(const Term* x) : x_(x) {}
  Term operator[](int index) const {
    VM_ASSERT(index >= 0 && index < N, "a BIF has as many arguments as its row says");
    return x_[index];
  }
  const Term* begin() const { return x_; }
  const Term* end() const { return x_ + N; }

 private:
  const Term* x_;
};

/// Facts about a BIF that others act on (Export::bif_flags).
enum BifFlag : std::uint32_t {
  kPlain = 0,
  kGuard = vm::kBifInGuards,  // and in match specs (M2)
  kPure = 2,                  // depends on its arguments only
  kOperator = 4,              // an operator: raises badarith where arithmetic is refused
  kMayBlock = 8,              // traps, or suspends its process on an Operation
  kMatchOnly = 16,            // called by match specs, never from code
  kLibrary = 32  // in OTP it belongs to a library, as Erlang code or a NIF, not to the machine
};

}  // namespace bif
