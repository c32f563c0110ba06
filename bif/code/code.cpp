// Loading, purging and asking about code.
//
// A file is prepared by the process that asks, on its scheduler or, if it is large, on a dirty one,
// without any right; what changes the machine's tables runs in an operation that holds the code
// modification permission. Purging is driven by two processes of OTP's, erts_code_purger and
// erts_literal_area_collector, whose natives are here; vm/proc/code_purge.h and literal_release.h
// have the order and its reasons. A version with an on_load function waits beside the current one
// until the function has answered `ok`.
#include "bif/bif_table.h"
#include "bif/code/prepared_code.h"
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "loader/loader.h"
#include "vm/base/log.h"
#include "vm/code/code_stage_observer.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/proc/code_permission.h"
#include "vm/proc/code_purge.h"
#include "vm/proc/exit.h"
#include "vm/proc/literal_release.h"
#include "vm/proc/operation.h"
#include "vm/proc/process_position.h"
#include "vm/proc/process_table.h"
#include "vm/proc/process_tasks.h"
#include "vm/proc/question.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/sched/dirty_work.h"
#include "vm/sched/scheduler.h"
#include "vm/term/copy.h"
#include "vm/term/external.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace bif {
namespace {

/// {Tag, [Module]}, the last one first.
Term modules_answer(Process& p, Term tag, std::vector<Term> names) {
  std::ranges::reverse(names);
  HeapBuilder builder(p);
  return builder.tuple(tag, builder.list_from(names));
}

vm::Operation finish_loading(Process& p, Term refs) {
  vm::ProtectedOperation protect(p);
  vm::OperationRoot root(p, refs);
  // OTP waits before the code becomes current: processes that are ready enter the old code first.
  co_await vm::yielded(p);
  auto permission = co_await vm::code_modification_permission(p);
  std::vector<PreparedCode*> codes;
  for (const Term ref : vm::ListView(root.get())) codes.push_back(prepared_code(ref));
  // Another process may have loaded one of them in the meantime.
  if (std::ranges::count(codes, nullptr) != 0) co_return p.badarg();
  const bool on_load = std::ranges::any_of(codes, [](auto* c) { return c->module->has_on_load(); });
  // What one on_load function says cannot be said of all.
  if (on_load && codes.size() > 1) co_return p.system_limit();
  std::set<Word> names;
  std::vector<Term> duplicated;
  std::vector<Term> not_purged;
  for (const PreparedCode* code : codes) {
    const Term name = code->module->name();
    if (!names.insert(name.bits()).second) duplicated.push_back(name);
    if (p.vm.modules->current(name) != nullptr && p.vm.modules->old(name) != nullptr)
      not_purged.push_back(name);
  }
  if (!duplicated.empty()) co_return modules_answer(p, am::duplicated, duplicated);
  if (!not_purged.empty()) co_return modules_answer(p, am::not_purged, not_purged);
  std::vector<loader::PreparedModule> modules;
  for (PreparedCode* code : codes) {
    modules.push_back(std::move(*code->module));
    code->module.reset();
  }
  root.set(on_load ? modules_answer(p, am::on_load, {modules[0].name()}) : Term(am::ok));
  if (on_load) {
    loader::commit_waiting(p.vm, permission, std::move(modules[0]));
  } else {
    loader::commit(p.vm, permission, modules);
  }
  co_await vm::thread_progress(p);
  p.vm.modules->settle(permission);
  co_return root.get();
}

/// The current version of `name` becomes old. `undefined` where there has never been one.
vm::Operation delete_module(Process& p, Term name) {
  vm::ProtectedOperation protect(p);
  auto permission = co_await vm::code_modification_permission(p);
  if (!p.vm.modules->knows(name)) co_return am::undefined;
  if (p.vm.modules->old(name) != nullptr) co_return p.badarg();
  vm::Module* module = p.vm.modules->current(name);
  p.vm.modules->start_staging(permission);
  p.vm.modules->stage_delete(permission, name);
  if (module != nullptr && p.vm.code_observer != nullptr)
    p.vm.code_observer->on_delete_staged(permission, *module);
  p.vm.modules->commit(permission);
  co_await vm::thread_progress(p);
  p.vm.modules->settle(permission);
  co_return am::true_;
}

/// The on_load function of the version that waits has ended. `keep`: with `ok`, so it becomes
/// current. Otherwise its purge follows.
vm::Operation finish_after_on_load(Process& p, Term name, Term keep) {
  vm::ProtectedOperation protect(p);
  auto permission = co_await vm::code_modification_permission(p);
  vm::Module* module = p.vm.modules->waiting(name);
  if (module == nullptr) co_return p.badarg();
  if (keep == am::false_) co_return am::true_;
  p.vm.modules->start_staging(permission);
  p.vm.modules->stage_waiting_as_current(permission, name);
  if (p.vm.code_observer != nullptr) {
    const auto arm = p.vm.code_observer->on_waiting_staged(permission, *module);
    // Wait: processes that the function started run the code, and must see what a breakpoint is
    // before an instruction leads to it.
    co_await vm::thread_progress(p);
    arm();
  }
  p.vm.modules->commit(permission);
  co_await vm::thread_progress(p);
  p.vm.modules->settle(permission);
  co_return am::true_;
}

/// A version whose on_load function has failed becomes old code, for a purge. False: none waits.
bool make_waiting_old(Process& p, const vm::CodeModPermission& permission, Term name) {
  if (p.vm.modules->waiting(name) == nullptr) return false;
  p.vm.modules->start_staging(permission);
  p.vm.modules->stage_waiting_as_old(permission, name);
  p.vm.modules->commit(permission);
  return true;
}

/// One step of a purge, which OTP's erts_code_purger drives: `prepare` answers whether there is
/// anything to purge, `prepare_on_load` the same of a version that waits, `abort` false, `complete`
/// true.
vm::Operation purge_module(Process& p, Term name, Term step) {
  vm::ProtectedOperation protect(p);
  auto permission = co_await vm::code_modification_permission(p);
  vm::CodePurge& purge = *p.vm.code_purge;
  if (step == am::prepare || step == am::prepare_on_load) {
    if (purge.module().has_value()) co_return p.badarg();
    if (step == am::prepare_on_load) {
      if (!make_waiting_old(p, permission, name)) co_return am::false_;
      co_await vm::thread_progress(p);  // Wait: before the next change of code.
    }
    if (!purge.begin(permission, name)) co_return am::false_;
    // Wait: until no scheduler is between reading a fun's address and running the old code.
    co_await vm::thread_progress(p);
    co_return am::true_;
  }
  if (purge.module() != name) co_return p.badarg();
  if (step == am::abort) {
    purge.abort(permission);
    co_return am::false_;
  }
  purge.complete(permission);
  // Wait: until no thread reads code that it found by the tables (stack traces, disassembly).
  co_await vm::thread_progress(p);
  purge.free(permission);
  co_return am::true_;
}

/// A request to another process that is answered with the message {Tag, Id, Result}. `module` is
/// the module that a check is about, or the kind of collection.
struct CodeTask final : vm::ProcessTask {
  CodeTask(Process& p, vm::Priority priority, Term tag, Term id, Term module)
      : ProcessTask(priority, tag == am::garbage_collect),
        vm(p.vm),
        requester(p.pid),
        tag(tag),
        module(module),
        builder(8) {
    // No literals: it may be kept until the process comes to it.
    this->id = vm::copy_term(builder, id, nullptr);
  }
  /// Not answered so far: the process has ended.
  ~CodeTask() override {
    if (!answered) answer(tag == am::copy_literals ? am::ok : am::false_);
  }
  void answer(Term result) {
    answered = true;
    const Term message = builder.tuple(tag, id, result);
    vm::send_from_machine(vm, Term::none(), requester, message, builder.take_fragments());
  }
  /// Now; at the next occasion while an operation may hold terms of its own.
  static void collect(Process& p, bool major) {
    if (p.operation.coroutine != nullptr) {
      p.need_full_sweep = p.need_full_sweep || major;
      p.collection_requested = true;
    } else if (major) {
      vm::collect_all_garbage(p, p.live);
    } else {
      vm::collect_garbage(p, 0, p.live);
    }
  }
  void run(Process& p) override {
    if (tag == am::check_process_code) {
      answer(vm::make_boolean(vm::runs_old_code(p, module)));
    } else if (tag == am::copy_literals) {
      vm::copy_dying_literals(p);
      answer(am::ok);
    } else {
      if (tag == am::garbage_collect) collect(p, module == am::major);
      answer(am::true_);
    }
  }

  Vm& vm;
  const Term requester;
  const Term tag;
  const Term module;
  Term id;
  HeapBuilder builder;
  bool answered = false;
};

/// Brings a task to the process that is to do it.
struct TaskSignal final : vm::CallSignal {
  explicit TaskSignal(std::unique_ptr<vm::ProcessTask> t) : CallSignal(add), task(std::move(t)) {}
  static void add(Process& p, vm::CallSignal& self) {
    p.vm.multi_scheduling->tasks().add(p, std::move(static_cast<TaskSignal&>(self).task));
  }
  std::unique_ptr<vm::ProcessTask> task;
};

void send_task(Process& p, Term to, vm::Priority priority, Term tag, Term id, Term module) {
  auto task = std::make_unique<CodeTask>(p, priority, tag, id, module);
  vm::push_urgently(p.vm, to, std::make_unique<TaskSignal>(std::move(task)), priority);
}

Term decoded_chunk(Process& p, HeapBuilder& builder, const std::vector<Byte>& bytes) {
  if (bytes.empty()) return Term::nil();
  vm::DecodeOptions options;
  const Term term = vm::decode_external(builder, bytes, options);
  return term.has_value() ? term : Term::nil();
}

Term mfa_pair(HeapBuilder& builder, Term function, Word arity) {
  return builder.tuple(function, number(arity));
}

/// The module's exports, in the order of OTP's module_info(exports): what was mentioned last is
/// first. (What eunit runs first, then, is what stands first in the source.)
std::vector<const vm::Export*> latest_first(const vm::Module& module) {
  std::vector<const vm::Export*> exports;
  exports.reserve(module.exports.size());
  for (const auto& exported : module.exports) exports.push_back(exported.target);
  std::ranges::sort(exports, std::greater{}, &vm::Export::number);
  return exports;
}

/// OTP's modules whose functions are NIFs of the machine itself.
constexpr std::string_view kNifModules[] = {"erl_tracer",  "prim_buffer", "prim_file", "prim_net",
                                            "prim_socket", "prim_tty",    "zlib"};

/// Whether a library has loaded the function's body, or the machine has it where OTP has a NIF.
bool is_nif(const vm::FuncInfo& info) {
  // relaxed: whether it is there now
  if (info.native.load(vm::kRelaxed) != nullptr) return true;
  const std::string_view module = vm::atom_text(info.module);
  return std::ranges::find(kNifModules, module) != std::end(kNifModules) &&
         find_bif(module, vm::atom_text(info.function), static_cast<unsigned>(info.arity)) !=
             nullptr;
}

/// The value of one item of module_info/1, or none() for an unknown one.
Term module_item(Process& p, HeapBuilder& builder, const vm::Module& module, Term item) {
  if (item == am::module) return module.name;
  if (item == am::md5) return vm::make_binary(builder, module.md5, sizeof module.md5);
  if (item == am::native) return am::false_;
  if (item == am::native_addresses) return Term::nil();
  if (item == am::attributes) return decoded_chunk(p, builder, module.attributes);
  if (item == am::compile) return decoded_chunk(p, builder, module.compile_info);
  vm::ListBuilder list(builder);
  if (item == am::exports) {
    for (const vm::Export* exported : latest_first(module)) {
      list.add(mfa_pair(builder, exported->info.function, exported->info.arity));
    }
    return list.finish();
  }
  if (item != am::functions && item != am::nifs) return Term::none();
  for (const vm::FuncInfo* info : module.functions) {
    if (item == am::nifs && !is_nif(*info)) continue;
    list.add(mfa_pair(builder, info->function, info->arity));
  }
  return list.finish();
}

/// erlang:apply/2, apply/3, hibernate/3, yield/0: the machine's own, and built-in for programs.
bool is_instruction(Term name, Term arity) {
  return (name == am::apply && (arity == Term::small(2) || arity == Term::small(3))) ||
         (name == am::hibernate && arity == Term::small(3)) ||
         (vm::atom_text(name) == "yield" && arity == Term::small(0));
}

}  // namespace

BifResult prepare_loading_2(Process& p, const Args<2>& a) {
  if (!a[0].is_atom() || !a[1].is_binary()) return p.badarg();
  const vm::BinaryBytes bytes(a[1]);
  const Word size = bytes.size();
  const auto answer = [&p, size, name = a[0]](loader::LoadResult<loader::PreparedModule>& module) {
    HeapBuilder builder(p);
    if (!module.ok()) {
      VM_LOG(loader, "{}", loader::to_string(*module.error(), vm::atom_text(name)));
      return builder.tuple(am::error, am::badfile);
    }
    p.use_reductions(static_cast<SWord>(size / 16));
    return make_prepared_code(p.vm, builder, std::move(*module), size);
  };
  constexpr Word kLarge = Word{32} << 10;  // takes about a millisecond
  if (size <= kLarge && !p.vm.options.stress_yield) {
    auto module = loader::prepare(p.vm, bytes.span(), a[0]);
    return answer(module);
  }
  std::vector<vm::Byte> copy(bytes.span().begin(), bytes.span().end());
  return vm::compute_on_dirty(
      p,
      [&vm = p.vm, copy = std::move(copy), name = a[0]] { return loader::prepare(vm, copy, name); },
      answer);
}

BifResult has_prepared_code_on_load_1(Process& p, const Args<1>& a) {
  PreparedCode* code = prepared_code(a[0]);
  if (code == nullptr) return p.badarg();
  return vm::make_boolean(code->module->has_on_load());
}

BifResult finish_loading_1(Process& p, const Args<1>& a) {
  if (vm::list_length(a[0]) < 0) return p.badarg();
  for (const Term ref : vm::ListView(a[0])) {
    if (prepared_code(ref) == nullptr) return p.badarg();
  }
  return p.suspend_on(finish_loading(p, a[0]));
}

BifResult call_on_load_function_1(Process& p, const Args<1>& a) {
  const vm::Module* module = a[0].is_atom() ? p.vm.modules->waiting(a[0]) : nullptr;
  if (module == nullptr) return p.badarg();
  // The function need not be exported: it gets an export under a name that no program can have.
  vm::Export& target = p.vm.exports->get_or_create(a[0], am::on_load_function, 0);
  for (auto& address : target.addresses) {
    // relaxed: only this process calls it.
    address.store(module->on_load, vm::kRelaxed);
  }
  return p.trap(target, {});
}

BifResult finish_after_on_load_2(Process& p, const Args<2>& a) {
  if (!a[0].is_atom() || (a[1] != am::true_ && a[1] != am::false_)) return p.badarg();
  return p.suspend_on(finish_after_on_load(p, a[0], a[1]));
}

BifResult delete_module_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  return p.suspend_on(delete_module(p, a[0]));
}

BifResult purge_module_2(Process& p, const Args<2>& a) {
  // Only the purger may: the steps belong together.
  if (p.vm.registry->find(am::erts_code_purger) != p.pid) return p.notsup();
  if (!a[0].is_atom() || !a[1].is_atom()) return p.badarg();
  if (a[1] != am::prepare && a[1] != am::prepare_on_load && a[1] != am::abort &&
      a[1] != am::complete)
    return p.badarg();
  return p.suspend_on(purge_module(p, a[0], a[1]));
}

BifResult release_area_switch_0(Process& p, const Args<0>&) {
  // relaxed: set once, before any program runs
  if (p.vm.literal_collector.load(vm::kRelaxed) != p.pid) return p.notsup();
  return p.suspend_on(vm::begin_release(p));
}

BifResult send_copy_request_3(Process& p, const Args<3>& a) {
  if (!a[0].is_local_pid()) return p.badarg();
  Term id;
  {
    HeapBuilder builder(p);
    id = builder.tuple(a[1], a[2], a[0]);
  }
  send_task(p, a[0], p.flags.priority, am::copy_literals, id, Term::none());
  return am::ok;
}

BifResult check_old_code_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  return vm::make_boolean(p.vm.modules->old(a[0]) != nullptr);
}

BifResult check_process_code_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  return vm::make_boolean(vm::runs_old_code(p, a[0]));
}

BifResult request_system_task_3(Process& p, const Args<3>& a) {
  if (!a[0].is_local_pid() || !a[1].is_atom() || !a[2].is_tuple()) return p.badarg();
  vm::Priority priority = p.flags.priority;
  if (a[1] != am::inherit && !vm::priority_from_atom(a[1], &priority)) return p.badarg();
  const vm::Tuple& request = a[2].as_tuple();
  if (request.arity() < 2) return p.badarg();
  const Term tag = request.elements[0];
  const Term id = request.elements[1];
  if (tag == am::system_task_test && request.arity() == 2) {
    send_task(p, a[0], priority, tag, id, Term::none());  // only asks for the answer
    return am::ok;
  }
  const bool known =
      request.arity() == 3 && (tag == am::garbage_collect ||
                               (tag == am::check_process_code && request.elements[2].is_atom()));
  if (!known) return p.badarg();
  send_task(p, a[0], priority, tag, id, request.elements[2]);
  return am::ok;
}

/// sonde_native:literal_collector(Pid) -> ok: it gets a message for each area of literals to free.
BifResult native_literal_collector_1(Process& p, const Args<1>& a) {
  if (!a[0].is_local_pid()) return p.badarg();
  p.vm.literal_collector.store(a[0], vm::kRelaxed);  // relaxed: before any program runs
  return am::ok;
}

BifResult garbage_collect_1(Process& p, const Args<1>& a) {
  if (a[0] != am::major && a[0] != am::minor) return p.badarg();
  // Not here: a BIF's arguments would move under its caller. The machine collects on return.
  p.need_full_sweep = p.need_full_sweep || a[0] == am::major;
  p.collection_requested = true;
  return am::true_;
}

BifResult module_loaded_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  // A caller acts on the answer in the same time slice (error_handler calls the function), so the
  // process continues with the generation that the answer is about.
  p.see_newest_code();
  return vm::make_boolean(p.vm.modules->current(a[0], p.code_index) != nullptr);
}

BifResult loaded_0(Process& p, const Args<0>&) {
  return HeapBuilder(p).list_from(p.vm.modules->loaded());
}

/// What OTP's emulator contains, in its order. A release has those whose files are beside
/// `erlang`'s; here most of them are loaded when they are first called.
BifResult pre_loaded_0(Process& p, const Args<0>&) {
  static constexpr const char* kNames[] = {"persistent_term",
                                           "counters",
                                           "atomics",
                                           "erts_dirty_process_signal_handler",
                                           "erts_trace_cleaner",
                                           "erts_literal_area_collector",
                                           "erl_tracer",
                                           "erts_internal",
                                           "erlang",
                                           "erl_prim_loader",
                                           "prim_zip",
                                           "prim_net",
                                           "prim_socket",
                                           "socket_registry",
                                           "zlib",
                                           "prim_file",
                                           "prim_inet",
                                           "prim_eval",
                                           "prim_buffer",
                                           "init",
                                           "erl_init",
                                           "erts_code_purger"};
  std::string folder;
  for (const auto& [module, file] : BifState::of(p).boot.preloaded) {
    if (module == am::erlang) folder = file.substr(0, file.rfind('/') + 1);
  }
  std::vector<Term> names;
  for (const char* name : kNames) {
    if (access((folder + name + ".beam").c_str(), F_OK) != 0) continue;
    names.push_back(vm::intern_atom(name).value());
  }
  return HeapBuilder(p).list_from(names);
}

BifResult function_exported_3(Process& p, const Args<3>& a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small()) return p.badarg();
  if (a[2].as_small() < 0) return am::false_;
  p.see_newest_code();
  const auto arity = static_cast<Word>(a[2].as_small());
  const vm::Export* found = p.vm.exports->find(a[0], a[1], arity);
  if (found == nullptr) return am::false_;
  return vm::make_boolean(found->bif != nullptr || !found->is_at_stub(p.code_index));
}

BifResult is_builtin_3(Process& p, const Args<3>& a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small()) return p.badarg();
  const vm::Export* found = p.vm.exports->find(a[0], a[1], static_cast<Word>(a[2].as_small()));
  if (found == nullptr) return am::false_;
  // The functions that are instructions have no row.
  if (a[0] == am::erlang && is_instruction(a[1], a[2])) return am::true_;
  return vm::make_boolean(found->bif != nullptr && (found->bif_flags & kLibrary) == 0);
}

BifResult get_module_info_2(Process& p, const Args<2>& a) {
  const vm::Module* module = a[0].is_atom() ? p.vm.modules->current(a[0]) : nullptr;
  if (module == nullptr) return p.badarg();
  Term value;
  {
    HeapBuilder builder(p);
    value = module_item(p, builder, *module, a[1]);
  }
  return value.has_value() ? value : p.badarg();
}

BifResult get_module_info_1(Process& p, const Args<1>& a) {
  const vm::Module* module = a[0].is_atom() ? p.vm.modules->current(a[0]) : nullptr;
  if (module == nullptr) return p.badarg();
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (const Term item : {am::module, am::exports, am::attributes, am::compile, am::md5}) {
    list.add(builder.tuple(item, module_item(p, builder, *module, item)));
  }
  return list.finish();
}

}  // namespace bif
