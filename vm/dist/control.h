// Control messages as values: made and encoded for what this node sends, decoded and checked for
// what another node has sent. control.def has the messages.
// Threads: any; nothing is shared.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/term/external.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace vm {

enum class ControlKind : Byte {
#define CONTROL(name, number, elements, payload, handler) name = (number),
#include "vm/dist/control.def"
};

/// A message on its way to another node, encoded without version bytes.
struct Outgoing {
  std::vector<Byte> control;
  std::vector<Byte> payload;  // empty: none
  bool is_spawn = false;      // asks for a process, which not every node can start
  Word size() const { return control.size() + payload.size(); }
};

/// The message {Number, Elements ...} without and with a payload.
Outgoing make_outgoing(ControlKind what, std::initializer_list<Term> elements);
Outgoing make_outgoing(ControlKind what, std::initializer_list<Term> elements, Term payload);

/// A sequential trace token as other nodes know it: {Flags, Label, Serial, From, LastSerial}. Here
/// it has one element more, the epoch (tracing/seq_trace.h).
Term token_for_wire(HeapBuilder& builder, Term token);
/// The other way; the epoch is `none`, which tracing replaces by the present one when the token is
/// received. `token` is checked already.
Term token_from_wire(HeapBuilder& builder, Term token);

/// A message from another node: the elements that its row names, others none(). Terms lie in the
/// builder that it was decoded with.
struct ControlMessage {
  ControlKind what{};
  Term from;
  Term to;
  Term id;
  Term token;
  Term leader;
  Term mfa;
  Term options;
  Term result;
  Word number = 0;
  Term payload;
};

/// Decodes what stands behind a packet's header. Nothing: `bytes` are no valid message.
/// `with_versions`: each of the two terms starts with the byte 131.
std::optional<ControlMessage> decode_control(HeapBuilder& builder, std::span<const Byte> bytes,
                                             std::span<const Term> atoms, FunResolver* funs,
                                             bool with_versions);

}  // namespace vm
