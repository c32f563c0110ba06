// The environment is copied before any Erlang program runs that could change it.
#include "vm/base/environment.h"

#include <functional>

extern char** environ;

namespace vm {

Environment& Environment::of_program() {
  static Environment environment;
  return environment;
}

Environment::Environment() {
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    variables_.try_emplace(std::string(text.substr(0, equals)), text.substr(equals + 1));
  }
}

std::optional<std::string> Environment::find(std::string_view name) const {
  MutexLock lock(mutex_);
  const auto found = variables_.find(name);
  if (found == variables_.end()) return std::nullopt;
  return found->second;
}

void Environment::set(std::string name, std::string value) {
  MutexLock lock(mutex_);
  variables_.insert_or_assign(std::move(name), std::move(value));
}

void Environment::erase(std::string_view name) {
  MutexLock lock(mutex_);
  const auto found = variables_.find(name);
  if (found != variables_.end()) variables_.erase(found);
}

std::vector<std::pair<std::string, std::string>> Environment::all() const {
  MutexLock lock(mutex_);
  return {variables_.begin(), variables_.end()};
}

}  // namespace vm
