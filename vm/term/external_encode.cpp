// The encoder of the external term format.
#include "vm/base/memory_limit.h"
#include "vm/heap/written_refs.h"
#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/compare.h"
#include "vm/term/external.h"
#include "vm/term/external_tags.h"
#include "vm/term/float_text.h"
#include "vm/term/map.h"
#include "vm/term/node.h"
#include "vm/term/work_stack.h"

#include <zlib.h>

#include <algorithm>
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

class Encoder {
 public:
  Encoder(BinaryBuffer& out, const EncodeOptions& options) : out_(out), options_(options) {}

  void start(Term term) { encode(term); }
  // Encodes up to `count` terms. False: there are no more.
  bool go_on(Word count) {
    for (; !todo_.empty() && !is_too_large_; --count) {
      if (count == 0) {
        is_too_large_ = !fits_in_memory(2 * out_.capacity());
        return true;
      }
      Terms& terms = todo_.top();
      if (terms.first == nullptr) {
        end_fun(todo_.pop().count);
      } else if (terms.list_at != kNoList) {
        next_of_list(terms);
      } else {
        const Term next = *terms.first++;
        if (--terms.count == 0) todo_.drop();
        encode(next);
      }
    }
    return false;
  }
  bool is_too_large() const { return is_too_large_; }

 private:
  static constexpr Word kNoList = ~Word{0};
  // Terms to encode; or, without a first one, the end of a fun whose size field is at `count`; or,
  // with the place of its length field, the rest of a list: `first` is its cell, and `count` are
  // its elements so far.
  struct Terms {
    const Term* first;
    Word count;
    Word list_at = kNoList;
  };

  void byte(Word v) { out_.push_back(static_cast<Byte>(v)); }
  // Writes the low `bytes` bytes of `v`, most significant first.
  void number(Word v, int bytes) {
    while (bytes-- > 0) byte(v >> (8 * bytes));
  }
  void bytes(const void* data, Word size) {
    if (size > out_.capacity() - out_.size() && !fits_in_memory(2 * out_.capacity() + size)) {
      is_too_large_ = true;
      return;
    }
    out_.append(data, size);
  }
  void push(const Term* first, Word count) {
    if (count > 0) todo_.push({first, count});
  }

  void encode(Term t) {
    if (t.is_small()) {
      small(t.as_small());
    } else if (t.is_atom()) {
      atom(t);
    } else if (t.is_nil()) {
      byte(kTagNil);
    } else if (t.is_cons()) {
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

  void small(SWord value) {
    if (value >= 0 && value <= 255) {
      byte(kTagSmallInteger);
      byte(static_cast<Word>(value));
    } else if (value >= INT32_MIN && value <= INT32_MAX) {
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
    for (Word i = 0; i < size; ++i) byte(view.limbs()[i / 8] >> (i % 8 * 8));
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
    const std::string_view text = atom_text(t);
    std::string latin1;
    if (options_.minor_version < 2 && to_latin1(text, &latin1)) {
      byte(kTagAtom);
      number(latin1.size(), 2);
      return bytes(latin1.data(), latin1.size());
    }
    byte(text.size() < 256 ? kTagSmallAtomUtf8 : kTagAtomUtf8);
    number(text.size(), text.size() < 256 ? 1 : 2);
    bytes(text.data(), text.size());
  }

  // Puts the low four bytes of `value` where a field for it was left.
  void put_number(Word at, Word value) {
    for (Word i = 0; i < 4; ++i) out_[at + i] = static_cast<Byte>(value >> (24 - 8 * i));
  }

  void next_of_list(Terms& terms) {
    const auto& cell = *reinterpret_cast<const Cons*>(terms.first);
    ++terms.count;
    if (cell.tail.is_cons()) {
      terms.first = &cell.tail.as_cons().head;
    } else {
      put_number(terms.list_at, terms.count);
      todo_.drop();
      push(&cell.tail, 1);
    }
    encode(cell.head);
  }

  // A proper list of bytes is encoded as kTagString if its length fits 16 bits.
  void list(Term t) {
    constexpr Word kMaxString = 0xFFFF;
    Word length = 0;
    Term tail = t;
    for (; tail.is_cons() && length <= kMaxString; tail = tail.as_cons().tail, ++length) {
      const Term head = tail.as_cons().head;
      if (!head.is_small() || head.as_small() < 0 || head.as_small() > 255) break;
    }
    if (tail.is_nil() && length <= kMaxString) {
      byte(kTagString);
      number(length, 2);
      for (; t.is_cons(); t = t.as_cons().tail)
        byte(static_cast<Word>(t.as_cons().head.as_small()));
      return;
    }
    byte(kTagList);
    todo_.push({&t.as_cons().head, 0, out_.size()});
    number(0, 4);
  }

  void map(Term t) {
    std::vector<MapPair> pairs = map_pairs(t);
    if (options_.deterministic) sort_pairs(pairs);
    byte(kTagMap);
    number(pairs.size(), 4);
    std::vector<Term>& terms = scratch_.emplace_back();
    for (const MapPair& pair : pairs) terms.insert(terms.end(), {pair.key, pair.value});
    push(terms.data(), terms.size());
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

  void bits(Bits bits) {
    const Word size = (bits.bit_size + 7) / 8, tail = bits.bit_size % 8;
    byte(tail == 0 ? kTagBinary : kTagBitBinary);
    number(size, 4);
    if (tail != 0) byte(tail);
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
    if (tail != 0) out_.back() &= static_cast<Byte>(0xFF00 >> tail);
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
    todo_.push({nullptr, size_at});
    push(fun.free, fun.num_free());
  }

  void end_fun(Word size_at) { put_number(size_at, out_.size() - size_at); }

  BinaryBuffer& out_;
  const EncodeOptions& options_;
  WorkStack<Terms> todo_;
  bool is_too_large_ = false;               // there is not the memory for it
  std::vector<std::vector<Term>> scratch_;  // arrays that todo_ points to
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

struct ExternalEncoding::State {
  State(Term term, const EncodeOptions& o) : options(o), encoder(plain, options) {
    if (options.version_byte) plain.push_back(kExternalVersion);
    start = plain.size();
    encoder.start(term);
  }
  static constexpr Word kMostlyEnough = 64;
  const EncodeOptions options;
  BinaryBuffer plain{kMostlyEnough};
  Word start = 0;
  Encoder encoder;
  std::optional<Compression> compression;  // once it has begun
};

ExternalEncoding::ExternalEncoding(Term term, const EncodeOptions& options)
    : state_(std::make_unique<State>(term, options)) {}
ExternalEncoding::ExternalEncoding(ExternalEncoding&&) noexcept = default;
ExternalEncoding::~ExternalEncoding() = default;

bool ExternalEncoding::go_on(Word count) { return state_->encoder.go_on(count); }

bool ExternalEncoding::is_too_large() const { return state_->encoder.is_too_large(); }

bool ExternalEncoding::compress(Word count) {
  State& state = *state_;
  const int level = state.options.compression;
  if (level <= 0) return false;
  if (!state.compression)
    state.compression.emplace(
        std::span(state.plain.data(), state.plain.size()).subspan(state.start), level);
  return state.compression->go_on(count);
}

BinaryBuffer ExternalEncoding::finish() {
  State& state = *state_;
  BinaryBuffer& plain = state.plain;
  if (!state.compression) return std::move(plain);
  const std::span<const Byte> compressed = state.compression->bytes();
  const Word size = plain.size() - state.start;
  // Compressed only where that is shorter.
  constexpr Word kHeadBytes = 5;
  if (compressed.empty() || compressed.size() + kHeadBytes >= size) return std::move(plain);
  BinaryBuffer out(state.start + kHeadBytes + compressed.size());
  out.append(plain.data(), state.start);
  out.push_back(kTagCompressed);
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<Byte>(size >> shift));
  out.append(compressed.data(), compressed.size());
  return out;
}

std::vector<Byte> encode_external(Term term, const EncodeOptions& options) {
  ExternalEncoding encoding(term, options);
  encoding.go_on(~Word{0});
  while (encoding.compress(~Word{0})) {
  }
  const BinaryBuffer bytes = encoding.finish();
  return {bytes.data(), bytes.data() + bytes.size()};
}

Word external_size(Term term, const EncodeOptions& options) {
  EncodeOptions plain = options;
  plain.compression = 0;
  return encode_external(term, plain).size();
}

}  // namespace vm
