// Fuzzes the external term format: any bytes give a term or none; a term that was read can be
// written, and reads back as an equal one with the same hash; printing it ends.
#include "tests/unit/vm/term/fake_funs.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"
#include "vm/term/hash.h"
#include "vm/term/print.h"

#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const vm::Byte* data, std::size_t size) {
  vm::FakeFuns funs;
  vm::HeapBuilder builder(vm::Word{64});
  vm::DecodeOptions options;
  options.funs = &funs;
  options.version_byte = false;
  options.safe = true;  // no atoms: the table only grows
  vm::Word used = 0;
  const vm::Term term = vm::decode_external(builder, {data, size}, options, &used);
  if (term.has_value()) {
    require(used <= size);
    vm::EncodeOptions encode;
    encode.version_byte = false;
    const std::vector<vm::Byte> bytes = vm::encode_external(term, encode);
    const vm::Term again = vm::decode_external(builder, bytes, options);
    require(again.has_value() && vm::exactly_equal(term, again));
    require(vm::phash2(term) == vm::phash2(again));
    require(vm::internal_hash(term) == vm::internal_hash(again));
    require(vm::exactly_equal(vm::copy_term(builder, term, nullptr), term));
    require(vm::compare(term, again) == 0);
    vm::term_to_text(term, vm::PrintStyle::kErlang, 1000);
    vm::term_to_text(term, vm::PrintStyle::kDisplay, 1000);
  }
  vm::HeapFragment::free_chain(builder.take_fragments());
  return 0;
}
