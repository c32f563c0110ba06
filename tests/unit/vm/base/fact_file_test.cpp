// What is kept is found by later machines, and only if it is whole, ours, and about the same
// content.
#include "vm/base/fact_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
using vm::Byte;
using vm::FactFile;

namespace {

std::span<const Byte> bytes(std::string_view text) {
  return {reinterpret_cast<const Byte*>(text.data()), text.size()};
}

class Facts : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "fact_file.XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    folder_ = root_ / "a" / "verified";
    path_ = folder_ / "build";
  }
  void TearDown() override {
    std::error_code error;
    fs::remove_all(root_, error);
  }

  std::unique_ptr<FactFile> open() const { return FactFile::open(folder_, "build"); }
  static std::string fact(const FactFile& file, std::string_view content) {
    const auto found = file.find(file.digest_of(bytes(content)));
    return found ? std::string(found->begin(), found->end()) : "none";
  }
  void keep(std::string_view content, std::string_view fact) const {
    const auto file = open();
    file->keep(file->digest_of(bytes(content)), bytes(fact));
  }
  std::string read() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }

  fs::path root_, folder_, path_;
};

TEST_F(Facts, AreFoundByLaterMachines) {
  EXPECT_EQ(fact(*open(), "one"), "none");
  EXPECT_FALSE(fs::exists(root_ / "a"));  // to look for something makes nothing
  keep("one", "first");
  keep("two", "");
  keep("three", "the third fact");
  const auto file = open();
  EXPECT_EQ(fact(*file, "one"), "first");
  EXPECT_EQ(fact(*file, "two"), "");
  EXPECT_EQ(fact(*file, "three"), "the third fact");
  EXPECT_EQ(fact(*file, "four"), "none");
  struct stat is{};
  ASSERT_EQ(::stat(path_.c_str(), &is), 0);
  EXPECT_EQ(is.st_mode & 0777, 0600U);
}

TEST_F(Facts, BelongToContentsByKeysOfTheFile) {
  keep("one", "first");
  const std::string before = read();
  fs::remove(path_);
  keep("one", "first");
  EXPECT_NE(read(), before);
  EXPECT_EQ(fact(*open(), "one"), "first");
}

TEST_F(Facts, OfADamagedFileAreNotBelieved) {
  keep("one", "a fact of some bytes");
  const std::string whole = read();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    write(damaged);
    const auto file = open();
    const std::string found = fact(*file, "one");
    // The padding behind a fact says nothing; the name and keys are those of another file.
    EXPECT_TRUE(found == "none" || found == "a fact of some bytes") << at;
    const std::size_t fact_at = whole.find("a fact");
    if (at >= fact_at && at < fact_at + 20) EXPECT_EQ(found, "none") << at;
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    fs::remove(path_);
    write(whole.substr(0, size));
    EXPECT_EQ(fact(*open(), "one"), "none") << size;
  }
}

TEST_F(Facts, BeginAgainAfterDamage) {
  keep("one", "first");
  write("no facts, but longer than a head of keys, so that it is looked at");
  keep("two", "second");
  EXPECT_EQ(fact(*open(), "one"), "none");
  EXPECT_EQ(fact(*open(), "two"), "second");
}

TEST_F(Facts, OfOthersAreNotUsed) {
  keep("one", "first");
  ASSERT_EQ(::chmod(path_.c_str(), 0666), 0);
  EXPECT_EQ(open(), nullptr);
  ASSERT_EQ(::chmod(path_.c_str(), 0600), 0);
  EXPECT_NE(open(), nullptr);
  ASSERT_EQ(::chmod(folder_.c_str(), 0777), 0);
  EXPECT_EQ(open(), nullptr);
  ASSERT_EQ(::chmod(folder_.c_str(), 0700), 0);
  fs::rename(path_, folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", path_);
  EXPECT_EQ(open(), nullptr);
}

TEST_F(Facts, AreKeptByMachinesThatBeginTogether) {
  const auto one = open(), other = open();
  one->keep(one->digest_of(bytes("one")), bytes("first"));
  // The keys are those of the machine that was first; the other one's digests would find nothing.
  other->keep(other->digest_of(bytes("two")), bytes("second"));
  EXPECT_EQ(fact(*open(), "one"), "first");
  EXPECT_EQ(fact(*open(), "two"), "none");
}

TEST_F(Facts, OfManyThreadsAreAllKept) {
  keep("zero", "0");
  constexpr int kThreads = 4, kFacts = 50;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const auto file = open();  // as a machine of its own
      for (int n = 0; n < kFacts; ++n) {
        const std::string text = std::to_string(t * kFacts + n);
        file->keep(file->digest_of(bytes("content " + text)), bytes("fact " + text));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto file = open();
  for (int n = 0; n < kThreads * kFacts; ++n)
    EXPECT_EQ(fact(*file, "content " + std::to_string(n)), "fact " + std::to_string(n));
}

TEST_F(Facts, AFullFileBeginsAgain) {
  const std::string large(FactFile::kMostBytes / 2, 'x');
  keep("one", large);
  keep("two", large);
  keep("three", "third");
  const auto file = open();
  EXPECT_EQ(fact(*file, "one"), "none");
  EXPECT_EQ(fact(*file, "three"), "third");
  EXPECT_LT(fs::file_size(path_), FactFile::kMostBytes);
}

TEST_F(Facts, AreKeptOnce) {
  const auto file = open();
  for (int n = 0; n < 3; ++n) file->keep(file->digest_of(bytes("one")), bytes("first"));
  const auto size = fs::file_size(path_);
  file->keep(file->digest_of(bytes("two")), bytes("third"));
  EXPECT_LE(fs::file_size(path_) - size, 64U);
  EXPECT_LE(size, 128U);
}

TEST_F(Facts, OfOldBuildsGo) {
  keep("one", "first");
  fs::rename(path_, folder_ / "old");
  keep("one", "first");
  EXPECT_TRUE(fs::exists(folder_ / "old"));
  fs::last_write_time(folder_ / "old",
                      fs::file_time_type::clock::now() - std::chrono::hours(24 * 8));
  fs::remove(path_);
  keep("one", "first");
  EXPECT_FALSE(fs::exists(folder_ / "old"));
  EXPECT_TRUE(fs::exists(path_));
}

}  // namespace
