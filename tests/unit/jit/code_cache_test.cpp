// What is kept is found again by machines of the same build, within the limit, and only if it is
// whole and nobody else can have written it.
#include "jit/code_cache.h"

#include "vm/base/processor.h"
#include "vm/vm.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
using jit::CodeCache;
using jit::FunctionCode;
using jit::NativeImage;
using jit::SelfCalls;
using vm::Word;

namespace {

class Cache : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "code_cache.XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    folder_ = root_ / "a" / "native";
  }
  /// A cache in whose folder something has been kept.
  std::optional<CodeCache> open_used(Word limit_bytes = Word{1} << 20) const {
    open(limit_bytes)->keep(function(99), SelfCalls::kByBranch, image(1));
    return open(limit_bytes);
  }
  void TearDown() override {
    std::error_code error;
    fs::remove_all(root_, error);
  }

  std::optional<CodeCache> open(Word limit_bytes = Word{1} << 20,
                                const std::string& compiler = "/proc/self/exe") const {
    return CodeCache::open(folder_, limit_bytes, {"/proc/self/exe", compiler});
  }
  /// A function of `count` instructions without operands.
  static FunctionCode function(int count) {
    FunctionCode code;
    code.entry = kWords + vm::kFuncInfoWords + 1;
    code.words.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
      code.instructions.push_back({vm::Op::return_, code.entry + i,
                                   static_cast<std::uint32_t>(i + 1), 1, nullptr, nullptr});
    return code;
  }
  static NativeImage image(std::size_t bytes, char content = 'c') {
    NativeImage image;
    image.code.assign(bytes, content);
    image.instruction_bytes = static_cast<std::uint32_t>(bytes);
    image.entries.push_back({0, 0});
    return image;
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    return files;
  }
  static std::string content(const std::optional<NativeImage>& found) {
    return found ? found->code : std::string("nothing");
  }

  fs::path root_, folder_;

 private:
  static inline Word kWords[100] = {};
};

TEST_F(Cache, FindsWhatWasKept) {
  auto cache = open();
  ASSERT_TRUE(cache.has_value());
  EXPECT_FALSE(cache->find(function(3), SelfCalls::kByBranch).has_value());
  EXPECT_FALSE(fs::exists(folder_));
  cache->keep(function(3), SelfCalls::kByBranch, image(10));
  cache = open();
  EXPECT_EQ(content(cache->find(function(3), SelfCalls::kByBranch)), "cccccccccc");
  EXPECT_FALSE(cache->find(function(3), SelfCalls::kPastBreakpoint).has_value());
  EXPECT_FALSE(cache->find(function(4), SelfCalls::kByBranch).has_value());
  EXPECT_EQ(content(open()->find(function(3), SelfCalls::kByBranch)), "cccccccccc");
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(Cache, IsEmptyForAnotherBuild) {
  open()->keep(function(3), SelfCalls::kByBranch, image(10));
  std::ofstream(root_ / "compiler.so") << "1";
  auto other = open(Word{1} << 20, root_ / "compiler.so");
  EXPECT_FALSE(other->find(function(3), SelfCalls::kByBranch).has_value());
  other->keep(function(3), SelfCalls::kByBranch, image(10));
  std::ofstream(root_ / "compiler.so") << "22";
  EXPECT_FALSE(open(Word{1} << 20, root_ / "compiler.so")
                   ->find(function(3), SelfCalls::kByBranch)
                   .has_value());
}

TEST_F(Cache, DeletesWhatIsDamaged) {
  auto cache = open_used();
  fs::remove(files().at(0));
  cache->keep(function(3), SelfCalls::kByBranch, image(10));
  const fs::path file = files().at(0);
  const auto size = fs::file_size(file);
  for (std::uintmax_t at = 0; at < size; ++at) {
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary)
            .seekp(static_cast<std::streamoff>(at))
        << '\xee';
    EXPECT_FALSE(cache->find(function(3), SelfCalls::kByBranch).has_value()) << at;
    EXPECT_FALSE(fs::exists(file)) << at;
    cache->keep(function(3), SelfCalls::kByBranch, image(10));
  }
  fs::resize_file(file, 0);
  EXPECT_FALSE(cache->find(function(3), SelfCalls::kByBranch).has_value());
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(Cache, UsesNothingThatOthersMayWrite) {
  auto cache = open_used();
  fs::remove(files().at(0));
  cache->keep(function(3), SelfCalls::kByBranch, image(10));
  const fs::path file = files().at(0);
  ASSERT_EQ(::chmod(file.c_str(), 0666), 0);
  EXPECT_FALSE(cache->find(function(3), SelfCalls::kByBranch).has_value());
  ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
  EXPECT_TRUE(cache->find(function(3), SelfCalls::kByBranch).has_value());
  fs::rename(file, root_ / "elsewhere");
  fs::create_symlink(root_ / "elsewhere", file);
  EXPECT_FALSE(cache->find(function(3), SelfCalls::kByBranch).has_value());
  ASSERT_EQ(::chmod(folder_.c_str(), 0777), 0);
  EXPECT_FALSE(open().has_value());
}

TEST_F(Cache, StaysBelowItsLimitAndKeepsWhatIsUsed) {
  constexpr Word kLimit = 20'000;
  auto cache = open_used(kLimit);
  for (int n = 1; n <= 50; ++n) {
    cache->keep(function(n), SelfCalls::kByBranch, image(1000));
    Word sum = 0;
    for (const fs::path& file : files()) sum += fs::file_size(file);
    EXPECT_LE(sum, kLimit);
    EXPECT_TRUE(cache->find(function(n), SelfCalls::kByBranch).has_value());
    // Each is older than the next.
    for (const fs::path& file : files())
      fs::last_write_time(file, fs::last_write_time(file) - std::chrono::seconds(10));
  }
  EXPECT_FALSE(cache->find(function(1), SelfCalls::kByBranch).has_value());
  EXPECT_GE(files().size(), 13u);
  cache->keep(function(60), SelfCalls::kByBranch, image(kLimit));  // does not fit
  EXPECT_FALSE(cache->find(function(60), SelfCalls::kByBranch).has_value());
}

TEST_F(Cache, IsWrittenByManyAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      auto cache = open_used(Word{100} << 10);
      for (int n = 1; n <= 90; ++n) {
        cache->keep(function(n), SelfCalls::kByBranch, image(3000, 'x'));
        const auto found = cache->find(function(90 - n + t), SelfCalls::kByBranch);
        if (found) EXPECT_EQ(found->code, std::string(3000, 'x'));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const fs::path& file : files()) EXPECT_NE(file.extension(), ".new");
}

}  // namespace
