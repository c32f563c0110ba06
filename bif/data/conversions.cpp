// Conversion of pids, ports, references and funs from and to text; display/1.
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/written_refs.h"
#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/term/print.h"

#include <charconv>

namespace bif {
namespace {

BifResult text_list(Process& p, Term t) {
  return HeapBuilder(p).string(vm::term_to_text(t, vm::PrintStyle::kDisplay));
}

/// Parses `prefix N.N. ... >` with exactly `count` numbers.
bool read_numbers(std::string_view text, std::string_view prefix, Word* numbers, int count) {
  if (!text.starts_with(prefix)) return false;
  const char* at = text.data() + prefix.size();
  const char* const end = text.data() + text.size();
  for (int i = 0; i < count; ++i) {
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc() || next == end || *next != (i + 1 < count ? '.' : '>')) return false;
    at = next + 1;
  }
  return at == end;
}

}  // namespace

BifResult pid_to_list_1(Process& p, const Args<1>& a) {
  return a[0].is_pid() ? text_list(p, a[0]) : p.badarg();
}
BifResult port_to_list_1(Process& p, const Args<1>& a) {
  return a[0].is_port() ? text_list(p, a[0]) : p.badarg();
}
BifResult ref_to_list_1(Process& p, const Args<1>& a) {
  if (!a[0].is_ref()) return p.badarg();
  if (a[0].is_boxed_as(vm::Subtag::kMagicRef)) vm::WrittenRefs::add(a[0].as_boxed<vm::MagicRef>());
  return text_list(p, a[0]);
}
BifResult fun_to_list_1(Process& p, const Args<1>& a) {
  return a[0].is_fun() ? text_list(p, a[0]) : p.badarg();
}

BifResult list_to_pid_1(Process& p, const Args<1>& a) {
  std::string text;
  Word n[3];
  if (!vm::append_latin1_list(a[0], text) || !read_numbers(text, "<", n, 3)) return p.badarg();
  if (n[0] != 0 || n[1] >= Word{1} << 28 || n[2] >= Word{1} << 32) return p.badarg();
  return vm::make_pid(n[1], n[2]);
}

BifResult list_to_port_1(Process& p, const Args<1>& a) {
  std::string text;
  Word n[2];
  if (!vm::append_latin1_list(a[0], text) || !read_numbers(text, "#Port<", n, 2)) return p.badarg();
  if (n[0] != 0 || n[1] >= Word{1} << 60) return p.badarg();
  return Term::local_port(n[1]);
}

BifResult list_to_ref_1(Process& p, const Args<1>& a) {
  std::string text;
  Word n[4];
  if (!vm::append_latin1_list(a[0], text) || !read_numbers(text, "#Ref<", n, 4)) return p.badarg();
  // The text has the highest number first; the lowest one, which is last, has 18 bits.
  constexpr Word kLimit = Word{1} << 32;
  if (n[0] != 0 || n[1] >= kLimit || n[2] >= kLimit || n[3] >= Word{1} << 18) return p.badarg();
  HeapBuilder builder(p);
  const vm::RefNumber number{n[3] | n[2] << 32, n[1]};
  const Term written = vm::WrittenRefs::find(builder, number.low, number.high);
  return written.has_value() ? written : vm::make_ref(builder, number);
}

BifResult display_1(Process& p, const Args<1>& a) {
  const std::string text = vm::term_to_text(a[0], vm::PrintStyle::kDisplay) + "\n";
  HeapBuilder builder(p);
  const Term arguments[] = {am::stdout_, vm::make_binary_term(builder, text)};
  return display_string_2(p, Args<2>(arguments));
}

}  // namespace bif
