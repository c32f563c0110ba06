// The steps of loading that need no machine, in their order.
#include "loader/checked_file.h"

#include "loader/check.h"
#include "loader/decode.h"
#include "loader/literals.h"
#include "loader/verdict.h"
#include "loader/verify.h"

namespace loader {

namespace {

/// As an earlier run has found it. Nothing: there is no such verdict.
std::optional<CheckedFile> was_verified(Bytes file, std::span<const Byte> verdict) {
  const auto md5 = md5_of_verdict(verdict);
  if (!md5) return std::nullopt;
  auto beam = read_beam_file(file, &*md5);
  if (!beam.ok()) return std::nullopt;
  auto code = decode(**beam);
  if (!code.ok() || !find_functions(**beam, *code).ok() || !apply_verdict(verdict, *code))
    return std::nullopt;
  return CheckedFile{std::move(*beam), std::move(*code)};
}

}  // namespace

LoadResult<CheckedFile> check_file(Bytes file, Trust trust, vm::FactFile* verdicts) {
  if (trust == Trust::kFull) verdicts = nullptr;
  vm::SipDigest digest;
  if (verdicts != nullptr) {
    digest = verdicts->digest_of(file);
    if (const auto verdict = verdicts->find(digest)) {
      if (auto checked = was_verified(file, *verdict)) return std::move(*checked);
    }
  }
  VM_TRY(auto beam, read_beam_file(file));
  VM_TRY(GenericCode code, decode(*beam));
  VM_TRY_VOID(check(*beam, code));
  if (trust == Trust::kNone) {
    std::vector<std::uint32_t> types;
    if (verdicts != nullptr) types = operand_types(code);
    VM_TRY_VOID(check_literals(*beam));
    VM_TRY_VOID(verify(*beam, code));
    if (verdicts != nullptr) verdicts->keep(digest, write_verdict(*beam, code, types));
  }
  return CheckedFile{std::move(beam), std::move(code)};
}

}  // namespace loader
