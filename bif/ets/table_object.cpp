// Objects come from malloc: header and terms in one block.
#include "bif/ets/table_object.h"

#include "vm/term/copy.h"

#include <cstdlib>
#include <new>
#include <utility>

namespace bif {

TableObject* TableObject::make(Term tuple) {
  // No literals: a table outlives the module that a literal belongs to.
  const Word words = vm::size_of_term(tuple, nullptr);
  void* block = std::malloc(sizeof(TableObject) + words * vm::kWordBytes);
  VM_CHECK(block != nullptr, "the system has memory for an object of a table");
  auto* object = new (block) TableObject;
  object->words = words;
  auto* memory = reinterpret_cast<Term*>(object + 1);
  HeapBuilder builder(std::span(memory, words), object->off_heap);
  object->tuple = vm::copy_term_of_size(builder, tuple, words, nullptr);
  return object;
}

void TableObject::destroy(TableObject* object) {
  object->off_heap.release_all();
  object->~TableObject();
  std::free(object);
}

KeptTerm::KeptTerm(Term term) {
  Term words[2] = {Term::from_bits(vm::make_header(vm::Subtag::kTuple, 1)), term};
  object_ = TableObject::make(Term::boxed(words));
}

KeptTerm& KeptTerm::operator=(KeptTerm&& other) noexcept {
  std::swap(object_, other.object_);
  return *this;
}

void KeptTerm::clear() {
  if (object_ != nullptr) TableObject::destroy(std::exchange(object_, nullptr));
}

}  // namespace bif
