// The start of every ets BIF: finds the table of the first argument and checks that the caller may
// use it, or raises badarg with the cause.
#pragma once

#include "bif/bif.h"
#include "vm/ets/table_index.h"

namespace bif {

/// What the caller wants of the table (its owner may everything).
enum class TableNeed : std::uint8_t { kLook, kRead, kWrite };

/// Raises badarg as the functions of ets do, whose messages are made by erl_stdlib_errors: `cause`
/// is what it asks for, none() where the arguments say all. No builder of `p` may be live.
BifResult table_badarg(Process& p, Term cause = Term::none());

/// The machine's tables.
vm::TableIndex& tables(Vm& vm);

/// A table for the time of one BIF. False: badarg has been raised.
class TableAccess {
 public:
  TableAccess(Process& p, Term identifier, TableNeed need);
  explicit operator bool() const { return table_ != nullptr; }
  vm::Table* operator->() const { return table_; }
  vm::Table& operator*() const { return *table_; }
  /// The same with a count of the table, for an operation that goes on in other time slices.
  TableAccess held() &&;

 private:
  vm::Table* table_ = nullptr;
  vm::SharedRef<vm::Table> held_;  // where nothing else keeps the table
};

/// For a BIF that has read the objects of a table. Returns false and raises badarg if the table was
/// deleted meanwhile, so that some or all of its objects were not seen. No builder of `p` may be
/// live.
bool still_exists(Process& p, const vm::Table& table);

/// Whether a term can be an object of a table: a tuple that has a key.
inline bool is_object(Term term, Word keypos) {
  return term.is_tuple() && term.as_tuple().arity() >= keypos;
}

/// With a builder of the caller's heap: a copy of what is in a table.
Term copy_from_table(HeapBuilder& builder, Term term);
/// All objects with the key of `first` as a list, in the order of insertion. With the key's lock.
Term objects_from(HeapBuilder& builder, vm::TableStore& store, vm::TableObject* first);

}  // namespace bif
