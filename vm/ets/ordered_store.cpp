// The operations of a table on the tree, and patterns of keys.
#include "vm/ets/ordered_store.h"

#include "vm/match/match_compile.h"
#include "vm/term/compare.h"
#include "vm/term/work_stack.h"

namespace vm {
namespace {

struct PatternAndKey {
  Term pattern;
  Term key;
};

}  // namespace

int compare_beginning(Term whole_pattern, Term whole_key) {
  // In the order in which compare() looks at the parts, so the first that differ decide.
  WorkStack<PatternAndKey> parts;
  parts.push({whole_pattern, whole_key});
  while (!parts.empty()) {
    const auto [pattern, key] = parts.pop();
    const bool may_be_variable =
        pattern.is_atom() && (pattern == am::underscore || atom_text(pattern).starts_with('$'));
    if (may_be_variable && has_variables(pattern)) return 0;
    if (pattern.is_tuple() && key.is_tuple()) {
      const Tuple& left = pattern.as_tuple();
      const Tuple& right = key.as_tuple();
      if (left.arity() != right.arity()) return left.arity() < right.arity() ? -1 : 1;
      for (Word i = left.arity(); i-- > 0;) parts.push({left.elements[i], right.elements[i]});
    } else if (pattern.is_cons() && key.is_cons()) {
      parts.push({pattern.as_cons().tail, key.as_cons().tail});
      parts.push({pattern.as_cons().head, key.as_cons().head});
    } else if (pattern.is_map() && key.is_map()) {
      return 0;  // a map pattern matches maps of different sizes
    } else if (const int order = compare(pattern, key); order != 0) {
      return order;
    }
  }
  return 0;
}

TableObject* OrderedStore::find(const TableKey& key) {
  const Position at = tree_.find(key.term);
  return at ? at.object() : nullptr;
}

void OrderedStore::insert(TableObject* object, const TableKey&) {
  add(words_, static_cast<SWord>(object->memory_words()));
  if (TableObject* old = tree_.put(key_of(*object), object); old != nullptr) {
    add(words_, -static_cast<SWord>(old->memory_words()));
    destroy(old);
    return;
  }
  if (memory_ == nullptr && size() >= kObjectMemoryFrom)
    memory_ = std::make_unique<ObjectMemory>(regions_);
  add(count_, 1);
}

void OrderedStore::replace(TableObject*, TableObject* object) {
  insert(object, key(key_of(*object)));
}

OrderedStore::Position OrderedStore::take_out(Term key) {
  const auto [object, behind] = tree_.erase(key);
  if (object == nullptr) return behind;
  add(count_, -1);
  add(words_, -static_cast<SWord>(object->memory_words()));
  destroy(object);
  return behind;
}

void OrderedStore::erase(TableObject* object) { take_out(key_of(*object)); }

void OrderedStore::erase_key(const TableKey& key) { take_out(key.term); }

OrderedStore::Position OrderedStore::start(Term from, Direction direction) const {
  const bool up = direction == Direction::kUp;
  if (from.is_none()) return up ? tree_.first() : tree_.last();
  if (const Position at = tree_.find_near(from)) return up ? at.after() : at.before();
  if (!up) return before(tree_.first_not([from](Term key) { return compare(key, from) < 0; }));
  return tree_.first_not([from](Term key) { return compare(key, from) <= 0; });
}

OrderedStore::Position OrderedStore::first_from(Term pattern) const {
  return tree_.first_not([pattern](Term key) { return compare_beginning(pattern, key) > 0; });
}

OrderedStore::Position OrderedStore::first_behind(Term pattern) const {
  return tree_.first_not([pattern](Term key) { return compare_beginning(pattern, key) >= 0; });
}

OrderedStore::Position OrderedStore::start_of(Term pattern, Direction direction) const {
  return direction == Direction::kUp ? first_from(pattern) : before(first_behind(pattern));
}

OrderedStore::Position OrderedStore::end_of(Term pattern, Direction direction) const {
  return direction == Direction::kUp ? first_behind(pattern) : before(first_from(pattern));
}

StepResult OrderedStore::first(ObjectVisitor& visitor) {
  StoreLock lock(*this, mutex_, LockMode::kRead);
  return step_to(tree_.first(), visitor);
}

StepResult OrderedStore::last(ObjectVisitor& visitor) {
  StoreLock lock(*this, mutex_, LockMode::kRead);
  return step_to(tree_.last(), visitor);
}

StepResult OrderedStore::next(const TableKey& key, ObjectVisitor& visitor) {
  StoreLock lock(*this, mutex_, LockMode::kRead);
  return step_to(start(key.term, Direction::kUp), visitor);
}

StepResult OrderedStore::previous(const TableKey& key, ObjectVisitor& visitor) {
  StoreLock lock(*this, mutex_, LockMode::kRead);
  return step_to(start(key.term, Direction::kDown), visitor);
}

Word OrderedStore::clear(bool) {
  const Word count = size();
  for (Position at = tree_.first(); at; at = at.after()) destroy(at.object());
  tree_.clear();
  memory_.reset();
  regions_.clear();
  count_.store(0, kRelaxed);  // relaxed: see size()
  words_.store(0, kRelaxed);  // relaxed: see memory_words()
  return count;
}

void OrderedStore::visit_places(ObjectVisitor& visitor) {
  StoreLock lock(*this, mutex_, LockMode::kRead);
  for (Position at = tree_.first(); at; at = at.after()) visitor.visit(*at.object());
}

StepResult OrderedStore::slot(Word number, ObjectVisitor& visitor) {
  StoreLock lock(*this, mutex_, LockMode::kRead);
  if (number >= size()) return number == size() ? StepResult::kEnd : StepResult::kNoSuchKey;
  Position at = tree_.first();
  while (number-- > 0) at = at.after();
  return step_to(at, visitor);
}

}  // namespace vm
