// The kind of an operand says whether its word differs between runs; of terms, their tags say it.
#include "jit/reference.h"

#include "jit/runtime_calls.h"
#include "vm/term/atom_table.h"

namespace jit {
namespace {

using Kind = Reference::Kind;
using vm::OperandKind;
using vm::Term;

constexpr Word kKnownAtoms = 0
#define ATOM(name) +1
#define ATOM_NAMED(name, text) +1
#include "vm/term/atoms.def"
    ;
constexpr Word kImmediateMask = 63;
constexpr Word kPointerMask = 7;
constexpr Word kNarrowEnd = Word{1} << 31;
constexpr std::size_t kMostCompared = 12;

bool is_same_in_every_run(Term term) {
  if (term.is_atom()) return term.atom_index() < kKnownAtoms;
  return term.is_small() || term.is_nil();
}

bool is_reference(OperandKind kind, Word word) {
  switch (vm::kind_info(kind).form) {
    case vm::OperandForm::kValue:
      return !vm::is_register_word(word) && !is_same_in_every_run(Term::from_bits(word));
    case vm::OperandForm::kTerm:
      return !is_same_in_every_run(Term::from_bits(word));
    case vm::OperandForm::kAddress:
      return word != 0;
    default:
      return vm::is_pointer(kind);
  }
}

/// Writes a portable_text().
class Writer {
 public:
  explicit Writer(const FunctionCode& code) : code_(code), references_(code) {}

  std::string write() {
    for (std::size_t body = 0; body <= code_.callees.size(); ++body)
      write_body(body_of(code_, body));
    return std::move(text_);
  }

 private:
  void number(Word value) { text_.append(reinterpret_cast<const char*>(&value), sizeof(value)); }

  void write_body(const FunctionCode& body) {
    // The arity: a call of the header raises with so many registers.
    number(static_cast<Word>(body.count()) | Word{body.mfa.arity} << 32);
    for (int i = 0; i < body.count(); ++i) write_instruction(body, i);
    number(body.facts.size());
    for (const FunctionCode::Fact& fact : body.facts) {
      number(fact.word);
      number(fact.type.kinds | Word{fact.type.has_min} << 16 | Word{fact.type.has_max} << 17);
      number(static_cast<Word>(fact.type.min));
      number(static_cast<Word>(fact.type.max));
    }
    number(body.literals.size());
    for (const FunctionCode::Literal& literal : body.literals) {
      number(literal.word);
      number(literal.header);
      number(literal.limb);
    }
  }

  void write_instruction(const FunctionCode& body, int i) {
    number(static_cast<Word>(body.at(i).op) | body.list(i).size() << 32);
    const bool has_words = body.info(i).is_select() && !compares_references(body, i);
    for_each_operand(body, i, [&](OperandKind kind, Word word, std::size_t) {
      const auto reference = references_.of_operand(kind, word);
      if (!reference || (has_words && !vm::is_address(kind))) {
        number(0);
        number(word);
        return;
      }
      const KnownBits known = References::known_bits(kind, word);
      number(1 + Word{known.is_narrow} + (known.bits << 8) + (known.mask << 16));
      number(static_cast<Word>(reference->kind) | Word{reference->body} << 8 |
             static_cast<Word>(reference->number) << 32);
    });
    if (const CodeAddress label = body.at(i).catch_label; label != nullptr)
      number(static_cast<Word>(label - body.entry));
  }

  const FunctionCode& code_;
  const References references_;
  std::string text_;
};

}  // namespace

const FunctionCode& body_of(const FunctionCode& code, std::size_t body) {
  return body == 0 ? code : code.callees[body - 1];
}

bool compares_references(const FunctionCode& code, int select) {
  std::size_t references = 0;
  for_each_operand(code, select, [&](OperandKind kind, Word word, std::size_t) {
    references += !vm::is_address(kind) && is_reference(kind, word);
  });
  return references <= kMostCompared;
}

References::References(const FunctionCode& code) : code_(code) {
  for (std::size_t n = 0; n <= code.callees.size(); ++n) {
    const FunctionCode& body = body_of(code, n);
    for (int i = 0; i < body.count(); ++i) {
      for_each_operand(body, i, [&](OperandKind kind, Word word, std::size_t index) {
        if (is_reference(kind, word))
          operands_.emplace(word, Reference{Kind::kOperand, static_cast<std::uint16_t>(n),
                                            static_cast<std::int32_t>(index)});
      });
    }
  }
}

std::optional<Reference> References::in_bodies(CodeAddress address) const {
  for (std::size_t n = 0; n <= code_.callees.size(); ++n) {
    const FunctionCode& body = body_of(code_, n);
    if (address >= body.header() && address <= body.entry + body.words.size())
      return Reference{Kind::kCode, static_cast<std::uint16_t>(n),
                       static_cast<std::int32_t>(address - body.entry)};
  }
  return std::nullopt;
}

std::optional<Reference> References::of_operand(OperandKind kind, Word word) const {
  if (!is_reference(kind, word)) return std::nullopt;
  if (vm::is_address(kind)) return of_code(reinterpret_cast<CodeAddress>(word));
  return operands_.at(word);
}

std::optional<Reference> References::of_code(CodeAddress address) const {
  if (const auto reference = in_bodies(address)) return reference;
  const auto found = operands_.find(reinterpret_cast<Word>(address));
  if (found == operands_.end()) return std::nullopt;
  return found->second;
}

KnownBits References::known_bits(OperandKind kind, Word word) {
  const vm::OperandForm form = vm::kind_info(kind).form;
  if (form != vm::OperandForm::kValue && form != vm::OperandForm::kTerm) return {};
  const Word mask = Term::from_bits(word).is_pointer() ? kPointerMask : kImmediateMask;
  return {mask, word & mask, Term::from_bits(word).is_immediate() && word < kNarrowEnd};
}

std::optional<Word> value_of(const Reference& reference, const FunctionCode& code,
                             vm::CodeBackend& backend) {
  if (reference.body > code.callees.size()) return std::nullopt;
  const FunctionCode& body = body_of(code, reference.body);
  const auto is_below = [&](std::size_t count) {
    return reference.number >= 0 && static_cast<std::size_t>(reference.number) < count;
  };
  const auto number = static_cast<std::size_t>(reference.number);
  switch (reference.kind) {
    case Kind::kOperand:
      if (!is_below(body.words.size())) return std::nullopt;
      return body.words[number];
    case Kind::kCode:
      return reinterpret_cast<Word>(body.entry + reference.number);
    case Kind::kInterpreted:
      if (!is_below(body.instructions.size())) return std::nullopt;
      return reinterpret_cast<Word>(body.instructions[number].interpreted);
    case Kind::kSlow:
      if (!is_below(vm::kOpCount)) return std::nullopt;
      return reinterpret_cast<Word>(backend.slow_handler(static_cast<Op>(number)));
    case Kind::kRuntimeCall:
      if (!is_below(runtime_calls().size())) return std::nullopt;
      return reinterpret_cast<Word>(runtime_calls()[number].address);
  }
  return std::nullopt;
}

std::string portable_text(const FunctionCode& code) { return Writer(code).write(); }

}  // namespace jit
