// A query of ets: a match specification compiled for objects of tables, and what it tells of the
// keys it can match.
#pragma once

#include "vm/base/short_vector.h"
#include "vm/ets/table_store.h"
#include "vm/heap/magic_ref.h"
#include "vm/match/match_compile.h"

namespace vm {

/// What a compiled match specification is to programs: a reference (ets:match_spec_compile/1).
class CompiledSpec final : public MagicObject {
 public:
  explicit CompiledSpec(SharedRef<MatchProgram> program) : program_(std::move(program)) {}
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  const SharedRef<MatchProgram>& program() const { return program_; }
  Term reference(Process& p, HeapBuilder& builder);

 private:
  const SharedRef<MatchProgram> program_;
};

/// Compiles a match spec for tables, or says why it is none. kBorrowed: for a native of `p` whose
/// argument it is, and that neither collects nor returns before the program is gone.
Result<SharedRef<MatchProgram>, MatchErrors> compile_query(Process& p, Term source,
                                                           MatchSource kept);
/// The spec [{Pattern, [], [Result]}] behind match and match_object.
Term pattern_spec(HeapBuilder& builder, Term pattern, Term result);

/// Keys that can match; most queries have one, if any.
using QueryKeys = ShortVector<Term, 2>;

/// The keys that objects must have to match, where each clause names one; false: any object may
/// match. In the order of the table, each once.
bool keys_of_query(const TableStore& store, Term source, QueryKeys& keys);

/// For an ordered set: the pattern of the keys that can match, if it is one of tuples or lists and
/// there is one clause; otherwise none(). compare_beginning() knows where such keys are.
Term key_beginning(const TableStore& store, Term source);

/// Whether no clause can change the key of an object it replaces.
bool query_keeps_keys(Word keypos, Term source);

}  // namespace vm
