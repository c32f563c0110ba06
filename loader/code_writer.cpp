// Filling in needs the final address of the code, so the words are moved to their place first.
#include "loader/code_writer.h"

namespace loader {

void CodeWriter::op(Op op) {
  instrs_.push_back(offset());
  words_.push_back(static_cast<Word>(op));
}

void CodeWriter::label(std::uint32_t label) {
  if (label != 0) label_places_.push_back({offset(), label});
  words_.push_back(0);
}

void CodeWriter::catch_tag(std::uint32_t label) {
  catch_places_.push_back({offset(), label});
  words_.push_back(0);
}

void CodeWriter::func_info(Term module, Term function, Word arity) {
  infos_.push_back(offset());
  words_.resize(words_.size() + vm::kFuncInfoWords, 0);
  Word* info = words_.data() + infos_.back();
  info[offsetof(vm::FuncInfo, module) / sizeof(Word)] = module.bits();
  info[offsetof(vm::FuncInfo, function) / sizeof(Word)] = function.bits();
  info[offsetof(vm::FuncInfo, arity) / sizeof(Word)] = arity;
}

void CodeWriter::finish(vm::Module& module, vm::CatchTable& catches, vm::CodeBackend& backend) {
  words_.shrink_to_fit();
  module.code = std::move(words_);
  Word* code = module.code.data();
  for (const Place& place : label_places_) {
    VM_CHECK(labels_[place.label] != kUndefined, "check() found a definition of each label");
    code[place.offset] = reinterpret_cast<Word>(code + labels_[place.label]);
  }
  for (const Place& place : catch_places_) {
    Word number = catches.add(code + labels_[place.label]);
    module.catch_indexes.push_back(number);
    code[place.offset] = Term::catch_tag(number).bits();
  }
  choose_handlers(module, backend);
  for (std::uint32_t offset : infos_) {
    auto* info = reinterpret_cast<vm::FuncInfo*>(code + offset);
    info->interpreted = *info->entry();
    // relaxed: the module is published later, by the code index
    info->original.store(reinterpret_cast<Word>(backend.first_entry(*info)), vm::kRelaxed);
    info->restore_entry();
    module.functions.push_back(info);
  }
  module.function_ends = std::move(function_ends_);
}

void CodeWriter::choose_handlers(vm::Module& module, vm::CodeBackend& backend) const {
  Word* code = module.code.data();
  for (std::uint32_t offset : instrs_) {
    Op op = static_cast<Op>(code[offset]);
    const Word* operands = code + offset + 1;
    std::span<const Word> words(operands, vm::words_of_operands(vm::op_info(op), operands));
    code[offset] = reinterpret_cast<Word>(backend.handler_for(op, words));
  }
  // From the front, so that each still sees the handlers of those behind it as they are.
  for (std::size_t i = 0; i + 1 < instrs_.size(); i++) {
    auto fused = reinterpret_cast<vm::OpHandler>(code[instrs_[i]]);
    for (std::size_t next = i + 1; next < instrs_.size(); next++) {
      const auto second = reinterpret_cast<vm::OpHandler>(code[instrs_[next]]);
      const vm::OpHandler both = backend.fused(fused, second);
      if (both == fused) break;
      fused = both;
    }
    code[instrs_[i]] = reinterpret_cast<Word>(fused);
  }
}

}  // namespace loader
