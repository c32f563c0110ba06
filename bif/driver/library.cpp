// Opening, and the texts of what can go wrong.
#include "bif/driver/library.h"

#include "bif/driver/interface.h"
#include "vm/base/mutex.h"

#include <algorithm>
#include <dlfcn.h>
#include <iterator>
#include <vector>

namespace bif {
namespace {

struct LoadErrorRow {
  vm::SWord code;
  Term name;
  const char* text;
};
constexpr LoadErrorRow kLoadErrors[] = {
    {DriverLoadError::kNone, am::no_error, "No error"},
    {DriverLoadError::kNoInit, am::no_driver_init, "No driver init in dynamic library"},
    {DriverLoadError::kInitFailed, am::driver_init_failed, "Driver init failed"},
    {DriverLoadError::kBadName, am::bad_driver_name, "Bad driver name"},
    {-4, am::driver_name_to_long, "Driver name to long"},
    {DriverLoadError::kBadVersion, am::driver_incorrect_version,
     "Driver compiled with incorrect version of erl_driver.h"},
    {-6, am::no_ddll_available, "DDLL functionality not available on this platform"},
    {-7, am::unspecified_error, "Unspecified dynamic library error"},
    {-8, am::symbol_not_found, "Symbol not found in dynamic library"},
};

/// What the system's loader has reported so far: the texts of the numbers from kFirst on.
struct LoaderTexts {
  vm::Mutex mutex{vm::LockRank::kIoOutput};
  std::vector<std::string> texts VM_GUARDED_BY(mutex);
};
LoaderTexts loader_texts;

vm::SWord loader_error(std::string text) {
  const vm::MutexLock lock(loader_texts.mutex);
  const auto found = std::ranges::find(loader_texts.texts, text);
  const auto index = std::distance(loader_texts.texts.begin(), found);
  if (found == loader_texts.texts.end()) loader_texts.texts.push_back(std::move(text));
  return DriverLoadError::kFirst - index;
}

}  // namespace

std::string DriverLoadError::text(vm::SWord code) {
  for (const LoadErrorRow& row : kLoadErrors) {
    if (row.code == code) return row.text;
  }
  if (code > kFirst) return "Unspecified error";
  const vm::MutexLock lock(loader_texts.mutex);
  const auto index = static_cast<std::size_t>(kFirst - code);
  return index < loader_texts.texts.size() ? loader_texts.texts[index] : "Unknown dlload error";
}

Term DriverLoadError::name(vm::SWord code) {
  for (const LoadErrorRow& row : kLoadErrors) {
    if (row.code == code) return row.name;
  }
  return Term::none();
}

vm::SWord DriverLoadError::code(Term name) {
  for (const LoadErrorRow& row : kLoadErrors) {
    if (row.name == name) return row.code;
  }
  return kNone + 1;
}

std::unique_ptr<DriverLibrary> DriverLibrary::open(const std::string& path, const std::string& name,
                                                   vm::SWord* error) {
  // The reference keeps in the program what drivers link to.
  VM_CHECK(!driver_interface().empty(), "the program has the interface");
  std::unique_ptr<DriverLibrary> library(new DriverLibrary);  // owner: the pointer
  const std::string file = path + ".so";
  library->handle_ = ::dlopen(file.c_str(), RTLD_NOW);
  if (library->handle_ == nullptr) {
    // Without the file's name, as OTP: there are fewer numbers.
    std::string text = ::dlerror();
    if (text.starts_with(file + ": ")) text.erase(0, file.size() + 2);
    *error = loader_error(std::move(text));
    return nullptr;
  }
  void* init = ::dlsym(library->handle_, "driver_init");
  if (init == nullptr) {
    *error = DriverLoadError::kNoInit;
    return nullptr;
  }
  library->entry_ = reinterpret_cast<ErlDrvEntry* (*)()>(init)();
  *error = library->check(name);
  if (*error != DriverLoadError::kNone) return nullptr;
  library->is_loaded_ = true;
  return library;
}

vm::SWord DriverLibrary::check(const std::string& name) const {
  if (entry_ == nullptr) return DriverLoadError::kInitFailed;
  const bool is_extended = static_cast<unsigned>(entry_->extended_marker) ==
                           static_cast<unsigned>(ERL_DRV_EXTENDED_MARKER);
  if (!is_extended || entry_->major_version < ERL_DRV_MIN_REQUIRED_MAJOR_VERSION_ON_LOAD ||
      entry_->major_version > ERL_DRV_EXTENDED_MAJOR_VERSION ||
      (entry_->major_version == ERL_DRV_EXTENDED_MAJOR_VERSION &&
       entry_->minor_version > ERL_DRV_EXTENDED_MINOR_VERSION))
    return DriverLoadError::kBadVersion;
  if (name != entry_->driver_name) return DriverLoadError::kBadName;
  const bool works = entry_->init == nullptr || entry_->init() == 0;
  return works ? DriverLoadError::kNone : DriverLoadError::kInitFailed;
}

DriverLibrary::~DriverLibrary() {
  if (is_loaded_ && entry_->finish != nullptr) entry_->finish();
  if (handle_ != nullptr) ::dlclose(handle_);
}

}  // namespace bif
