// Operations on lists for BIFs: the length, a range over the elements, a copy with another tail,
// and construction from front to back. Threads: any; the caller owns the terms.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/term/boxed.h"

#include <optional>
#include <vector>

namespace vm {

/// Returns the number of elements, or -1 if the term is not a proper list.
inline SWord list_length(Term list) {
  SWord length = 0;
  for (; list.is_cons(); list = list.as_cons().tail) ++length;
  return list.is_nil() ? length : -1;
}

/// A range over the elements of a list. It ends at the first tail that is not a cons cell.
class ListView {
 public:
  class Iterator {
   public:
    explicit Iterator(Term rest) : rest_(rest) {}
    Term operator*() const { return rest_.as_cons().head; }
    Iterator& operator++() {
      rest_ = rest_.as_cons().tail;
      return *this;
    }
    bool operator!=(const Iterator&) const { return rest_.is_cons(); }

   private:
    Term rest_;
  };
  explicit ListView(Term list) : list_(list) {}
  Iterator begin() const { return Iterator(list_); }
  Iterator end() const { return Iterator(Term::nil()); }

 private:
  Term list_;
};

/// Returns the elements of a proper list, or nothing.
inline std::optional<std::vector<Term>> list_elements(Term list) {
  std::vector<Term> elements;
  for (; list.is_cons(); list = list.as_cons().tail) elements.push_back(list.as_cons().head);
  if (!list.is_nil()) return std::nullopt;
  return elements;
}

/// Builds a list from front to back; each add() allocates one cell.
class ListBuilder {
 public:
  explicit ListBuilder(HeapBuilder& builder) : builder_(builder) {}
  void add(Term element) {
    const Term cell = builder_.cons(element, Term::nil());
    if (last_.is_cons()) {
      last_.as_cons().tail = cell;
    } else {
      first_ = cell;
    }
    last_ = cell;
  }
  /// Adds `count` elements, the results of next(), in one block.
  template <class Next>
  void add_all(Word count, Next next) {
    if (count == 0) return;
    auto* cells = reinterpret_cast<Cons*>(builder_.alloc(2 * count));
    for (Word i = 0; i < count; ++i) cells[i] = {next(), Term::cons(cells + i + 1)};
    cells[count - 1].tail = Term::nil();
    (last_.is_cons() ? last_.as_cons().tail : first_) = Term::cons(cells);
    last_ = Term::cons(cells + count - 1);
  }
  /// The last cell; [] if there is none.
  Term last() const { return last_; }
  /// Returns the list, ending in `tail`.
  Term finish(Term tail = Term::nil()) {
    if (!last_.is_cons()) return tail;
    last_.as_cons().tail = tail;
    return first_;
  }

 private:
  HeapBuilder& builder_;
  Term first_ = Term::nil();
  Term last_ = Term::nil();
};

}  // namespace vm
