// The operating system: environment, process identifier.
#include "bif/binary_view.h"
#include "bif/list_view.h"
#include "bif/natives.h"
#include "vm/base/mutex.h"

#include <stdlib.h>
#include <unistd.h>

extern char** environ;

namespace bif {
namespace {

/// The environment belongs to the whole program, and the C library does not guard it.
vm::Mutex environment_mutex{vm::LockRank::kIoOutput};

Term characters(HeapBuilder& builder, std::string_view utf8) {
  ListBuilder list(builder);
  for (const char *at = utf8.data(), *end = at + utf8.size(); at < end;) {
    std::uint32_t point;
    const Word size = vm::decode_utf8(at, end, &point);
    // Bytes that are no UTF-8 are passed on as they are.
    list.add(Term::small(size == 0 ? static_cast<Byte>(*at) : point));
    at += size == 0 ? 1 : size;
  }
  return list.finish();
}

/// A name that may be set: not empty, without `=` and zero bytes.
bool variable_name(Term term, std::string* name) {
  return term.is_list() && append_name(term, *name) && name->find('=') == std::string::npos;
}

}  // namespace

BifResult os_getenv_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!variable_name(a[0], &name)) return p.badarg();
  std::string value;
  {
    vm::MutexLock lock(environment_mutex);
    const char* found = getenv(name.c_str());
    if (found == nullptr) return am::false_;
    value = found;
  }
  HeapBuilder builder(p);
  return characters(builder, value);
}

BifResult os_putenv_2(Process& p, const Args<2>& a) {
  std::string name;
  std::string value;
  if (!variable_name(a[0], &name) || name.empty() || !a[1].is_list() || !append_name(a[1], value)) {
    return p.badarg();
  }
  vm::MutexLock lock(environment_mutex);
  return setenv(name.c_str(), value.c_str(), 1) == 0 ? Term(am::true_) : p.badarg();
}

BifResult os_unsetenv_1(Process& p, const Args<1>& a) {
  std::string name;
  if (!variable_name(a[0], &name) || name.empty()) return p.badarg();
  vm::MutexLock lock(environment_mutex);
  return unsetenv(name.c_str()) == 0 ? Term(am::true_) : p.badarg();
}

BifResult os_env_0(Process& p, const Args<0>&) {
  std::vector<std::string> variables;
  {
    vm::MutexLock lock(environment_mutex);
    for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
  }
  HeapBuilder builder(p);
  ListBuilder list(builder);
  for (const std::string& entry : variables) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) continue;
    const Term name = characters(builder, std::string_view(entry).substr(0, equals));
    list.add(builder.tuple(name, characters(builder, std::string_view(entry).substr(equals + 1))));
  }
  return list.finish();
}

BifResult os_getpid_0(Process& p, const Args<0>&) {
  return HeapBuilder(p).string(std::to_string(getpid()));
}

}  // namespace bif
