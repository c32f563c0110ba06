// The loader as the rest of the machine uses it: from the bytes of a file to code that runs.
//
//   VM_TRY(auto prepared, loader::prepare(vm, bytes, am::lists));  // any thread, no right needed
//   ... take the code modification permission ...
//   loader::commit(vm, permission, {&prepared, 1});
//   ... wait for thread progress ...
//
// prepare() does all that can fail; commit() cannot. A file that is refused has loaded nothing.
#pragma once

#include "loader/byte_reader.h"
#include "loader/load_error.h"
#include "vm/base/md5.h"
#include "vm/code/tables.h"
#include "vm/vm.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loader {

struct CheckedFile;

/// A module that is complete but not yet in any table. Dropping it frees what it holds.
class PreparedModule {
 public:
  PreparedModule(vm::Vm& vm, std::unique_ptr<vm::Module> module)
      : vm_(&vm), module_(std::move(module)) {}
  PreparedModule(PreparedModule&&) = default;
  PreparedModule& operator=(PreparedModule&&) = delete;
  ~PreparedModule();

  vm::Term name() const { return module_->name; }
  /// Whether the module has an on_load function, and so needs commit_waiting().
  bool has_on_load() const { return module_->on_load != nullptr; }
  const vm::Module& module() const { return *module_; }

 private:
  friend void commit(vm::Vm&, const vm::CodeModPermission&, std::span<PreparedModule>);
  friend void commit_waiting(vm::Vm&, const vm::CodeModPermission&, PreparedModule);

  vm::Vm* vm_;
  std::unique_ptr<vm::Module> module_;  // null once committed
};

/// Reads, checks and transforms a file. `expected_module` is the atom that its name must be, or
/// none(). Threads: any; no right is needed.
LoadResult<PreparedModule> prepare(vm::Vm& vm, Bytes file, vm::Term expected_module);

/// Transforms a file that was checked before. Error: the machine has no room for its atoms or
/// literals. Threads: any; no right is needed.
LoadResult<PreparedModule> prepare(vm::Vm& vm, const CheckedFile& file);

/// Makes the modules current, all at once; what was current becomes old. No two may have the same
/// name, and none may have both a current and an old version already. The caller waits for thread
/// progress before the next change of code.
void commit(vm::Vm& vm, const vm::CodeModPermission& permission, std::span<PreparedModule> modules);

/// Makes the code executable without making it current: the module waits until its on_load function
/// has ended. Thread progress as above.
void commit_waiting(vm::Vm& vm, const vm::CodeModPermission& permission, PreparedModule module);

/// What module_info(md5) of the module in the bytes of a file would be; none where they are not a
/// `.beam` file.
std::optional<vm::Md5Digest> module_md5(Bytes file);

/// The contents of a chunk of an uncompressed file, as part of `file`; none where the bytes are not
/// a `.beam` file or the chunk is missing or empty.
std::optional<Bytes> chunk_contents(Bytes file, std::string_view name);

}  // namespace loader
