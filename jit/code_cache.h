// CodeCache: the optimising compiler's code on disk, so that a program's next run starts with it. A
// file is one function's code, in a folder for each build of the machine and kind of processor;
// its name is a digest of all that the code depends on. Invariants: files appear whole (written
// under another name first), are never changed, and are deleted when they are damaged, or when the
// cache is larger than its limit, those that were not used for longest first. Only folders and
// files that belong to the user, and that nobody else may write, are used. Several machines may use
// one cache. Ownership: a value. Threads: find() any; keep() one.
#pragma once

#include "jit/native_image.h"
#include "vm/base/md5.h"

#include <memory>
#include <optional>
#include <string>

namespace jit {

class CodeCache {
 public:
  /// What else code depends on: what made it, and what it runs on.
  struct Build {
    std::string program;   // path of the program
    std::string compiler;  // path of the compiler's library
  };

  /// The cache in `folder`, which is made when something is kept, for at most `limit_bytes` of
  /// files. Nothing, with a line in the log that says why: it cannot be used, or this processor's
  /// code cannot be kept.
  static std::optional<CodeCache> open(const std::string& folder, Word limit_bytes,
                                       const Build& build);

  /// The code that was kept for such a function, by a machine that began before this one if the
  /// folder was not there; nothing: there is none.
  std::optional<NativeImage> find(const FunctionCode& code, SelfCalls self_calls) const;
  /// Keeps the code of a function. What fails is in the log.
  void keep(const FunctionCode& code, SelfCalls self_calls, const NativeImage& image);

 private:
  CodeCache(std::string root, std::string folder, Word limit_bytes, const vm::Md5Digest& build);

  std::string path_of(const FunctionCode& code, SelfCalls self_calls) const;
  /// False, with a line in the log: there is no folder to write to.
  bool make_folders() const;
  /// Deletes old files, in all builds' folders.
  void make_room();

  std::string root_;
  std::string folder_;  // of this build, in root_
  Word limit_bytes_;
  vm::Md5Digest build_;
  bool is_empty_ = false;           // there was no folder when the machine began
  std::optional<Word> used_bytes_;  // nothing: not counted yet
  Word written_ = 0;                // files, for names
};

/// A cache that is opened when somebody asks for it, which takes 0.15 ms, a hundredth of the time
/// of a small program; such programs never do. Threads: get() any.
class LateCodeCache {
 public:
  /// None.
  LateCodeCache();
  /// As CodeCache::open().
  LateCodeCache(std::string folder, Word limit_bytes, CodeCache::Build build);
  LateCodeCache(LateCodeCache&&) noexcept;
  LateCodeCache& operator=(LateCodeCache&&) noexcept;
  ~LateCodeCache();

  /// Null: there is none, or it cannot be used.
  CodeCache* get() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jit
