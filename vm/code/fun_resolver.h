// CodeFunResolver: finds the entries of the export and fun tables for funs in external terms, and
// adds missing ones, because a module may be loaded later.
// Threads: any.
#pragma once

#include "vm/code/export_table.h"
#include "vm/code/fun_table.h"
#include "vm/term/external.h"

#include <algorithm>

namespace vm {

class CodeFunResolver final : public FunResolver {
 public:
  CodeFunResolver(ExportTable& exports, FunTable& funs) : exports_(exports), funs_(funs) {}

  Export* resolve_export(Term module, Term function, Word arity) override {
    return &exports_.get_or_create(module, function, arity);
  }
  Export* find_export(Term module, Term function, Word arity) override {
    return exports_.find(module, function, arity);
  }
  FunEntry* resolve_fun(Term module, Word index, Word old_uniq, const Byte* uniq, Word arity,
                        Word num_free) override {
    Lambda lambda{module, {}, index, old_uniq, arity + num_free, num_free, Term::none()};
    std::copy_n(uniq, lambda.digest.size(), lambda.digest.begin());
    return &funs_.get_or_create(lambda);
  }

 private:
  ExportTable& exports_;
  FunTable& funs_;
};

}  // namespace vm
