// libtinfo by its old interface, termcap: the only one whose header defines no macros.
#include "vm/io/terminal_capabilities.h"

#include "vm/base/mutex.h"

#include <clocale>
#include <cstring>
#include <langinfo.h>
#include <termcap.h>

namespace vm {
namespace {

Mutex& library_mutex() {
  static Mutex mutex{LockRank::kIoOutput};
  return mutex;
}

// Belongs to the thread that holds the library's lock: the callback has no parameter for its
// result.
std::string* padded_text = nullptr;

/// Padding that slow terminals want is put in, or taken out, by the library.
std::string padded(const char* text) {
  std::string result;
  padded_text = &result;
  tputs(text, 1, [](int c) {
    padded_text->push_back(static_cast<char>(c));
    return c;
  });
  return result;
}

}  // namespace

bool TerminalCapabilities::select(const std::string& terminal) {
  MutexLock lock(library_mutex());
  char unused[2048];  // the library's own copy is used
  return tgetent(unused, terminal.c_str()) > 0;
}

std::optional<std::string> TerminalCapabilities::text(const std::string& name) {
  MutexLock lock(library_mutex());
  const char* found = tgetstr(name.c_str(), nullptr);
  if (found == nullptr) return std::nullopt;
  return found;
}

int TerminalCapabilities::number(const std::string& name) {
  MutexLock lock(library_mutex());
  return tgetnum(name.c_str());
}

bool TerminalCapabilities::flag(const std::string& name) {
  MutexLock lock(library_mutex());
  return tgetflag(name.c_str()) > 0;
}

std::optional<std::string> TerminalCapabilities::with_parameters(const std::string& text,
                                                                 std::span<const int> parameters) {
  MutexLock lock(library_mutex());
  if (parameters.empty()) return padded(text.c_str());
  const int column = parameters.size() > 1 ? parameters[0] : 0;
  const char* filled = tgoto(text.c_str(), column, parameters.back());
  if (filled == nullptr) return std::nullopt;
  return padded(filled);
}

bool TerminalCapabilities::set_locale() {
  return std::setlocale(LC_CTYPE, "") != nullptr && std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

}  // namespace vm
