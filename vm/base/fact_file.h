// FactFile: what earlier runs have found out about contents (of files, say), in a file of the user.
// A fact is found by a digest of the content that it is about; digests and facts are computed with
// keys that are made with the file and are in it, so that nobody who cannot read it can make a
// content to which the fact about another one would apply, or a fact. Invariants: the file only
// grows, up to a limit; a record that is damaged ends its use, and the file is deleted. Several
// machines may use one file. Ownership: the holder. Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/sip_hash.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vm {

class FactFile {
 public:
  /// Of a file, in bytes (a last record may exceed it). One that is full is deleted by the next
  /// machine, and another one begins.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  /// The file `name` in `folder`, which need not be there: both are made when something is kept.
  /// Other files of the folder that nobody has used for a week are deleted then. Null, with a line
  /// in the log: it cannot be used.
  static std::unique_ptr<FactFile> open(const std::string& folder, const std::string& name);

  /// What a fact about `content` is found by.
  SipDigest digest_of(std::span<const Byte> content) const;
  /// The fact that an earlier machine has kept; nothing: there is none. It is there as long as this
  /// object.
  std::optional<std::span<const Byte>> find(const SipDigest& digest) const;
  /// Keeps a fact for later machines; this one does not find it. What fails is in the log, once.
  void keep(const SipDigest& digest, std::span<const Byte> fact) VM_EXCLUDES(mutex_);

 private:
  struct Head {
    char name[16];
    SipKey contents, records;
  };
  struct Record {
    SipDigest content;
    Word bytes;
    SipDigest seal;  // of what comes before it, and of the fact
  };

  FactFile(std::string folder, const std::string& name);
  /// False: it cannot be used at all.
  bool read();
  /// Finds the records. False: the file is damaged.
  bool index_records();
  void make_keys();
  SipDigest seal_of(const Record& record, std::span<const Byte> fact) const;
  /// Appends to the file, which is locked. False, with errno.
  bool append(int descriptor, std::span<const Byte> bytes);
  void give_up(const char* why) VM_REQUIRES(mutex_);
  void delete_old_files() const;

  const std::string folder_, path_;
  // Constant after open():
  Head head_{};
  std::vector<Byte> contents_;
  std::unordered_map<Word, std::size_t> records_;  // their places, by the low words of digests
  Mutex mutex_{LockRank::kFactFile};
  bool keeps_ VM_GUARDED_BY(mutex_) = true;
  std::unordered_set<Word> kept_ VM_GUARDED_BY(mutex_);  // by this machine: low words of digests
};

}  // namespace vm
