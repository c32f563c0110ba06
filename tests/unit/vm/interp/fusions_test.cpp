// Every row of fusions.def, with every combination of its operands: one handler for several
// instructions does what their own handlers do one after the other, from the same state, with all
// kinds of values, and with no reductions left.
#include "tests/support/assembler.h"
#include "vm/interp/interpreter.h"
#include "vm/interp/specialise.h"
#include "vm/proc/process_table.h"
#include "vm/proc/signal.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace vm::interp {
namespace {

using test_support::x;
using test_support::y;

/// One instruction of a row: what each of its sources and destinations may be.
struct Step {
  Op op;
  std::vector<std::span<const WordKind>> choices;
};
template <Op op, class... Choices>
Step step() {
  return {op, {std::span<const WordKind>(Choices::kKinds)...}};
}

std::vector<std::vector<Step>> rows() {
  return {
#define FUSE2(a, b) {VM_STEP a, VM_STEP b},
#define FUSE3(a, b, c) {VM_STEP a, VM_STEP b, VM_STEP c},
#define FUSE4(a, b, c, d) {VM_STEP a, VM_STEP b, VM_STEP c, VM_STEP d},
#define VM_STEP(op, ...) step<Op::op __VA_OPT__(, ) __VA_ARGS__>()
#include "vm/interp/fusions.def"
  };
}

/// What all registers hold at the beginning. An element of a tuple is an inner tuple, a tail a
/// list.
enum class Kind {
  kSmall,
  kLarge,
  kCons,
  kTuple,
  kInner,
  kFloat,
  kBinary,
  kContext,
  kFun,
  kAnything
};
constexpr Kind kBeginnings[] = {Kind::kSmall, Kind::kLarge,  Kind::kCons,    Kind::kTuple,
                                Kind::kFloat, Kind::kBinary, Kind::kContext, Kind::kFun};
bool is_tuple(Kind kind) { return kind == Kind::kTuple || kind == Kind::kInner; }

constexpr Word kFrame = 4;       // y registers of the frame
constexpr Word kRegisters = 12;  // x registers and stack words that have values
constexpr Word kHeapWords = 4000;

/// The state that instructions change, as bits.
struct Snapshot {
  std::ptrdiff_t stop;  // where it ended
  SWord reds;
  std::ptrdiff_t stack, heap;
  std::vector<Word> words;
  bool operator==(const Snapshot&) const = default;
};

VM_PRESERVE_NONE void stop_here(VM_MACHINE_PARAMETERS) {
  Machine m{I, P, E, H, reds, x0, x1, x2, x3};
  m.save();
}

class FusionsTest : public testing::Test {
 protected:
  FusionsTest() : engine_(vm_) {
    vm_.engine = &engine_;
    vm_.backend = &engine_;
    process_ = vm_.processes->create();
    initialise_heap(*process_, kHeapWords);
    process_->x = vm_.schedulers->operator[](0).x;
    process_->f = vm_.schedulers->operator[](0).f;
    stops_.fill(reinterpret_cast<Word>(&stop_here));
    fun_entry_.arity = 1;
    // relaxed: one thread
    fun_entry_.address.store(&stops_[kCallee], kRelaxed);
  }
  ~FusionsTest() override { vm_.processes->give_back(std::move(process_)); }

  static VmOptions options() {
    VmOptions result;
    result.schedulers = 1;
    return result;
  }

  // --- values ---

  Term make(Kind kind, Word number) {
    HeapWord* at = process_->heap_top;
    const auto put = [&](Word word) { (process_->heap_top++)->bits = word; };
    switch (kind) {
      case Kind::kSmall:
        return Term::small(static_cast<SWord>(8 + number));  // x0 is the constant
      case Kind::kLarge:
        return Term::small((SWord{1} << 59) - 1 - static_cast<SWord>(number));
      case Kind::kCons: {
        Term list = Term::nil();
        for (Word n = 0; n < 4; ++n) {
          HeapWord* cell = process_->heap_top;
          put(Term::small(static_cast<SWord>(number + n)).bits());
          put(list.bits());
          list = Term::cons(reinterpret_cast<const Cons*>(cell));
        }
        return list;
      }
      case Kind::kTuple:
      case Kind::kInner: {
        const Term element = kind == Kind::kTuple ? make(Kind::kInner, number) : Term::nil();
        at = process_->heap_top;
        put(make_header(Subtag::kTuple, 4));
        put(number % 2 == 0 ? am::ok.bits() : am::error.bits());
        for (int n = 0; n < 3; ++n) put(element.bits());
        return Term::boxed(at);
      }
      case Kind::kFloat: {
        const double value = 1.5 + static_cast<double>(number);
        Word bits;
        std::memcpy(&bits, &value, sizeof bits);
        put(make_header(Subtag::kFloat, 1));
        put(bits);
        return Term::boxed(at);
      }
      case Kind::kBinary:
        put(make_header(Subtag::kHeapBinary, 2));
        put(64);
        put(0x4142434445464748 + number);
        return Term::boxed(at);
      case Kind::kContext: {
        const Term binary = make(Kind::kBinary, number);
        at = process_->heap_top;
        process_->heap_top += kSubBinaryWords;
        auto& context = *reinterpret_cast<SubBinary*>(at);
        context = {make_header(Subtag::kSubBinary, kSubBinaryWords - 1),
                   const_cast<Byte*>(bits_of(binary).bytes),
                   0,
                   64,
                   binary,
                   SubBinary::kMatchContext};
        return Term::boxed(at);
      }
      case Kind::kFun: {
        put(make_header(Subtag::kFun, 2));
        put(reinterpret_cast<Word>(&fun_entry_));
        put(1);
        return Term::boxed(at);
      }
      case Kind::kAnything:
        break;
    }
    return Term::nil();
  }

  // --- operands ---

  static Word operand(WordKind kind, Word number) {
    switch (kind) {
      case WordKind::kXMemory:
      case WordKind::kAny:
        return x(5 + number).word;
      case WordKind::kY:
        return y(number).word;
      case WordKind::kConst:
        return Term::small(8).bits();
      default:
        return x(static_cast<Word>(kind)).word;
    }
  }
  static Word number_for(Op op, Word position) {
    switch (op) {
      case Op::allocate:
      case Op::deallocate:
      case Op::is_tuple_of:
      case Op::is_tagged_tuple:
        return kFrame;  // also the size of tuples, and what is live
      case Op::test_heap:
        return position == 0 ? 20 : kFrame;
      case Op::call_last:
        return position == 0 ? 1 : kFrame;
      case Op::bs_test_unit:
        return 8;
      case Op::bs_get_integer2:
        return position == 2 ? kFrame : position == 4 ? 1 : 0;  // live, unit, flags
      case Op::bs_get_utf8:
        return position == 2 ? kFrame : 0;
      case Op::trim:
      case Op::call:
      case Op::call_only:
      case Op::call_fun:
      case Op::get_tuple_element:
        return 1;
      default:
        return kFrame;  // what is live
    }
  }

  /// The words of an instruction, without the handler. `chosen`: of its choices.
  std::vector<Word> operands(const Step& step, const std::vector<std::size_t>& chosen,
                             Word number) {
    const OpInfo& info = op_info(step.op);
    const bool calls = step.op == Op::call || step.op == Op::call_last || step.op == Op::call_only;
    std::vector<Word> words;
    std::size_t choice = 0;
    Word floats = number;
    for (unsigned i = 0; i < info.operand_count; ++i) {
      switch (info.form(i)) {
        case OperandForm::kValue: {
          const WordKind kind = step.choices[choice][chosen[choice]];
          words.push_back(operand(kind, choice % 2 + number % 2));
          ++choice;
          break;
        }
        case OperandForm::kAddress:
          words.push_back(reinterpret_cast<Word>(&stops_[calls ? kCallee : kFail]));
          break;
        case OperandForm::kFloat:
          words.push_back(floats++);
          break;
        case OperandForm::kTerm:
          words.push_back(am::ok.bits());
          break;
        case OperandForm::kList:
          words.push_back(2);
          for (Word n = 0; n < 2; ++n)
            words.push_back(step.op == Op::init_yregs ? y(n).word : x(1 + n).word);
          break;
        default:
          words.push_back(number_for(step.op, i));
      }
    }
    return words;
  }

  // --- which values are legal: what an instruction needs that no other has tested ---

  struct Types {
    std::array<Kind, 16> x, y;
    Kind& of(Word word) {
      return is_y_word(word) ? y[register_number(word)] : x[register_number(word)];
    }
  };
  static bool is_legal(const std::vector<Step>& row, const std::vector<std::vector<Word>>& words,
                       Kind beginning) {
    Types types;
    types.x.fill(beginning);
    types.y.fill(beginning);
    for (std::size_t s = 0; s < row.size(); ++s) {
      const OpInfo& info = op_info(row[s].op);
      std::vector<Kind> sources;
      std::vector<Kind*> destinations;
      for (unsigned i = 0; i < info.operand_count; ++i) {
        if (info.form(i) != OperandForm::kValue) continue;
        const Word word = words[s][i];
        if (kind_info(info.kinds[i]).is_read())
          sources.push_back(is_register_word(word) ? types.of(word) : Kind::kSmall);
        if (kind_info(info.kinds[i]).is_written()) destinations.push_back(&types.of(word));
      }
      Kind result = Kind::kAnything;
      switch (row[s].op) {
        case Op::get_list:
          if (sources[0] != Kind::kCons) return false;
          *destinations[0] = Kind::kSmall;
          *destinations[1] = Kind::kCons;
          continue;
        case Op::get_tuple_element:
          if (!is_tuple(sources[0])) return false;
          result = sources[0] == Kind::kTuple ? Kind::kInner : Kind::kAnything;
          break;
        case Op::is_tuple_of:
        case Op::is_tagged_tuple:
          if (!is_tuple(sources[0])) return true;  // goes no further
          break;
        case Op::is_nonempty_list:
          if (sources[0] != Kind::kCons) return true;
          break;
        case Op::fload:
          if (sources[0] != Kind::kFloat) return false;
          break;
        case Op::bs_start_match4:
          if (sources[0] != Kind::kBinary && sources[0] != Kind::kContext) return true;
          result = Kind::kContext;
          break;
        case Op::bs_get_position:
        case Op::bs_get_integer2:
        case Op::bs_test_unit:
        case Op::bs_get_utf8:
          if (sources[0] != Kind::kContext) return false;
          result = Kind::kSmall;
          break;
        case Op::call_fun:
          if (types.x[1] != Kind::kFun) return false;
          break;
        case Op::loop_rec:
          result = Kind::kTuple;
          break;
        case Op::move:
          result = sources[0];
          break;
        case Op::swap:
          std::swap(*destinations[0], *destinations[1]);
          continue;
        default:
          break;
      }
      for (Kind* destination : destinations) *destination = result;
    }
    return true;
  }

  // --- running ---

  /// Where the return address is, if the row needs one: behind the frame that it takes off, if any.
  static Word return_slot(const std::vector<Step>& row) {
    const bool has_frame = row.back().op != Op::return_ ||
                           std::any_of(row.begin(), row.end(),
                                       [](const Step& step) { return step.op == Op::deallocate; });
    return has_frame ? kFrame : 0;
  }

  void set_up(Kind beginning, SWord reductions) {
    Process& p = *process_;
    std::memset(p.heap_start, 0, p.heap_words() * sizeof(Word));  // the frame's garbage, too
    p.heap_top = p.heap_start;
    p.stack_top = p.heap_end - 2 * kRegisters;
    for (Word n = 0; n < kRegisters; ++n) p.x[n] = make(beginning, n);
    for (Word n = 0; n < 2 * kRegisters; ++n) p.stack_top[n].set(p.x[n % kRegisters]);
    p.stack_top[return_slot_].bits = reinterpret_cast<Word>(&stops_[kBack]);
    for (Word n = 0; n < 16; ++n) p.f[n] = 0.25 * static_cast<double>(n + 1);
    const Term message = make(Kind::kTuple, 0);
    fill_queue({&message, 1});
    p.live = kFrame;
    p.reductions = reductions;
    p.raising.outcome = Outcome::kValue;
  }

  Snapshot run(const std::vector<Word>& code, Kind beginning, SWord reductions) {
    set_up(beginning, reductions);
    Snapshot result = run_code(code);
    return result;
  }

  /// Replaces the messages by some with these values; a receive begins at the first.
  void fill_queue(std::span<const Term> values) {
    MessageQueue& queue = process_->messages;
    while (queue.first() != nullptr) static_cast<void>(queue.take(queue.first_link()));
    for (const Term value : values) {
      auto message = Message::make(0, Message::Extra::kNone);
      message->value = value;
      queue.append(message.release());  // owner: the queue
    }
    queue.restart();
  }

  Snapshot run_code(const std::vector<Word>& code) {
    Process& p = *process_;
    p.ip = code.data();
    engine_.run(p);
    const bool is_stop = p.ip >= stops_.data() && p.ip < stops_.data() + stops_.size();
    Snapshot result{is_stop ? p.ip - stops_.data() : 100 + (p.ip - code.data()),
                    p.reductions,
                    p.heap_end - p.stack_top,
                    p.heap_top - p.heap_start,
                    {}};
    for (Word n = 0; n < kRegisters; ++n) result.words.push_back(p.x[n].bits());
    for (Word n = 0; n < 16; ++n) {
      Word bits;
      std::memcpy(&bits, &p.f[n], sizeof bits);
      result.words.push_back(bits);
    }
    for (const HeapWord* at = p.heap_start; at < p.heap_top; ++at) result.words.push_back(at->bits);
    for (const StackWord* at = p.stack_top; at < p.heap_end; ++at) {
      // Return addresses differ in the code they lead into, not in where.
      const auto* address = reinterpret_cast<const Word*>(at->bits);
      const bool is_ours = address >= code.data() && address <= code.data() + code.size();
      result.words.push_back(is_ours ? static_cast<Word>(address - code.data()) : at->bits);
    }
    return result;
  }

  /// Runs one combination with all values that are legal. How many those were.
  int check(const std::vector<Step>& row, const std::vector<std::vector<std::size_t>>& chosen) {
    std::vector<std::vector<Word>> words;
    std::vector<Word> code;
    OpHandler all = nullptr;
    for (std::size_t s = 0; s < row.size(); ++s) {
      words.push_back(operands(row[s], chosen[s], s));
      const OpHandler own = engine_.handler_for(row[s].op, words[s]);
      code.push_back(reinterpret_cast<Word>(own));
      code.insert(code.end(), words[s].begin(), words[s].end());
      const OpHandler before = all;
      all = s == 0 ? own : engine_.fused(all, own);
      EXPECT_TRUE(s == 0 || all != before) << "no handler for the pair";
    }
    code.push_back(reinterpret_cast<Word>(&stop_here));
    std::vector<Word> fused = code;
    fused[0] = reinterpret_cast<Word>(all);
    return_slot_ = return_slot(row);
    int runs = 0;
    for (const Kind beginning : kBeginnings) {
      if (!is_legal(row, words, beginning)) continue;
      ++runs;
      for (const SWord reductions : {4000, 1}) {
        EXPECT_TRUE(run(code, beginning, reductions) == run(fused, beginning, reductions))
            << "values of kind " << static_cast<int>(beginning) << ", " << reductions
            << " reductions";
      }
    }
    return runs;
  }

  enum Stop : std::size_t { kFail, kCallee, kBack, kStops };

  Vm vm_{options()};
  InterpreterEngine engine_;
  std::unique_ptr<Process> process_;
  std::array<Word, kStops> stops_;
  FunEntry fun_entry_{};
  /// Runs a receive of {ok, _, _, _} that leads back to itself, with its own handlers or the row's,
  /// until it has found a message or spent its reductions.
  Snapshot run_receive(bool fused, const std::vector<Word>& numbers, SWord reductions) {
    std::vector<Word> code;
    const auto put = [&](Op op, const std::vector<Word>& words) {
      code.push_back(reinterpret_cast<Word>(engine_.handler_for(op, words)));
      code.insert(code.end(), words.begin(), words.end());
    };
    code.reserve(16);  // addresses in it stay
    const Word fail = reinterpret_cast<Word>(&stops_[kFail]);
    const Word end = reinterpret_cast<Word>(code.data() + 9);
    put(Op::loop_rec, {fail, x(0).word});
    put(Op::is_tagged_tuple, {end, x(0).word, 4, am::ok.bits()});
    code.push_back(reinterpret_cast<Word>(&stop_here));
    EXPECT_EQ(code.size(), 9u);
    put(Op::loop_rec_end, {reinterpret_cast<Word>(code.data())});
    if (fused) {
      const OpHandler plain = reinterpret_cast<OpHandler>(code[0]);
      const OpHandler all = engine_.fused(plain, reinterpret_cast<OpHandler>(code[3]));
      EXPECT_NE(all, plain);
      code[0] = reinterpret_cast<Word>(all);
    }
    set_up(Kind::kSmall, reductions);
    std::vector<Term> messages;
    for (const Word number : numbers) messages.push_back(make(Kind::kTuple, number));
    fill_queue(messages);
    Snapshot result = run_code(code);
    Word looked_at = 0;
    const MessageQueue& queue = process_->messages;
    for (Message* m = queue.first(); m != queue.current(); m = MessageQueue::next_of(*m))
      ++looked_at;
    result.words.push_back(looked_at);
    return result;
  }

  Word return_slot_ = 0;
};

// An even number is the message that is waited for.
TEST_F(FusionsTest, AReceiveSkipsMessagesAsItsInstructionsDo) {
  const std::vector<std::vector<Word>> queues = {{}, {2}, {1}, {1, 2}, {1, 3, 5, 2, 1}, {1, 3, 5}};
  for (const std::vector<Word>& queue : queues) {
    for (const SWord reductions : {1, 2, 3, 4, 4000}) {
      EXPECT_TRUE(run_receive(false, queue, reductions) == run_receive(true, queue, reductions))
          << queue.size() << " messages, " << reductions << " reductions";
    }
  }
  const Snapshot found = run_receive(true, {1, 3, 5, 2, 1}, 4000);
  EXPECT_EQ(found.words.back(), 3u);
  EXPECT_EQ(found.reds, 4000 - 3);
}

TEST_F(FusionsTest, DoWhatTheirInstructionsDoOneByOne) {
  for (const std::vector<Step>& row : rows()) {
    std::string name;
    for (const Step& step : row) name += std::string(op_info(step.op).name) + " ";
    SCOPED_TRACE(name);
    std::vector<std::size_t> sizes;
    for (const Step& step : row) {
      for (const auto choice : step.choices) sizes.push_back(choice.size());
    }
    std::size_t combinations = 1;
    for (const std::size_t size : sizes) combinations *= size;
    int runs = 0;
    for (std::size_t number = 0; number < combinations; ++number) {
      std::size_t rest = number;
      std::vector<std::vector<std::size_t>> chosen;
      for (const Step& step : row) {
        chosen.emplace_back();
        for (const auto choice : step.choices) {
          chosen.back().push_back(rest % choice.size());
          rest /= choice.size();
        }
      }
      SCOPED_TRACE("combination " + std::to_string(number));
      runs += check(row, chosen);
    }
    EXPECT_GT(runs, 0) << "no values are legal";
  }
}

}  // namespace
}  // namespace vm::interp
