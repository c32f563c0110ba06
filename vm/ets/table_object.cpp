// Header and terms in one block, from malloc or the memory of a table.
#include "vm/ets/table_object.h"

#include "vm/base/out_of_memory.h"
#include "vm/base/pooled_malloc.h"
#include "vm/ets/object_memory.h"
#include "vm/term/copy.h"

#include <new>

namespace vm {

namespace {

constexpr Word kHeadWords = sizeof(TableObject) / kWordBytes;
constexpr Word kMaxWords = (Word{1} << 30) - 1 - kHeadWords;  // so that TableObject can count them

}  // namespace

TableObject* TableObject::make(Term tuple, ObjectMemory* memory) {
  // No literals: a table outlives the module that a literal belongs to.
  const CopySize size = size_of_term(tuple, nullptr);
  const Word words = size.words;
  VM_CHECK(words <= kMaxWords, "an object of a table has at most eight gigabytes");
  const Word all = kHeadWords + words;
  const bool in_object_memory = memory != nullptr && all <= ObjectMemory::kMaxWords;
  void* block = in_object_memory ? memory->allocate(all) : pooled_malloc(all * kWordBytes);
  if (block == nullptr) out_of_memory(all * kWordBytes, "an object of a table");
  auto* object = new (block) TableObject;  // owner: the store
  object->words = static_cast<std::uint32_t>(words);
  object->keeps_sharing = size.keeps_sharing;
  object->in_object_memory = in_object_memory;
  OffHeap owners;
  HeapBuilder builder(std::span(reinterpret_cast<Term*>(object + 1), words), owners);
  const Term copy = copy_term_of_size(builder, tuple, size, nullptr);
  VM_ASSERT(copy == object->tuple(), "a copy begins with the object that was copied");
  if (owners.first() != nullptr) {
    const auto distance =
        reinterpret_cast<const Word*>(owners.first()) - reinterpret_cast<const Word*>(object);
    object->owners = static_cast<std::uint32_t>(distance);
  }
  return object;
}

Term TableObject::copy_nested(HeapBuilder& builder) const {
  return copy_block(builder, tuple(), reinterpret_cast<const Term*>(this + 1), words);
}

Term TableObject::copy_element(HeapBuilder& builder, Word position) const {
  const Term term = element(position);
  if (!keeps_sharing) {
    const Term* const end = reinterpret_cast<const Term*>(this + 1) + words;
    const Word part = words_of_copied_element(tuple().as_tuple(), position - 1, end);
    if (part != 0) return copy_block(builder, term, first_word(term), part);
  }
  return copy_term(builder, term, nullptr);
}

void TableObject::destroy(TableObject* object, ObjectMemory* memory) {
  if (object->owners != 0) {
    OffHeap owners;
    owners.set_first(
        reinterpret_cast<OffHeapNode*>(reinterpret_cast<Word*>(object) + object->owners));
    owners.release_all();
  }
  if (object->in_object_memory) {
    memory->free(object, object->memory_words());
  } else {
    pooled_free(object, object->memory_words() * kWordBytes);
  }
}

}  // namespace vm
