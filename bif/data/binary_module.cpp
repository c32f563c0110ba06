// The natives of `binary`: searching, splitting, copying, integers from and to bytes.
#include "bif/data/binary_search.h"
#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "vm/base/bits.h"
#include "vm/base/memory_limit.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace bif {
namespace {

/// What compile_pattern/1 answers a reference to.
class CompiledPatterns : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  explicit CompiledPatterns(BytePatterns p) : patterns(std::move(p)) {}
  const BytePatterns patterns;
};

/// Patterns given as a binary or a list of binaries.
std::optional<BytePatterns> read_patterns(Term term) {
  std::vector<std::string> patterns;
  const auto add = [&](Term binary) {
    if (!binary.is_binary() || vm::bit_size(binary) == 0) return false;
    patterns.emplace_back(vm::BinaryBytes(binary).text());
    return true;
  };
  if (term.is_bitstring()) {
    if (!add(term)) return std::nullopt;
    return BytePatterns(std::move(patterns));
  }
  Term rest = term;
  for (; rest.is_cons(); rest = rest.as_cons().tail) {
    if (!add(rest.as_cons().head)) return std::nullopt;
  }
  if (!rest.is_nil() || patterns.empty()) return std::nullopt;
  return BytePatterns(std::move(patterns));
}

/// `bm` for one pattern and `ac` for several, as OTP's two algorithms are called.
Term tag_of(const BytePatterns& patterns) { return patterns.count() == 1 ? am::bm : am::ac; }

/// The patterns of a call: compiled already, or made for this call.
class PatternArgument {
 public:
  explicit PatternArgument(Term term) {
    if (term.is_tuple_of(2)) {
      auto* compiled = vm::magic_object<CompiledPatterns>(term.as_tuple().elements[1]);
      if (compiled != nullptr && term.as_tuple().elements[0] == tag_of(compiled->patterns))
        patterns_ = &compiled->patterns;
      return;
    }
    own_ = read_patterns(term);
    if (own_) patterns_ = &*own_;
  }
  const BytePatterns* get() const { return patterns_; }

 private:
  std::optional<BytePatterns> own_;
  const BytePatterns* patterns_ = nullptr;
};

struct SearchOptions {
  Word from = 0;
  Word to = 0;
  bool global = false;
  bool trim = false;
  bool trim_all = false;
};

/// {scope, {Start, Length}} (a negative length reaches backwards), and those of split/3.
bool read_options(Term list, bool for_split, Word size, SearchOptions* options) {
  options->to = size;
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (for_split && option == am::global) {
      options->global = true;
    } else if (for_split && option == am::trim) {
      options->trim = true;
    } else if (for_split && option == am::trim_all) {
      options->trim_all = true;
    } else if (option.is_tuple_of(2) && option.as_tuple().elements[0] == am::scope &&
               option.as_tuple().elements[1].is_tuple_of(2)) {
      const vm::Tuple& scope = option.as_tuple().elements[1].as_tuple();
      if (!scope.elements[0].is_small() || !scope.elements[1].is_small()) return false;
      SWord start = scope.elements[0].as_small();
      SWord length = scope.elements[1].as_small();
      if (length < 0) {
        start += length;
        length = -length;
      }
      if (start < 0 || static_cast<Word>(start + length) > size) return false;
      options->from = static_cast<Word>(start);
      options->to = static_cast<Word>(start + length);
    } else {
      return false;
    }
  }
  return list.is_nil();
}

/// The arguments that all searches share, and where a search is.
struct Search {
  Search(Term subject, Term patterns_term, Term options_term, bool for_split)
      : bytes(subject), patterns(patterns_term) {
    is_valid =
        patterns.get() != nullptr && read_options(options_term, for_split, bytes.size(), &options);
    at = options.from;
  }
  bool is_at_end() const { return at >= options.to; }
  /// The next match, if it starts within `count` bytes.
  ByteMatch next(Word count) {
    const Word limit = std::min(options.to - at, count) + at;
    const ByteMatch found = patterns.get()->find_before(bytes.text(), at, limit, options.to);
    at = found ? found.start + found.size : limit;
    return found;
  }

  vm::BinaryBytes bytes;
  PatternArgument patterns;
  SearchOptions options;
  Word at = 0;
  bool is_valid;
};

enum class SearchFor { kFirst, kAll, kParts };

/// The answer of a search, made while it goes on.
class Answer {
 public:
  Answer(HeapBuilder& builder, SearchFor what, Term subject, const SearchOptions& options)
      : builder_(builder), list_(builder), what_(what), subject_(subject), options_(options) {}

  void add(ByteMatch match) {
    if (what_ != SearchFor::kParts) {
      list_.add(builder_.tuple(number(match.start), number(match.size)));
    } else {
      add_part(match.start);
      at_ = match.start + match.size;
    }
    is_found_ = true;
  }
  /// Whether one match is enough.
  bool is_complete() const {
    const bool one = what_ == SearchFor::kFirst || (what_ == SearchFor::kParts && !options_.global);
    return one && is_found_;
  }
  /// Returns the answer about a subject of `size` bytes.
  Term finish(Word size) {
    if (what_ == SearchFor::kFirst)
      return is_found_ ? list_.finish().as_cons().head : Term(am::nomatch);
    if (what_ == SearchFor::kParts) add_part(size);
    const Term all = list_.finish();
    if (!options_.trim) return all;
    if (last_kept_.is_nil()) return last_kept_;
    last_kept_.as_cons().tail = Term::nil();
    return all;
  }

 private:
  /// What is between the match before, or the start, and `end`.
  void add_part(Word end) {
    const Word size = end - at_;
    if (size == 0 && options_.trim_all) return;
    list_.add(vm::make_sub_binary(builder_, subject_, at_ * 8, size * 8));
    if (size != 0) last_kept_ = list_.last();
  }

  HeapBuilder& builder_;
  vm::ListBuilder list_;
  const SearchFor what_;
  const Term subject_;
  const SearchOptions& options_;
  Word at_ = 0;
  bool is_found_ = false;
  Term last_kept_ = Term::nil();  // the cell of the last part that is not empty
};

/// A match costs as much as to look at so many bytes.
constexpr Word kBytesPerMatch = 32;
constexpr Word kBytesPerReduction = 64;

vm::Operation search_long(Process& p, Term subject, Term patterns, Term options, SearchFor what) {
  Pace pace(p, kBytesPerReduction);
  Search walk(subject, patterns, options, what == SearchFor::kParts);
  HeapBuilder builder(p);
  Answer answer(builder, what, subject, walk.options);
  while (!walk.is_at_end() && !answer.is_complete()) {
    const Word before = walk.at;
    if (const ByteMatch match = walk.next(pace.left())) answer.add(match);
    if (pace.is_over(walk.at - before + kBytesPerMatch)) co_await vm::paused();
  }
  co_return answer.finish(walk.bytes.size());
}

BifResult search(Process& p, Term subject, Term patterns, Term options, SearchFor what) {
  if (!subject.is_binary()) return p.badarg();
  Search walk(subject, patterns, options, what == SearchFor::kParts);
  if (!walk.is_valid) return p.badarg();
  if (walk.bytes.size() > done_at_once(p))
    return p.suspend_on(search_long(p, subject, patterns, options, what));
  p.use_reductions(static_cast<SWord>(walk.bytes.size() / kBytesPerReduction));
  HeapBuilder builder(p);
  Answer answer(builder, what, subject, walk.options);
  while (!walk.is_at_end() && !answer.is_complete()) {
    if (const ByteMatch match = walk.next(walk.bytes.size())) answer.add(match);
  }
  return answer.finish(walk.bytes.size());
}

enum class CommonEnd { kPrefix, kSuffix };

BifResult common_length(Process& p, Term list, CommonEnd end) {
  if (vm::list_length(list) <= 0) return p.badarg();
  for (const Term text : vm::ListView(list)) {
    if (!text.is_binary()) return p.badarg();
  }
  const vm::BinaryBytes first_text(list.as_cons().head);
  const auto first = first_text.span();
  Word common = first.size();
  for (const Term other : vm::ListView(list.as_cons().tail)) {
    const vm::BinaryBytes other_text(other);
    const auto text = other_text.span();
    common = std::min(common, text.size());
    const auto same = [common](auto l, auto r) {
      return std::mismatch(l, l + static_cast<SWord>(common), r).first - l;
    };
    const SWord differs = end == CommonEnd::kPrefix ? same(first.begin(), text.begin())
                                                    : same(first.rbegin(), text.rbegin());
    common = static_cast<Word>(differs);
  }
  return number(common);
}

bool is_endianness(Term t) { return t == am::big || t == am::little; }

/// One byte of a binary, where there is one.
[[gnu::always_inline]] inline BifResult byte_at(Process& p, Term binary, SWord index) {
  if (!binary.is_bitstring()) return p.badarg();
  const vm::Bits bits = vm::bits_of(binary);
  if (bits.bit_size % 8 != 0 || static_cast<Word>(index) >= bits.byte_size()) return p.badarg();
  const Byte* const at = bits.bytes + index;
  if (bits.is_byte_aligned()) [[likely]]
    return Term::small(*at);
  return Term::small(static_cast<Byte>(at[0] << bits.bit_offset | at[1] >> (8 - bits.bit_offset)));
}

constexpr Word kCopiedPerReduction = 256;

/// Continues `out`, which has `done` bytes of copies of `bytes`, by at most `most`; returns how
/// many. What is copied already is copied again, in ever larger blocks.
Word continue_copies(std::span<const Byte> bytes, Byte* out, Word done, Word most) {
  const Word phase = done % bytes.size();
  const bool is_first = done < bytes.size();
  const Word count = std::min(most, (is_first ? bytes.size() : done) - phase);
  std::memcpy(out + done, (is_first ? bytes.data() : out) + phase, count);
  return count;
}

vm::Operation copy_long(Process& p, Term binary, Word size) {
  Pace pace(p, kCopiedPerReduction);
  const vm::BinaryBytes bytes(binary);
  HeapBuilder builder(p);
  Byte* out;
  const Term copy = vm::make_uninitialised_binary(builder, size, &out);
  for (Word done = 0; done < size;) {
    const Word count = continue_copies(bytes.span(), out, done, std::min(pace.left(), size - done));
    done += count;
    if (pace.is_over(count)) co_await vm::paused();
  }
  co_return copy;
}

BifResult copied(Process& p, Term binary, Word times) {
  const vm::BinaryBytes bytes(binary);
  if (bytes.size() != 0 && times > (Word{1} << 40) / bytes.size()) return p.system_limit();
  const Word size = bytes.size() * times;
  if (!vm::fits_in_memory(size)) return p.system_limit();
  if (size / 64 > done_at_once(p)) return p.suspend_on(copy_long(p, binary, size));
  p.use_reductions(static_cast<SWord>(size / kCopiedPerReduction));
  HeapBuilder builder(p);
  Byte* out;
  const Term copy = vm::make_uninitialised_binary(builder, size, &out);
  for (Word done = 0; done < size;) done += continue_copies(bytes.span(), out, done, size - done);
  return copy;
}

/// Fills `limbs`, which are 0, with the bytes of a number, the least significant limb first.
void read_limbs(std::span<const Byte> bytes, bool is_little, Word* limbs) {
  for (Word i = 0; i < bytes.size(); ++i) {
    // Byte i of the number, least significant first.
    const Word place = is_little ? i : bytes.size() - 1 - i;
    limbs[i / 8] |= static_cast<Word>(bytes[place]) << (i % 8 * 8);
  }
}

}  // namespace

BifResult binary_match_2(Process& p, const Args<2>& a) {
  return search(p, a[0], a[1], Term::nil(), SearchFor::kFirst);
}
BifResult binary_match_3(Process& p, const Args<3>& a) {
  return search(p, a[0], a[1], a[2], SearchFor::kFirst);
}
BifResult binary_matches_2(Process& p, const Args<2>& a) {
  return search(p, a[0], a[1], Term::nil(), SearchFor::kAll);
}
BifResult binary_matches_3(Process& p, const Args<3>& a) {
  return search(p, a[0], a[1], a[2], SearchFor::kAll);
}
BifResult binary_split_2(Process& p, const Args<2>& a) {
  return search(p, a[0], a[1], Term::nil(), SearchFor::kParts);
}
BifResult binary_split_3(Process& p, const Args<3>& a) {
  return search(p, a[0], a[1], a[2], SearchFor::kParts);
}

BifResult binary_compile_pattern_1(Process& p, const Args<1>& a) {
  auto patterns = read_patterns(a[0]);
  if (!patterns) return p.badarg();
  const Term tag = tag_of(*patterns);
  const auto compiled = vm::make_shared_ref<CompiledPatterns>(std::move(*patterns));
  HeapBuilder builder(p);
  return builder.tuple(tag, vm::make_magic_ref(p.vm, builder, *compiled, sizeof *compiled));
}

BifResult binary_at_2(Process& p, const Args<2>& a) {
  if (!a[1].is_small()) return p.badarg();
  return byte_at(p, a[0], a[1].as_small());
}
BifResult binary_first_1(Process& p, const Args<1>& a) { return byte_at(p, a[0], 0); }
BifResult binary_last_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  return byte_at(p, a[0], static_cast<SWord>(vm::bit_size(a[0]) / 8) - 1);
}

BifResult binary_copy_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  return copied(p, a[0], 1);
}

BifResult binary_copy_2(Process& p, const Args<2>& a) {
  Word times;
  if (!a[0].is_binary() || !to_unsigned(a[1], &times)) return p.badarg();
  return copied(p, a[0], times);
}

BifResult binary_longest_common_prefix_1(Process& p, const Args<1>& a) {
  return common_length(p, a[0], CommonEnd::kPrefix);
}
BifResult binary_longest_common_suffix_1(Process& p, const Args<1>& a) {
  return common_length(p, a[0], CommonEnd::kSuffix);
}

BifResult binary_decode_unsigned_2(Process& p, const Args<2>& a) {
  if (!a[0].is_binary() || !is_endianness(a[1])) return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  const bool is_little = a[1] == am::little;
  if (bytes.size() <= sizeof(Word)) {
    Word value = 0;
    read_limbs(bytes.span(), is_little, &value);
    return HeapBuilder(p).unsigned_integer(value);
  }
  std::vector<Word> limbs((bytes.size() + 7) / 8);
  read_limbs(bytes.span(), is_little, limbs.data());
  Term integer;
  {
    HeapBuilder builder(p);
    integer = vm::make_integer(builder, limbs.data(), limbs.size(), false);
  }
  return integer.has_value() ? integer : p.system_limit();
}

BifResult binary_decode_unsigned_1(Process& p, const Args<1>& a) {
  const Term arguments[] = {a[0], am::big};
  return binary_decode_unsigned_2(p, Args<2>(arguments));
}

BifResult binary_encode_unsigned_2(Process& p, const Args<2>& a) {
  if (!a[0].is_integer() || !is_endianness(a[1])) return p.badarg();
  const vm::IntegerView view(a[0]);
  if (view.negative()) return p.badarg();
  const Word size = std::max<Word>(1, (vm::integer_bits(a[0]) + 7) / 8);
  HeapBuilder builder(p);
  Byte* bytes;
  const Term binary = vm::make_uninitialised_binary(builder, size, &bytes);
  for (Word i = 0; i < size; ++i) {
    const Word limb = i / 8 < view.size() ? view.limbs()[i / 8] : 0;
    bytes[a[1] == am::little ? i : size - 1 - i] = static_cast<Byte>(limb >> (i % 8 * 8));
  }
  return binary;
}

BifResult binary_encode_unsigned_1(Process& p, const Args<1>& a) {
  const Term arguments[] = {a[0], am::big};
  return binary_encode_unsigned_2(p, Args<2>(arguments));
}

BifResult binary_referenced_byte_size_1(Process& p, const Args<1>& a) {
  if (!a[0].is_bitstring()) return p.badarg();
  // For a binary on the heap OTP returns the number of bits.
  if (!a[0].is_boxed_as(vm::Subtag::kSubBinary)) return number(vm::bit_size(a[0]));
  const Term original = a[0].as_boxed<vm::SubBinary>().original;
  if (!original.is_boxed_as(vm::Subtag::kRefBinary)) return number(vm::bit_size(original));
  return number(original.as_boxed<vm::RefBinary>().binary->size());
}

}  // namespace bif
