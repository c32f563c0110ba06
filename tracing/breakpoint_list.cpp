// Functions are looked through as a change does, with pauses; then all terms are made at once.
#include "tracing/breakpoint_list.h"

#include "tracing/breakpoint.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/proc/code_permission.h"
#include "vm/sched/engine.h"
#include "vm/term/number.h"

#include <array>
#include <string_view>
#include <vector>

namespace tracing {
namespace {

constexpr std::array kKindNames = {
#define BP_KIND(name, Type, attributes) vm::am::name,
#include "tracing/bp_kinds.def"
};

struct Row {
  vm::FuncInfo* info;
  vm::Export* exported;  // not null: the export's own entry word
};

bool has_breakpoint(const vm::FuncInfo& info) { return Breakpoint::of(info) != nullptr; }

void add_rows_of(const vm::Module& module, std::vector<Row>& rows) {
  for (vm::FuncInfo* info : module.functions)
    if (has_breakpoint(*info)) rows.push_back({info, nullptr});
  for (const vm::Module::ExportedFunction& exported : module.exports)
    if (has_breakpoint(exported.target->info))
      rows.push_back({&exported.target->info, exported.target});
}

/// Natives that are in no loaded module have their export only.
void add_natives(Vm& vm, std::vector<Row>& rows) {
  const unsigned generation = vm.code_index.active();
  vm.exports->for_some(0, ~std::size_t{0} / 2, [&](vm::Export& exported) {
    if (exported.bif != nullptr && exported.target(generation) == exported.stub_address() &&
        has_breakpoint(exported.info))
      rows.push_back({&exported.info, &exported});
  });
}

/// What runs without the breakpoint, for people.
std::string_view original_text(vm::CodeBackend& backend, Word word) {
  const auto handler = reinterpret_cast<vm::OpHandler>(word);
  const vm::EntryHandlers handlers = backend.entry_handlers();
  if (handler == handlers.export_jump) return "jump to the function";
  if (handler == handlers.nif) return "C function";
  vm::Op op{};
  return backend.op_of(handler, &op) ? vm::op_info(op).name : "count and run";
}

/// What is in the entry word now. Breakpoints of sleds are in compiled code.
std::string_view present_text(vm::CodeBackend& backend, Word word) {
  const auto handler = reinterpret_cast<vm::OpHandler>(word);
  const vm::EntryHandlers handlers = backend.entry_handlers();
  if (handler == handlers.breakpoint) return "breakpoint";
  if (handler == handlers.counting_breakpoint) return "counting breakpoint";
  return "unchanged";
}

/// The engine whose code `original` runs. The handler that counts calls belongs to none: it goes on
/// with the code of the loader or of the baseline compiler, in info.interpreted.
Term engine_of(vm::CodeBackend& backend, const vm::FuncInfo& info, Word original) {
  const auto maker_of = [&](Word word) {
    return backend.maker_of(reinterpret_cast<vm::OpHandler>(word));
  };
  const vm::CodeMaker maker = maker_of(original);
  const bool is_counted = maker == vm::CodeMaker::kNone && original != info.interpreted;
  switch (is_counted ? maker_of(vm::load_shared(info.interpreted, vm::kRelaxed)) : maker) {
    case vm::CodeMaker::kBaseline:
      return is_counted ? vm::am::baseline_counted : vm::am::baseline;
    case vm::CodeMaker::kOptimizer:
      return vm::am::llvm;
    default:
      return is_counted ? vm::am::interpreter_counted : vm::am::interpreter;
  }
}

Term actions_term(vm::HeapBuilder& builder, const BpActions& actions) {
  std::vector<Term> terms;
  for (const BpAction& action : actions) {
    terms.push_back(builder.tuple(weak_handle(builder, *action.session),
                                  kKindNames[static_cast<std::size_t>(action.kind)],
                                  vm::make_boolean(action.is_paused)));
  }
  return builder.list_from(terms);
}

Term row_term(vm::HeapBuilder& builder, Vm& vm, const Row& row) {
  vm::FuncInfo& info = *row.info;
  vm::CodeBackend& backend = *vm.backend;
  // relaxed: for people; a tier may switch at any time.
  const Word original = info.original.load(vm::kRelaxed);
  const Word now = vm::load_shared(*info.entry_word(), vm::kRelaxed);
  const BpActions& actions = Breakpoint::of(info)->generations[vm.bp_index.active()];
  const Term mfa = builder.tuple(info.module, info.function, vm::number(info.arity));
  return builder.tuple(mfa, row.exported != nullptr ? vm::am::export_ : vm::am::function,
                       engine_of(backend, info, original),
                       vm::make_binary_term(builder, original_text(backend, original)),
                       vm::make_binary_term(builder, present_text(backend, now)),
                       actions_term(builder, actions));
}

}  // namespace

vm::Operation list_breakpoints(Process& p, Tracing& tracing) {
  const vm::ProtectedOperation whole(p);
  Vm& vm = tracing.vm();
  const vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  std::vector<Row> rows;
  for (const Term name : vm.modules->loaded()) {
    if (const vm::Module* module = vm.modules->current(name)) add_rows_of(*module, rows);
    co_await vm::yielded(p);
  }
  add_natives(vm, rows);
  vm::HeapBuilder builder(p);
  std::vector<Term> terms;
  for (const Row& row : rows) terms.push_back(row_term(builder, vm, row));
  co_return builder.list_from(terms);
}

}  // namespace tracing
