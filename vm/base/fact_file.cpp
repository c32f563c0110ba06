// A file: a head with the keys, then records, each followed by its fact and zeros up to a multiple
// of eight bytes.
#include "vm/base/fact_file.h"

#include "vm/base/log.h"
#include "vm/base/own_files.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>
#include <utility>

namespace vm {
namespace {

namespace fs = std::filesystem;

constexpr char kName[16] = "sonde facts 1\n";
constexpr time_t kWeek = time_t{7} * 86400;

std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

template <class T>
std::span<const Byte> bytes_of(const T& value) {
  return {reinterpret_cast<const Byte*>(&value), sizeof(value)};
}

void add(std::vector<Byte>& to, std::span<const Byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

std::unique_ptr<FactFile> FactFile::open(const std::string& folder, const std::string& name) {
  const FolderState is = look_at_folder(folder);
  std::unique_ptr<FactFile> file(new FactFile(folder, name));  // owner: the caller
  if (is == FolderState::kUnusable || (is == FolderState::kOwn && !file->read())) {
    VM_LOG(boot, "{}: nothing is kept: {}", folder, std::strerror(errno));
    return nullptr;
  }
  if (file->contents_.empty()) file->make_keys();
  return file;
}

FactFile::FactFile(std::string folder, const std::string& name)
    : folder_(std::move(folder)), path_(folder_ + "/" + name) {}

bool FactFile::read() {
  const OwnedDescriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open()) return errno == ENOENT;
  struct stat is{};
  if (::fstat(file.get(), &is) != 0) return false;
  errno = EPERM;
  if (!S_ISREG(is.st_mode) || !is_own(is)) return false;
  const auto size = static_cast<std::size_t>(is.st_size);
  // One that is full, or of which another machine has not written the head yet.
  if (size < kMostBytes && size >= sizeof(Head)) {
    contents_.resize(size);
    if (read_all(file.get(), contents_) && index_records()) {
      note_use(file.get(), is);
      return true;
    }
  }
  if (size == 0) return true;
  VM_LOG(boot, "{}: {}, deleted", path_, size >= kMostBytes ? "full" : "damaged");
  ::unlink(path_.c_str());
  contents_.clear();
  records_.clear();
  return true;
}

bool FactFile::index_records() {
  std::memcpy(&head_, contents_.data(), sizeof(head_));
  if (std::memcmp(head_.name, kName, sizeof(kName)) != 0) return false;
  std::size_t at = sizeof(Head);
  while (at < contents_.size()) {
    Record record;
    if (contents_.size() - at < sizeof(record)) return false;
    std::memcpy(&record, contents_.data() + at, sizeof(record));
    const std::size_t rest = contents_.size() - at - sizeof(record);
    if (record.bytes > rest || padded(record.bytes) > rest) return false;
    records_[record.content.low] = at;
    at += sizeof(record) + padded(record.bytes);
  }
  return true;
}

void FactFile::make_keys() {
  std::memcpy(head_.name, kName, sizeof(kName));
  for (SipKey* key : {&head_.contents, &head_.records}) {
    const ssize_t got = ::getrandom(key, sizeof(*key), 0);  // so few bytes come whole
    VM_CHECK(got == sizeof(*key), "the system has random numbers");
  }
}

SipDigest FactFile::digest_of(std::span<const Byte> content) const {
  return sip_hash(head_.contents, content);
}

SipDigest FactFile::seal_of(const Record& record, std::span<const Byte> fact) const {
  const SipDigest of_fact = sip_hash(head_.records, fact);
  const Word sealed[] = {record.content.low, record.content.high, record.bytes, of_fact.low,
                         of_fact.high};
  return sip_hash(head_.records, bytes_of(sealed));
}

std::optional<std::span<const Byte>> FactFile::find(const SipDigest& digest) const {
  const auto found = records_.find(digest.low);
  if (found == records_.end()) return std::nullopt;
  Record record;
  std::memcpy(&record, contents_.data() + found->second, sizeof(record));
  if (record.content != digest) return std::nullopt;
  const std::span<const Byte> fact(contents_.data() + found->second + sizeof(record), record.bytes);
  if (record.seal == seal_of(record, fact)) return fact;
  VM_LOG(boot, "{}: damaged, deleted", path_);
  ::unlink(path_.c_str());
  return std::nullopt;
}

void FactFile::keep(const SipDigest& digest, std::span<const Byte> fact) {
  MutexLock lock(mutex_);
  if (!keeps_ || !kept_.insert(digest.low).second) return;
  std::vector<Byte> bytes;
  Record record{digest, fact.size(), {}};
  record.seal = seal_of(record, fact);
  add(bytes, bytes_of(record));
  add(bytes, fact);
  bytes.resize(padded(bytes.size()));
  std::error_code error;
  fs::create_directories(fs::path(folder_).parent_path(), error);
  if (!make_own_folder(folder_)) return give_up(std::strerror(errno));
  const OwnedDescriptor file(
      ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open() || ::flock(file.get(), LOCK_EX) != 0) return give_up(std::strerror(errno));
  if (!append(file.get(), bytes)) give_up(std::strerror(errno));
}

bool FactFile::append(int descriptor, std::span<const Byte> bytes) {
  struct stat is{};
  if (::fstat(descriptor, &is) != 0) return false;
  errno = EPERM;
  if (!S_ISREG(is.st_mode) || !is_own(is)) return false;
  std::vector<Byte> all;
  errno = EFBIG;
  if (static_cast<std::size_t>(is.st_size) >= kMostBytes) return false;
  if (is.st_size == 0) {
    delete_old_files();
    add(all, bytes_of(head_));
  } else {
    // Another machine may have begun the file since.
    Head there;
    errno = EEXIST;
    if (::pread(descriptor, &there, sizeof(there), 0) != sizeof(there) ||
        std::memcmp(&there, &head_, sizeof(there)) != 0)
      return false;
  }
  add(all, bytes);
  if (write_all(descriptor, {reinterpret_cast<const char*>(all.data()), all.size()})) return true;
  const int why = errno;
  // Half a record is as good as damage.
  if (::ftruncate(descriptor, is.st_size) != 0) ::unlink(path_.c_str());
  errno = why;
  return false;
}

void FactFile::give_up(const char* why) {
  keeps_ = false;
  VM_LOG(boot, "{}: nothing more is kept: {}", path_, why);
}

void FactFile::delete_old_files() const {
  std::error_code error;
  for (fs::directory_iterator next(folder_, error), end; next != end && !error;
       next.increment(error)) {
    struct stat is{};
    const std::string path = next->path().string();
    if (path != path_ && ::lstat(path.c_str(), &is) == 0 && S_ISREG(is.st_mode) &&
        ::time(nullptr) - is.st_mtim.tv_sec > kWeek)
      ::unlink(path.c_str());
  }
}

}  // namespace vm
