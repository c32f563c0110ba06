// Code that funs of tests point to.
#pragma once

#include "vm/code/export.h"
#include "vm/term/external.h"

#include <deque>

namespace vm {

class FakeFuns : public FunResolver {
 public:
  Export* resolve_export(Term module, Term function, Word arity) override {
    Export* found = find_export(module, function, arity);
    return found != nullptr ? found : &exports_.emplace_back(module, function, arity);
  }
  Export* find_export(Term module, Term function, Word arity) override {
    for (Export& e : exports_) {
      const Mfa mfa = e.mfa();
      if (mfa.module == module && mfa.function == function && mfa.arity == arity) return &e;
    }
    return nullptr;
  }
  FunEntry* resolve_fun(Term module, Word index, Word old_uniq, const Byte* uniq, Word arity,
                        Word num_free) override {
    for (FunEntry& e : funs_) {
      if (e.module == module && e.index == index && e.old_uniq == old_uniq) return &e;
    }
    FunEntry& entry = funs_.emplace_back();
    entry.module = module;
    entry.index = index;
    entry.old_uniq = old_uniq;
    std::memcpy(entry.uniq, uniq, sizeof entry.uniq);
    entry.arity = arity + num_free;
    entry.num_free = num_free;
    return &entry;
  }

 private:
  std::deque<Export> exports_;
  std::deque<FunEntry> funs_;
};

}  // namespace vm
