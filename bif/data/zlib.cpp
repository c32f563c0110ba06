// The BIFs of OTP's zlib module. They return and raise exactly what OTP's do, because the module's
// Erlang code calls them.
#include "bif/data/numbers.h"
#include "bif/data/zlib_stream.h"
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"
#include "vm/term/external.h"

namespace bif {
namespace {

BifResult failed(Process& p, Term reason) { return p.error(reason); }

/// Returns the stream if `p` may use it; otherwise raises an exception and returns null.
ZlibStream* own_stream(Process& p, Term ref) {
  auto* stream = vm::magic_object<ZlibStream>(ref);
  if (stream == nullptr) {
    p.badarg();
    return nullptr;
  }
  // relaxed: see the field.
  if (stream->controller.load(std::memory_order_relaxed) != p.pid.bits()) {
    failed(p, am::not_on_controlling_process);
    return nullptr;
  }
  return stream;
}

ZlibStream* stream_in(Process& p, Term ref, StreamState state) {
  ZlibStream* stream = own_stream(p, ref);
  if (stream == nullptr || stream->state() == state) return stream;
  failed(p, state == StreamState::kNone ? am::already_initialized : am::not_initialized);
  return nullptr;
}

/// Reads terms as C integers. Returns false if one is not a C integer.
template <std::size_t N>
bool read_ints(const Term* terms, int (&values)[N]) {
  for (std::size_t i = 0; i < N; ++i) {
    SWord value;
    if (!to_signed(terms[i], &value) || value != static_cast<int>(value)) return false;
    values[i] = static_cast<int>(value);
  }
  return true;
}

/// Returns or raises what the Erlang caller gets for a code of zlib.
BifResult answer(Process& p, int code) {
  switch (code) {
    case Z_OK:
      return am::ok;
    case Z_STREAM_END:
      return am::stream_end;
    case Z_STREAM_ERROR:
      return failed(p, am::stream_error);
    case Z_DATA_ERROR:
      return failed(p, am::data_error);
    case Z_MEM_ERROR:
      return am::mem_error;
    case Z_BUF_ERROR:
      return am::buf_error;
    case Z_VERSION_ERROR:
      return am::version_error;
    default:
      return am::unknown_error;
  }
}

/// One step of compressing or expanding; `sizes`: of the input, of the output, and how to flush.
BifResult codec_step(Process& p, ZlibStream& s, const int (&sizes)[3]) {
  if (sizes[0] <= 0 || sizes[1] <= 0) return p.badarg();
  std::string out(static_cast<std::size_t>(sizes[1]), '\0');
  const ZlibStream::Step step = s.run(static_cast<std::size_t>(sizes[0]), sizes[2], out);
  p.use_reductions(static_cast<SWord>((step.consumed + step.produced) / 16 + 1));
  if (step.code < 0 && step.code != Z_BUF_ERROR) return answer(p, step.code);
  HeapBuilder builder(p);
  Term output = Term::nil();
  if (step.produced > 0) {
    const Term bytes =
        vm::make_binary_term(builder, std::string_view(out).substr(0, step.produced));
    output = builder.cons(bytes, Term::nil());
  }
  if (step.is_finished) return builder.tuple(am::finished, output);
  if (step.code != Z_NEED_DICT) return builder.tuple(am::continue_, output);
  const Term checksum = builder.unsigned_integer(step.dictionary);
  return builder.tuple(am::need_dictionary, checksum, output);
}

}  // namespace

BifResult zlib_open_0(Process& p, const Args<0>&) {
  const auto stream = vm::make_shared_ref<ZlibStream>(p.pid);
  HeapBuilder builder(p);
  return vm::make_magic_ref(p.vm, builder, *stream, sizeof *stream);
}

BifResult zlib_close_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (s->state() == StreamState::kClosed) return failed(p, am::not_initialized);
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
  return answer(p, s->start_deflate({given[0], given[1], given[2], given[3], given[4]}));
}

BifResult zlib_deflate_set_dictionary_2(Process& p, const Args<2>& a) {
  std::string words;
  if (!vm::append_iodata(a[1], words)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  if (s == nullptr) return Term::none();
  uLong checksum;
  const int code = s->set_deflate_dictionary(words, &checksum);
  return code == Z_OK ? number(checksum) : answer(p, code);
}

BifResult zlib_deflate_reset_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  return s == nullptr ? Term::none() : answer(p, s->reset());
}

BifResult zlib_deflate_end_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  return s == nullptr ? Term::none() : answer(p, s->end());
}

BifResult zlib_deflate_params_3(Process& p, const Args<3>& a) {
  int given[2];
  if (!read_ints(a.begin() + 1, given)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  if (s == nullptr) return Term::none();
  return answer(p, s->change_parameters(given[0], given[1]));
}

BifResult zlib_deflate_4(Process& p, const Args<4>& a) {
  int sizes[3];
  if (!read_ints(a.begin() + 1, sizes)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kDeflate);
  return s == nullptr ? Term::none() : codec_step(p, *s, sizes);
}

BifResult zlib_inflate_init_3(Process& p, const Args<3>& a) {
  int given[2];
  if (!read_ints(a.begin() + 1, given)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kNone);
  if (s == nullptr) return Term::none();
  return answer(p, s->start_inflate(given[0], given[1]));
}

BifResult zlib_inflate_set_dictionary_2(Process& p, const Args<2>& a) {
  std::string words;
  if (!vm::append_iodata(a[1], words)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  if (s == nullptr) return Term::none();
  return answer(p, s->set_inflate_dictionary(words));
}

BifResult zlib_inflate_get_dictionary_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  if (s == nullptr) return Term::none();
  std::string words;
  const int code = s->inflate_dictionary(&words);
  if (code < 0) return answer(p, code);
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, words);
}

BifResult zlib_inflate_reset_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  return s == nullptr ? Term::none() : answer(p, s->reset());
}

BifResult zlib_inflate_end_1(Process& p, const Args<1>& a) {
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  return s == nullptr ? Term::none() : answer(p, s->end());
}

BifResult zlib_inflate_4(Process& p, const Args<4>& a) {
  int sizes[3];
  if (!read_ints(a.begin() + 1, sizes)) return p.badarg();
  ZlibStream* s = stream_in(p, a[0], StreamState::kInflate);
  return s == nullptr ? Term::none() : codec_step(p, *s, sizes);
}

BifResult zlib_crc32_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (!s->is_running()) return failed(p, am::not_initialized);
  return number(s->sum());
}

BifResult zlib_get_stash_1(Process& p, const Args<1>& a) {
  ZlibStream* s = own_stream(p, a[0]);
  if (s == nullptr) return Term::none();
  if (!s->stash) return am::empty_;
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
  if (!s->is_running()) return failed(p, am::not_initialized);
  std::string& queue = s->queue();
  const std::size_t before = queue.size();
  if (vm::append_iodata(a[1], queue)) return am::ok;
  queue.resize(before);
  return p.badarg();
}

}  // namespace bif
