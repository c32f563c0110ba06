// The atom table: entries in segments of 1024 that never move, texts in blocks of 64 KiB, and hash
// tables from text to index. Only adding an atom takes the lock: an atom is never removed, and a
// table that has become too small is kept, because another thread may still search it.
#include "vm/term/atom_table.h"

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/base/utf8.h"

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vm {
namespace {

struct AtomEntry {
  const char* text;
  std::uint16_t bytes;
  std::uint32_t hash;
  // The first eight bytes of the text, most significant first, with zeros behind its end. They
  // decide most comparisons without a look at the text.
  Word first_bytes;
};

constexpr Word kSegmentBits = 10;
constexpr Word kSegmentAtoms = Word{1} << kSegmentBits;
constexpr Word kTextBlockBytes = 64 * 1024;

const char* const kKnownTexts[] = {
#define ATOM(name) #name,
#define ATOM_NAMED(name, text) text,
#include "vm/term/atoms.def"
};

// The ELF hash, which OTP stores with each atom. Characters up to 255 count as one byte, others as
// their UTF-8 bytes.
std::uint32_t text_hash(std::string_view utf8) {
  std::uint32_t h = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    auto byte = static_cast<std::uint8_t>(utf8[i]);
    if (i + 1 < utf8.size() && (byte & 0xFE) == 0xC2) {
      byte =
          static_cast<std::uint8_t>((byte << 6) | (static_cast<std::uint8_t>(utf8[i + 1]) & 0x3F));
      ++i;
    }
    h = (h << 4) + byte;
    const std::uint32_t high = h & 0xF0000000;
    if (high != 0) {
      h ^= high >> 24;
      h ^= high;
    }
  }
  return h;
}

Word first_bytes_of(std::string_view text) {
  Word bytes = 0;
  text.copy(reinterpret_cast<char*>(&bytes), sizeof bytes);
  return __builtin_bswap64(bytes);
}

class AtomTable {
 public:
  AtomTable() {
    MutexLock lock(mutex_);
    indexes_.push_back(std::make_unique<Index>(kFirstSlots));
    index_.store(indexes_.back().get(), kRelaxed);  // relaxed: no other thread has the table yet
    for (const char* text : kKnownTexts) {
      const Word before = count_.load(kRelaxed);  // relaxed: under the lock
      const auto added = add(text);
      VM_CHECK(added.atom_index() == before, "the texts in atoms.def are distinct");
    }
  }

  /// none() if there is no such atom.
  Term find(std::string_view text) const {
    const Word hash = std::hash<std::string_view>()(text);
    const Index& index = *index_.load(kAcquire);  // pairs with grow_index()
    for (Word i = hash;; ++i) {
      // acquire: the atom's entry; pairs with insert()
      const Word slot = index.slots[i & index.mask].load(kAcquire);
      if (slot == 0) return Term::none();
      if ((slot ^ hash) >> kHashShift != 0) continue;
      const Word atom = (slot & kAtomMask) - 1;
      const AtomEntry& found = entry(atom);
      if (std::string_view(found.text, found.bytes) == text) return Term::atom(atom);
    }
  }

  Result<Term, AtomError> intern(std::string_view text) VM_EXCLUDES(mutex_) {
    if (const Term found = find(text); found.has_value()) return found;
    MutexLock lock(mutex_);
    // Another thread may have added it meanwhile.
    if (const Term found = find(text); found.has_value()) return found;
    if (count_.load(kRelaxed) == kMaxAtoms)  // relaxed: under the lock
      return Err(AtomError::kTableFull);
    return add(text);
  }

  const AtomEntry& entry(Word index) const {
    VM_ASSERT(index < count(), "every atom was made by this table");
    // acquire pairs with the release in add(). A reader may have received the atom by a relaxed
    // access, so nothing else orders the writing of the segment before this read.
    return segments_[index >> kSegmentBits].load(kAcquire)[index & (kSegmentAtoms - 1)];
  }

  Word count() const {
    return count_.load(kAcquire);  // pairs with add(): entries below the count are written
  }

  Word memory_bytes() VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return segment_memory_.size() * kSegmentAtoms * sizeof(AtomEntry) +
           text_memory_.size() * kTextBlockBytes;
  }
  Word used_bytes() VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return count() * sizeof(AtomEntry) + text_memory_.size() * kTextBlockBytes - text_left_;
  }

 private:
  Term add(std::string_view text) VM_REQUIRES(mutex_) {
    const Word index = count_.load(kRelaxed);  // relaxed: under the lock
    Atomic<AtomEntry*>& segment = segments_[index >> kSegmentBits];
    AtomEntry* entries = segment.load(kRelaxed);  // relaxed: written under the lock only
    if (entries == nullptr) {
      segment_memory_.push_back(std::make_unique<AtomEntry[]>(kSegmentAtoms));
      entries = segment_memory_.back().get();
    }
    const char* stored = store_text(text);
    entries[index & (kSegmentAtoms - 1)] = {stored, static_cast<std::uint16_t>(text.size()),
                                            text_hash(text), first_bytes_of(text)};
    segment.store(entries, kRelease);   // pairs with entry()
    count_.store(index + 1, kRelease);  // pairs with count()
    if (2 * (index + 1) > indexes_.back()->mask) grow_index();
    insert(*indexes_.back(), index, text);
    return Term::atom(index);
  }

  /// A hash table with open addressing. A slot is 0 while it is free; then it holds the number of
  /// an atom, counted from 1, and the upper bits of its text's hash, and never changes.
  struct Index {
    explicit Index(Word size) : mask(size - 1), slots(std::make_unique<Atomic<Word>[]>(size)) {}
    const Word mask;
    const std::unique_ptr<Atomic<Word>[]> slots;
  };
  static constexpr Word kFirstSlots = 16384;
  static constexpr unsigned kHashShift = 32;
  static constexpr Word kAtomMask = (Word{1} << kHashShift) - 1;

  void insert(Index& index, Word atom, std::string_view text) VM_REQUIRES(mutex_) {
    const Word hash = std::hash<std::string_view>()(text);
    Word i = hash;
    while (index.slots[i & index.mask].load(kRelaxed) != 0) ++i;  // relaxed: written under the lock
    // release: the entry was written before; pairs with find()
    index.slots[i & index.mask].store((hash >> kHashShift << kHashShift) | (atom + 1), kRelease);
  }

  /// Makes a table of twice the size, with all atoms but the latest.
  void grow_index() VM_REQUIRES(mutex_) {
    auto larger = std::make_unique<Index>(2 * (indexes_.back()->mask + 1));
    const Word latest = count_.load(kRelaxed) - 1;  // relaxed: under the lock
    for (Word atom = 0; atom < latest; ++atom) {
      const AtomEntry& old = entry(atom);
      insert(*larger, atom, {old.text, old.bytes});
    }
    index_.store(larger.get(), kRelease);  // pairs with find()
    indexes_.push_back(std::move(larger));
  }

  const char* store_text(std::string_view text) VM_REQUIRES(mutex_) {
    if (text_left_ < text.size()) {
      text_memory_.push_back(std::make_unique<char[]>(kTextBlockBytes));
      text_next_ = text_memory_.back().get();
      text_left_ = kTextBlockBytes;
    }
    char* stored = text_next_;
    if (!text.empty()) std::memcpy(stored, text.data(), text.size());
    text_next_ += text.size();
    text_left_ -= text.size();
    return stored;
  }

  Mutex mutex_{LockRank::kAtomTable};
  std::vector<std::unique_ptr<Index>> indexes_ VM_GUARDED_BY(mutex_);  // the last one is in use
  Atomic<Index*> index_;                                               // = indexes_.back()
  std::vector<std::unique_ptr<AtomEntry[]>> segment_memory_ VM_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<char[]>> text_memory_ VM_GUARDED_BY(mutex_);
  char* text_next_ VM_GUARDED_BY(mutex_) = nullptr;
  Word text_left_ VM_GUARDED_BY(mutex_) = 0;
  std::array<Atomic<AtomEntry*>, kMaxAtoms / kSegmentAtoms> segments_;  // written by add() only
  Atomic<Word> count_;                                                  // written by add() only
};

// Never destroyed, because threads may still print atoms while the program exits.
AtomTable& table() {
  alignas(AtomTable) static Byte memory[sizeof(AtomTable)];
  static AtomTable* const the_table = std::construct_at(reinterpret_cast<AtomTable*>(memory));
  return *the_table;
}

}  // namespace

Result<Term, AtomError> intern_atom(std::string_view utf8) {
  // One that exists is valid.
  if (const Term known = table().find(utf8); known.has_value()) return known;
  const SWord characters = count_utf8_characters(utf8);
  if (characters < 0) return Err(AtomError::kBadEncoding);
  if (static_cast<Word>(characters) > kMaxAtomCharacters) return Err(AtomError::kTooLong);
  return table().intern(utf8);
}

Term find_atom(std::string_view utf8) { return table().find(utf8); }

std::string_view atom_text(Term atom) {
  const AtomEntry& entry = table().entry(atom.atom_index());
  return {entry.text, entry.bytes};
}

bool is_dollar_atom(Term atom) { return table().entry(atom.atom_index()).first_bytes >> 56 == '$'; }

std::uint32_t atom_hash(Term atom) { return table().entry(atom.atom_index()).hash; }

int compare_atoms(Term a, Term b) {
  if (a == b) return 0;
  const AtomEntry& x = table().entry(a.atom_index());
  const AtomEntry& y = table().entry(b.atom_index());
  if (x.first_bytes != y.first_bytes) return x.first_bytes < y.first_bytes ? -1 : 1;
  // The byte order of UTF-8 is the order of code points.
  const int order = std::string_view(x.text, x.bytes).compare({y.text, y.bytes});
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

Word atom_first_bytes(Term atom) { return table().entry(atom.atom_index()).first_bytes; }

Word atom_count() { return table().count(); }
Word atom_memory_bytes() { return table().memory_bytes(); }
Word atom_memory_used_bytes() { return table().used_bytes(); }

}  // namespace vm
