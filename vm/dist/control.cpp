// Encoding and decoding by the rows of control.def.
#include "vm/dist/control.h"

#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/boxed.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vm {
namespace {

enum class HasPayload : bool { kNone, kPayload };

struct Row {
  std::string_view elements;
  HasPayload payload = HasPayload::kNone;
  bool exists = false;
};

constexpr Word kNumbers = 64;

constexpr std::array<Row, kNumbers> rows() {
  std::array<Row, kNumbers> table;
#define CONTROL(name, number, elements, payload, handler) \
  table[number] = {elements, HasPayload::payload, true};
#include "vm/dist/control.def"
  return table;
}
constexpr std::array<Row, kNumbers> kRows = rows();

bool is_mfa(Term t) {
  if (!t.is_tuple_of(3)) return false;
  const Term* elements = t.as_tuple().elements;
  return elements[0].is_atom() && elements[1].is_atom() && elements[2].is_small() &&
         elements[2].as_small() >= 0 && elements[2].as_small() <= 255;
}

bool is_count(Term t) { return t.is_small() && t.as_small() >= 0; }

bool is_token(Term t) {
  if (!t.is_tuple_of(5)) return false;
  const Term* parts = t.as_tuple().elements;  // flags, label, serial, from, last serial
  return is_count(parts[0]) && is_count(parts[2]) && parts[3].is_pid() && is_count(parts[4]);
}

/// An integer of 64 bits without a sign.
bool read_number(Term t, Word* number) {
  if (t.is_small() && t.as_small() >= 0) {
    *number = static_cast<Word>(t.as_small());
    return true;
  }
  if (!t.is_boxed_as(Subtag::kBigPositive) || t.as_boxed<Big>().size() != 1) return false;
  *number = t.as_boxed<Big>().limbs[0];
  return true;
}

/// Stores one element; false where it is not what its letter says.
bool take(ControlMessage& message, char letter, Term t) {
  switch (letter) {
    case '_':
      return true;
    case 'f':
      message.from = t;
      return t.is_pid();
    case 'F':
      message.from = t;
      return t.is_pid() || t.is_atom();
    case 't':
      message.to = t;
      return t.is_pid();
    case 'n':
      message.to = t;
      return t.is_atom();
    case 'p':
      message.to = t;
      return t.is_pid() || t.is_atom();
    case 'a':
      message.to = t;
      return t.is_ref();
    case 'i':
      message.id = t;
      return t.is_ref();
    case 'u':
      return read_number(t, &message.number) && message.number != 0;
    case 'g':
      return read_number(t, &message.number);
    case 'r':
      message.payload = t;
      return true;
    case 'k':
      message.token = t;
      return is_token(t);
    case 'l':
      message.leader = t;
      return t.is_pid();
    case 'm':
      message.mfa = t;
      return is_mfa(t);
    case 'o':
      message.options = t;
      return t.is_list();
    case 'v':
      message.result = t;
      return t.is_pid() || t.is_atom();
    default:
      VM_UNREACHABLE();
  }
}

constexpr Word kMostElements = 8;

/// A control message as it is encoded: its number, then its elements.
struct Parts {
  std::array<Term, kMostElements + 1> terms;
  Word count;
  Term payload;
};

void make_older(Parts& parts, ControlKind older, Newer missing) {
  parts.terms[0] = Term::small(static_cast<SWord>(older));
  if (missing == Newer::kSenders) {
    parts.terms[1] = am::empty;
  } else {
    parts.terms[parts.count++] = std::exchange(parts.payload, Term::none());
  }
}

}  // namespace

Outgoing make_outgoing(WireForm form, Term sender, ControlKind what,
                       std::initializer_list<Term> elements, Term payload) {
  HeapBuilder builder(kMostElements + 2);
  Parts parts{{Term::small(static_cast<SWord>(what))}, elements.size() + 1, payload};
  std::ranges::copy(elements, parts.terms.begin() + 1);
  if (form.missing != 0) [[unlikely]] {
    switch (what) {
#define NEWER(name, flag, older) \
  case ControlKind::name: \
    if (!form.takes(Newer::flag)) make_older(parts, ControlKind::older, Newer::flag); \
    break;
#include "vm/dist/control.def"
      default:
        break;
    }
  }
  payload = parts.payload;
  const Term terms[] = {builder.tuple_from({parts.terms.data(), parts.count}), payload};
  AtomRefs atoms;
  EncodeOptions options;
  options.version_byte = false;
  if (form.has_atom_refs()) options.atoms = &atoms;
  EncodedTerms encoded = encode_terms({terms, payload.is_none() ? Word{1} : Word{2}}, options);
  Outgoing out{std::move(encoded)};
  if (form.has_atom_refs()) {
    out.atoms.assign(atoms.atoms().begin(), atoms.atoms().end());
    out.connection = form.connection;
  }
  if (sender.is_local_pid()) out.sender = sender.bits();
  return out;
}

Term token_for_wire(HeapBuilder& builder, Term token) {
  return builder.tuple_from({token.as_tuple().elements, 5});
}

Term token_from_wire(HeapBuilder& builder, Term token) {
  const Term* parts = token.as_tuple().elements;
  return builder.tuple(parts[0], parts[1], parts[2], parts[3], parts[4], Term(am::none));
}

std::optional<ControlMessage> decode_control(HeapBuilder& builder, std::span<const Byte> bytes,
                                             std::span<const Term> atoms, FunResolver* funs,
                                             bool with_versions, Binary* whole) {
  DecodeOptions options;
  options.version_byte = with_versions;
  options.funs = funs;
  options.cached_atoms = atoms;
  options.shared = whole;
  Word used = 0;
  const Term tuple = decode_external(builder, bytes, options, &used);
  if (tuple.is_none() || !tuple.is_tuple() || tuple.as_tuple().arity() == 0) return std::nullopt;
  const Tuple& elements = tuple.as_tuple();
  Word number = 0;
  if (!read_number(elements.elements[0], &number) || number >= kNumbers) return std::nullopt;
  const Row& row = kRows[number];
  if (!row.exists || elements.arity() != row.elements.size() + 1) return std::nullopt;
  ControlMessage message;
  message.what = static_cast<ControlKind>(number);
  for (Word i = 0; i < row.elements.size(); ++i)
    if (!take(message, row.elements[i], elements.elements[i + 1])) return std::nullopt;
  if (row.payload == HasPayload::kPayload) {
    message.payload = decode_external(builder, bytes.subspan(used), options);
    if (message.payload.is_none()) return std::nullopt;
  }
  return message;
}

}  // namespace vm
