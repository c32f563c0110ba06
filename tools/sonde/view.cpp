// The page is text from view/ with the trace behind it: compressed, since events resemble each
// other, and in base64, since HTML is text. It is not decoded here: the page reads both forms
// itself, so there is no third form of a trace.
#include "tools/sonde/view.h"

#include "tools/sonde/trace_file.h"
#include "vm/base/assert.h"
#include "vm/base/embed.h"

#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

VM_EMBED_FILE(char, sonde_view_page, SONDE_VIEW_PAGE);

namespace tools {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

std::string error_of(const std::string& name) { return name + ": " + std::strerror(errno); }

/// Text in base64, written as bytes come.
class Base64Writer {
 public:
  explicit Base64Writer(std::FILE* file) : file_(file) {}

  void write(const std::uint8_t* bytes, std::size_t count) {
    rest_.insert(rest_.end(), bytes, bytes + count);
    const std::size_t whole = rest_.size() / 3 * 3;
    for (std::size_t at = 0; at < whole; at += 3) put(at, 3);
    rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(whole));
    flush();
  }

  void finish() {
    const std::size_t left = rest_.size();
    if (left == 0) return;
    rest_.resize(3);
    put(0, left);
    flush();
  }

 private:
  void put(std::size_t at, std::size_t count) {
    static constexpr char kDigits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::uint32_t bits = static_cast<std::uint32_t>(rest_[at]) << 16 |
                               static_cast<std::uint32_t>(rest_[at + 1]) << 8 | rest_[at + 2];
    for (std::size_t digit = 0; digit < 4; ++digit)
      text_ += digit <= count ? kDigits[bits >> (18 - 6 * digit) & 63] : '=';
  }

  void flush() {
    std::fwrite(text_.data(), 1, text_.size(), file_);
    text_.clear();
  }

  std::FILE* file_;
  std::vector<std::uint8_t> rest_;  // of at most two bytes between calls
  std::string text_;
};

/// Compresses what is read, and writes it as text. Whether the writing failed is for the caller to
/// ask the file.
bool pack(std::FILE* from, Base64Writer& to) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  VM_CHECK(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) ==
               Z_OK,
           "zlib has memory and knows these parameters");
  std::array<std::uint8_t, kBlock> in;
  std::array<std::uint8_t, kBlock> out;
  for (int flush = Z_NO_FLUSH; flush != Z_FINISH;) {
    stream.avail_in = static_cast<uInt>(std::fread(in.data(), 1, in.size(), from));
    stream.next_in = in.data();
    if (stream.avail_in < in.size()) flush = Z_FINISH;
    do {
      stream.next_out = out.data();
      stream.avail_out = static_cast<uInt>(out.size());
      deflate(&stream, flush);
      to.write(out.data(), out.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  deflateEnd(&stream);
  to.finish();
  return std::ferror(from) == 0;
}

/// Why there is no page of this file. Empty where there is one.
std::string why_no_trace(std::FILE* file, TraceForm form) {
  if (form == TraceForm::kLog) return why_damaged(file);
  if (form == TraceForm::kJson) return {};
  return "expected a log (.strace) or events as JSON (--format jsonl), found something else";
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '&' || c == '<' || c == '"') {
      text += "&#" + std::to_string(static_cast<int>(c)) + ";";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

vm::Result<ViewPage, std::string> write_view(const ViewOptions& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(options.file, ignored))
    return vm::Err(options.file + ": " + std::strerror(EISDIR));
  const File from(std::fopen(options.file.c_str(), "rb"));
  if (!from) return vm::Err(error_of(options.file));
  const TraceForm form = form_of(from.get());
  if (std::string why = why_no_trace(from.get(), form); !why.empty())
    return vm::Err(options.file + ": " + why);
  const std::string name = options.output.empty()
                               ? fs::path(options.file).replace_extension(".html").string()
                               : options.output;
  if (fs::equivalent(name, options.file, ignored))
    return vm::Err(name + ": the page would take the place of the trace; -o gives it another name");
  ViewPage page{name, {}};
  if (form == TraceForm::kJson && !has_events(from.get()))
    page.note =
        options.file + ": no line is an event of sonde trace --format jsonl, so the page is empty";
  File to(std::fopen(name.c_str(), "wb"));
  if (!to) return vm::Err(error_of(name));
  std::fwrite(sonde_view_page_begin, 1,
              static_cast<std::size_t>(sonde_view_page_end - sonde_view_page_begin), to.get());
  std::fprintf(to.get(),
               "</script>\n<script type=\"application/gzip\" id=\"trace\" data-name=\"%s\">",
               escaped(fs::path(options.file).filename().string()).c_str());
  Base64Writer text(to.get());
  if (!pack(from.get(), text)) return vm::Err(error_of(options.file));
  std::fputs("</script>\n</body>\n</html>\n", to.get());
  const bool is_written = std::ferror(to.get()) == 0;
  if (std::fclose(to.release()) != 0 || !is_written) return vm::Err(error_of(name));
  return page;
}

}  // namespace tools
