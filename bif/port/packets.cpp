// erlang:decode_packet/3: the first packet of a binary, decoded if it is one of HTTP or TLS.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/port/packet_length.h"
#include "vm/port/packet_terms.h"

#include <algorithm>
#include <limits>

namespace bif {
namespace {

using vm::TextForm;

struct KindName {
  Term name;
  vm::PacketKind kind;
  TextForm form;
};
constexpr KindName kKinds[] = {
    {am::raw, vm::PacketKind::kRaw, TextForm::kBinary},
    {am::sunrm, vm::PacketKind::kSunRm, TextForm::kBinary},
    {am::asn1, vm::PacketKind::kAsn1, TextForm::kBinary},
    {am::cdr, vm::PacketKind::kCdr, TextForm::kBinary},
    {am::fcgi, vm::PacketKind::kFcgi, TextForm::kBinary},
    {am::line, vm::PacketKind::kLine, TextForm::kBinary},
    {am::tpkt, vm::PacketKind::kTpkt, TextForm::kBinary},
    {am::http, vm::PacketKind::kHttp, TextForm::kString},
    {am::httph, vm::PacketKind::kHttpHeader, TextForm::kString},
    {am::http_bin, vm::PacketKind::kHttp, TextForm::kBinary},
    {am::httph_bin, vm::PacketKind::kHttpHeader, TextForm::kBinary},
    {am::ssl_tls, vm::PacketKind::kSslTls, TextForm::kBinary},
};

bool read_kind(Term term, vm::PacketKind* kind, TextForm* form) {
  *form = TextForm::kBinary;
  if (term.is_small()) {
    const SWord bytes = term.as_small();
    *kind = bytes == 0   ? vm::PacketKind::kRaw
            : bytes == 1 ? vm::PacketKind::k1
            : bytes == 2 ? vm::PacketKind::k2
                         : vm::PacketKind::k4;
    return bytes == 0 || bytes == 1 || bytes == 2 || bytes == 4;
  }
  const auto* row = std::ranges::find(kKinds, term, &KindName::name);
  if (row == std::end(kKinds)) return false;
  *kind = row->kind;
  *form = row->form;
  return true;
}

bool read_limits(Term list, vm::PacketLimits* limits) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    Word value;
    if (!option.is_tuple_of(2) || !to_unsigned(option.as_tuple().elements[1], &value) ||
        value > std::numeric_limits<unsigned>::max()) {
      return false;
    }
    const Term name = option.as_tuple().elements[0];
    if (name == am::packet_size) {
      limits->packet_size = static_cast<unsigned>(value);
    } else if (name == am::line_length) {
      limits->line_length = static_cast<unsigned>(value);
    } else if (name == am::line_delimiter && value <= 255) {
      limits->line_delimiter = static_cast<char>(value);
    } else {
      return false;
    }
  }
  return list.is_nil();
}

}  // namespace

BifResult decode_packet_3(Process& p, const Args<3>& a) {
  vm::PacketKind kind;
  TextForm form;
  vm::PacketLimits limits;
  if (!read_kind(a[0], &kind, &form)) return p.badarg_because(am::badopt);
  if (!a[1].is_binary() || !read_limits(a[2], &limits)) return p.badarg();
  const vm::BinaryBytes bytes(a[1]);
  const vm::PacketLength length = vm::packet_length(kind, bytes.text(), limits);
  HeapBuilder builder(p);
  if (length.known == vm::PacketLength::Known::kInvalid) {
    return builder.tuple(am::error, am::invalid);
  }
  if (length.known == vm::PacketLength::Known::kMore) {
    return builder.tuple(am::more, am::undefined);
  }
  if (length.bytes > bytes.size()) {
    return builder.tuple(am::more, number(length.bytes));
  }
  const std::string_view packet = bytes.text().substr(0, length.bytes);
  Term contents;
  if (kind == vm::PacketKind::kHttp || kind == vm::PacketKind::kHttpHeader) {
    contents = vm::http_packet_term(builder, kind, form, packet);
  } else if (kind == vm::PacketKind::kSslTls) {
    contents = vm::ssl_packet_term(builder, packet);
  } else {
    const std::string_view part = vm::packet_contents(kind, packet);
    const auto start = static_cast<Word>(part.data() - packet.data());
    contents = vm::make_sub_binary(builder, a[1], start * 8, part.size() * 8);
  }
  const Term rest =
      vm::make_sub_binary(builder, a[1], packet.size() * 8, (bytes.size() - packet.size()) * 8);
  return builder.tuple(am::ok, contents, rest);
}

}  // namespace bif
