// The natives of OTP's zlib module: a stream that compresses or expands, fed through a queue of its
// own. What they answer and raise is what OTP's do: the module's Erlang code drives them.
// Ownership: a magic reference owns the stream. Threads: only the controlling process uses it;
// which process that is, any may ask.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/base/atomic.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"
#include "vm/term/external.h"

#include <zlib.h>

#include <algorithm>
#include <optional>

namespace bif {
namespace {

enum class StreamState : std::uint8_t { kNone, kDeflate, kInflate, kClosed };

// What inflate does with input behind the end of the compressed data; numbers of zlib.erl.
enum EndBehaviour : int { kEndError = 0, kEndReset = 1, kEndCut = 2 };

class ZlibStream : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  explicit ZlibStream(Term owner) : controller(owner.bits()) {}
  ~ZlibStream() override { close(); }

  void close() {
    if (state == StreamState::kDeflate) ::deflateEnd(&z);
    if (state == StreamState::kInflate) ::inflateEnd(&z);
    state = StreamState::kClosed;
    reset_input();
  }
  void reset_input() {
    input.clear();
    taken = 0;
    stash.reset();
  }
  std::size_t waiting() const { return input.size() - taken; }
  void take(std::size_t bytes) {
    taken += bytes;
    if (taken == input.size()) {
      input.clear();
      taken = 0;
    }
  }
  void start(StreamState new_state, int window_bits) {
    state = new_state;
    end_seen = false;
    is_raw = window_bits < 0;
    sum = ::crc32(0, nullptr, 0);
  }

  z_stream z{};
  StreamState state = StreamState::kNone;
  int end_behaviour = kEndCut;
  bool end_seen = false;
  bool is_raw = false;
  uLong sum = 0;  // CRC of the plain text, kept for raw streams only
  SWord chunk_size = 4000;
  std::string input;                 // what was enqueued
  std::size_t taken = 0;             // how much of it is used up
  std::optional<std::string> stash;  // a term, in external format
  vm::Atomic<Word> controller;       // a pid; relaxed: it says who may go on, and orders nothing
};

Term named(const char* text) { return vm::intern_atom(text).value(); }

BifResult failed(Process& p, const char* reason) { return p.error(named(reason)); }

/// The stream, if `p` may use it; else null after raising why not.
ZlibStream* own_stream(Process& p, Term ref) {
  auto* stream = vm::magic_object<ZlibStream>(ref);
  if (stream == nullptr) {
    p.badarg();
    return nullptr;
  }
  // relaxed: see the field.
  if (stream->controller.load(std::memory_order_relaxed) != p.pid.bits()) {
    failed(p, "not_on_controlling_process");
    return nullptr;
  }
  return stream;
}

ZlibStream* stream_in(Process& p, Term ref, StreamState state) {
  ZlibStream* stream = own_stream(p, ref);
  if (stream == nullptr || stream->state == state) return stream;
  failed(p, state == StreamState::kNone ? "already_initialized" : "not_initialized");
  return nullptr;
}

/// Reads terms as C integers. False where one is none.
template <std::size_t N>
bool read_ints(const Term* terms, int (&values)[N]) {
  for (std::size_t i = 0; i < N; ++i) {
    SWord value;
    if (!to_signed(terms[i], &value) || value != static_cast<int>(value)) return false;
    values[i] = static_cast<int>(value);
  }
  return true;
}

/// zlib's answer as its caller in Erlang sees it.
BifResult answer(Process& p, int code) {
  switch (code) {
    case Z_OK:
      return am::ok;
    case Z_STREAM_END:
      return named("stream_end");
    case Z_STREAM_ERROR:
      return failed(p, "stream_error");
    case Z_DATA_ERROR:
      return failed(p, "data_error");
    case Z_MEM_ERROR:
      return named("mem_error");
    case Z_BUF_ERROR:
      return named("buf_error");
    case Z_VERSION_ERROR:
      return named("version_error");
    default:
      return named("unknown_error");
  }
}

using Codec = int (*)(z_stream*, int);

struct Step {
  int code = Z_OK;
  std::size_t produced = 0;
  std::size_t consumed = 0;
};

/// Runs the codec over at most `limit` waiting bytes; flushes only when none are left.
Step run_codec(ZlibStream& s, Codec codec, std::size_t limit, std::string& out, int flush) {
  Step step;
  const std::size_t given = std::min(s.waiting(), limit);
  auto* const from = reinterpret_cast<Bytef*>(s.input.data() + s.taken);
  s.z.next_out = reinterpret_cast<Bytef*>(out.data());
  s.z.avail_out = static_cast<uInt>(out.size());
  if (given > 0) {
    s.z.next_in = from;
    s.z.avail_in = static_cast<uInt>(given);
    step.code = codec(&s.z, Z_NO_FLUSH);
    step.consumed = given - s.z.avail_in;
    if (s.is_raw && s.state == StreamState::kDeflate) {
      s.sum = ::crc32(s.sum, from, static_cast<uInt>(step.consumed));
    }
    s.take(step.consumed);
  }
  if (step.code == Z_OK && s.waiting() == 0 && s.z.avail_out > 0) {
    s.z.next_in = nullptr;
    s.z.avail_in = 0;
    step.code = codec(&s.z, flush);
  }
  step.produced = out.size() - s.z.avail_out;
  return step;
}

BifResult codec_step(Process& p, ZlibStream& s, Codec codec, const int (&sizes)[3]) {
  if (sizes[0] <= 0 || sizes[1] <= 0) return p.badarg();
  std::string out(static_cast<std::size_t>(sizes[1]), '\0');
  const Step step = run_codec(s, codec, static_cast<std::size_t>(sizes[0]), out, sizes[2]);
  p.use_reductions(static_cast<SWord>((step.consumed + step.produced) / 16 + 1));
  if (step.code < 0 && step.code != Z_BUF_ERROR) return answer(p, step.code);
  if (step.code == Z_STREAM_END) s.end_seen = true;
  if (s.is_raw && s.state == StreamState::kInflate) {
    s.sum = ::crc32(s.sum, reinterpret_cast<const Bytef*>(out.data()),
                    static_cast<uInt>(step.produced));
  }
  if (step.consumed == 0 && step.produced == 0 && s.waiting() != 0) {
    return answer(p, Z_DATA_ERROR);
  }
  HeapBuilder builder(p);
  Term output = Term::nil();
  if (step.produced > 0) {
    const Term bytes =
        vm::make_binary_term(builder, std::string_view(out).substr(0, step.produced));
    output = builder.cons(bytes, Term::nil());
  }
  if (s.waiting() == 0 && step.produced < out.size()) {
    return builder.tuple(named("finished"), output);
  }
  if (step.code != Z_NEED_DICT) return builder.tuple(named("continue"), output);
  const Term adler = builder.unsigned_integer(s.z.adler);
  return builder.tuple(named("need_dictionary"), adler, output);
}

BifResult end_stream(Process& p, ZlibStream& s, int code) {
  const bool is_cut = s.state == StreamState::kInflate && !s.end_seen;
  if (code == Z_OK && (is_cut || s.waiting() > 0)) code = Z_DATA_ERROR;
  s.reset_input();
  s.state = StreamState::kNone;
  return answer(p, code);
}

BifResult reset_stream(Process& p, ZlibStream& s, int code) {
  s.sum = ::crc32(0, nullptr, 0);
  s.end_seen = false;
  s.reset_input();
  return answer(p, code);
}

}  // namespace

BifResult zlib_open_0(Process& p, const Args<0>&) {
  const vm::RefNumber number = vm::next_ref_number(p.vm);
  auto* stream = std::make_unique<ZlibStream>(p.pid).release();
  HeapBuilder builder(p);
  return vm::make_magic_ref(builder, number.low, number.high, *stream, sizeof *stream);
}

BifResult zlib_close_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (s->state == StreamState::kClosed) return failed(p, "not_initialized");
  s->close();
  return am::ok;
}

BifResult zlib_set_controller_2(Process& p, const Args<2>& a) {
  if (!a[1].is_local_pid()) return p.badarg();
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  // relaxed: see the field.
  s->controller.store(a[1].bits(), std::memory_order_relaxed);
  return am::ok;
}

BifResult zlib_deflate_init_6(Process& p, const Args<6>& a) {
  int given[5];
  if (!read_ints(a.begin() + 1, given)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kNone);
  if (s == nullptr) return Term::none();
  const int code = ::deflateInit2(&s->z, given[0], given[1], given[2], given[3], given[4]);
  if (code == Z_OK) s->start(StreamState::kDeflate, given[2]);
  return answer(p, code);
}

BifResult zlib_deflate_set_dictionary_2(Process& p, const Args<2>& a) {
  std::string words;
  if (!vm::append_iodata(a[1], words)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  if (s == nullptr) return Term::none();
  const auto* bytes = reinterpret_cast<const Bytef*>(words.data());
  const auto size = static_cast<uInt>(words.size());
  const int code = ::deflateSetDictionary(&s->z, bytes, size);
  if (code != Z_OK) return answer(p, code);
  // A raw stream keeps no checksum itself.
  return Term::small(static_cast<SWord>(s->is_raw ? ::adler32(0, bytes, size) : s->z.adler));
}

BifResult zlib_deflate_reset_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  return s == nullptr ? Term::none() : reset_stream(p, *s, ::deflateReset(&s->z));
}

BifResult zlib_deflate_end_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  return s == nullptr ? Term::none() : end_stream(p, *s, ::deflateEnd(&s->z));
}

BifResult zlib_deflate_params_3(Process& p, const Args<3>& a) {
  int given[2];
  if (!read_ints(a.begin() + 1, given)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  if (s == nullptr) return Term::none();
  // The caller has flushed everything; a byte that comes out nevertheless would be lost.
  Bytef unexpected;
  s->z.next_out = &unexpected;
  s->z.avail_out = 1;
  const int code = ::deflateParams(&s->z, given[0], given[1]);
  return answer(p, s->z.avail_out == 0 ? Z_STREAM_ERROR : code);
}

BifResult zlib_deflate_4(Process& p, const Args<4>& a) {
  int sizes[3];
  if (!read_ints(a.begin() + 1, sizes)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  return s == nullptr ? Term::none() : codec_step(p, *s, ::deflate, sizes);
}

BifResult zlib_inflate_init_3(Process& p, const Args<3>& a) {
  int given[2];
  if (!read_ints(a.begin() + 1, given)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kNone);
  if (s == nullptr) return Term::none();
  const int code = ::inflateInit2(&s->z, given[0]);
  if (code == Z_OK) {
    s->start(StreamState::kInflate, given[0]);
    s->end_behaviour = given[1];
  }
  return answer(p, code);
}

BifResult zlib_inflate_set_dictionary_2(Process& p, const Args<2>& a) {
  std::string words;
  if (!vm::append_iodata(a[1], words)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  if (s == nullptr) return Term::none();
  return answer(p, ::inflateSetDictionary(&s->z, reinterpret_cast<const Bytef*>(words.data()),
                                          static_cast<uInt>(words.size())));
}

BifResult zlib_inflate_get_dictionary_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  if (s == nullptr) return Term::none();
  std::string words(32768, '\0');  // the largest window there is
  uInt size = 0;
  const int code = ::inflateGetDictionary(&s->z, reinterpret_cast<Bytef*>(words.data()), &size);
  if (code < 0) return answer(p, code);
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, std::string_view(words).substr(0, size));
}

BifResult zlib_inflate_reset_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  return s == nullptr ? Term::none() : reset_stream(p, *s, ::inflateReset(&s->z));
}

BifResult zlib_inflate_end_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  return s == nullptr ? Term::none() : end_stream(p, *s, ::inflateEnd(&s->z));
}

BifResult zlib_inflate_4(Process& p, const Args<4>& a) {
  int sizes[3];
  if (!read_ints(a.begin() + 1, sizes)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  if (s == nullptr) return Term::none();
  if (s->end_seen && s->waiting() > 0) {
    if (s->end_behaviour == kEndError) return answer(p, Z_DATA_ERROR);
    if (s->end_behaviour == kEndCut) s->reset_input();
    if (s->end_behaviour == kEndReset) {
      if (const int code = ::inflateReset(&s->z); code != Z_OK) return answer(p, code);
      s->end_seen = false;
    }
  }
  return codec_step(p, *s, ::inflate, sizes);
}

BifResult zlib_crc32_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  const bool is_open = s->state == StreamState::kDeflate || s->state == StreamState::kInflate;
  if (!is_open) return failed(p, "not_initialized");
  return Term::small(static_cast<SWord>(s->sum));
}

BifResult zlib_get_stash_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (!s->stash) return named("empty");
  HeapBuilder builder(p);
  const auto bytes = std::span(reinterpret_cast<const Byte*>(s->stash->data()), s->stash->size());
  return builder.tuple(am::ok, vm::decode_external(builder, bytes));
}

BifResult zlib_clear_stash_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (!s->stash) return p.error(am::error);
  s->stash.reset();
  return am::ok;
}

BifResult zlib_set_stash_2(Process& p, const Args<2>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (s->stash) return p.error(am::error);
  const std::vector<Byte> bytes = vm::encode_external(a[1]);
  s->stash.emplace(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return am::ok;
}

BifResult zlib_get_buffer_size_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  return s == nullptr ? Term::none() : Term::small(s->chunk_size);
}

BifResult zlib_set_buffer_size_2(Process& p, const Args<2>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  int size[1];
  if (!read_ints(a.begin() + 1, size)) return p.badarg();
  s->chunk_size = size[0];
  return am::ok;
}

/// zlib:enqueue_nif(Stream, [Binary]) -> ok.
BifResult zlib_enqueue_2(Process& p, const Args<2>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (s->state != StreamState::kDeflate && s->state != StreamState::kInflate) {
    return failed(p, "not_initialized");
  }
  if (s->taken > 0) {
    s->input.erase(0, s->taken);
    s->taken = 0;
  }
  const std::size_t before = s->input.size();
  if (vm::append_iodata(a[1], s->input)) return am::ok;
  s->input.resize(before);
  return p.badarg();
}

}  // namespace bif
