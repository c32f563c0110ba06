// A query of ets: a match specification compiled for objects of tables, and what it tells of the
// keys it can match.
#pragma once

#include "bif/ets/table_access.h"
#include "vm/match/match_program.h"

namespace bif {

/// What a compiled match specification is to programs: a reference (ets:match_spec_compile/1).
class CompiledSpec final : public vm::MagicObject {
 public:
  explicit CompiledSpec(vm::SharedRef<vm::MatchProgram> program) : program_(std::move(program)) {}
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  const vm::SharedRef<vm::MatchProgram>& program() const { return program_; }
  Term reference(Process& p, HeapBuilder& builder);

 private:
  const vm::SharedRef<vm::MatchProgram> program_;
};

/// Compiles a match spec for tables. Null when it is none.
vm::SharedRef<vm::MatchProgram> compile_query(Process& p, Term source);
/// The spec [{Pattern, [], [Result]}] behind match and match_object.
Term pattern_spec(HeapBuilder& builder, Term pattern, Term result);

/// The keys that objects must have to match, where each clause names one; false: any object may
/// match. In the order of the table, each once.
bool keys_of_query(const TableStore& store, Term source, std::vector<Term>& keys);

/// Whether no clause can change the key of an object it replaces.
bool query_keeps_keys(Word keypos, Term source);

}  // namespace bif
