// The external term format as functions.
#include "vm/term/external.h"

#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

#include <cstring>

namespace bif {
namespace {

constexpr Byte kCompressed = 80;  // the tag of a compressed term

class Funs : public vm::FunResolver {
 public:
  explicit Funs(Vm& vm) : vm_(vm) {}
  vm::Export* resolve_export(Term module, Term function, Word arity) override {
    return &vm_.exports->get_or_create(module, function, arity);
  }
  vm::Export* find_export(Term module, Term function, Word arity) override {
    return vm_.exports->find(module, function, arity);
  }
  vm::FunEntry* resolve_fun(Term module, Word index, Word old_uniq, const Byte* uniq, Word arity,
                            Word num_free) override {
    vm::Lambda lambda{module, {}, index, old_uniq, arity, num_free, Term::none()};
    std::memcpy(lambda.digest.data(), uniq, lambda.digest.size());
    return &vm_.funs->get_or_create(lambda);
  }

 private:
  Vm& vm_;
};

bool small_between(Term t, SWord low, SWord high, int* value) {
  if (!t.is_small() || t.as_small() < low || t.as_small() > high) return false;
  *value = static_cast<int>(t.as_small());
  return true;
}

/// Options of term_to_binary/2, external_size/2 and term_to_iovec/2.
bool read_encode_options(Term list, vm::EncodeOptions* options) {
  constexpr int kDefaultCompression = 6;
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::compressed) {
      options->compression = kDefaultCompression;
    } else if (option == am::deterministic) {
      options->deterministic = true;
    } else if (option == am::local) {
      // The local form is only for this machine: the ordinary one serves as well.
    } else if (!option.is_tuple_of(2)) {
      return false;
    } else if (option.as_tuple().elements[0] == am::minor_version) {
      if (!small_between(option.as_tuple().elements[1], 0, 2, &options->minor_version)) {
        return false;
      }
    } else if (option.as_tuple().elements[0] == am::compressed) {
      if (!small_between(option.as_tuple().elements[1], 0, 9, &options->compression)) return false;
    } else {
      return false;
    }
  }
  return list.is_nil();
}

/// As the program that runs expects them by default.
vm::EncodeOptions default_encoding(Process& p) {
  vm::EncodeOptions options;
  // relaxed: see the field.
  options.minor_version =
      BifState::of(p).boot.external_minor_version.load(std::memory_order_relaxed);
  return options;
}

/// What the natives that encode return.
enum class EncodedAs : std::uint8_t { kBinary, kList };

Term encoded_as(Process& p, vm::ExternalEncoding& encoding, EncodedAs what) {
  HeapBuilder builder(p);
  return what == EncodedAs::kList ? encoding.finish_as_list(builder)
                                  : encoding.finish_as_binary(builder);
}

constexpr Word kTermsPerReduction = 16;

vm::Operation encode_rest(Process& p, vm::ExternalEncoding encoding, EncodedAs what) {
  Pace pace(p, kTermsPerReduction);
  while (encoding.go_on(pace.left())) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  if (encoding.is_too_large()) co_return p.system_limit();
  // To compress a byte takes as long as to encode some terms.
  constexpr Word kTermsPerByte = 4;
  while (encoding.compress(pace.left() / kTermsPerByte + 1)) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  co_return encoded_as(p, encoding, what);
}

BifResult encoded(Process& p, Term term, vm::EncodeOptions options, EncodedAs what) {
  // As OTP: what a binary on a heap cannot have.
  options.least_inserted = vm::kMaxHeapBinaryBytes + 1;
  // As OTP, where term_to_iovec/2 returns a binary of what is to be compressed.
  if (options.compression > 0) what = EncodedAs::kBinary;
  vm::ExternalEncoding encoding(term, options, what == EncodedAs::kList);
  if (encoding.go_on(done_at_once(p)))
    return p.suspend_on(encode_rest(p, std::move(encoding), what));
  if (encoding.is_too_large()) return p.system_limit();
  if (encoding.compress(done_at_once(p)))
    return p.suspend_on(encode_rest(p, std::move(encoding), what));
  p.use_reductions(1);
  return encoded_as(p, encoding, what);
}

/// With options in a list.
BifResult encoded_with_options(Process& p, const Args<2>& a, EncodedAs what) {
  vm::EncodeOptions options = default_encoding(p);
  if (!read_encode_options(a[1], &options)) return p.badarg();
  return encoded(p, a[0], options, what);
}

Term counted(Process& p, const vm::ExternalSize& size) {
  return size.is_too_large() ? p.system_limit() : number(size.bytes());
}

vm::Operation count_rest(Process& p, vm::ExternalSize size) {
  Pace pace(p, kTermsPerReduction);
  while (size.go_on(pace.left())) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  co_return counted(p, size);
}

BifResult encoded_size(Process& p, Term term, const vm::EncodeOptions& options) {
  vm::ExternalSize size(term, options, done_at_once(p));
  if (!size.is_done()) return p.suspend_on(count_rest(p, std::move(size)));
  constexpr Word kBytesPerReduction = 256;
  p.use_reductions(static_cast<SWord>(1 + size.bytes() / kBytesPerReduction));
  return counted(p, size);
}

/// The term, or with `used` also how many bytes it took.
Term decoded_as(HeapBuilder& builder, const vm::ExternalDecoding& decoding, bool used) {
  const Term term = decoding.result();
  if (term.is_none() || !used) return term;
  return builder.tuple(term, number(decoding.used()));
}

vm::Operation decode_long(Process& p, Term binary, vm::DecodeOptions options, bool used) {
  const vm::BinaryBytes bytes(binary);
  Funs funs(p.vm);
  options.funs = &funs;
  Pace pace(p, kTermsPerReduction);
  Term term;
  {
    HeapBuilder builder(p);
    vm::ExternalDecoding decoding(builder, bytes.span(), options);
    while (decoding.go_on(pace.left())) {
      if (pace.is_over(pace.left())) co_await vm::paused();
    }
    term = decoded_as(builder, decoding, used);
  }
  co_return term.has_value() ? term : p.badarg();
}

BifResult decoded(Process& p, Term binary, vm::DecodeOptions options, bool used) {
  const vm::BinaryBytes bytes(binary);
  // A term takes a byte at least, and a compressed one can be long in any case.
  const bool is_compressed = bytes.size() > 1 && bytes.data()[1] == kCompressed;
  if (bytes.size() > done_at_once(p) || is_compressed)
    return p.suspend_on(decode_long(p, binary, options, used));
  Funs funs(p.vm);
  options.funs = &funs;
  Word taken = 0;
  Term term;
  {
    HeapBuilder builder(p);
    term = vm::decode_external(builder, bytes.span(), options, &taken);
    p.use_reductions(static_cast<SWord>(bytes.size() / 64));
    if (term.has_value() && used) {
      term = builder.tuple(term, number(taken));
    }
  }
  return term.has_value() ? term : p.badarg();
}

}  // namespace

BifResult term_to_binary_1(Process& p, const Args<1>& a) {
  return encoded(p, a[0], default_encoding(p), EncodedAs::kBinary);
}
BifResult term_to_binary_2(Process& p, const Args<2>& a) {
  return encoded_with_options(p, a, EncodedAs::kBinary);
}

BifResult term_to_iovec_1(Process& p, const Args<1>& a) {
  return encoded(p, a[0], default_encoding(p), EncodedAs::kList);
}
BifResult term_to_iovec_2(Process& p, const Args<2>& a) {
  return encoded_with_options(p, a, EncodedAs::kList);
}

BifResult external_size_1(Process& p, const Args<1>& a) {
  return encoded_size(p, a[0], default_encoding(p));
}
BifResult external_size_2(Process& p, const Args<2>& a) {
  vm::EncodeOptions options = default_encoding(p);
  if (!read_encode_options(a[1], &options)) return p.badarg();
  return encoded_size(p, a[0], options);
}

BifResult binary_to_term_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  return decoded(p, a[0], {}, false);
}

BifResult binary_to_term_2(Process& p, const Args<2>& a) {
  vm::DecodeOptions options;
  bool used = false;
  Term list = a[1];
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::safe) {
      options.safe = true;
    } else if (option == am::used) {
      used = true;
    } else {
      return p.badarg_because(am::badopt);
    }
  }
  if (!list.is_nil()) return p.badarg_because(am::badopt);
  if (!a[0].is_binary()) return p.badarg();
  return decoded(p, a[0], options, used);
}

/// sonde_native:set_external_minor_version(0..2) -> ok: what term_to_binary/1 does from now on.
BifResult native_set_external_minor_version_1(Process& p, const Args<1>& a) {
  int version;
  if (!small_between(a[0], 0, 2, &version)) return p.badarg();
  // relaxed: see the field.
  BifState::of(p).boot.external_minor_version.store(version, std::memory_order_relaxed);
  return am::ok;
}

}  // namespace bif
