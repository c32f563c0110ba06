// Fuzzes what another node sends: packets with headers, the cache of atoms, fragments, and control
// messages in them. The input is cut into packets by a length byte pair each. Any bytes are a tick,
// a part, a message or invalid; a message's fields are what its row says.
#include "tests/unit/vm/term/fake_funs.h"
#include "vm/dist/control.h"
#include "vm/dist/packet.h"
#include "vm/term/boxed.h"

#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void decode(const vm::PacketReader::Packet& packet) {
  vm::FakeFuns funs;
  vm::HeapBuilder builder(vm::Word{64});
  const std::span<const vm::Byte> bytes(reinterpret_cast<const vm::Byte*>(packet.message.data()),
                                        packet.message.size());
  const auto message =
      vm::decode_control(builder, bytes, packet.atoms, &funs, packet.with_versions);
  if (message) {
    require(message->from.is_none() || message->from.is_pid() || message->from.is_atom());
    require(message->id.is_none() || message->id.is_ref());
    require(message->mfa.is_none() || message->mfa.is_tuple_of(3));
  }
  vm::HeapFragment::free_chain(builder.take_fragments());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const vm::Byte* data, std::size_t size) {
  vm::PacketReader reader;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (rest.size() >= 2) {
    const std::size_t wanted =
        static_cast<vm::Byte>(rest[0]) * std::size_t{256} + static_cast<vm::Byte>(rest[1]);
    rest.remove_prefix(2);
    const std::string_view packet = rest.substr(0, wanted);
    rest.remove_prefix(packet.size());
    const vm::PacketReader::Packet read = reader.read(packet);
    if (read.kind == vm::PacketReader::Kind::kInvalid) return 0;  // the connection ends
    for (const vm::Term atom : read.atoms) require(atom.is_atom());
    if (read.kind == vm::PacketReader::Kind::kMessage) decode(read);
  }
  return 0;
}
