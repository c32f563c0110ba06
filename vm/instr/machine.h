// Machine: the machine registers while the definition of an instruction runs, and the operand types
// of definitions. A handler (or compiled code) makes a Machine of its parameters, calls the
// definition, and passes the members on. The four x registers are separate members, so that the
// compiler keeps each in a processor register.
//
// INSTR(name, operands...) { ... } defines `instr::name::run(Machine&, operands...)`, which is
// always inlined.
//   INSTR              is complete: never returns kSlow
//   INSTR_FAST         handles the frequent cases; for the others returns kSlow and changes nothing
//   INSTR_OUT_OF_LINE  has no inline part
// The out-of-line version of the last two is INSTR_SLOW(name, operands...) in a .cpp, with operands
// decoded at run time.
//
// Invariants: E - H >= kStackReserve between any two instructions. A definition saves the registers
// before it calls C++ code that accesses the process, and loads them afterwards. An out-of-line
// version gets the handler's copy of the registers by reference.
// Threads: the thread that runs the process.
// Contract: B12.
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

  /// Saves the registers in the process, where C++ code accesses them.
  void save() { save_arguments(kMachineX); }
  /// Loads the saved registers, except for I, which the definition sets.
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

  /// Saves the registers for a call of which x0 .. x(count-1) are the arguments. No others are read
  /// before they are written again.
  void save_arguments(Word count) {
    p->heap_top = H;
    p->stack_top = E;
    p->reductions = reds;
    p->ip = I;
    Term* x = p->x;
    if (count > 0) x[0] = x0;
    if (count > 1) x[1] = x1;
    if (count > 2) x[2] = x2;
    if (count > 3) x[3] = x3;
  }
  /// Loads what such a call may have changed. x0 is its result, and the others are any words: no
  /// code keeps them over the call.
  void load_result(Term result) {
    H = p->heap_top;
    E = p->stack_top;
    reds = p->reductions;
    Word a, b, c;
    asm("" : "=r"(a), "=r"(b), "=r"(c));  // whatever is in three registers
    x0 = result;
    x1 = Term::from_bits(a);
    x2 = Term::from_bits(b);
    x3 = Term::from_bits(c);
  }

  /// Saves and loads only what a HeapBuilder needs, for C++ code that does nothing but build terms.
  void save_heap() {
    p->heap_top = H;
    p->stack_top = E;
  }
  void load_heap() { H = p->heap_top; }

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
  /// The value of a source operand word: a constant, an x or a y register.
  Term source(Word w) const {
    if (!is_register_word(w)) return Term::from_bits(w);
    if (is_y_word(w)) return E[register_number(w)].term();
    return x(register_number(w));
  }
  /// Without branches for the registers: clang would merge the stores of set_x() to one through a
  /// pointer, and handlers would have all registers in memory from their start on.
  void set_dest(Word w, Term t) {
    const Word n = register_number(w);
    if (is_y_word(w)) {
      E[n].set(t);
      return;
    }
    x0 = n == 0 ? t : x0;
    x1 = n == 1 ? t : x1;
    x2 = n == 2 ? t : x2;
    x3 = n == 3 ? t : x3;
    if (n >= kMachineX) p->x[n] = t;
  }

  /// True if `words` can be taken from the heap or stack without a collection.
  bool has_room(Word words) const { return has_heap_room(H, E, words); }
  /// Collects, so that `words` are free. Keeps x0 to x(live-1) and the stack. Only for out-of-line
  /// code.
  void collect(Word words, Word live);
  /// Like collect(), but collects only if needed, or often with --stress=gc. Only for out-of-line
  /// code.
  void ensure(Word words, Word live);

  /// Allocates `words` words, from the heap or, if there is no space, from a fragment. Only for
  /// out-of-line code.
  HeapWord* take(Word words);

  // Construction of terms; there must be space.
  Term put_cons(Term head, Term tail) {
    H[0].bits = head.bits();
    H[1].bits = tail.bits();
    const Term result = Term::cons(reinterpret_cast<Cons*>(H));
    H += 2;
    return result;
  }
  Term put_float(double value) { return put_float_bits(std::bit_cast<Word>(value)); }
  /// A big integer.
  Term put_limb(Word magnitude, bool is_negative) {
    H[0].bits = make_header(is_negative ? Subtag::kBigNegative : Subtag::kBigPositive, 1);
    H[1].bits = magnitude;
    const Term result = Term::boxed(H);
    H += kOneLimbWords;
    return result;
  }
  Term put_float_bits(Word bits) {
    H[0].bits = kFloatHeader;
    H[1].bits = bits;
    const Term result = Term::boxed(H);
    H += kFloatWords;
    return result;
  }

  void push_return(CodeAddress address) {
    --E;
    E->bits = reinterpret_cast<Word>(address);
  }
  /// Continues at an address.
  Flow go(CodeAddress address) {
    I = address;
    return Flow::kLeave;
  }
  /// Returns: pops the return address and continues there.
  Flow go_back() {
    I = reinterpret_cast<CodeAddress>(E->bits);
    ++E;
    return Flow::kLeave;
  }
  /// Returns to the scheduler. The process continues at `address` with x0 to x(live-1). Only for
  /// out-of-line code.
  Flow yield(CodeAddress address, Word live);
  /// Returns to the scheduler with the registers that are saved in the process.
  Flow leave_saved();
  /// Makes a Machine of the saved registers of a process, with I from p.ip.
  static Machine of(Process& p) {
    Machine m{};
    m.p = &p;
    m.I = p.ip;
    m.load();
    return m;
  }
  /// Enters the function at `entry`, or yields there if no reductions are left. The arguments are
  /// in the x registers and the return address is on the stack. Only for out-of-line code.
  Flow enter(CodeAddress entry, Word arity);
};

namespace instr {

/// A source or destination that is decoded at run time.
struct Any {
  Word word;
  Term get(const Machine& m) const { return m.source(word); }
  void set(Machine& m, Term t) const { m.set_dest(word, t); }
};
/// An x register that is passed in a parameter.
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
  /// False if a failure raises instead of jumping to the label.
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
  Word bits(const Machine& m) const { return std::bit_cast<Word>(m.p->f[word]); }
  void set_bits(Machine& m, Word bits) const { m.p->f[word] = std::bit_cast<double>(bits); }
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
/// The operand type of a kind if the kind is all that is known. Out-of-line versions take these
/// types.
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
/// The operand kinds of an instruction.
template <Op op>
using KindsOf =
    decltype(detail::kinds_of<op>(std::make_index_sequence<op_info(op).operand_count>()));

/// The out-of-line versions, declared for each row of the opcode table. The program does not link
/// if one is needed and missing.
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

/// The kind of a definition: INSTR, INSTR_FAST, INSTR_OUT_OF_LINE.
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

/// The address after this instruction, which has `operands` operands and no list.
inline CodeAddress after(const Machine& m, Word operands) { return m.I + 1 + operands; }

}  // namespace instr
}  // namespace vm
