// Selects handlers for the loader, and enters the chain of tail calls.
#include "vm/interp/interpreter.h"

#include "vm/code/export_table.h"
#include "vm/instr/calls.h"

#include <algorithm>
#include <bit>

namespace vm {
namespace {

Word word_of(OpHandler handler) { return reinterpret_cast<Word>(handler); }

/// No handler has so large an index; four of these are within the range of an index, too.
constexpr std::int16_t kNoHandler = -0x2000;

}  // namespace

InterpreterEngine::InterpreterEngine(Vm& vm) : always_collects_(vm.options.stress_gc) {
  for (std::size_t i = 0; i < kOpCount; ++i) {
    const auto handlers = interp::generic_handlers()[i];
    add_op(handlers.generic, static_cast<Op>(i));
    add_op(handlers.slow, static_cast<Op>(i));
  }
  add_tables(interp::move_tables());
  add_tables(interp::list_tables());
  add_tables(interp::test_tables());
  add_tables(interp::plus_tables());
  add_tables(interp::arith_tables());
  add_tables(interp::other_tables());
  add_tables(interp::bits_tables());
  add_tables(interp::map_tables());
  std::size_t fused_count = 0;
  for (const auto row : interp::fused_handlers()) fused_count += row.size();
  fused_.resize(std::bit_ceil(2 * fused_count));
  for (const auto row : interp::fused_handlers()) {
    for (const interp::FusedHandler& fused : row) {
      // Otherwise the loader, which looks sequences up by handlers, would never find this one.
      Op first, last;
      VM_CHECK(op_of(fused.before, &first) && op_of(fused.last, &last),
               "the parts of a row in fusions.def have handlers of their own");
      const Word hash = hash_of_pair(fused.before, fused.last);
      fused_[place_of(hash, fused.before, fused.last)] = fused;
      may_be_fused_.set(hash >> (64 - kPairBits));
      add_op(fused.all, first);
    }
  }
  vm.words.leave = word_of(&interp::leave_handler);
  vm.words.normal_exit = word_of(generic_handler(Op::i_normal_exit));
  vm.words.continue_exit = word_of(generic_handler(Op::i_continue_exit));
  vm.words.resume_operation = word_of(generic_handler(Op::i_resume_operation));
  vm.words.hibernate_wake = word_of(generic_handler(Op::i_hibernate_wake));
  vm.words.return_trace = word_of(generic_handler(Op::i_return_trace));
  vm.words.exception_trace = word_of(generic_handler(Op::i_exception_trace));
  vm.words.return_to_trace = word_of(generic_handler(Op::i_return_to_trace));
  vm.words.return_time_trace = word_of(generic_handler(Op::i_return_time_trace));
  vm.exports->set_handlers({.call_error_handler = generic_handler(Op::call_error_handler),
                            .call_bif = generic_handler(Op::call_bif),
                            .save_call = generic_handler(Op::i_save_call),
                            .light_call = instr::call_light});
}

InterpreterEngine::Selection::Selection(const interp::HandlerTable& table)
    : handlers(table.handlers) {
  const OpInfo& info = op_info(table.op);
  std::size_t stride = 1;
  for (std::size_t position = 0; position < info.operand_count; ++position) {
    if (info.form(position) != OperandForm::kValue) continue;
    const auto kinds = table.choices[count];
    Part& part = parts[count++];
    part.position = static_cast<std::uint8_t>(position);
    for (std::size_t kind = 0; kind < kWordKinds; ++kind) {
      const auto found = std::ranges::find_if(kinds, [&](interp::WordKind one) {
        return one == interp::WordKind::kAny || one == static_cast<interp::WordKind>(kind);
      });
      part.of_kind[kind] =
          found == kinds.end()
              ? kNoHandler
              : static_cast<std::int16_t>(static_cast<std::size_t>(found - kinds.begin()) * stride);
    }
    stride *= kinds.size();
  }
}

OpHandler InterpreterEngine::Selection::of(std::span<const Word> operands) const {
  int index = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = interp::word_kind(operands[parts[i].position]);
    index += parts[i].of_kind[static_cast<std::size_t>(kind)];
  }
  return index < 0 ? nullptr : handlers[static_cast<std::size_t>(index)];
}

void InterpreterEngine::add_tables(std::span<const interp::HandlerTable> tables) {
  for (const interp::HandlerTable& table : tables) {
    selections_[static_cast<std::size_t>(table.op)].emplace_back(table);
    for (OpHandler handler : table.handlers) add_op(handler, table.op);
  }
}

/// Of instructions with the same code, the linker may make one handler: that of the first.
void InterpreterEngine::add_op(OpHandler handler, Op op) {
  const auto found = ops_.find_or_add(word_of(handler));
  if (found.is_new) found.value = op;
}

void InterpreterEngine::run(Process& p) {
  const Term* x = p.x;
  // The registers beyond `live` hold garbage, which no instruction reads.
  handler_at(p.ip)(p.ip, &p, p.stack_top, p.heap_top, p.reductions, x[0], x[1], x[2], x[3]);
}

OpHandler InterpreterEngine::handler_for(Op op, std::span<const Word> operands) {
  const OpInfo& info = op_info(op);
  // What builds in room that has been made asks for room only where there was none.
  const bool needs_room = info.has(OpAttribute::kMayCollect) || info.has(OpAttribute::kBuilds);
  if (always_collects_ && needs_room)
    return interp::generic_handlers()[static_cast<std::size_t>(op)].slow;
  for (const Selection& selection : selections_[static_cast<std::size_t>(op)]) {
    if (const OpHandler handler = selection.of(operands); handler != nullptr) return handler;
  }
  return generic_handler(op);
}

OpHandler InterpreterEngine::generic_handler(Op op) {
  return interp::generic_handlers()[static_cast<std::size_t>(op)].generic;
}

OpHandler InterpreterEngine::fused(OpHandler first, OpHandler second) {
  const Word hash = hash_of_pair(first, second);
  if (!may_be_fused_.test(hash >> (64 - kPairBits))) return first;
  const interp::FusedHandler& found = fused_[place_of(hash, first, second)];
  return found.all == nullptr ? first : found.all;
}

Word InterpreterEngine::hash_of_pair(OpHandler before, OpHandler last) {
  return (word_of(before) + std::rotl(word_of(last), 32)) * 0x9E3779B97F4A7C15;
}

std::size_t InterpreterEngine::place_of(Word hash, OpHandler before, OpHandler last) const {
  std::size_t at = hash >> (64 - std::countr_zero(fused_.size()));
  while (fused_[at].all != nullptr && (fused_[at].before != before || fused_[at].last != last))
    at = (at + 1) & (fused_.size() - 1);
  return at;
}

EntryHandlers InterpreterEngine::entry_handlers() {
  return {.breakpoint = generic_handler(Op::i_generic_breakpoint),
          .counting_breakpoint = generic_handler(Op::i_count_breakpoint),
          .export_jump = generic_handler(Op::i_export_jump),
          .nif = generic_handler(Op::call_nif)};
}

OpHandler InterpreterEngine::slow_handler(Op op) {
  return interp::generic_handlers()[static_cast<std::size_t>(op)].slow;
}

bool InterpreterEngine::op_of(OpHandler handler, Op* op) {
  const Op* found = ops_.find(word_of(handler));
  if (found != nullptr) *op = *found;
  return found != nullptr;
}

}  // namespace vm
