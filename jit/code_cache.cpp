// A file: a head that says what it is, the digest of the rest, and the rest, an image.
#include "jit/code_cache.h"

#include "vm/base/log.h"
#include "vm/base/own_files.h"
#include "vm/base/processor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <span>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace jit {
namespace {

namespace fs = std::filesystem;
using vm::Byte;
using vm::Md5Digest;

constexpr std::string_view kHead = "sonde native code 2\n";
constexpr std::size_t kDigestBytes = std::tuple_size_v<Md5Digest>;
/// Of a file; more is no code of ours.
constexpr off_t kLargest = off_t{16} << 20;
/// When files are deleted: to three quarters of the limit, so that it is done seldom.
constexpr Word kKeptQuarters = 3;
constexpr time_t kDay = 86400;

std::span<const Byte> bytes_of(std::string_view text) {
  return {reinterpret_cast<const Byte*>(text.data()), text.size()};
}

/// Says which file a program or library is: a build that replaces it makes another.
void add_identity(const std::string& path, vm::Md5* digest) {
  // What cannot be found is the same for all builds; there is no code of such a build.
  const auto identity = vm::file_identity(path);
  digest->update({reinterpret_cast<const Byte*>(identity.data()), sizeof(identity)});
}

Md5Digest digest_of(std::string_view bytes) {
  vm::Md5 digest;
  digest.update(bytes_of(bytes));
  return digest.finish();
}

/// The image in an open file. Nothing: it is damaged.
std::optional<NativeImage> read_file(const vm::OwnedDescriptor& file, off_t size) {
  if (size < static_cast<off_t>(kHead.size() + kDigestBytes) || size > kLargest)
    return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (!vm::read_all(file.get(), {reinterpret_cast<Byte*>(bytes.data()), bytes.size()}))
    return std::nullopt;
  std::string_view rest = bytes;
  if (!rest.starts_with(kHead)) return std::nullopt;
  rest.remove_prefix(kHead.size());
  const Md5Digest digest = digest_of(rest.substr(kDigestBytes));
  if (std::memcmp(digest.data(), rest.data(), kDigestBytes) != 0) return std::nullopt;
  return read_image(rest.substr(kDigestBytes));
}

}  // namespace

std::optional<CodeCache> CodeCache::open(const std::string& folder, Word limit_bytes,
                                         const Build& build) {
  vm::Md5 digest;
  add_identity(build.program, &digest);
  add_identity(build.compiler, &digest);
  digest.update(bytes_of(vm::processor_features()));  // LLVM's code uses all that there are
  const Md5Digest identity = digest.finish();
  CodeCache cache(folder, folder + "/" + vm::hex_text(identity), limit_bytes, identity);
  for (const std::string& part : {cache.root_, cache.folder_}) {
    const vm::FolderState is = vm::look_at_folder(part);
    if (is == vm::FolderState::kUnusable) {
      VM_LOG(jit, "{}: no native code is kept: {}", part, std::strerror(errno));
      return std::nullopt;
    }
    cache.is_empty_ |= is == vm::FolderState::kMissing;
  }
  return cache;
}

struct LateCodeCache::State {
  std::string folder;
  Word limit_bytes;
  CodeCache::Build build;
  std::once_flag is_open;
  std::optional<CodeCache> cache;
};

LateCodeCache::LateCodeCache(std::string folder, Word limit_bytes, CodeCache::Build build)
    : state_(std::make_unique<State>(std::move(folder), limit_bytes, std::move(build))) {}
LateCodeCache::LateCodeCache() = default;
LateCodeCache::LateCodeCache(LateCodeCache&&) noexcept = default;
LateCodeCache& LateCodeCache::operator=(LateCodeCache&&) noexcept = default;
LateCodeCache::~LateCodeCache() = default;

CodeCache* LateCodeCache::get() const {
  if (state_ == nullptr) return nullptr;
  State& state = *state_;
  std::call_once(state.is_open, [&state] {
    state.cache = CodeCache::open(state.folder, state.limit_bytes, state.build);
  });
  return state.cache ? &*state.cache : nullptr;
}

CodeCache::CodeCache(std::string root, std::string folder, Word limit_bytes, const Md5Digest& build)
    : root_(std::move(root)),
      folder_(std::move(folder)),
      limit_bytes_(limit_bytes),
      build_(build) {}

std::string CodeCache::path_of(const FunctionCode& code, SelfCalls self_calls) const {
  vm::Md5 digest;
  digest.update(build_);
  const auto calls = static_cast<Byte>(self_calls);
  digest.update({&calls, 1});
  digest.update(bytes_of(portable_text(code)));
  return folder_ + "/" + vm::hex_text(digest.finish());
}

std::optional<NativeImage> CodeCache::find(const FunctionCode& code, SelfCalls self_calls) const {
  if (is_empty_) return std::nullopt;
  const std::string path = path_of(code, self_calls);
  const vm::OwnedDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat is{};
  if (!file.is_open() || ::fstat(file.get(), &is) != 0) return std::nullopt;
  if (!S_ISREG(is.st_mode) || !vm::is_own(is)) return std::nullopt;
  auto image = read_file(file, is.st_size);
  if (!image) {
    VM_LOG(jit, "{}: damaged, deleted", path);
    ::unlink(path.c_str());
    return std::nullopt;
  }
  vm::note_use(file.get(), is);
  return image;
}

void CodeCache::keep(const FunctionCode& code, SelfCalls self_calls, const NativeImage& image) {
  const std::string content = write_image(image);
  const Md5Digest digest = digest_of(content);
  std::string bytes(kHead);
  bytes.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  bytes += content;
  if (!used_bytes_ && !make_folders()) return;
  if (!used_bytes_ || *used_bytes_ + bytes.size() > limit_bytes_) make_room();
  if (bytes.size() > limit_bytes_ - std::min(limit_bytes_, *used_bytes_)) return;
  const std::string path = path_of(code, self_calls);
  const std::string draft =
      folder_ + "/" + std::to_string(::getpid()) + "." + std::to_string(++written_) + ".new";
  bool is_written = false;
  {
    const vm::OwnedDescriptor file(
        ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    is_written = file.is_open() && vm::write_all(file.get(), bytes);
  }
  // One that another machine has put there meanwhile is the same.
  if (is_written && ::rename(draft.c_str(), path.c_str()) == 0) {
    *used_bytes_ += bytes.size();
    return;
  }
  VM_LOG(jit, "{}: cannot be written: {}", path, std::strerror(errno));
  ::unlink(draft.c_str());
}

bool CodeCache::make_folders() const {
  std::error_code error;
  fs::create_directories(fs::path(root_).parent_path(), error);
  if (vm::make_own_folder(root_) && vm::make_own_folder(folder_)) return true;
  VM_LOG(jit, "{}: cannot be made: {}", folder_, std::strerror(errno));
  return false;
}

void CodeCache::make_room() {
  struct Kept {
    fs::path path;
    Word bytes;
    fs::file_time_type used;
  };
  std::vector<Kept> files;
  Word sum = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator next(root_, error), end; next != end;
       next.increment(error)) {
    if (error) break;
    if (!next->is_regular_file(error)) continue;
    files.push_back({next->path(), next->file_size(error), next->last_write_time(error)});
    if (error) files.back().bytes = 0;  // deleted meanwhile
    sum += files.back().bytes;
  }
  const Word kept = limit_bytes_ / 4 * kKeptQuarters;
  if (sum > kept) {
    std::ranges::sort(files, {}, &Kept::used);
    for (const Kept& file : files) {
      if (sum <= kept) break;
      if (fs::remove(file.path, error)) sum -= file.bytes;
    }
  }
  used_bytes_ = sum;
  // Folders of builds that are no more. The others' fail: they are not empty.
  for (fs::directory_iterator next(root_, error), end; next != end && !error;
       next.increment(error)) {
    const std::string folder = next->path().string();
    struct stat is{};
    if (folder != folder_ && ::lstat(folder.c_str(), &is) == 0 &&
        ::time(nullptr) - is.st_mtim.tv_sec > kDay)
      ::rmdir(folder.c_str());
  }
}

}  // namespace jit
