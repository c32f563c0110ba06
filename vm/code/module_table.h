// ModuleTable: for each module name its current and its old version, and one that waits for its
// on_load function to end, in three generations as the code index has them: what running code uses,
// what is being prepared, and what late readers may still look at.
//
// A change: start_staging() copies the active generation (exports' addresses too), stage(),
// stage_delete(), stage_purge() and others change the copy, commit() makes it the active one with
// one store. Then the holder waits for thread progress before anybody stages again, because the
// generation to be overwritten next was the active one until now. Funs are not led by generation:
// their entries get new addresses just before the commit, and lose them when their code is purged.
// Ownership: owns all versions from stage() on; a purged one is freed by free_purged(), after the
// wait (vm/proc/code_purge.h has the order). Threads: reading by any that took its code index
// before; changes by the holder of the code modification permission.
#pragma once

#include "vm/code/catch_table.h"
#include "vm/code/code_index.h"
#include "vm/code/export_table.h"
#include "vm/code/module.h"

#include <array>
#include <functional>
#include <unordered_map>

namespace vm {

class CodeModPermission;
class LiteralMemory;
struct LiteralArea;

class ModuleTable {
 public:
  ModuleTable(CodeIndex& index, ExportTable& exports, CatchTable& catches, LiteralMemory& literals);
  ~ModuleTable();
  ModuleTable(const ModuleTable&) = delete;
  ModuleTable& operator=(const ModuleTable&) = delete;

  /// Has there ever been a version of that name?
  bool knows(Term name) const { return find(name, index_.active()) != nullptr; }
  // In the active generation, or in that of a process (Process::code_index).
  Module* current(Term name) const { return current(name, index_.active()); }
  Module* current(Term name, unsigned generation) const;
  Module* old(Term name) const { return old(name, index_.active()); }
  Module* old(Term name, unsigned generation) const;
  /// The version whose on_load function has not ended; null where there is none. Calls from outside
  /// of its code do not lead to it.
  Module* waiting(Term name) const;
  /// The version, of whatever standing, whose code `address` lies in; null for other addresses
  /// (stubs, the machine's own words).
  Module* containing(CodeAddress address) const { return containing(address, index_.active()); }
  Module* containing(CodeAddress address, unsigned generation) const;
  /// Names with a current or an old version, in no order.
  std::vector<Term> loaded() const;
  /// Calls `f(Module&)` for each version of whatever standing of the active generation.
  template <class F>
  void for_each(F f) const {
    for (const Range& range : generations_[index_.active()].ranges) f(*range.module);
  }

  /// Told of each version that is about to be freed: compiled code that belongs to it goes as well.
  /// Null: nobody. Set before the first change.
  std::function<void(Module&)> before_free;

  /// Begins a change.
  void start_staging(const CodeModPermission&);
  /// `module` becomes current, the current one old. The name must not have both in the staging
  /// generation.
  void stage(const CodeModPermission&, std::unique_ptr<Module> module);
  /// `module`, which has an on_load function, can run, but nobody outside of it is led to it. One
  /// that waits already is forgotten: its code stays, since who runs it is not known.
  void stage_waiting(const CodeModPermission&, std::unique_ptr<Module> module);
  /// The version that waits becomes current, the current one old. There must be one that waits. An
  /// old one besides, which nobody had purged, is forgotten as above.
  void stage_waiting_as_current(const CodeModPermission&, Term name);
  /// The version that waits becomes old, so that it can be purged; an old one is set aside until
  /// then. False where none waits. Funs that versions share lead to the others again.
  bool stage_waiting_as_old(const CodeModPermission&, Term name);
  /// The current version becomes old, exports lead to their stubs. False where there is none. There
  /// must be no old one.
  bool stage_delete(const CodeModPermission&, Term name);
  /// Takes the old version out, for which one that was set aside comes back; null where there is
  /// none. No process may have anything of it any more.
  Module* stage_purge(const CodeModPermission&, Term name);
  /// Makes the change visible. Thread progress must follow before the next start_staging().
  void commit(const CodeModPermission&);
  /// Frees a module that was never staged. Any thread.
  void discard(std::unique_ptr<Module> module);
  /// Frees a version that stage_purge() took out, after commit() and thread progress: code and
  /// catch numbers. Answers its literals, which processes may still refer to.
  LiteralArea free_purged(const CodeModPermission&, Module* module);

 private:
  struct Versions {
    Module* current = nullptr;
    Module* old = nullptr;
    Module* waiting = nullptr;
    Module* set_aside = nullptr;  // was old before one that had waited
  };
  struct Range {
    CodeAddress start;
    CodeAddress end;
    Module* module;
  };
  struct Generation {
    std::unordered_map<Word, Versions> names;
    std::vector<Range> ranges;  // by start
  };

  const Versions* find(Term name, unsigned generation) const;
  Generation& staging() { return generations_[index_.staging()]; }
  Module& own(std::unique_ptr<Module> module);
  void lead_exports(Module& module, bool to_stubs);
  void release(Module& module);

  CodeIndex& index_;
  ExportTable& exports_;
  CatchTable& catches_;
  LiteralMemory& literals_;
  // Each generation is written while it is the staging one only.
  std::array<Generation, kCodeGenerations> generations_;
  std::vector<Module*>
      staged_;  // since start_staging(): whose funs commit() points to the new code
  std::vector<std::unique_ptr<Module>> all_;  // every version that is owned
};

}  // namespace vm
