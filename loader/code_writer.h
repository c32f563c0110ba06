// CodeWriter collects the words of a module's loaded code: instructions with their operands,
// function headers, and what can only be filled in when all addresses are known: labels, catch
// tags, handlers. Invariants: between two calls that begin an instruction, exactly the operand
// words of its row in vm/code/opcodes.def are written. Until finish() the first word of an
// instruction holds its Op.
#pragma once

#include "vm/code/catch_table.h"
#include "vm/code/module.h"
#include "vm/sched/engine.h"

#include <vector>

namespace loader {

using vm::Op;
using vm::Term;
using vm::Word;

class CodeWriter {
 public:
  /// `expected_words` and `expected_instrs`: space for as much is reserved.
  CodeWriter(std::uint32_t label_count, std::size_t expected_words, std::size_t expected_instrs)
      : labels_(label_count, kUndefined) {
    words_.reserve(expected_words);
    instrs_.reserve(expected_instrs);
  }

  std::uint32_t offset() const { return static_cast<std::uint32_t>(words_.size()); }

  /// Begins an instruction; its operand words follow.
  void op(Op op);
  void word(Word word) { words_.push_back(word); }
  void term(Term term) { words_.push_back(term.bits()); }
  void pointer(const void* pointer) { words_.push_back(reinterpret_cast<Word>(pointer)); }
  /// An operand that becomes the address of `label`; 0 for label 0.
  void label(std::uint32_t label);
  /// An operand that becomes a catch tag leading to `label`.
  void catch_tag(std::uint32_t label);
  /// `label` stands for this place.
  void define(std::uint32_t label) { labels_[label] = offset(); }
  /// An operand that is a FuncInfo in place; the entry word comes next.
  void func_info(Term module, Term function, Word arity);
  /// The function written last ends here.
  void end_function() { function_ends_.push_back(offset()); }

  /// The Op of the instruction begun last.
  Op last_op() const { return static_cast<Op>(words_[instrs_.back()]); }

  /// Moves the code into `module` and fills everything in. Nothing may be written afterwards.
  void finish(vm::Module& module, vm::CatchTable& catches, vm::CodeBackend& backend);
  /// Address of a defined label, after finish().
  vm::CodeAddress address(const vm::Module& module, std::uint32_t label) const {
    return module.code.data() + labels_[label];
  }

 private:
  static constexpr std::uint32_t kUndefined = UINT32_MAX;
  struct Place {
    std::uint32_t offset;
    std::uint32_t label;
  };

  void choose_handlers(vm::Module& module, vm::CodeBackend& backend) const;

  std::vector<Word> words_;
  std::vector<std::uint32_t> labels_;  // by label number
  std::vector<std::uint32_t> instrs_;  // offsets of first words
  std::vector<std::uint32_t> infos_;   // offsets of FuncInfos
  std::vector<std::uint32_t> function_ends_;
  std::vector<Place> label_places_;
  std::vector<Place> catch_places_;
};

}  // namespace loader
