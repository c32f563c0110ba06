// A table of the last answers, in which an address has one of two places. It is emptied by each
// change of code: an address may belong to other code after it.
#include "vm/code/code_place.h"

#include "vm/code/module_table.h"

#include <array>
#include <utility>

namespace vm {
namespace {

struct Answer {
  CodeAddress at = nullptr;
  CodePlace place;
};
/// Those for addresses with one hash, the last one first.
struct Pair {
  Answer last, other;
};
constexpr unsigned kBits = 7;

struct Answers {
  Word changes = 0;  // ModuleTable::changes() when the first of them was found
  std::array<Pair, 1 << kBits> all{};
};
thread_local constinit Answers answers{};

CodePlace found(const ModuleTable& modules, CodeAddress at) {
  CodePlace place;
  place.module = modules.containing(at);
  if (place.module != nullptr) place.function = place.module->function_at(at);
  if (place.function != nullptr) place.line = place.module->line_at(*place.function, at);
  return place;
}

}  // namespace

CodePlace place_of(const ModuleTable& modules, CodeAddress at) {
  // Before the search: what a change meanwhile makes wrong is forgotten at the next call.
  const Word changes = modules.changes();
  if (answers.changes != changes) {
    answers.all.fill({});
    answers.changes = changes;
  }
  // The upper bits of a product with the golden ratio depend on all bits.
  Pair& pair = answers.all[reinterpret_cast<Word>(at) * 0x9E3779B97F4A7C15 >> (64 - kBits)];
  if (pair.last.at == at) return pair.last.place;
  std::swap(pair.last, pair.other);
  if (pair.last.at != at) pair.last = {at, found(modules, at)};
  return pair.last.place;
}

}  // namespace vm
