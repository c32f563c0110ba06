// The pass over all functions, and the instructions that need more than copying.
#include "loader/transform.h"

#include "loader/transform_context.h"
#include "loader/transform_maps.h"
#include "loader/verify_rules.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/atom_table.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace loader {

namespace {

using Tag = Operand::Tag;
using vm::OperandForm;
using vm::OperandKind;

/// For each instruction of files the one that it is loaded as, operand by operand.
consteval std::array<std::optional<Op>, kMaxGenericOp + 1> make_counterparts() {
  std::array<std::optional<Op>, kMaxGenericOp + 1> found;
  for (std::size_t i = 0; i < vm::kOpCount; i++) {
    if (vm::kOps[i].number != 0) found[vm::kOps[i].number] = static_cast<Op>(i);
  }
  return found;
}
constexpr auto kCounterparts = make_counterparts();

/// Words of a heap that a fun takes without its free variables, which the compiler counts apart.
constexpr Word kFunWords = sizeof(vm::Fun) / sizeof(Word);

class Transform {
 public:
  explicit Transform(TransformContext& context) : c_(context), writer_(context.writer) {}

  LoadResult<void> function(const GenericFunction& function, vm::Export* bif) {
    c_.function = &function;
    for (std::uint32_t i = function.begin; i < function.func_info; i++) {
      c_.instr = &c_.code.instrs[i];
      head_instruction();
    }
    if (c_.module.coverage != nullptr) {
      function_counter_ =
          c_.module.coverage->add_function(c_.tables.atoms[function.name], function.arity);
    }
    writer_.op(Op::func_info);
    writer_.func_info(c_.module.name, c_.tables.atoms[function.name], function.arity);
    if (const std::optional<Op> own = machine_body(function)) {
      writer_.define(function.entry_label);
      writer_.op(*own);
    } else if (bif != nullptr) {
      writer_.define(function.entry_label);
      writer_.op(Op::call_bif);
      writer_.pointer(reinterpret_cast<const void*>(bif->bif));
      writer_.word(function.arity);
    } else {
      VM_TRY_VOID(body(function));
    }
    writer_.end_function();
    return {};
  }

 private:
  /// Functions that are instructions of the machine: in Erlang they would call themselves.
  std::optional<Op> machine_body(const GenericFunction& function) const {
    if (c_.module.name != vm::am::erlang) return std::nullopt;
    const Term name = c_.tables.atoms[function.name];
    if (name == vm::am::apply && function.arity == 3) return Op::i_apply_body;
    if (name == vm::am::apply && function.arity == 2) return Op::i_apply_fun_body;
    if (name == vm::am::hibernate && function.arity == 3) return Op::i_hibernate_body;
    return std::nullopt;
  }

  LoadResult<void> body(const GenericFunction& function) {
    guard_label_ = static_cast<std::uint32_t>(c_.code.labels.size() + next_guard_label_);
    next_guard_label_ += 2;
    bool needs_guard_label = false;
    takes_message_ = false;
    // Those of functions that the BIF table implements are not needed.
    const auto& guards = c_.code.guards;
    while (next_guard_ < guards.size() && guards[next_guard_].instr < function.begin) next_guard_++;
    for (std::uint32_t i = function.func_info + 1; i < function.end; i++) {
      c_.instr = &c_.code.instrs[i];
      if (c_.instr->op == GenericOp::k_nif_start)
        c_.module.nifs.emplace_back(c_.tables.atoms[function.name], function.arity);
      const bool calls_fun =
          c_.instr->op == GenericOp::k_call_fun || c_.instr->op == GenericOp::k_call_fun2;
      c_.is_guarded = c_.fails_to_guard = false;
      c_.guard_label = guard_label_;
      bool is_written = false;
      while (next_guard_ < guards.size() && guards[next_guard_].instr == i) {
        needs_guard_label = c_.is_guarded = true;
        is_written |= guard(guards[next_guard_++]);
      }
      if (is_written) continue;
      if (calls_fun && ends_with_frame(i + 1, function.end)) {
        call_fun_last(c_.code.operands_of(c_.code.instrs[i + 1])[0]);
        i += 2;
        continue;
      }
      if (tests_arity_next(i, function.end)) {
        c_.instr = &c_.code.instrs[++i];
        c_.write_as(Op::is_tuple_of);
        continue;
      }
      VM_TRY_VOID(instruction());
      if (function.clears_frames) clear_frame();
    }
    VM_ASSERT(writer_.last_op() != Op::func_info, "check() wants a body");
    // Code may end in a call that never returns, or in a label that nothing leads to. What follows
    // must not be reached.
    const bool ends_in_label = c_.code.instrs[function.end - 1].op == GenericOp::k_label;
    if (needs_guard_label || ends_in_label || vm::op_info(writer_.last_op()).falls_through()) {
      if (takes_message_) {
        writer_.define(guard_label_ + 1);
        writer_.op(Op::remove_message);
      }
      writer_.define(guard_label_);
      writer_.op(Op::badmatch);
      writer_.term(vm::am::badfile);
    }
    return {};
  }

  /// Tests what verify() could not prove. True if that is the whole instruction.
  bool guard(const Guard& guard) {
    if (guard.shape == Shape::kNothing) return end_path();
    if (guard.shape == Shape::kAnything) {
      c_.fails_to_guard = true;
      return false;
    }
    if (guard.shape == Shape::kTaken) {
      c_.guard_label = guard_label_ + 1;
      takes_message_ = true;
      return false;
    }
    if (guard.shape == Shape::kOwned) {
      copy_argument(guard.number);
      return false;
    }
    const Operand& operand = c_.operand(guard.operand);
    if (guard.shape == Shape::kPreset) {
      writer_.op(Op::move);
      writer_.term(Term::nil());
      writer_.word(c_.value_word(operand));
      return false;
    }
    if (guard.shape == Shape::kTupleAbove) {
      test_elements(guard);
      return false;
    }
    // The instruction has a form that tests the source.
    if (guard.shape == Shape::kBitstring) return false;
    writer_.op(test_of(guard.shape));
    writer_.label(c_.guard_label);
    writer_.word(c_.value_word(operand));
    if (guard.shape == Shape::kTupleOf) writer_.word(guard.number);
    return false;
  }

  /// Tests that a tuple has the element that the instruction at hand takes, and those that the next
  /// ones take for certain.
  void test_elements(const Guard& guard) {
    const Operand& tuple = c_.operand(guard.operand);
    if (guard.instr <= tested_.until && is_same(tuple, tested_.tuple)) return;
    Word highest = guard.number;
    tested_ = {tuple, guard.instr};
    const GenericInstr* next = c_.instr;
    for (std::size_t n = next_guard_; n < c_.code.guards.size(); ++n) {
      const Guard& later = c_.code.guards[n];
      const GenericInstr* const last = &c_.code.instrs[later.instr];
      while (next != last && passes_on(*next, tuple)) ++next;
      if (next != last || later.shape != Shape::kTupleAbove) break;
      if (!is_same(c_.code.operands_of(*last)[later.operand], tuple)) continue;
      highest = std::max<Word>(highest, later.number);
      tested_.until = later.instr;
    }
    writer_.op(Op::has_elements);
    writer_.label(c_.guard_label);
    writer_.word(c_.value_word(tuple));
    writer_.word(highest + 1);
  }

  static bool is_same(const Operand& a, const Operand& b) {
    return a.tag == b.tag && a.value == b.value;
  }
  /// Does every path through this instruction reach the next one, with the same in the register?
  bool passes_on(const GenericInstr& instr, const Operand& reg) const {
    if (instr.op == GenericOp::k_move || instr.op == GenericOp::k_get_tuple_element)
      return !is_same(c_.code.operands_of(instr).back(), reg);
    const Rule& rule = rule_of(instr.op);
    return rule.has(Flag::kRemark) && !rule.has(Flag::kIsLabel);
  }

  /// Copies an argument of the call at hand, which is part of a message in the queue.
  void copy_argument(std::uint32_t x) {
    const Rule& rule = rule_of(c_.instr->op);
    writer_.op(Op::gc_bif1);
    writer_.label(c_.guard_label);
    writer_.word(c_.number_word(c_.operand(rule.places.arguments)) + rule.more_arguments);
    writer_.pointer(c_.tables.copy_term);
    writer_.word(vm::encode_x(x));
    writer_.word(vm::encode_x(x));
  }

  /// Raises in place of a jump, or before a label.
  bool end_path() {
    if (c_.guard_label != guard_label_) writer_.op(Op::remove_message);
    writer_.op(Op::badmatch);
    writer_.term(vm::am::badfile);
    return c_.instr->op != GenericOp::k_label;
  }

  static Op test_of(Shape shape) {
    switch (shape) {
      case Shape::kTuple:
        return Op::is_tuple;
      case Shape::kTupleOf:
        return Op::is_tuple_of;
      case Shape::kCons:
        return Op::is_nonempty_list;
      case Shape::kMap:
        return Op::is_map;
      case Shape::kRecord:
      case Shape::kRecordOrNil:
        return Op::is_any_native_record;
      default:
        VM_UNREACHABLE();
    }
  }

  /// Is instruction `i` a test for tuples, and the next one for the arity of the same, with the
  /// same target? Both have the operands label and source.
  bool tests_arity_next(std::uint32_t i, std::uint32_t end) const {
    if (c_.instr->op != GenericOp::k_is_tuple || c_.is_guarded || i + 1 == end) return false;
    const GenericInstr& next = c_.code.instrs[i + 1];
    const auto& guards = c_.code.guards;
    if (next.op != GenericOp::k_test_arity ||
        (next_guard_ < guards.size() && guards[next_guard_].instr == i + 1))
      return false;
    const auto operands = c_.code.operands_of(next);
    return is_same(c_.operand(0), operands[0]) && is_same(c_.operand(1), operands[1]);
  }

  /// Is the frame given up at instruction `i` and then returned from? No other instruction means a
  /// tail call of a fun.
  bool ends_with_frame(std::uint32_t i, std::uint32_t end) const {
    return i + 1 < end && c_.code.instrs[i].op == GenericOp::k_deallocate &&
           c_.code.instrs[i + 1].op == GenericOp::k_return_;
  }

  /// Writes [] to the frame that the instruction at hand has made.
  void clear_frame() {
    if (c_.instr->op != GenericOp::k_allocate && c_.instr->op != GenericOp::k_allocate_heap) return;
    const Word words = c_.number_word(c_.operand(0));
    writer_.op(Op::init_yregs);
    writer_.word(words);
    for (Word i = 0; i < words; i++) writer_.word(vm::encode_y(i));
  }

  void head_instruction() {
    if (c_.instr->op == GenericOp::k_label) writer_.define(c_.operand(0).index());
    if (c_.instr->op != GenericOp::k_line) return;
    line_of_entry_ = kNoLine;
    line();
  }

  /// The place in the source of what follows. Of several at the same address the last one counts.
  void line() {
    if (!c_.beam.has_lines) return;
    const SourceLine& source = c_.beam.lines.lines[c_.operand(0).index()];
    begin_entry(c_.operand(0).index());
    auto& lines = c_.module.lines;
    if (!lines.empty() && lines.back().offset == writer_.offset()) lines.pop_back();
    lines.push_back({writer_.offset(), source.file, source.line});
  }

  /// In OTP lines and executable lines that follow each other and are the same have one entry, and
  /// so one counter.
  void begin_entry(std::uint32_t line) {
    if (line == line_of_entry_) return;
    line_of_entry_ = line;
    line_counter_ = nullptr;
  }
  void executable_line() {
    vm::Coverage* const coverage = c_.module.coverage.get();
    if (coverage == nullptr || !is_of_lines(coverage->mode())) return;  // else the file has lines
    const std::uint32_t line = c_.operand(0).index();
    const std::uint32_t number = c_.beam.lines.lines[line].line;
    begin_entry(line);
    if (number == 0) return;
    const auto cover_id = static_cast<std::uint32_t>(c_.operand(1).value);
    if (line_counter_ == nullptr)
      line_counter_ = coverage->add_line({number, cover_id});
    else
      coverage->set_last_id(cover_id);
    write_coverage(line_counter_);
  }
  /// Null: nothing is counted here.
  void write_coverage(const vm::Atomic<Word>* counter) {
    if (counter == nullptr) return;
    const bool counts = is_counting(c_.module.coverage->mode());
    writer_.op(counts ? Op::i_count_coverage : Op::i_note_coverage);
    writer_.pointer(counter);
  }

  LoadResult<void> instruction() {
    if (loader::calls_bif(c_.instr->op)) {
      if (!transform_bif(c_)) c_.write_as(counterpart());
      return {};
    }
    switch (c_.instr->op) {
      case GenericOp::k_label:
        writer_.define(c_.operand(0).index());
        if (c_.operand(0).index() == c_.function->entry_label) write_coverage(function_counter_);
        return {};
      case GenericOp::k_line:
        line();
        return {};
      case GenericOp::k_executable_line:
        executable_line();
        return {};
      case GenericOp::k_debug_line:
        return {};
      case GenericOp::k_on_load:
        module_on_load();
        return {};
      case GenericOp::k_call_ext:
        call_export();
        return {};
      case GenericOp::k_call_ext_last:
        tail_call_export(Op::call_ext_last, &c_.operand(2));
        return {};
      case GenericOp::k_call_ext_only:
        tail_call_export(Op::call_ext_only, nullptr);
        return {};
      case GenericOp::k_trim:
        writer_.op(Op::trim);
        writer_.word(c_.number_word(c_.operand(0)));
        return {};
      case GenericOp::k_select_val:
        transform_select_val(c_);
        return {};
      case GenericOp::k_fmove:
        return fmove();
      case GenericOp::k_make_fun3:
        make_fun();
        return {};
      case GenericOp::k_put_map_assoc:
        put_map();
        return {};
      default:
        break;
    }
    VM_TRY(bool done, transform_bits(c_));
    if (!done) {
      VM_TRY(done, transform_records(c_));
    }
    if (!done) c_.write_as(counterpart());
    return {};
  }

  Op counterpart() const {
    const std::optional<Op> op = kCounterparts[static_cast<std::size_t>(c_.instr->op)];
    VM_CHECK(op.has_value(), "the instructions of generic_ops.def are handled by name");
    return *op;
  }

  void module_on_load() {
    // The address is known later; until then the label is kept where the address will be.
    c_.module.on_load =
        reinterpret_cast<vm::CodeAddress>(static_cast<std::uintptr_t>(c_.function->entry_label));
  }

  /// 2 or 3 where erlang:apply of that arity is called: an instruction, not a function.
  std::optional<Word> applied() const {
    const vm::Mfa mfa = c_.tables.imports[c_.operand(1).index()]->mfa();
    if (mfa.module != vm::am::erlang || mfa.function != vm::am::apply) return std::nullopt;
    return mfa.arity == 2 || mfa.arity == 3 ? std::optional(mfa.arity) : std::nullopt;
  }
  bool calls_bif() const { return c_.tables.imports[c_.operand(1).index()]->bif != nullptr; }

  void call_export() {
    if (const auto arity = applied())
      writer_.op(arity == 3 ? Op::i_apply : Op::i_apply_fun);
    else if (calls_bif())
      call_bif();
    else
      c_.write_as(Op::call_ext);
  }

  /// `op`: for functions that are not special. `frame`: the size of the caller's; null if it has
  /// none.
  void tail_call_export(Op op, const Operand* frame) {
    if (const auto arity = applied()) {
      writer_.op(arity == 3 ? Op::i_apply_last : Op::i_apply_fun_last);
      writer_.word(frame == nullptr ? 0 : c_.number_word(*frame));
      return;
    }
    if (!calls_bif()) return c_.write_as(op);
    call_bif();
    if (frame != nullptr) {
      writer_.op(Op::deallocate);
      writer_.word(c_.number_word(*frame));
    }
    writer_.op(Op::return_);
  }

  /// A tail call of a BIF is a call and a return, too: so the BIF's caller, in a trace or a stack
  /// trace, is this function.
  void call_bif() { c_.write_as(Op::call_light_bif); }

  /// A call of a fun, either kind, in the end of a function with a frame.
  void call_fun_last(const Operand& frame) {
    const bool has_tag = c_.instr->op == GenericOp::k_call_fun2;
    c_.write_as(has_tag ? Op::i_call_fun2_last : Op::i_call_fun_last);
    writer_.word(c_.number_word(frame));
  }

  LoadResult<void> fmove() {
    const Operand& from = c_.operand(0);
    const Operand& to = c_.operand(1);
    bool stores = from.is(Tag::kFr);
    VM_ASSERT(stores != to.is(Tag::kFr), "check() wants one float register");
    writer_.op(stores ? Op::fstore : Op::fload);
    c_.write(stores ? OperandKind::kFloatSource : OperandKind::kSource, from);
    c_.write(stores ? OperandKind::kDest : OperandKind::kFloatDest, to);
    return {};
  }

  /// A map whose keys are known is made of them.
  void put_map() {
    const auto found =
        c_.tables.new_maps.find(static_cast<std::size_t>(c_.instr - c_.code.instrs.data()));
    if (found == c_.tables.new_maps.end()) return c_.write_as(Op::put_map_assoc);
    const auto pairs = c_.items(4);
    writer_.op(Op::i_new_map);
    writer_.term(found->second);
    c_.write_value(c_.operand(2));
    writer_.word(c_.number_word(c_.operand(3)));
    const auto positions = values_in_order(c_.tables, found->second, pairs);
    writer_.word(positions.size());
    for (const std::size_t at : positions) c_.write_value(pairs[at]);
  }

  /// A fun without free variables is a constant.
  void make_fun() {
    std::uint32_t index = c_.operand(0).index();
    Term constant = c_.tables.constant_funs[index];
    if (constant.has_value()) {
      writer_.op(Op::move);
      writer_.term(constant);
      c_.write_value(c_.operand(1));
      return;
    }
    writer_.op(Op::make_fun3);
    writer_.pointer(c_.tables.funs[index]);
    c_.write_value(c_.operand(1));
    c_.write(OperandKind::kSources, c_.operand(2));
  }

  TransformContext& c_;
  CodeWriter& writer_;
  std::size_t next_guard_ = 0;
  struct {
    Operand tuple;
    std::uint32_t until = 0;
  } tested_;  // the elements that the instructions up to this one take of the tuple exist
  std::size_t next_guard_label_ = 0;  // each function has two
  std::uint32_t guard_label_ = 0;     // the first of the function at hand
  bool takes_message_ = false;        // the second one is used: it removes the message first
  static constexpr std::uint32_t kNoLine = UINT32_MAX;
  std::uint32_t line_of_entry_ = kNoLine;           // of the last instruction that has one
  const vm::Atomic<Word>* line_counter_ = nullptr;  // that it has already
  const vm::Atomic<Word>* function_counter_ = nullptr;
};

}  // namespace

Term TransformContext::constant(const Operand& operand) const {
  switch (operand.tag) {
    case Tag::kNumber:
    case Tag::kInteger:
      if (Term::fits_small(operand.value)) return Term::small(operand.value);
      break;
    case Tag::kBigInteger:
      return tables.bigs[operand.index()];
    case Tag::kAtom:
      return tables.atoms[operand.index()];
    case Tag::kNil:
      return Term::nil();
    case Tag::kLiteral:
      return tables.literals[operand.index()];
    default:
      break;
  }
  VM_UNREACHABLE();
}

Word TransformContext::value_word(const Operand& operand) const {
  if (operand.is(Tag::kX)) return vm::encode_x(operand.index());
  if (operand.is(Tag::kY)) return vm::encode_y(operand.index());
  return constant(operand).bits();
}

void TransformContext::note_type(const Operand& operand) {
  if (!operand.is_register() || operand.count == 0) return;
  const std::uint32_t type = operand.count - 1;
  if (beam.types[type].kinds != RegisterType().kinds)
    module.typed_operands.push_back({writer.offset(), type});
}

Word TransformContext::number_word(const Operand& operand) const {
  if (!operand.is(Tag::kAllocList)) return static_cast<Word>(operand.value);
  constexpr Word kWordsOf[] = {1, vm::kFloatWords, kFunWords};
  auto pairs = code.items_of(operand);
  Word words = 0;
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    words += kWordsOf[pairs[i].index()] * static_cast<Word>(pairs[i + 1].value);
  }
  return words;
}

void TransformContext::write_as(Op op) {
  const vm::OpInfo& info = vm::op_info(op);
  writer.op(op);
  const unsigned count = std::min<unsigned>(info.operand_count, instr->operand_count);
  for (unsigned i = 0; i < count; i++) write(info.kinds[i], operand(i));
}

void TransformContext::write(OperandKind kind, const Operand& operand) {
  switch (vm::kind_info(kind).form) {
    case OperandForm::kValue:
    case OperandForm::kY:
      return write_value(operand);
    case OperandForm::kAddress:
      return write_label(operand);
    case OperandForm::kNumber:
      return writer.word(kind == OperandKind::kFlags ? field_flags(operand) : number_word(operand));
    case OperandForm::kFloat:
      return writer.word(operand.index());
    case OperandForm::kTerm:
      if (kind == OperandKind::kCatch) return writer.catch_tag(operand.index());
      return writer.term(constant(operand));
    case OperandForm::kExport:
      return writer.pointer(tables.imports[operand.index()]);
    case OperandForm::kFun:
      return writer.pointer(tables.funs[operand.index()]);
    case OperandForm::kList:
      return write_list(kind, code.items_of(operand));
    case OperandForm::kPointer:
      return writer.pointer(module.strings.data() + operand.index());
    case OperandForm::kBif:
    case OperandForm::kHeader:
      break;  // no instruction of files has one
  }
  VM_UNREACHABLE();
}

void TransformContext::write_list(OperandKind kind, std::span<const Operand> items) {
  writer.word(items.size());
  for (std::size_t i = 0; i < items.size(); i++) write(vm::item_kind(kind, i), items[i]);
}

vm::Err<LoadErrorPtr> TransformContext::fail(std::string expected, std::string found) const {
  FunctionName name{function->name, function->arity};
  auto op_name = generic_op_info(static_cast<std::uint8_t>(instr->op)).name;
  return code_error(beam, &name, instr->offset, std::string(op_name), std::move(expected),
                    std::move(found));
}

LoadResult<void> transform(const BeamFile& beam, const GenericCode& code,
                           const LoadedTables& tables, vm::Module& module, CodeWriter& writer) {
  TransformContext context(beam, code, tables, module, writer);
  Transform pass(context);
  for (std::size_t i = 0; i < code.functions.size(); i++) {
    VM_TRY_VOID(pass.function(code.functions[i], tables.own_bifs[i]));
  }
  return {};
}

}  // namespace loader
