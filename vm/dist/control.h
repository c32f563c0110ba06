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

/// What a node takes that not every node does.
enum class Newer : Byte { kSenders = 1, kExitPayloads = 2, kMonitors = 4 };

/// How terms are encoded for a node, as its connection is now.
struct WireForm {
  // The connection that it is for, where it refers to atoms as in a distribution header; else 0.
  Word connection : 61 = 0;
  Word missing : 3 = 0;  // a set of Newer: what the node does not take

  bool has_atom_refs() const { return connection != 0; }
  bool takes(Newer what) const { return (missing & static_cast<Word>(what)) == 0; }
};

/// A message on its way to another node, encoded without version bytes: a control message, and a
/// payload behind it where there is one.
struct Outgoing {
  EncodedTerms encoded;          // without bytes where there was not the memory for them
  std::vector<Term> atoms = {};  // what its references to atoms mean
  Word connection = 0;           // the only one that it is for; 0: any
  Word sender = 0;  // bits of the process whose signals keep their order; 0: the machine
  /// Where it goes in fragments, its sender waits until it has gone; others wait for one of these
  /// only, and it counts as that in the queue.
  bool holds_sender = true;
  Word counted = 0;       // bytes in the queue
  bool is_spawn = false;  // asks for a process, which not every node can start

  bool has_bytes() const { return static_cast<bool>(encoded.bytes); }
  Word size() const { return encoded.size; }
  Word control_size() const { return encoded.first_size; }
  Word payload_size() const { return size() - control_size(); }
};

/// The message {Number, Elements ...} without and with a payload, a signal of process `sender`
/// (none(): of none here). It has an older form where the node does not take `what`.
Outgoing make_outgoing(WireForm form, Term sender, ControlKind what,
                       std::initializer_list<Term> elements, Term payload = Term::none());

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
/// `with_versions`: each of the two terms starts with the byte 131. `whole`: as
/// DecodeOptions::shared.
std::optional<ControlMessage> decode_control(HeapBuilder& builder, std::span<const Byte> bytes,
                                             std::span<const Term> atoms, FunResolver* funs,
                                             bool with_versions, Binary* whole = nullptr);

}  // namespace vm
