// ModuleTable: for each module name its current version, its old version, and a version that waits
// for its on_load function to end. The table has the three generations of the code index: the one
// that running code uses, the one being prepared, and the one that readers may still use until the
// end of their time slice.
//
// A change starts with start_staging(), which makes the staging generation, and the addresses of
// exports in it, what the active ones are. stage(), stage_delete(), stage_purge() and others change
// the copy, and commit() makes it active with one store. The holder of the permission then waits
// for thread progress before the next change, which overwrites the generation that was active until
// now. Fun entries have no generations: they get new addresses just before the commit, and lose
// them when their code is purged. Ownership: the table owns all versions from stage() on.
// free_purged() frees a purged version after thread progress (vm/proc/code_purge.h has the order).
// Threads: any thread reads, with a code index that it took before. The holder of the code
// modification permission makes changes.
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
  ModuleTable(CodeIndex& index, CatchTable& catches, LiteralMemory& literals);
  ~ModuleTable();
  ModuleTable(const ModuleTable&) = delete;
  ModuleTable& operator=(const ModuleTable&) = delete;

  /// True if a version of this module was ever loaded.
  bool knows(Term name) const { return find(name, index_.active()) != nullptr; }
  /// The current or old version in the active generation, or in that of a process
  /// (Process::code_index); null if there is none.
  Module* current(Term name) const { return current(name, index_.active()); }
  Module* current(Term name, unsigned generation) const;
  Module* old(Term name) const { return old(name, index_.active()); }
  Module* old(Term name, unsigned generation) const;
  /// The version whose on_load function has not ended, or null. Only its own code can call it.
  Module* waiting(Term name) const;
  /// The version, current or not, whose code contains `address`; null for other addresses (export
  /// stubs, MachineWords).
  Module* containing(CodeAddress address) const { return containing(address, index_.active()); }
  Module* containing(CodeAddress address, unsigned generation) const;
  /// The names of all modules with a current or an old version, in no particular order.
  std::vector<Term> loaded() const;
  /// Calls `f(Module&)` for each version, current or not, of the active generation.
  template <class F>
  void for_each(F f) const {
    for (const Range& range : generations_[index_.active()].ranges) f(*range.module);
  }

  /// A number that each change makes larger, and that no two tables share. While it is the same, so
  /// are the current versions that a thread has found, and they live at least until its next report
  /// of progress.
  // relaxed: counted with the flip of the code index, which is read that way, too; thread progress
  // does the ordering.
  Word changes() const { return changes_.load(kRelaxed); }

  /// Called with each version before it is freed, so that its compiled code is freed as well. May
  /// be null. Set before the first change.
  std::function<void(Module&)> before_free;
  /// Called with the exports that a change leads elsewhere, before it is committed and when it has
  /// settled: native code that calls them follows (CodeBackend::follow_exports()). As before_free.
  std::function<void(std::span<Export* const>)> exports_led;

  /// Starts a change.
  void start_staging(const CodeModPermission&);
  /// Makes `module` the current version and the current version old. In the staging generation the
  /// name must not have both a current and an old version.
  void stage(const CodeModPermission&, std::unique_ptr<Module> module);
  /// Makes `module`, which has an on_load function, the waiting version: it can run, but exports do
  /// not refer to it. If there is a waiting version already, it loses its entry but is never freed,
  /// because it is not known which processes run it.
  void stage_waiting(const CodeModPermission&, std::unique_ptr<Module> module);
  /// Makes the waiting version current and the current version old. There must be a waiting
  /// version. If there is an old version that was not purged, it loses its entry, as above.
  void stage_waiting_as_current(const CodeModPermission&, Term name);
  /// Makes the waiting version old, so that it can be purged. An existing old version is set aside
  /// until then. Funs shared with another version get the addresses of that version again. Returns
  /// false if there is no waiting version.
  bool stage_waiting_as_old(const CodeModPermission&, Term name);
  /// Makes the current version old and redirects its exports to their stubs. There must be no old
  /// version. Returns false if there is no current version.
  bool stage_delete(const CodeModPermission&, Term name);
  /// Removes and returns the old version; a version that was set aside becomes the old one again.
  /// Returns null if there is no old version. No process may use it any more.
  Module* stage_purge(const CodeModPermission&, Term name);
  /// Makes the change visible. The caller waits for thread progress before the next
  /// start_staging(), and may settle() then.
  void commit(const CodeModPermission&);
  /// After commit() and thread progress: calls of exports go to the same place in all generations,
  /// so native code may go there by itself.
  void settle(const CodeModPermission&);
  /// Frees a module that was never staged. Any thread.
  void discard(std::unique_ptr<Module> module);
  /// Frees the code and catch numbers of a version that stage_purge() removed. Called after
  /// commit() and thread progress. Returns its literals, to which processes may still refer.
  LiteralArea free_purged(const CodeModPermission&, Module* module);

 private:
  struct Versions {
    Module* current = nullptr;
    Module* old = nullptr;
    Module* waiting = nullptr;
    Module* set_aside =
        nullptr;  // the old version, while a failed waiting version is purged as old
  };
  struct Range {
    CodeAddress start;
    CodeAddress end;
    Module* module;
  };
  struct Generation {
    std::unordered_map<Word, Versions> names;
    std::vector<Range> ranges;  // by start
    // In what it differs from the generation before it: names of modules, and exports.
    std::vector<Word> changed_names;
    std::vector<Export*> led_exports;
  };

  const Versions* find(Term name, unsigned generation) const;
  Generation& staging() { return generations_[index_.staging()]; }
  /// Of the staging generation, to be changed.
  Versions& versions_of(Term name);
  Module& own(std::unique_ptr<Module> module);
  void lead_exports(Module& module, bool to_stubs);
  void release(Module& module);

  CodeIndex& index_;
  CatchTable& catches_;
  LiteralMemory& literals_;
  // A generation is written only while it is the staging one.
  std::array<Generation, kCodeGenerations> generations_;
  Atomic<Word> changes_;
  std::vector<Module*> staged_;               // versions whose funs get their addresses in commit()
  std::vector<std::unique_ptr<Module>> all_;  // all versions
};

}  // namespace vm
