// A walk over all places of terms, and over all objects of a table.
#include "vm/ets/counted_binaries.h"

#include "vm/heap/binary.h"
#include "vm/term/boxed.h"
#include "vm/term/map.h"

namespace vm {
namespace {

class Collector final : public ObjectVisitor {
 public:
  void visit(TableObject& object) override { find_counted_binaries(object.tuple(), found); }
  std::vector<CountedBinary> found;
};

}  // namespace

void find_counted_binaries(Term term, std::vector<CountedBinary>& found) {
  std::vector<Term> todo{term};
  while (!todo.empty()) {
    const Term next = todo.back();
    todo.pop_back();
    if (next.is_cons()) {
      todo.push_back(next.as_cons().tail);
      todo.push_back(next.as_cons().head);
    } else if (next.is_tuple()) {
      const Tuple& tuple = next.as_tuple();
      for (Word i = tuple.arity(); i-- > 0;) todo.push_back(tuple.elements[i]);
    } else if (next.is_record()) {
      const Record& record = next.as_boxed<Record>();
      for (Word i = record.count(); i-- > 0;) todo.push_back(record.values[i]);
    } else if (next.is_map()) {
      MapIterator pairs(next);
      for (Term key, value; pairs.next(&key, &value);) {
        todo.push_back(key);
        todo.push_back(value);
      }
    } else if (next.is_boxed_as(Subtag::kSubBinary)) {
      const Term original = next.as_boxed<SubBinary>().original;
      if (!original.is_boxed_as(Subtag::kRefBinary)) continue;
      Binary* binary = original.as_boxed<RefBinary>().binary;
      found.push_back({reinterpret_cast<Word>(binary), binary->size(), binary->count()});
    }
  }
}

std::vector<CountedBinary> counted_binaries_of(TableStore& store) {
  Collector collector;
  store.visit_places(collector);
  return std::move(collector.found);
}

Term counted_binaries_term(HeapBuilder& builder, const std::vector<CountedBinary>& found) {
  Term list = Term::nil();
  for (std::size_t i = found.size(); i-- > 0;) {
    const Term id = builder.unsigned_integer(found[i].id);
    const Term entry = builder.tuple(id, Term::small(static_cast<SWord>(found[i].bytes)),
                                     Term::small(static_cast<SWord>(found[i].count)));
    list = builder.cons(entry, list);
  }
  return list;
}

}  // namespace vm
