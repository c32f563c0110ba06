// The order of the stores is what matters here.
#include "jit/sled_table.h"

namespace jit {

vm::OpHandler SledTable::add(vm::FuncInfo& info, vm::OpHandler native) {
  EntrySled sled(memory_, native);
  const vm::OpHandler now = vm::handler_at(info.entry());
  if (now != reinterpret_cast<vm::OpHandler>(info.interpreted)) {
    sled.arm(now);
    memory_.synchronise();
  }
  sleds_.emplace(&info, sled);
  info.switch_entry(native, sled.behind());
  return sled.behind();
}

EntrySled* SledTable::find(const vm::FuncInfo& info) {
  const auto found = sleds_.find(&info);
  return found == sleds_.end() ? nullptr : &found->second;
}

}  // namespace jit
