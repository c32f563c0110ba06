// PreparedCode: code that was prepared and not yet loaded, as a program holds it: the reference
// that erts_internal:prepare_loading/2 returns and erlang:finish_loading/1 takes. The command line
// makes one of the program's file before the first process runs. Ownership: the terms that refer to
// it. Threads: finish_loading/1 takes the module out while it holds the code modification
// permission.
#pragma once

#include "loader/loader.h"
#include "vm/heap/heap_builder.h"
#include "vm/heap/magic_ref.h"

#include <optional>

namespace bif {

class PreparedCode : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  explicit PreparedCode(loader::PreparedModule m) : module(std::move(m)) {}
  std::optional<loader::PreparedModule> module;  // empty once loaded
};

/// A reference to `module`, whose memory outside of heaps weighs `bytes` in the decision to
/// collect.
vm::Term make_prepared_code(vm::Vm& vm, vm::HeapBuilder& builder, loader::PreparedModule module,
                            vm::Word bytes);

/// What `ref` refers to; null where it is no such reference or the code was loaded already.
PreparedCode* prepared_code(vm::Term ref);

}  // namespace bif
