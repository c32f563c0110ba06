// Machine: the machine registers while one instruction's definition runs, and the operands as the
// definition sees them. A handler (or compiled code) fills a Machine from its parameters, calls the
// definition, and passes the members on. The four x registers are separate members so that the
// compiler keeps each in a register (no array, no address taken).
//
// Definitions: INSTR(name, operands...) { ... } makes `instr::name::run(Machine&, operands...)`,
// always inlined.
//   INSTR              complete: never answers kSlow
//   INSTR_FAST         the frequent case; answers kSlow with nothing changed for the rest
//   INSTR_OUT_OF_LINE  no inline part at all
// The out-of-line version of the last two is INSTR_SLOW(name, operands...) in a .cpp, with operands
// decoded at run time. Invariants: E - H >= kStackReserve between any two instructions. A
// definition that calls C++ code which may look at the process saves the registers first and loads
// them after. A slow version has the handler's own copy of the registers by reference. Contract:
// B12; DESIGN 3.
#pragma once

#include "vm/code/opcodes.h"
#include "vm/proc/process.h"

namespace vm {

struct Machine {
  CodeAddress I;
  Process* p;
  StackWord* E;
  HeapWord* H;
  SWord reds;
  Term x0, x1, x2, x3;
  OpHandler original = nullptr;  // for Flow::kOriginal

  /// Puts the registers where C++ code finds them.
  void save() {
    p->heap_top = H;
    p->stack_top = E;
    p->reductions = reds;
    p->ip = I;
    Term* x = p->x;
    x[0] = x0;
    x[1] = x1;
    x[2] = x2;
    x[3] = x3;
  }
  /// Takes them back, except the instruction pointer, which is the definition's business.
  void load() {
    H = p->heap_top;
    E = p->stack_top;
    reds = p->reductions;
    const Term* x = p->x;
    x0 = x[0];
    x1 = x[1];
    x2 = x[2];
    x3 = x[3];
  }

  Term x(Word n) const {
    switch (n) {
      case 0:
        return x0;
      case 1:
        return x1;
      case 2:
        return x2;
      case 3:
        return x3;
      default:
        return p->x[n];
    }
  }
  void set_x(Word n, Term t) {
    switch (n) {
      case 0:
        x0 = t;
        break;
      case 1:
        x1 = t;
        break;
      case 2:
        x2 = t;
        break;
      case 3:
        x3 = t;
        break;
      default:
        p->x[n] = t;
    }
  }
  /// A source operand word: constant, x or y register.
  Term source(Word w) const {
    if (!is_register_word(w)) return Term::from_bits(w);
    if (is_y_word(w)) return E[register_number(w)].term();
    return x(register_number(w));
  }
  void set_dest(Word w, Term t) {
    if (is_y_word(w)) {
      E[register_number(w)].set(t);
    } else {
      set_x(register_number(w), t);
    }
  }

  /// Whether `words` can be taken from the heap or stack without collecting.
  bool has_room(Word words) const {
    const auto room = reinterpret_cast<const Byte*>(E) - reinterpret_cast<const Byte*>(H);
    return room >= static_cast<SWord>((words + kStackReserve) * kWordBytes);
  }
  /// Makes room by collecting; x0 .. x(live-1) and the stack are kept. Out of line only.
  void collect(Word words, Word live);
  /// Collects only where it must (or where the machine is told to always do, --stress=gc). Out of
  /// line only.
  void ensure(Word words, Word live);

  /// `words` words: from the heap, or from a fragment where nobody has made room. Out of line only.
  HeapWord* take(Word words);

  // Building; the room has been made before.
  Term put_cons(Term head, Term tail) {
    H[0].bits = head.bits();
    H[1].bits = tail.bits();
    const Term result = Term::cons(reinterpret_cast<Cons*>(H));
    H += 2;
    return result;
  }
  Term put_float(double value) {
    H[0].bits = make_header(Subtag::kFloat, kFloatWords - 1);
    H[1].bits = std::bit_cast<Word>(value);
    const Term result = Term::boxed(H);
    H += kFloatWords;
    return result;
  }

  void push_return(CodeAddress address) {
    --E;
    E->bits = reinterpret_cast<Word>(address);
  }
  /// Goes to an address.
  Flow go(CodeAddress address) {
    I = address;
    return Flow::kLeave;
  }
  /// Goes where the frame on top returns to.
  Flow go_back() {
    I = reinterpret_cast<CodeAddress>(E->bits);
    ++E;
    return Flow::kLeave;
  }
  /// Back to the scheduler, to continue at `address` with x0 .. x(live-1). Out of line only.
  Flow yield(CodeAddress address, Word live);
  /// The same where the registers have been saved and may have been changed in the process since.
  Flow leave_saved();
  /// The registers as a C++ function called with them saved left them, p.ip too: where to go.
  static Machine of(Process& p) {
    Machine m{};
    m.p = &p;
    m.I = p.ip;
    m.load();
    return m;
  }
  /// Calls the function at `entry` (arguments in x, the return address is on the stack): enters it,
  /// or yields there when the reductions are used up. Out of line only.
  Flow enter(CodeAddress entry, Word arity);
};

namespace instr {

/// An operand whose place is found at run time.
struct Any {
  Word word;
  Term get(const Machine& m) const { return m.source(word); }
  void set(Machine& m, Term t) const { m.set_dest(word, t); }
};
/// One of the x registers that travel in parameters.
template <int N>
struct X {
  static_assert(N < kMachineX);
  Word word;
  Term get(const Machine& m) const {
    if constexpr (N == 0) return m.x0;
    if constexpr (N == 1) return m.x1;
    if constexpr (N == 2) return m.x2;
    if constexpr (N == 3) return m.x3;
  }
  void set(Machine& m, Term t) const {
    if constexpr (N == 0) m.x0 = t;
    if constexpr (N == 1) m.x1 = t;
    if constexpr (N == 2) m.x2 = t;
    if constexpr (N == 3) m.x3 = t;
  }
};
/// An x register in memory. The word is its byte offset.
struct XMemory {
  Word word;
  Term get(const Machine& m) const { return *place(m); }
  void set(Machine& m, Term t) const { *place(m) = t; }
  Term* place(const Machine& m) const {
    return reinterpret_cast<Term*>(reinterpret_cast<Byte*>(m.p->x) + word);
  }
};
struct Y {
  Word word;
  Term get(const Machine& m) const { return place(m)->term(); }
  void set(Machine& m, Term t) const { place(m)->set(t); }
  StackWord* place(const Machine& m) const {
    return reinterpret_cast<StackWord*>(reinterpret_cast<Byte*>(m.E) + (word - 4));
  }
};
struct Const {
  Word word;
  Term get(const Machine&) const { return Term::from_bits(word); }
};

struct Uint {
  Word word;
  operator Word() const { return word; }
};
struct Label {
  Word word;
  CodeAddress address() const { return reinterpret_cast<CodeAddress>(word); }
  /// False: a failure raises instead of branching.
  bool branches() const { return word != 0; }
};
struct Literal {
  Word word;
  operator Term() const { return Term::from_bits(word); }
};
struct FloatRegister {
  Word word;
  double get(const Machine& m) const { return m.p->f[word]; }
  void set(Machine& m, double value) const { m.p->f[word] = value; }
};
struct ExportRef {
  Word word;
  Export& operator*() const { return *reinterpret_cast<Export*>(word); }
  Export* operator->() const { return reinterpret_cast<Export*>(word); }
};
struct BifRef {
  Word word;
  BifFn function() const { return reinterpret_cast<BifFn>(word); }
};
struct FunRef {
  Word word;
  FunEntry& operator*() const { return *reinterpret_cast<FunEntry*>(word); }
  FunEntry* operator->() const { return reinterpret_cast<FunEntry*>(word); }
};
struct Pointer {
  Word word;
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(word);
  }
};
/// The header of a function, in place.
struct Header {
  const Word* words;
  const FuncInfo& info() const { return *reinterpret_cast<const FuncInfo*>(words); }
};
/// The words of a list.
struct List {
  const Word* words;
  Word count;
  Any any(Word i) const { return Any{words[i]}; }
  Word operator[](Word i) const { return words[i]; }
};

namespace detail {
template <OperandForm>
struct RunTime;
template <>
struct RunTime<OperandForm::kValue> {
  using Type = Any;
};
template <>
struct RunTime<OperandForm::kY> {
  using Type = Y;
};
template <>
struct RunTime<OperandForm::kAddress> {
  using Type = Label;
};
template <>
struct RunTime<OperandForm::kNumber> {
  using Type = Uint;
};
template <>
struct RunTime<OperandForm::kFloat> {
  using Type = FloatRegister;
};
template <>
struct RunTime<OperandForm::kTerm> {
  using Type = Literal;
};
template <>
struct RunTime<OperandForm::kExport> {
  using Type = ExportRef;
};
template <>
struct RunTime<OperandForm::kBif> {
  using Type = BifRef;
};
template <>
struct RunTime<OperandForm::kFun> {
  using Type = FunRef;
};
template <>
struct RunTime<OperandForm::kPointer> {
  using Type = Pointer;
};
template <>
struct RunTime<OperandForm::kHeader> {
  using Type = Header;
};
template <>
struct RunTime<OperandForm::kList> {
  using Type = List;
};
}  // namespace detail
/// The operand type of a kind when nothing more is known: what out-of-line versions take.
template <OperandKind kind>
using Operand = typename detail::RunTime<kind_info(kind).form>::Type;

template <OperandKind... kinds>
struct KindList {
  static constexpr std::size_t kSize = sizeof...(kinds);
};
namespace detail {
template <Op op, std::size_t... i>
KindList<op_info(op).kinds[i]...> kinds_of(std::index_sequence<i...>);
}
/// The kinds of an instruction's operands.
template <Op op>
using KindsOf =
    decltype(detail::kinds_of<op>(std::make_index_sequence<op_info(op).operand_count>()));

/// The out-of-line versions, one signature per row of the opcode table. A row whose version is
/// needed but missing does not link.
namespace slow {
namespace detail {
template <class>
struct FunctionOf;
template <OperandKind... kinds>
struct FunctionOf<KindList<kinds...>> {
  using Type = Flow(Machine& m, Operand<kinds>...);
};
}  // namespace detail
#define OP(name, ...) detail::FunctionOf<KindsOf<Op::name>>::Type name;
#include "vm/code/opcodes.def"
}  // namespace slow

/// Which version of a definition there is.
enum class Version { kComplete, kFast, kOutOfLine };

#define VM_INSTR_HEAD(name, version, ...) \
  struct name { \
    static constexpr Version kVersion = version; \
    [[gnu::always_inline]] static Flow run(Machine& m __VA_OPT__(, ) __VA_ARGS__); \
  }; \
  inline Flow name::run(Machine& m __VA_OPT__(, ) __VA_ARGS__)
#define INSTR(name, ...) VM_INSTR_HEAD(name, Version::kComplete __VA_OPT__(, ) __VA_ARGS__)
#define INSTR_FAST(name, ...) VM_INSTR_HEAD(name, Version::kFast __VA_OPT__(, ) __VA_ARGS__)
#define INSTR_OUT_OF_LINE(name) \
  struct name { \
    static constexpr Version kVersion = Version::kOutOfLine; \
    static Flow run(Machine&, auto...) { return Flow::kSlow; } \
  }
#define INSTR_SLOW(name, ...) Flow slow::name(Machine& m __VA_OPT__(, ) __VA_ARGS__)

/// First word after this instruction, whose last operand but lists is operand number `operands`.
inline CodeAddress after(const Machine& m, Word operands) { return m.I + 1 + operands; }

}  // namespace instr
}  // namespace vm
