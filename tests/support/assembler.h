// Assembler: loaded code written by hand, word by word as the loader would, for tests of
// instructions without a compiler or a beam file.
//
//   Assembler a(vm);
//   a.function(am::fib, 1, 1);
//   a.op(Op::is_lt, a.label(2), x(0), small(2));
//   a.op(Op::return_);
//   a.bind(2); ...
//   CodeAddress entry = a.finish(1);
//
// Ownership: the Assembler owns the code; it must outlive what runs it.
#pragma once

#include "vm/code/func_info.h"
#include "vm/code/opcodes.h"
#include "vm/sched/engine.h"

#include <map>
#include <vector>

namespace test_support {

/// One operand word, or a reference to a label.
struct Item {
  vm::Word word = 0;
  bool is_label = false;
};
inline Item x(vm::Word n) { return {vm::encode_x(n)}; }
inline Item y(vm::Word n) { return {vm::encode_y(n)}; }
inline Item small(vm::SWord value) { return {vm::Term::small(value).bits()}; }
inline Item term(vm::Term t) { return {t.bits()}; }
inline Item num(vm::Word value) { return {value}; }
inline Item label(vm::Word number) { return {number, true}; }
/// A label operand that is not there: a failure raises.
inline Item no_label() { return {0}; }
template <class T>
Item pointer(const T* p) {
  return {reinterpret_cast<vm::Word>(p)};
}

class Assembler {
 public:
  /// `specialised`: the best handlers; otherwise the generic ones.
  Assembler(vm::CodeBackend& backend, bool specialised)
      : backend_(backend), specialised_(specialised) {}

  /// Header of a function whose entry is label `entry`.
  void function(vm::Term module, vm::Term name, vm::Word arity, vm::Word entry) {
    op(vm::Op::func_info);
    words_.push_back({module.bits()});
    words_.push_back({name.bits()});
    words_.push_back({arity});
    for (vm::Word i = 3; i < vm::kFuncInfoWords; ++i) words_.push_back({0});
    bind(entry);
  }
  void bind(vm::Word number) { labels_[number] = words_.size(); }
  template <class... Items>
  void op(vm::Op op, Items... items) {
    starts_.push_back({words_.size(), op, sizeof...(items)});
    words_.push_back({0});
    (words_.push_back(items), ...);
  }
  /// An instruction whose last operand is a list.
  void op_with_list(vm::Op op, std::vector<Item> fixed, std::vector<Item> list) {
    starts_.push_back({words_.size(), op, fixed.size() + 1 + list.size()});
    words_.push_back({0});
    for (Item item : fixed) words_.push_back(item);
    words_.push_back({list.size()});
    for (Item item : list) words_.push_back(item);
  }
  /// Resolves labels and chooses handlers; the address of label `entry`.
  vm::CodeAddress finish(vm::Word entry) {
    code_.resize(words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      code_[i] = words_[i].is_label
                     ? reinterpret_cast<vm::Word>(code_.data() + labels_.at(words_[i].word))
                     : words_[i].word;
    }
    for (const Start& start : starts_) {
      const std::span<const vm::Word> operands(code_.data() + start.at + 1, start.operands);
      const vm::OpHandler handler = specialised_ ? backend_.handler_for(start.op, operands)
                                                 : backend_.generic_handler(start.op);
      code_[start.at] = reinterpret_cast<vm::Word>(handler);
    }
    return address(entry);
  }
  vm::CodeAddress address(vm::Word number) const { return code_.data() + labels_.at(number); }

 private:
  struct Start {
    std::size_t at;
    vm::Op op;
    std::size_t operands;
  };
  vm::CodeBackend& backend_;
  bool specialised_;
  std::vector<Item> words_;
  std::vector<Start> starts_;
  std::map<vm::Word, std::size_t> labels_;
  std::vector<vm::Word> code_;
};

}  // namespace test_support
