// What one process has of the dying area: in messages in its queue, which are copied again, and in
// its heap, stack, registers and roots, which a collection moves.
#include "vm/proc/literal_release.h"

#include "vm/proc/receive.h"
#include "vm/proc/send.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

#include <algorithm>
#include <utility>

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

bool any_refers_to(std::span<const Term> words, const LiteralArea& area) {
  return std::ranges::any_of(words,
                             [&](Term word) { return area.may_be_pointed_to_by(word.bits()); });
}
bool any_refers_to(HeapFragment* fragments, const LiteralArea& area) {
  for (HeapFragment* f = fragments; f != nullptr; f = f->next) {
    if (any_refers_to(std::span(f->words(), f->used), area)) return true;
  }
  return false;
}

/// The messages that wait. What refers to the area is replaced by a message without such
/// references; the old one's terms are hung on the process, which may be looking at them.
void renew_messages(Process& p, const LiteralArea& area) {
  for (Message** link = p.messages.first_link(); *link != nullptr;
       link = MessageQueue::link_behind(**link)) {
    Message& message = **link;
    const Term direct[] = {message.value, message.token()};
    if (!any_refers_to(direct, area) && !any_refers_to(message.terms(), area) &&
        !any_refers_to(message.more_fragments(), area)) {
      continue;
    }
    const bool has_receipt = message.has_extra && message.extra().receipt != nullptr;
    auto renewed = make_message(p.vm, Term::none(), message.value, message.token(),
                                has_receipt ? Message::Extra::kYes : Message::Extra::kNone);
    if (has_receipt) renewed->extra().receipt = std::exchange(message.extra().receipt, nullptr);
    p.adopt(Message::to_fragments(p.messages.replace(link, std::move(renewed))));
  }
}

/// An answer that waits, as above.
void renew_reply(Process& p, ReplySignal& reply, const LiteralArea& area, SharedLiterals shared) {
  if (!any_refers_to({&reply.value, 1}, area) && !any_refers_to(reply.fragment, area)) return;
  HeapBuilder builder(Word{0});
  reply.value = copy_term(builder, reply.value, shared);
  HeapFragment::free_chain(std::exchange(reply.fragment, builder.take_fragments()));
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
  LiteralMemory::DyingAreas areas = literals.next_dying();
  const bool begins = areas.current != nullptr;
  // No process has any of it: what it owns is freed now, as this process may end while it waits.
  if (areas.previous != nullptr) areas.previous->release_owned();
  // Wait: for the new area, until no copy is in progress that shares its literals; for the one that
  // ends, until no copy is in progress that still compares addresses with its bounds.
  if (begins || areas.previous != nullptr) co_await thread_progress(p);
  if (areas.previous != nullptr) literals.release(*areas.previous);
  co_return make_boolean(begins);
}

void copy_dying_literals(Process& p) {
  const LiteralArea* dying = p.vm.literals->dying();
  if (dying == nullptr) return;
  renew_messages(p, *dying);
  if (p.operation.reply != nullptr) renew_reply(p, *p.operation.reply, *dying, p.vm.literals.get());
  if (heap_refers_to(p, *dying)) collect_with_literals(p, *dying, p.live);
}

}  // namespace vm
