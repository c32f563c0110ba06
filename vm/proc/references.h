// Numbers of references: unique in a machine, cheap to make on any scheduler, and usable as a key
// where the term itself would have to be kept alive (monitors, aliases, timers, receive markers).
// A number contains the scheduler that made it, so that a timer is found by its reference alone.
// Threads: next_ref_number() on any thread; each scheduler takes numbers from a range of its own.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/off_heap.h"

#include <compare>

namespace vm {

struct Vm;
class Process;

/// The two data words of a local reference (see Ref in boxed.h): 18 bits in n0, 32 in n1, 32
/// in n2.
struct RefNumber {
  Word low = 0;
  Word high = 0;
  bool operator==(const RefNumber&) const = default;
  auto operator<=>(const RefNumber&) const = default;
  bool is_none() const { return low == 0 && high == 0; }
};

/// A number that this machine has not used before. On a scheduler it costs no shared write.
RefNumber next_ref_number(Vm& vm);
/// The scheduler that made the number (0 for other threads' too).
unsigned scheduler_of(RefNumber number);

inline constexpr unsigned kRefSchedulerShift = 22;  // in n2: the upper 10 bits are the scheduler

/// A plain reference.
inline Term make_ref(HeapBuilder& builder, RefNumber number) {
  Term* words = builder.alloc(kRefWords);
  words[0] = Term::from_bits(make_header(Subtag::kRef, kRefWords - 1));
  words[1] = Term::from_bits(number.low);
  words[2] = Term::from_bits(number.high);
  return Term::boxed(words);
}
/// A reference that contains its owner: messages can be sent to it (an alias).
inline Term make_pid_ref(HeapBuilder& builder, RefNumber number, Term owner) {
  Term* words = builder.alloc(kPidRefWords);
  words[0] = Term::from_bits(make_header(Subtag::kRef, kPidRefWords - 1));
  words[1] = Term::from_bits(number.low);
  words[2] = Term::from_bits(number.high);
  words[3] = owner;
  return Term::boxed(words);
}
/// erlang:make_ref/0.
Term make_ref(Process& p);
/// A reference with a new number that shares `object`, whose memory outside of heaps weighs `bytes`
/// in the decision to collect.
Term make_magic_ref(Vm& vm, HeapBuilder& builder, MagicObject& object, Word bytes);

/// The number of a local reference.
inline RefNumber ref_number(Term ref) {
  const auto& object = ref.as_boxed<Ref>();
  if (header_subtag(object.header) == Subtag::kRef) return {object.low, object.high};
  const auto& magic = ref.as_boxed<MagicRef>();
  return {magic.low, magic.high};
}
/// The process a reference belongs to, none() for a plain one.
inline Term ref_owner(Term ref) {
  const auto& object = ref.as_boxed<Ref>();
  if (header_subtag(object.header) != Subtag::kRef || !object.has_pid()) return Term::none();
  return Term::from_bits(object.pid[0]);
}

}  // namespace vm
