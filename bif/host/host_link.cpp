// The two directions between a machine and the program that it is part of.
#include "bif/host/host_link.h"

#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"

namespace bif {

vm::Term make_host_link(vm::Vm& vm, vm::HeapBuilder& builder, HostLink& link) {
  return vm::make_magic_ref(vm, builder, link, 0);
}

void send_from_host(vm::Vm& vm, vm::Term pid, std::string_view packet) {
  // The thread is the program's own: while this exists it may hold what it finds in tables.
  const vm::ThreadProgress::Visit visit(*vm.progress);
  vm::HeapBuilder builder(vm::Word{16});
  const vm::Term bytes = vm::make_binary_term(builder, packet);
  const vm::Term message = builder.tuple(vm::am::sonde_host, bytes);
  vm::send_from_machine(vm, vm::Term::none(), pid, message, builder.take_fragments());
}

/// sonde_native:to_host(Link, Channel, Number, IoData) -> boolean(): a packet for the program that
/// the machine is part of. `true`: the caller is to wait until it gets {sonde_host, <<>>}.
BifResult native_to_host_4(Process& p, const Args<4>& a) {
  auto* link = vm::magic_object<HostLink>(a[0]);
  if (link == nullptr || !a[1].is_small() || !a[2].is_small()) return p.badarg();
  const SWord channel = a[1].as_small(), number = a[2].as_small();
  std::string packet;
  if (channel < 0 || channel >= HostLink::kChannels || number < 0 ||
      !vm::append_iodata(a[3], packet))
    return p.badarg();
  return vm::make_boolean(link->deliver(p.pid, static_cast<HostLink::Channel>(channel),
                                        static_cast<std::uint64_t>(number), std::move(packet)));
}

}  // namespace bif
