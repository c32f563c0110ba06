// What one process has of the dying area: in messages that wait, which are copied anew, and in its
// heap, stack, registers and roots, which a collection moves.
#include "vm/proc/literal_release.h"

#include "vm/proc/send.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

#include <utility>
#include <vector>

namespace vm {
namespace {

class ReferenceFinder final : public RootVisitor {
 public:
  explicit ReferenceFinder(const LiteralArea& area) : area_(area) {}
  void visit(Term& root) override { found_ |= area_.may_be_pointed_to_by(root.bits()); }
  void visit(std::span<Term> roots) override {
    for (Term& root : roots) visit(root);
  }
  bool found() const { return found_; }

 private:
  const LiteralArea& area_;
  bool found_ = false;
};

/// Terms in fragments of their own, outside a heap. Where they refer to the area, copies without
/// such references join the fragments; the originals stay in them (a message may lie in the same
/// block as its fragment), but point to the area no more.
void renew(HeapFragment*& fragments, std::initializer_list<Term*> terms, const LiteralArea& area,
           SharedLiterals shared) {
  std::vector<Term*> places;
  for (HeapFragment* f = fragments; f != nullptr; f = f->next) {
    for (Term& word : std::span(f->words(), f->used)) {
      if (area.may_be_pointed_to_by(word.bits())) places.push_back(&word);
    }
  }
  bool refers = !places.empty();
  for (const Term* term : terms) refers |= area.may_be_pointed_to_by(term->bits());
  if (!refers) return;
  HeapBuilder builder(Word{0});
  for (Term* term : terms) {
    if (term->is_pointer()) *term = copy_term(builder, *term, shared);
  }
  for (Term* place : places) *place = Term::nil();
  HeapFragment** end = &fragments;
  while (*end != nullptr) end = &(*end)->next;
  *end = builder.take_fragments();
}

bool heap_refers_to(Process& p, const LiteralArea& area) {
  if (may_refer_to(p, area)) return true;
  ReferenceFinder finder(area);
  finder.visit(std::span<Term>(p.x, p.live));
  visit_process_roots(p, finder);
  return finder.found();
}

}  // namespace

void retire_literals(Vm& vm, LiteralArea area) {
  if (area.size == 0) return;
  vm.literals->retire(std::move(area));
  // relaxed: set once, before any program runs.
  const Term collector = vm.literal_collector.load(kRelaxed);
  if (collector.has_value())
    send_from_machine(vm, Term::none(), collector, am::copy_literals, nullptr);
}

Operation begin_release(Process& p) {
  LiteralMemory& literals = *p.vm.literals;
  LiteralMemory::Turn turn = literals.next_dying();
  const bool begins = turn.begins != nullptr;
  // Nobody has anything of it: what it owns goes now, for this process may end while it waits.
  if (turn.ended != nullptr) turn.ended->release_owned();
  // Wait: for the new area, until no copy is under way that shares its literals; for the one that
  // ends, until no copy is under way that still compares addresses with its bounds.
  if (begins || turn.ended != nullptr) co_await thread_progress(p);
  if (turn.ended != nullptr) literals.release(*turn.ended);
  co_return make_boolean(begins);
}

void copy_dying_literals(Process& p) {
  const LiteralArea* dying = p.vm.literals->dying();
  if (dying == nullptr) return;
  const SharedLiterals shared = p.vm.literals.get();
  for (Message* m = p.queue_first; m != nullptr; m = static_cast<Message*>(m->next))
    renew(m->fragment, {&m->value, &m->token}, *dying, shared);
  if (p.operation_reply != nullptr)
    renew(p.operation_reply->fragment, {&p.operation_reply->value}, *dying, shared);
  if (heap_refers_to(p, *dying)) collect_with_literals(p, *dying, p.live);
}

}  // namespace vm
