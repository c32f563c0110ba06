// The encoder of the external term format.
#include "vm/base/pooled_malloc.h"
#include "vm/base/utf8.h"
#include "vm/heap/binary.h"
#include "vm/heap/list_view.h"
#include "vm/heap/written_refs.h"
#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/compare.h"
#include "vm/term/encoded_bytes.h"
#include "vm/term/external.h"
#include "vm/term/external_size.h"
#include "vm/term/external_tags.h"
#include "vm/term/float_text.h"
#include "vm/term/map.h"
#include "vm/term/node.h"
#include "vm/term/work_stack.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

namespace vm {
namespace {

using namespace detail;

// Converts a text to Latin-1; returns false if it has other characters.
bool to_latin1(std::string_view utf8, std::string* latin1) {
  const char *at = utf8.data(), *const end = at + utf8.size();
  while (at < end) {
    std::uint32_t c;
    at += decode_utf8(at, end, &c);
    if (c > 255) return false;
    *latin1 += static_cast<char>(c);
  }
  return true;
}

/// Writes terms to an EncodedBytes, or counts their bytes in a ByteCount.
template <class Out>
class Encoder {
 public:
  explicit Encoder(const EncodeOptions& options) : options_(options) {}

  // Up to `count` terms within the term are encoded at once, if they are only counted.
  void start(Term term, Word count = 0) {
    left_ = count;
    encode(term);
  }
  bool has_more() const { return !todo_.empty() && !is_too_large(); }
  // Encodes up to `count` terms. False: there are no more.
  bool go_on(Word count) {
    left_ = count;
    while (!todo_.empty() && !is_too_large()) {
      if (left_ == 0) return true;
      --left_;
      Terms& terms = todo_.top();
      switch (terms.what) {
        case What::kArray:
          next_of_array(terms);
          break;
        case What::kList:
          next_of_list(terms);
          break;
        case What::kFlatMap:
          next_of_flat_map(terms);
          break;
        case What::kFunEnd:
          end_fun(todo_.pop().place);
          break;
      }
    }
    return false;
  }
  bool is_too_large() const { return out_.is_too_large(); }
  Out& out() { return out_; }
  /// From here on contents of large binaries go to `insertions`.
  void insert_into(std::vector<EncodedTerms::Insertion>& insertions) { insertions_ = &insertions; }

 private:
  enum class What : Byte {
    kArray,    // `count` terms at `first`
    kList,     // the rest of a list: `first` is its cell, `count` are its elements so far
    kFlatMap,  // `count` keys at `first`, their values at `values`
    kFunEnd,   // the end of a fun
  };
  struct Terms {
    const Term* first;
    Word count;
    union {
      Word place;  // of the length or size that is known at the end
      const Term* values;
    };
    What what;
    bool is_key_next = false;  // of a flat map
  };

  void byte(Word v) { out_.byte(v); }
  // Writes the low `bytes` bytes of `v`, most significant first.
  void number(Word v, int bytes) { out_.number(v, bytes); }
  void bytes(const void* data, Word size) { out_.bytes(data, size); }
  void push(const Term* first, Word count) {
    if constexpr (Out::kCounts) {
      // The order does not matter, and recursion is faster than the stack of what is to be done.
      if (levels_ < kMostLevels) {
        ++levels_;
        Word counted = 0;
        for (; count > 0 && left_ > 0; --count) {
          --left_;  // first: what is in the term counts, too
          counted += count_or_encode(*first++);
        }
        out_.add(counted);
        --levels_;
      }
    }
    if (count > 0) todo_.push({first, count, {}, What::kArray});
  }

  /// How many bytes an integer of up to 32 bits has; any other term is encoded: 0.
  [[gnu::always_inline]] Word count_or_encode(Term t) {
    if (t.is_byte()) return 2;
    if (t.is_small() && is_short(t.as_small())) return 5;
    encode(t);
    return 0;
  }
  /// Counts the elements of a list. Returns what is left of it.
  Term count_elements(Term list) {
    Word counted = 0;
    for (; list.is_cons() && left_ > 0; list = list.as_cons().tail) {
      --left_;
      counted += count_or_encode(list.as_cons().head);
    }
    out_.add(counted);
    return list;
  }

  [[gnu::always_inline]] void encode(Term t) {
    if (t.is_small()) {
      small(t.as_small());
    } else if (t.is_atom()) {
      atom(t);
    } else if (t.is_nil()) {
      byte(kTagNil);
    } else {
      encode_other(t);
    }
  }
  [[gnu::noinline]] void encode_other(Term t) {
    if (t.is_cons()) {
      list(t);
    } else if (t.is_local_pid()) {
      local_pid(t.id_data() & 0xFFFFFFF, t.id_data() >> 28);
    } else if (t.is_local_port()) {
      local_port(t.id_data());
    } else {
      boxed(t);
    }
  }

  void boxed(Term t) {
    switch (header_subtag(t.header())) {
      case Subtag::kTuple: {
        const Tuple& tuple = t.as_tuple();
        byte(tuple.arity() < 256 ? kTagSmallTuple : kTagLargeTuple);
        number(tuple.arity(), tuple.arity() < 256 ? 1 : 4);
        return push(tuple.elements, tuple.arity());
      }
      case Subtag::kFloat:
        return float_(float_value(t));
      case Subtag::kBigPositive:
      case Subtag::kBigNegative:
        return big(t);
      case Subtag::kHeapBinary:
      case Subtag::kSubBinary:
        if (insertions_ != nullptr && insert(t)) return;
        return bits(bits_of(t));
      case Subtag::kFlatMap:
      case Subtag::kHashMap:
        return map(t);
      case Subtag::kRecord:
        return record(t.as_boxed<Record>());
      case Subtag::kFun:
        return fun(t.as_boxed<Fun>());
      case Subtag::kRef: {
        const Ref& ref = t.as_boxed<Ref>();
        const Word ids[] = {ref.low,
                            (ref.high & 0xFFFFFFFF) | (ref.has_pid() ? ref.pid[0] << 32 : 0),
                            ref.has_pid() ? ref.pid[0] >> 32 : 0};
        return local_reference(ids, ref.has_pid() ? 5 : 3);
      }
      case Subtag::kMagicRef: {
        const auto& ref = t.as_boxed<MagicRef>();
        WrittenRefs::add(ref);
        const Word ids[] = {ref.low, ref.high};
        return local_reference(ids, 3);
      }
      case Subtag::kExternalPid: {
        const External& e = t.as_boxed<External>();
        return pid(e.node->name, e.node->creation, e.data[0], e.data[1]);
      }
      case Subtag::kExternalPort: {
        const External& e = t.as_boxed<External>();
        return port(e.node->name, e.node->creation, e.data[0]);
      }
      case Subtag::kExternalRef: {
        const External& e = t.as_boxed<External>();
        return reference(e.node->name, e.node->creation, e.data + 1, e.data[0]);
      }
      case Subtag::kRefBinary:
      case Subtag::kHashNode:
        break;
    }
    VM_UNREACHABLE();
  }

  static bool is_short(SWord value) { return value >= INT32_MIN && value <= INT32_MAX; }
  void small(SWord value) {
    if (value >= 0 && value <= 255) {
      byte(kTagSmallInteger);
      byte(static_cast<Word>(value));
    } else if (is_short(value)) {
      byte(kTagInteger);
      number(static_cast<Word>(value), 4);
    } else {
      big(Term::small(value));
    }
  }

  void big(Term integer) {
    const IntegerView view(integer);
    const Word size = (integer_bits(integer) + 7) / 8;
    byte(size < 256 ? kTagSmallBig : kTagLargeBig);
    number(size, size < 256 ? 1 : 4);
    byte(view.negative() ? 1 : 0);
    static_assert(std::endian::native == std::endian::little, "limbs are bytes in their order");
    bytes(view.limbs(), size);
  }

  void float_(double value) {
    if (options_.minor_version > 0) {
      byte(kTagNewFloat);
      return number(std::bit_cast<Word>(value), 8);
    }
    std::string text = float_to_text_scientific(value, 20);
    text.resize(kFloatTextBytes, '\0');
    byte(kTagFloat);
    bytes(text.data(), text.size());
  }

  void atom(Term t) {
    if (options_.atoms != nullptr) {
      if (const std::optional<Byte> number = options_.atoms->add(t)) {
        byte(kTagAtomCacheRef);
        return byte(*number);
      }
    }
    const std::string_view text = atom_text(t);
    if (options_.minor_version < 2 && latin1_atom(text)) return;
    byte(text.size() < 256 ? kTagSmallAtomUtf8 : kTagAtomUtf8);
    number(text.size(), text.size() < 256 ? 1 : 2);
    bytes(text.data(), text.size());
  }

  [[gnu::noinline]] bool latin1_atom(std::string_view text) {
    std::string latin1;
    if (!to_latin1(text, &latin1)) return false;
    byte(kTagAtom);
    number(latin1.size(), 2);
    bytes(latin1.data(), latin1.size());
    return true;
  }

  // The next element, and those before it that contain no others.
  void next_of_array(Terms& terms) {
    const Term* next = terms.first;
    const Term* const end = next + terms.count;
    for (; next + 1 != end && !next->is_pointer() && left_ > 0; --left_) encode(*next++);
    terms.first = next + 1;
    terms.count = static_cast<Word>(end - terms.first);
    if (terms.count == 0) todo_.drop();
    encode(*next);
  }

  // The same for a list.
  void next_of_list(Terms& terms) {
    const auto* cell = reinterpret_cast<const Cons*>(terms.first);
    ++terms.count;
    for (; cell->tail.is_cons() && !cell->head.is_pointer() && left_ > 0; --left_, ++terms.count) {
      encode(cell->head);
      cell = &cell->tail.as_cons();
    }
    if (cell->tail.is_cons()) {
      terms.first = &cell->tail.as_cons().head;
    } else {
      out_.put_number(terms.place, terms.count);
      todo_.drop();
      push(&cell->tail, 1);
    }
    encode(cell->head);
  }

  // A proper list of bytes is encoded as kTagString if its length fits 16 bits.
  void list(Term t) {
    Word length = 0;
    Term tail = t;
    for (; tail.is_cons() && length <= kMaxString; tail = tail.as_cons().tail, ++length) {
      const Term head = tail.as_cons().head;
      if (!head.is_byte()) break;
    }
    if (tail.is_nil() && length <= kMaxString) {
      byte(kTagString);
      number(length, 2);
      for (; t.is_cons(); t = t.as_cons().tail)
        byte(static_cast<Word>(t.as_cons().head.as_small()));
      return;
    }
    byte(kTagList);
    const Word place = out_.size();
    number(0, 4);
    if constexpr (Out::kCounts) {
      if (levels_ < kMostLevels) {
        ++levels_;
        t = count_elements(t);
        --levels_;
      }
      if (!t.is_cons()) return encode(t);
    }
    todo_.push({&t.as_cons().head, 0, {.place = place}, What::kList});
  }

  void next_of_flat_map(Terms& pairs) {
    pairs.is_key_next = !pairs.is_key_next;
    if (!pairs.is_key_next) return encode(*pairs.first++);
    const Term value = *pairs.values++;
    if (--pairs.count == 0) todo_.drop();
    encode(value);
  }

  void map(Term t) {
    byte(kTagMap);
    number(map_size(t), 4);
    if (t.is_flat_map() && !options_.deterministic) {
      const auto& flat = t.as_boxed<FlatMap>();
      if (flat.count() == 0) return;
      if constexpr (Out::kCounts) {
        push(flat.keys.as_tuple().elements, flat.count());
        return push(flat.values, flat.count());
      }
      return todo_.push({flat.keys.as_tuple().elements,
                         flat.count(),
                         {.values = flat.values},
                         What::kFlatMap,
                         true});
    }
    std::vector<MapPair>& pairs = scratch_.emplace_back(map_pairs(t));
    if (options_.deterministic) sort_pairs(pairs);
    static_assert(sizeof(MapPair) == 2 * sizeof(Term), "pairs are walked as terms");
    if (!pairs.empty()) push(&pairs[0].key, 2 * pairs.size());
  }

  void record(const Record& record) {
    const RecordDefinition& type = record.type();
    byte(kTagRecord);
    number(record.count(), 4);
    byte(type.is_exported == am::true_ ? 1 : 0);
    atom(type.module);
    atom(type.name);
    for (Word i = 0; i < record.count(); ++i) atom(type.fields[i]);
    push(record.values, record.count());
  }

  /// False: it is to be copied.
  bool insert(Term t) {
    const Bits bits = bits_of(t);
    const Word whole = bits.bit_size / 8, tail = bits.bit_size % 8;
    if (!bits.is_byte_aligned() || whole < options_.least_inserted) return false;
    Binary* const binary = shared_binary(t);
    if (binary == nullptr) return false;
    bits_head(whole + (tail != 0), tail);
    const auto offset = static_cast<Word>(bits.bytes - binary->bytes());
    insertions_->push_back({out_.size(), SharedRef<Binary>(binary), offset, whole});
    inserted_ += whole;
    if (tail != 0) byte(bits.bytes[whole] & last_byte_mask(tail));
    return true;
  }

  /// Of a bitstring of `size` bytes, of whose last one only `tail` bits count, if not 0.
  void bits_head(Word size, Word tail) {
    if (size > kMostBytes) out_.refuse();
    byte(tail == 0 ? kTagBinary : kTagBitBinary);
    number(size, 4);
    if (tail != 0) byte(tail);
  }
  static Byte last_byte_mask(Word tail) { return static_cast<Byte>(0xFF << (8 - tail)); }

  void bits(const Bits& bits) {
    const Word size = (bits.bit_size + 7) / 8, tail = bits.bit_size % 8;
    bits_head(size, tail);
    if (bits.is_byte_aligned()) {
      bytes(bits.bytes, size);
    } else {
      const Word last = (bits.bit_offset + bits.bit_size - 1) / 8;
      for (Word i = 0; i < size; ++i) {
        Word value = static_cast<Word>(bits.bytes[i]) << bits.bit_offset;
        if (i + 1 <= last) value |= bits.bytes[i + 1] >> (8 - bits.bit_offset);
        byte(value);
      }
    }
    if (tail != 0) out_.mask_last(static_cast<Byte>(0xFF00 >> tail));
  }

  void pid(Term node, Word creation, Word id, Word serial) {
    byte(kTagNewPid);
    atom(node);
    number(id, 4);
    number(serial, 4);
    number(creation, 4);
  }

  void local_pid(Word id, Word serial) {
    const Node here = local_node();
    pid(here.name, here.creation, id, serial);
  }
  void local_port(Word id) {
    const Node here = local_node();
    port(here.name, here.creation, id);
  }
  void local_reference(const Word* ids, Word count) {
    const Node here = local_node();
    reference(here.name, here.creation, ids, count);
  }

  void port(Term node, Word creation, Word id) {
    const bool wide = id > 0xFFFFFFF;
    byte(wide ? kTagV4Port : kTagNewPort);
    atom(node);
    number(id, wide ? 8 : 4);
    number(creation, 4);
  }

  void reference(Term node, Word creation, const Word* ids, Word count) {
    byte(kTagNewerReference);
    number(count, 2);
    atom(node);
    number(creation, 4);
    for (Word i = 0; i < count; ++i) number(ids[i / 2] >> (i % 2 * 32), 4);
  }

  void fun(const Fun& fun) {
    const FunIdentity id = fun_identity(fun);
    if (fun.is_external()) {
      byte(kTagExport);
      atom(id.module);
      atom(id.function);
      return small(static_cast<SWord>(id.arity));
    }
    byte(kTagNewFun);
    const Word size_at = out_.size();
    number(0, 4);
    byte(id.arity);
    bytes(id.uniq, 16);
    number(id.index, 4);
    number(fun.num_free(), 4);
    atom(id.module);
    small(static_cast<SWord>(id.index));
    small(static_cast<SWord>(id.old_uniq));
    // The format has the pid of the process that created the fun. We do not record it, and decoders
    // ignore it.
    local_pid(0, 0);
    // The size field covers the free variables, so it is written after them.
    todo_.push({nullptr, 0, {.place = size_at}, What::kFunEnd});
    open_funs_.push_back(inserted_);
    push(fun.free, fun.num_free());
  }

  void end_fun(Word size_at) {
    const Word size = out_.size() - size_at + inserted_ - open_funs_.back();
    if (size > kMostBytes) out_.refuse();
    out_.put_number(size_at, size);
    open_funs_.pop_back();
  }

  static constexpr Word kMostLevels = 20;
  Out out_;
  Word left_ = 0;  // of the terms that go_on() encodes
  Word levels_ = 0;
  const EncodeOptions options_;
  std::vector<EncodedTerms::Insertion>* insertions_ = nullptr;
  Word inserted_ = 0;            // bytes in insertions
  std::vector<Word> open_funs_;  // inserted_ where each began
  WorkStack<Terms, 16> todo_;
  std::vector<std::vector<MapPair>> scratch_;  // arrays that todo_ points to
};

/// Compresses the bytes of a term in parts.
class Compression {
 public:
  Compression(std::span<const Byte> plain, int level) : plain_(plain) {
    ok_ = deflateInit(&stream_, level) == Z_OK;
    if (ok_) out_.resize(deflateBound(&stream_, plain.size()));
  }
  ~Compression() { deflateEnd(&stream_); }
  Compression(const Compression&) = delete;

  /// Compresses up to `count` bytes more; false: that was all.
  bool go_on(Word count) {
    count = std::min({count, plain_.size() - at_, Word{kMostAtOnce}});
    const bool is_last = at_ + count == plain_.size();
    stream_.next_in = const_cast<Byte*>(plain_.data() + at_);  // zlib only reads it
    stream_.avail_in = static_cast<uInt>(count);
    stream_.next_out = out_.data() + done_;
    const Word room = std::min(out_.size() - done_, Word{0xFFFFFFFF});
    stream_.avail_out = static_cast<uInt>(room);
    const int state = ok_ ? deflate(&stream_, is_last ? Z_FINISH : Z_NO_FLUSH) : Z_STREAM_ERROR;
    ok_ = state == (is_last ? Z_STREAM_END : Z_OK);
    at_ += count;
    done_ += room - stream_.avail_out;
    return ok_ && !is_last;
  }
  /// The compressed bytes, with all done; nothing where that failed.
  std::span<const Byte> bytes() const {
    return ok_ ? std::span(out_).first(done_) : std::span<const Byte>();
  }

 private:
  static constexpr Word kMostAtOnce = Word{1} << 30;
  const std::span<const Byte> plain_;
  z_stream stream_{};
  std::vector<Byte> out_;
  Word at_ = 0;
  Word done_ = 0;
  bool ok_;
};

}  // namespace

struct ExternalEncoding::State : Pooled {
  State(Term term, const EncodeOptions& o, bool in_parts) : options(o), encoder(options) {
    if (in_parts && options.compression <= 0) encoder.insert_into(insertions);
    if (options.version_byte) encoder.out().byte(kExternalVersion);
    start = encoder.out().size();
    encoder.start(term);
  }
  /// Whether the compressed bytes are shorter, with what stands before them.
  bool is_compressed() {
    if (!compression) return false;
    const Word size = compression->bytes().size();
    return size > 0 && size + kCompressedHead < encoder.out().size() - start;
  }
  // The tag and the length without compression.
  static constexpr Word kCompressedHead = 5;

  const EncodeOptions options;
  Word start = 0;
  Encoder<EncodedBytes> encoder;
  std::vector<EncodedTerms::Insertion> insertions;
  std::optional<Compression> compression;  // once it has begun
};

ExternalEncoding::ExternalEncoding(Term term, const EncodeOptions& options, bool in_parts)
    : state_(std::make_unique<State>(term, options, in_parts)) {}
ExternalEncoding::ExternalEncoding(ExternalEncoding&&) noexcept = default;
ExternalEncoding::~ExternalEncoding() = default;

bool ExternalEncoding::go_on(Word count) { return state_->encoder.go_on(count); }

bool ExternalEncoding::is_too_large() const { return state_->encoder.is_too_large(); }

bool ExternalEncoding::compress(Word count) {
  State& state = *state_;
  const int level = state.options.compression;
  if (level <= 0) return false;
  if (!state.compression)
    state.compression.emplace(state.encoder.out().span().subspan(state.start), level);
  return state.compression->go_on(count);
}

std::vector<Byte> ExternalEncoding::finish() {
  State& state = *state_;
  const std::span<const Byte> plain = state.encoder.out().span();
  if (!state.is_compressed()) return {plain.begin(), plain.end()};
  const std::span<const Byte> compressed = state.compression->bytes();
  const Word size = plain.size() - state.start;
  std::vector<Byte> out;
  out.reserve(state.start + State::kCompressedHead + compressed.size());
  out.assign(plain.begin(), plain.begin() + static_cast<std::ptrdiff_t>(state.start));
  out.push_back(kTagCompressed);
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<Byte>(size >> shift));
  out.insert(out.end(), compressed.begin(), compressed.end());
  return out;
}

Term ExternalEncoding::finish_as_binary(HeapBuilder& builder) {
  if (!state_->is_compressed()) return state_->encoder.out().take_as_binary(builder);
  const std::vector<Byte> bytes = finish();
  return make_binary(builder, bytes.data(), bytes.size());
}

Term ExternalEncoding::finish_as_list(HeapBuilder& builder) {
  if (state_->insertions.empty()) return builder.cons(finish_as_binary(builder), Term::nil());
  Word own_size = 0;
  SharedRef<Binary> bytes = state_->encoder.out().take(&own_size);
  const Term own = make_counted_binary(builder, std::move(bytes), own_size);
  ListBuilder list(builder);
  Word at = 0;
  const auto add_own = [&](Word end) {
    if (end > at) list.add(make_sub_binary(builder, own, at * 8, (end - at) * 8));
    at = end;
  };
  for (EncodedTerms::Insertion& each : state_->insertions) {
    add_own(each.at);
    const Word end = each.offset + each.size;
    const Term whole = make_counted_binary(builder, std::move(each.binary), end);
    list.add(each.offset == 0 ? whole
                              : make_sub_binary(builder, whole, each.offset * 8, each.size * 8));
  }
  add_own(own_size);
  return list.finish();
}

std::vector<Byte> encode_external(Term term, const EncodeOptions& options) {
  ExternalEncoding encoding(term, options);
  encoding.go_on(~Word{0});
  while (encoding.compress(~Word{0})) {
  }
  return encoding.finish();
}

EncodedTerms encode_terms(std::span<const Term> terms, const EncodeOptions& options) {
  Encoder<EncodedBytes> encoder(options);
  EncodedTerms encoded;
  for (const Term& term : terms) {
    if (&term != terms.data()) encoder.insert_into(encoded.insertions);
    if (options.version_byte) encoder.out().byte(kExternalVersion);
    encoder.start(term);
    encoder.go_on(~Word{0});
    if (&term == terms.data()) encoded.first_size = encoder.out().size();
  }
  if (encoder.is_too_large()) return {};
  encoded.bytes = encoder.out().take(&encoded.own_size);
  encoded.size = encoded.own_size;
  for (const EncodedTerms::Insertion& each : encoded.insertions) encoded.size += each.size;
  return encoded;
}

struct ExternalSize::State : Pooled {
  explicit State(Encoder<ByteCount> begun) : encoder(std::move(begun)) {}
  Encoder<ByteCount> encoder;
};

ExternalSize::ExternalSize(Term term, const EncodeOptions& options, Word count)
    : bytes_(options.version_byte ? 1 : 0) {
  constexpr Word kFaster = 8;  // than the encoder
  if (const auto size = size_of_external(term, options, count * kFaster)) {
    bytes_ += *size;
    return;
  }
  Encoder<ByteCount> encoder(options);
  encoder.start(term, count);
  if (encoder.has_more())
    state_ = std::make_unique<State>(std::move(encoder));
  else
    take_result(encoder.out());
}
ExternalSize::ExternalSize(ExternalSize&&) noexcept = default;
ExternalSize::~ExternalSize() = default;

bool ExternalSize::go_on(Word count) {
  if (state_ == nullptr) return false;
  if (state_->encoder.go_on(count)) return true;
  take_result(state_->encoder.out());
  return false;
}

void ExternalSize::take_result(const ByteCount& counted) {
  bytes_ += counted.size();
  is_too_large_ = counted.is_too_large();
  state_.reset();
}

}  // namespace vm
