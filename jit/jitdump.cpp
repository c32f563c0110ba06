// All numbers in the file are those of this processor.
#include "jit/jitdump.h"

#include "vm/base/processor.h"

#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

namespace jit {
namespace {

struct Header {
  std::uint32_t magic = 0x4A695444;  // "JiTD"
  std::uint32_t version = 1;
  std::uint32_t total_size = sizeof(Header);
  std::uint32_t machine =
      vm::kProcessor == vm::Processor::kX86_64 ? std::uint32_t{EM_X86_64} : EM_AARCH64;
  std::uint32_t padding = 0;
  std::uint32_t pid = 0;
  std::uint64_t timestamp = 0;
  std::uint64_t flags = 0;
};
static_assert(sizeof(Header) == 40);

struct CodeLoad {
  std::uint32_t id = 0;  // JIT_CODE_LOAD
  std::uint32_t total_size = 0;
  std::uint64_t timestamp = 0;
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  std::uint64_t vma = 0;
  std::uint64_t code_addr = 0;
  std::uint64_t code_size = 0;
  std::uint64_t code_index = 0;
};
static_assert(sizeof(CodeLoad) == 56);

/// The clock of `perf record -k mono`.
std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

/// True if all of it was written. A record is one call, so that a reader never sees half of one.
bool write_all(int file, iovec* parts, int count) {
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  return writev(file, parts, count) == static_cast<ssize_t>(size);
}

}  // namespace

vm::Result<std::unique_ptr<Jitdump>, std::string> Jitdump::create(const std::string& folder) {
  const std::string path = folder + "/jit-" + std::to_string(getpid()) + ".dump";
  const int file = open(path.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0666);
  if (file < 0) return vm::Err(path + ": " + std::strerror(errno));
  Header header;
  header.pid = static_cast<std::uint32_t>(getpid());
  header.timestamp = now();
  iovec part{&header, sizeof header};
  // perf notices the file because a page of it is mapped executable; it is never run.
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* mark = MAP_FAILED;
  if (write_all(file, &part, 1))
    mark = mmap(nullptr, page, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  if (mark == MAP_FAILED) {
    const int reason = errno;
    close(file);
    return vm::Err(path + ": " + std::strerror(reason));
  }
  return std::unique_ptr<Jitdump>(new Jitdump(file, mark, page));  // owner: the caller
}

Jitdump::Jitdump(int file, void* mark, std::size_t mark_bytes)
    : file_(file), mark_(mark), mark_bytes_(mark_bytes) {}

Jitdump::~Jitdump() {
  munmap(mark_, mark_bytes_);
  close(file_);
}

void Jitdump::add(const void* start, std::size_t bytes, std::string_view name) {
  CodeLoad load;
  load.total_size = static_cast<std::uint32_t>(sizeof load + name.size() + 1 + bytes);
  load.timestamp = now();
  load.pid = static_cast<std::uint32_t>(getpid());
  load.tid = static_cast<std::uint32_t>(syscall(SYS_gettid));
  load.vma = load.code_addr = reinterpret_cast<std::uint64_t>(start);
  load.code_size = bytes;
  load.code_index = index_++;
  std::string text(name);
  iovec parts[] = {
      {&load, sizeof load}, {text.data(), text.size() + 1}, {const_cast<void*>(start), bytes}};
  // A full disk costs the names, not the program.
  static_cast<void>(write_all(file_, parts, 3));
}

}  // namespace jit
