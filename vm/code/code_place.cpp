// A table of the last answers, in which an address has one place. It is emptied by each change of
// code: an address may belong to other code after it.
#include "vm/code/code_place.h"

#include "vm/code/module_table.h"

#include <array>

namespace vm {
namespace {

struct Answer {
  CodeAddress at = nullptr;
  CodePlace place;
};
constexpr std::size_t kAnswers = 64;

struct Answers {
  Word changes = 0;  // ModuleTable::changes() when the first of them was found
  std::array<Answer, kAnswers> all{};
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
  // Addresses of one function differ in few words.
  const auto word = reinterpret_cast<Word>(at) / sizeof(Word);
  Answer& answer = answers.all[(word ^ word >> 6 ^ word >> 12) % kAnswers];
  if (answer.at != at) answer = {at, found(modules, at)};
  return answer.place;
}

}  // namespace vm
