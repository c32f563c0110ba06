// The decoder of the external term format.
#include "vm/base/memory_limit.h"
#include "vm/base/pooled_malloc.h"
#include "vm/base/utf8.h"
#include "vm/heap/binary.h"
#include "vm/heap/written_refs.h"
#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/compare.h"
#include "vm/term/external.h"
#include "vm/term/external_tags.h"
#include "vm/term/float_text.h"
#include "vm/term/limbs.h"
#include "vm/term/map.h"
#include "vm/term/node.h"
#include "vm/term/record.h"
#include "vm/term/work_stack.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

namespace vm {
namespace {

using namespace detail;

/// Memory for the pairs of maps that are being decoded, one in the other. The first short one of
/// them needs none of the C++ heap.
class PairMemory {
 public:
  MapPair* take(Word count) {
    if (count <= kInline && !inline_is_used_) {
      inline_is_used_ = true;
      return first();
    }
    return blocks_.emplace_back(std::make_unique<MapPair[]>(count)).get();
  }
  /// What was taken last.
  void give_back(const MapPair* pairs) {
    if (pairs == first())
      inline_is_used_ = false;
    else
      blocks_.pop_back();
  }

 private:
  static constexpr Word kInline = 32;
  MapPair* first() { return reinterpret_cast<MapPair*>(inline_); }
  // Bytes: each decoder would initialise pairs, and most decode no map.
  alignas(MapPair) Byte inline_[kInline * sizeof(MapPair)];
  bool inline_is_used_ = false;
  std::vector<std::unique_ptr<MapPair[]>> blocks_;
};

// A text of 1 to 16 bytes: the first eight, with zeros behind its end, and the last eight, if there
// are more.
struct ShortText {
  static bool is_short(Word size) { return size - 1 < 2 * sizeof(Word); }
  /// Eight bytes from `data` on may be read.
  ShortText(const Byte* data, Word its_size) : size(its_size) {
    std::memcpy(&first, data, sizeof first);
    if (size > sizeof(Word))
      std::memcpy(&last, data + size - sizeof(Word), sizeof last);
    else
      first &= ~Word{0} >> (kWordBits - 8 * size);
  }
  constexpr ShortText() = default;
  bool operator==(const ShortText&) const = default;

  Word first = 0, last = 0, size = 0;
};

// An atom that this thread has decoded. Data has the same few again and again, and to find them in
// the table of all atoms takes the hash of their text.
struct KnownAtom {
  ShortText text;
  Term atom;
};
constexpr unsigned kKnownAtomBits = 7;
thread_local constinit KnownAtom known_atoms[1 << kKnownAtomBits];

/// The place of an atom with this text, which may hold another one.
KnownAtom& known_atom(const ShortText& text) {
  const Word mixed = (text.first ^ text.last ^ text.size) * 0x9E3779B97F4A7C15u;
  return known_atoms[mixed >> (kWordBits - kKnownAtomBits)];
}

class Decoder {
 public:
  Decoder(HeapBuilder& builder, std::span<const Byte> bytes, const DecodeOptions& options)
      : builder_(builder),
        options_(options),
        start_(bytes.data()),
        at_(start_),
        end_(start_ + bytes.size()) {}

  void start() { todo_.push({&root_, 1}); }
  // Decodes up to `count` terms. False: there are no more, or the input is not valid. A read past
  // the end returns 0 and sets failed_, so that it is enough to check for errors once per term.
  bool go_on(Word count) {
    for (; !todo_.empty(); --count) {
      if (count == 0) return true;
      Frame& frame = todo_.top();
      if (frame.count == 0) {
        const Frame done = todo_.pop();
        if (!finish_map(done)) failed_ = true;
      } else {
        Term* place = frame.place;
        frame.place += frame.stride;
        if (--frame.count == 0) todo_.drop();
        *place = decode(place);
        if (place->is_none()) failed_ = true;
      }
      if (failed_) return false;
    }
    return false;
  }
  // One term, or none().
  Term result() const { return failed_ ? Term::none() : root_; }
  Word used() const { return static_cast<Word>(at_ - start_); }

 private:
  // `count` words to be filled with decoded terms, `stride` words apart. A frame with count 0 means
  // that all pairs of a map are decoded: the map is built and stored in `place`.
  struct Frame {
    Term* place;
    Word count;
    Word stride = 1;
    std::span<MapPair> pairs = {};
  };

  Word left() const { return static_cast<Word>(end_ - at_); }
  Word number(Word bytes) {
    if (left() < bytes) {
      failed_ = true;
      at_ = end_;
      return 0;
    }
    Word value = 0;
    while (bytes-- > 0) value = value << 8 | *at_++;
    return value;
  }
  const Byte* take(Word bytes) {
    if (left() < bytes) {
      failed_ = true;
      return nullptr;
    }
    const Byte* first = at_;
    at_ += bytes;
    return first;
  }
  Term fail() {
    failed_ = true;
    return Term::none();
  }
  // With only_check: a term for what would be added. It equals only those of the same name, so that
  // the keys of maps are compared as later: no input has an infinite float.
  template <class... Parts>
  Term in_place_of(Parts... parts) {
    const Term mark = builder_.float_(std::numeric_limits<double>::infinity());
    return builder_.tuple(mark, parts...);
  }
  /// Whether intern_atom() would make an atom, if there is room.
  static bool can_be_atom(std::string_view utf8) {
    const char *at = utf8.data(), *const end = at + utf8.size();
    Word characters = 0;
    for (; at < end; ++characters) {
      std::uint32_t point;
      const Word size = decode_utf8(at, end, &point);
      if (size == 0) return false;
      at += size;
    }
    return characters <= kMaxAtomCharacters;
  }
  /// Like has_repeated_field(), also where atoms are not there.
  static bool repeats(std::vector<Term> names) {
    const auto less = [](Term a, Term b) { return compare_exact(a, b) < 0; };
    const auto same = [](Term a, Term b) { return compare_exact(a, b) == 0; };
    std::ranges::sort(names, less);
    return std::ranges::adjacent_find(names, same) != names.end();
  }
  Term unsigned_(Word value) { return builder_.unsigned_integer(value); }

  // Decodes the term at the current position. Pushes frames for its elements, which follow in the
  // input.
  Term decode(Term* place) {
    const Word tag = number(1);
    switch (tag) {
      case kTagSmallInteger:
        return Term::small(static_cast<SWord>(number(1)));
      case kTagInteger:
        return Term::small(static_cast<std::int32_t>(number(4)));
      case kTagSmallBig:
        return big(number(1));
      case kTagLargeBig:
        return big(number(4));
      case kTagFloat:
        return float_text();
      case kTagNewFloat:
        return float_bits();
      case kTagAtom:
      case kTagSmallAtom:
      case kTagAtomUtf8:
      case kTagSmallAtomUtf8:
      case kTagAtomCacheRef:
        return atom_of_tag(tag);
      case kTagNil:
        return Term::nil();
      case kTagString:
        return string();
      case kTagList:
        return list(place);
      case kTagSmallTuple:
        return tuple(number(1));
      case kTagLargeTuple:
        return tuple(number(4));
      case kTagMap:
        return map(place);
      case kTagRecord:
        return record();
      case kTagBinary:
        return binary();
      case kTagBitBinary:
        return bitstring();
      case kTagPid:
      case kTagNewPid:
        return pid(tag);
      case kTagPort:
      case kTagNewPort:
      case kTagV4Port:
        return port(tag);
      case kTagReference:
      case kTagNewReference:
      case kTagNewerReference:
        return reference(tag);
      case kTagExport:
        return export_fun();
      case kTagNewFun:
        return closure();
      default:
        return fail();
    }
  }

  Term big(Word size) {
    const Word sign = number(1);
    const Byte* data = take(size);
    if (data == nullptr || sign > 1 || size > kMaxBigLimbs * 8) return fail();
    const Word count = size / 8 + 1;
    Limbs limbs(count);
    limbs[count - 1] = 0;
    std::memcpy(limbs.data(), data, size);
    return make_integer(builder_, limbs.data(), count, sign == 1);
  }

  Term float_bits() {
    const double value = std::bit_cast<double>(number(8));
    return std::isfinite(value) && !failed_ ? builder_.float_(value) : fail();
  }

  Term float_text() {
    const Byte* data = take(kFloatTextBytes);
    double value;
    if (data == nullptr) return fail();
    const auto* text = reinterpret_cast<const char*>(data);
    if (!parse_float({text, strnlen(text, kFloatTextBytes)}, &value)) return fail();
    return builder_.float_(value);
  }

  Term atom_of_tag(Word tag) {
    if (tag == kTagAtomCacheRef) {
      const Word index = number(1);
      return index < options_.cached_atoms.size() ? options_.cached_atoms[index] : fail();
    }
    const Word size = number(tag == kTagSmallAtom || tag == kTagSmallAtomUtf8 ? 1 : 2);
    const Byte* data = take(size);
    if (data == nullptr) return fail();
    std::string_view text(reinterpret_cast<const char*>(data), size);
    std::string utf8;
    if (tag == kTagAtomUtf8 || tag == kTagSmallAtomUtf8) {
      if (ShortText::is_short(size) && end_ - data >= static_cast<SWord>(sizeof(Word)))
        return short_atom(text, ShortText(data, size));
    } else {
      if (size > kMaxAtomCharacters) return fail();
      utf8 = utf8_of_latin1(text);
      text = utf8;
    }
    return made_atom(text);
  }

  Term short_atom(std::string_view text, const ShortText& key) {
    KnownAtom& known = known_atom(key);
    if (known.text == key) return known.atom;
    const Term made = made_atom(text);
    if (made.is_atom()) known = {key, made};
    return made;
  }

  // The atom with this text, if there may be one.
  [[gnu::noinline]] Term made_atom(std::string_view text) {
    if (options_.safe || options_.only_check) {
      const Term known = find_atom(text);
      if (known.has_value()) return known;
      if (options_.safe || !can_be_atom(text)) return fail();
      return in_place_of(
          make_binary(builder_, reinterpret_cast<const Byte*>(text.data()), text.size()));
    }
    auto made = intern_atom(text);
    return made.ok() ? made.value() : fail();
  }

  Term atom() {
    const Word tag = number(1);
    const bool is_atom = tag == kTagAtom || tag == kTagSmallAtom || tag == kTagAtomUtf8 ||
                         tag == kTagSmallAtomUtf8 || tag == kTagAtomCacheRef;
    return is_atom ? atom_of_tag(tag) : fail();
  }

  // Decodes an integer that the format embeds in another term.
  bool integer(Word* value) {
    switch (number(1)) {
      case kTagSmallInteger:
        *value = number(1);
        break;
      case kTagInteger:
        *value = number(4);
        break;
      case kTagSmallBig: {
        const Word size = number(1);
        if (number(1) != 0 || size > 4 || left() < size) return false;
        *value = 0;
        for (Word i = 0; i < size; ++i) *value |= number(1) << (8 * i);
        break;
      }
      default:
        return false;
    }
    return !failed_;
  }

  Term string() {
    const Word size = number(2);
    const Byte* data = take(size);
    if (data == nullptr) return fail();
    return builder_.string({reinterpret_cast<const char*>(data), size});
  }

  Term tuple(Word arity) {
    if (failed_ || arity > left()) return fail();  // each element takes at least one byte
    Term* words = builder_.alloc(arity + 1);
    words[0] = Term::from_bits(make_header(Subtag::kTuple, arity));
    for (Word i = 1; i <= arity; ++i) words[i] = Term::nil();
    if (arity > 0) todo_.push({words + 1, arity});
    return Term::boxed(words);
  }

  Term list(Term* place) {
    const Word length = number(4);
    if (failed_ || length >= left()) return fail();  // the elements and the tail
    if (length == 0) {
      // Without elements the list is its tail.
      todo_.push({place, 1});
      return Term::nil();
    }
    Term* cells = builder_.alloc(2 * length);
    for (Word i = 0; i < length; ++i) {
      cells[2 * i] = Term::nil();
      cells[2 * i + 1] =
          i + 1 < length ? Term::cons(reinterpret_cast<Cons*>(cells + 2 * i + 2)) : Term::nil();
    }
    todo_.push({cells + 2 * length - 1, 1});
    todo_.push({cells, length, 2});
    return Term::cons(reinterpret_cast<Cons*>(cells));
  }

  Term map(Term* place) {
    const Word size = number(4);
    if (failed_ || size > left() / 2) return fail();
    MapPair* const pairs = pairs_.take(size);
    todo_.push({place, 0, 1, {pairs, size}});
    static_assert(sizeof(MapPair) == 2 * sizeof(Term), "keys and values are decoded in turn");
    if (size > 0) todo_.push({&pairs->key, 2 * size});
    return Term::nil();  // a placeholder until finish_map()
  }

  Term record() {
    const Word count = number(4), exported = number(1);
    // The name of a field takes at least two bytes, its value at least one.
    if (failed_ || exported > 1 || count > left() / 3) return fail();
    const Term module = atom();
    const Term name = failed_ ? Term::none() : atom();
    std::vector<Term> fields;
    while (!failed_ && fields.size() < count) fields.push_back(atom());
    if (failed_ || count > left()) return fail();
    if (options_.only_check ? repeats(fields) : has_repeated_field(fields)) return fail();
    const Term definition =
        make_record_definition(builder_, module, name, make_boolean(exported == 1), fields);
    Record& record = make_record(builder_, definition);
    for (Word i = 0; i < count; ++i) record.values[i] = Term::nil();
    if (count > 0) todo_.push({record.values, count});
    return Term::boxed(&record);
  }

  bool finish_map(const Frame& frame) {
    *frame.place = map_from_unique_pairs(builder_, frame.pairs);
    pairs_.give_back(frame.pairs.data());
    return frame.place->has_value();
  }

  Term binary() {
    const Word size = number(4);
    const Byte* data = take(size);
    if (data == nullptr) return fail();
    // A part keeps the whole in memory: not for a small one.
    constexpr Word kLeastShare = 4;
    Binary* const whole = options_.shared;
    if (whole == nullptr || size <= kMaxHeapBinaryBytes || size < whole->size() / kLeastShare)
      return make_binary(builder_, data, size);
    const auto start = static_cast<Word>(data - whole->bytes());
    const Term view = make_counted_binary(builder_, SharedRef<Binary>(whole), start + size);
    return make_sub_binary(builder_, view, start * 8, size * 8);
  }

  Term bitstring() {
    const Word size = number(4), tail = number(1);
    const Byte* data = take(size);
    if (data == nullptr || tail == 0 || tail > 8 || size == 0) return fail();
    return make_bitstring(builder_, data, 0, (size - 1) * 8 + tail);
  }

  // Of another node: `words` data words.
  External& external(Subtag tag, Term node, Word creation, Word words) {
    auto& e = *reinterpret_cast<External*>(builder_.alloc(2 + words));
    e.header = make_header(tag, 1 + words);
    e.node = intern_node(node, static_cast<std::uint32_t>(creation));
    return e;
  }

  /// The creation of a node; in one byte there are only the first two bits.
  Word node_creation(bool is_short) {
    constexpr Word kMostShort = 3;
    const Word creation = number(is_short ? 1 : 4);
    if (is_short && creation > kMostShort) static_cast<void>(fail());
    return creation;
  }

  Term pid(Word tag) {
    const Term node = atom();
    const Word id = number(4), serial = number(4), creation = node_creation(tag == kTagPid);
    if (failed_) return Term::none();
    if (is_local_node(node, static_cast<std::uint32_t>(creation))) {
      return id <= 0xFFFFFFF ? Term::local_pid(serial << 28 | id) : fail();
    }
    if (options_.only_check)
      return in_place_of(am::pid, node, unsigned_(creation), unsigned_(id), unsigned_(serial));
    External& e = external(Subtag::kExternalPid, node, creation, 2);
    e.data[0] = id;
    e.data[1] = serial;
    return Term::boxed(&e);
  }

  Term port(Word tag) {
    const Term node = atom();
    const Word id = number(tag == kTagV4Port ? 8 : 4), creation = node_creation(tag == kTagPort);
    if (failed_) return Term::none();
    if (is_local_node(node, static_cast<std::uint32_t>(creation))) {
      return id >> 60 == 0 ? Term::local_port(id) : fail();
    }
    if (options_.only_check) return in_place_of(am::port, node, unsigned_(creation), unsigned_(id));
    External& e = external(Subtag::kExternalPort, node, creation, 1);
    e.data[0] = id;
    return Term::boxed(&e);
  }

  Term reference(Word tag) {
    const Word count = tag == kTagReference ? 1 : number(2);
    const Term node = atom();
    Word ids[3] = {}, creation;
    if (tag == kTagReference) {
      ids[0] = number(4);
      creation = node_creation(true);
    } else {
      creation = node_creation(tag == kTagNewReference);
      if (count == 0 || count > 5) return fail();
      for (Word i = 0; i < count; ++i) ids[i / 2] |= number(4) << (i % 2 * 32);
    }
    if (failed_) return Term::none();
    const bool is_local = is_local_node(node, static_cast<std::uint32_t>(creation));
    // As in OTP, the first number has 18 bits in references of this node and in the older forms.
    const bool is_short = is_local || tag != kTagNewerReference;
    if (is_short && (ids[0] & 0xFFFFFFFF) >> 18 != 0) return fail();
    if (is_local) return local_reference(ids, count);
    if (options_.only_check)
      return in_place_of(am::reference, node, unsigned_(creation), unsigned_(count),
                         unsigned_(ids[0]), unsigned_(ids[1]), unsigned_(ids[2]));
    External& e = external(Subtag::kExternalRef, node, creation, 1 + (count + 1) / 2);
    e.data[0] = count;
    for (Word i = 0; i < (count + 1) / 2; ++i) e.data[1 + i] = ids[i];
    return Term::boxed(&e);
  }

  Term local_reference(const Word* ids, Word count) {
    const Term pid = Term::from_bits(ids[1] >> 32 | ids[2] << 32);
    if (count == 4 || (count == 5 && !pid.is_local_pid())) return fail();
    const bool has_pid = count == 5;
    if (!has_pid) {
      const Term written = WrittenRefs::find(builder_, ids[0], ids[1] & 0xFFFFFFFF);
      if (written.has_value()) return written;
    }
    auto& ref = *reinterpret_cast<Ref*>(builder_.alloc(has_pid ? kPidRefWords : kRefWords));
    ref.header = make_header(Subtag::kRef, (has_pid ? kPidRefWords : kRefWords) - 1);
    ref.low = ids[0];
    ref.high = ids[1] & 0xFFFFFFFF;
    if (has_pid) ref.pid[0] = pid.bits();
    return Term::boxed(&ref);
  }

  Fun& make_fun(void* target, Word arity, Word num_free) {
    auto& fun = *reinterpret_cast<Fun*>(builder_.alloc(3 + num_free));
    fun.header = make_header(Subtag::kFun, 2 + num_free);
    fun.target = target;
    fun.arity = arity;
    return fun;
  }

  Term export_fun() {
    const Term module = atom();
    const Term function = failed_ ? Term::none() : atom();
    Word arity;
    if (failed_ || !integer(&arity) || arity > 255) return fail();
    if (options_.only_check) return in_place_of(am::fun, module, function, unsigned_(arity));
    if (options_.funs == nullptr) return fail();
    Export* target = options_.safe ? options_.funs->find_export(module, function, arity)
                                   : options_.funs->resolve_export(module, function, arity);
    if (target == nullptr) return fail();
    return Term::boxed(&make_fun(target, arity | Fun::kExternal, 0));
  }

  Term closure() {
    const Word size = number(4), arity = number(1);
    const Byte* uniq = take(16);
    const Word index = number(4), num_free = number(4);
    const Term module = failed_ ? Term::none() : atom();
    Word old_index, old_uniq;
    if (failed_ || size < 4 || !integer(&old_index) || !integer(&old_uniq)) return fail();
    const Word pid_tag = number(1);
    if (pid_tag != kTagPid && pid_tag != kTagNewPid) return fail();
    pid(pid_tag);
    if (failed_ || num_free > left() || num_free + arity > 255) return fail();
    if (options_.only_check) {
      const Term free = tuple(num_free);
      return in_place_of(module, unsigned_(index), unsigned_(old_uniq), unsigned_(arity),
                         make_binary(builder_, uniq, 16), free);
    }
    if (options_.funs == nullptr) return fail();
    FunEntry* entry = options_.funs->resolve_fun(module, index, old_uniq, uniq, arity, num_free);
    if (entry == nullptr) return fail();
    Fun& fun = make_fun(entry, arity, num_free);
    for (Word i = 0; i < num_free; ++i) fun.free[i] = Term::nil();
    if (num_free > 0) todo_.push({fun.free, num_free});
    return Term::boxed(&fun);
  }

  HeapBuilder& builder_;
  const DecodeOptions& options_;
  const Byte* const start_;
  const Byte* at_;
  const Byte* const end_;
  Term root_ = Term::none();
  bool failed_ = false;
  WorkStack<Frame> todo_;
  PairMemory pairs_;  // frames point into it
};

// Decompresses the bytes after kTagCompressed. Fails before it allocates, if the size given exceeds
// what zlib's best compression ratio allows for the input.
bool inflate_external(std::span<const Byte> input, std::vector<Byte>* out, Word* used) {
  constexpr Word kBestRatio = 1032;
  if (input.size() < 4) return false;
  const Word size = static_cast<Word>(input[0]) << 24 | static_cast<Word>(input[1]) << 16 |
                    static_cast<Word>(input[2]) << 8 | input[3];
  const std::span<const Byte> data = input.subspan(4);
  if (size > data.size() * kBestRatio || !fits_in_memory(size)) return false;
  out->resize(size);
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return false;
  stream.next_in = const_cast<Byte*>(data.data());
  stream.avail_in = static_cast<uInt>(data.size() < 0xFFFFFFFF ? data.size() : 0xFFFFFFFF);
  Byte nothing;  // zlib requires an output pointer even for an empty output
  stream.next_out = size > 0 ? out->data() : &nothing;
  stream.avail_out = static_cast<uInt>(size);
  const int result = inflate(&stream, Z_FINISH);
  const bool whole = result == Z_STREAM_END && stream.total_out == size;
  *used = 4 + stream.total_in;
  inflateEnd(&stream);
  return whole;
}

/// What there is to decode.
struct Input {
  std::span<const Byte> bytes;
  std::vector<Byte> inflated;    // what they are in, if they were compressed
  Word used_before = 0;          // bytes that are not in `bytes`
  bool counts_all_used = false;  // the compressed form is all that is used
};

std::optional<Input> find_input(std::span<const Byte> bytes, const DecodeOptions& options) {
  Input input;
  if (options.version_byte) {
    if (bytes.empty() || bytes[0] != kExternalVersion) return std::nullopt;
    input.used_before = 1;
  }
  input.bytes = bytes.subspan(input.used_before);
  if (input.bytes.empty() || input.bytes[0] != kTagCompressed) return input;
  Word compressed;
  if (!inflate_external(input.bytes.subspan(1), &input.inflated, &compressed)) return std::nullopt;
  input.bytes = input.inflated;
  input.used_before += 1 + compressed;
  input.counts_all_used = true;
  return input;
}

Word used_bytes(const Input& input, const Decoder& decoder) {
  return input.used_before + (input.counts_all_used ? 0 : decoder.used());
}

}  // namespace

struct ExternalDecoding::State : Pooled {
  State(HeapBuilder& builder, Input found, const DecodeOptions& given)
      : options(given), input(std::move(found)), decoder(builder, input.bytes, options) {
    decoder.start();
  }
  const DecodeOptions options;
  const Input input;
  Decoder decoder;
};

ExternalDecoding::ExternalDecoding(HeapBuilder& builder, std::span<const Byte> bytes,
                                   const DecodeOptions& options) {
  if (auto input = find_input(bytes, options))
    state_ = std::make_unique<State>(builder, std::move(*input), options);
}
ExternalDecoding::~ExternalDecoding() = default;

bool ExternalDecoding::go_on(Word count) {
  return state_ != nullptr && state_->decoder.go_on(count);
}
Term ExternalDecoding::result() const {
  return state_ == nullptr ? Term::none() : state_->decoder.result();
}
Word ExternalDecoding::used() const {
  return state_ == nullptr ? 0 : used_bytes(state_->input, state_->decoder);
}

Term decode_external(HeapBuilder& builder, std::span<const Byte> bytes,
                     const DecodeOptions& options, Word* used) {
  const auto input = find_input(bytes, options);
  if (!input) return Term::none();
  Decoder decoder(builder, input->bytes, options);
  decoder.start();
  decoder.go_on(~Word{0});
  if (used != nullptr) *used = used_bytes(*input, decoder);
  return decoder.result();
}

}  // namespace vm
