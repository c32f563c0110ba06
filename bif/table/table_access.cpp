// A reference leads to its table without the index: it is a magic one, unless it was made from text
// or bytes.
#include "bif/table/table_access.h"

#include "vm/term/copy.h"
#include "vm/term/map.h"

namespace bif {
namespace {

bool may(Process& p, const vm::Table& table, TableNeed need) {
  if (table.owner() == p.pid) return true;
  switch (need) {
    case TableNeed::kLook:
      return true;
    case TableNeed::kRead:
      return table.protection() != vm::Protection::kPrivate;
    case TableNeed::kWrite:
      return table.protection() == vm::Protection::kPublic;
  }
  return false;
}

}  // namespace

BifResult table_badarg(Process& p, Term cause) {
  p.badarg();
  HeapBuilder builder(p);
  vm::MapPair pairs[] = {{am::module, am::erl_stdlib_errors}, {am::cause, cause}};
  p.raising.exception.error_info =
      vm::map_from_pairs(builder, std::span(pairs).first(cause.is_none() ? 1 : 2));
  return Term::none();
}

vm::TableIndex& tables(Vm& vm) { return *vm.tables; }

TableAccess::TableAccess(Process& p, Term identifier, TableNeed need) {
  Term cause = am::id;
  if (vm::Table* table = vm::magic_object<vm::Table>(identifier); table != nullptr) {
    table_ = table->is_alive() ? table : nullptr;
  } else if (identifier.is_atom() && (table_ = tables(p.vm).find_quickly(identifier)) != nullptr) {
    // Kept by thread progress until the time slice ends.
  } else {
    held_ = tables(p.vm).find(identifier);
    table_ = held_.get();
    if (!identifier.is_atom()) cause = am::type;
  }
  if (table_ != nullptr && !may(p, *table_, need) && !tables(p.vm).is_super_user(p.pid)) {
    table_ = nullptr;
    cause = am::access;
  }
  if (table_ == nullptr) table_badarg(p, cause);
}

TableAccess TableAccess::held() && {
  if (!held_) held_ = vm::SharedRef<vm::Table>(table_);
  return std::move(*this);
}

bool still_exists(Process& p, const vm::Table& table) {
  // No lock is needed: a caller that saw objects missing has held a lock of the store after
  // remove() released it.
  if (table.is_alive()) return true;
  table_badarg(p, am::id);
  return false;
}

Term copy_from_table(HeapBuilder& builder, Term term) {
  return vm::copy_term(builder, term, nullptr);
}

Term objects_from(HeapBuilder& builder, vm::TableStore& store, vm::TableObject* first) {
  Term list = Term::nil();
  for (; first != nullptr; first = store.find_next(first)) {
    list = builder.cons(first->copy(builder), list);
  }
  return list;
}

}  // namespace bif
