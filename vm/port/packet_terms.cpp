// Reads a line from its front and makes the terms.
#include "vm/port/packet_terms.h"

#include "vm/heap/binary_view.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace vm {
namespace {

Term known_atom(std::string_view text) { return intern_atom(text).value(); }

// Their places in this list are the numbers that {http_header, Number, ...} shows, from 1.
constexpr std::string_view kHeaders[] = {"Cache-Control",
                                         "Connection",
                                         "Date",
                                         "Pragma",
                                         "Transfer-Encoding",
                                         "Upgrade",
                                         "Via",
                                         "Accept",
                                         "Accept-Charset",
                                         "Accept-Encoding",
                                         "Accept-Language",
                                         "Authorization",
                                         "From",
                                         "Host",
                                         "If-Modified-Since",
                                         "If-Match",
                                         "If-None-Match",
                                         "If-Range",
                                         "If-Unmodified-Since",
                                         "Max-Forwards",
                                         "Proxy-Authorization",
                                         "Range",
                                         "Referer",
                                         "User-Agent",
                                         "Age",
                                         "Location",
                                         "Proxy-Authenticate",
                                         "Public",
                                         "Retry-After",
                                         "Server",
                                         "Vary",
                                         "Warning",
                                         "Www-Authenticate",
                                         "Allow",
                                         "Content-Base",
                                         "Content-Encoding",
                                         "Content-Language",
                                         "Content-Length",
                                         "Content-Location",
                                         "Content-Md5",
                                         "Content-Range",
                                         "Content-Type",
                                         "Etag",
                                         "Expires",
                                         "Last-Modified",
                                         "Accept-Ranges",
                                         "Set-Cookie",
                                         "Set-Cookie2",
                                         "X-Forwarded-For",
                                         "Cookie",
                                         "Keep-Alive",
                                         "Proxy-Connection"};
constexpr std::string_view kMethods[] = {"OPTIONS", "GET",    "HEAD", "POST",
                                         "PUT",     "DELETE", "TRACE"};
constexpr std::size_t kMaxHeaderName = 50;  // longer ones keep their case

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// Characters of a method or of a header's name.
bool is_token(char c) {
  return c > 32 && c < 127 &&
         std::string_view("()<>@,;:\\\"/[]?={}").find(c) == std::string_view::npos;
}

/// A line being read from its front.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text) {}
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  template <class Test>
  std::string_view take_while(Test test) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), test);
    return take(static_cast<std::size_t>(end - rest_.begin()));
  }
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  bool skip(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// Reads a number. Returns false if there is no digit.
  bool number(int* value) {
    const std::string_view digits = take_while(is_digit);
    unsigned sum = 0;
    for (const char c : digits) sum = 10 * sum + static_cast<unsigned>(c - '0');
    *value = static_cast<int>(sum);
    return !digits.empty();
  }

 private:
  std::string_view rest_;
};

/// Makes the term of one HTTP packet; none() if the line is not one.
class HttpReader {
 public:
  HttpReader(HeapBuilder& builder, TextForm form) : builder_(builder), form_(form) {}

  Term first_line(std::string_view text) {
    return text.substr(0, 5) == "HTTP/" ? response(Line(text)) : request(Line(text));
  }

  Term header(std::string_view text) {
    if (text.empty()) return am::http_eoh;
    Line line(text);
    const std::string_view name = line.take_while(is_token);
    if (line.empty() || !line.skip(':')) return Term::none();
    line.take_while(is_blank);
    std::string usual(name);
    if (name.size() <= kMaxHeaderName) capitalise(usual);
    const auto* known = std::find(std::begin(kHeaders), std::end(kHeaders), usual);
    const bool is_known = known != std::end(kHeaders) && name.size() <= kMaxHeaderName;
    const SWord number = is_known ? known - std::begin(kHeaders) + 1 : 0;
    const Term field = is_known ? known_atom(usual) : string(usual);
    const Term as_sent = string(name);
    const Term value = string(line.rest());
    return builder_.tuple(am::http_header, Term::small(number), field, as_sent, value);
  }

  Term error(std::string_view text) { return builder_.tuple(am::http_error, string(text)); }

 private:
  static void capitalise(std::string& name) {
    bool is_first = true;
    for (char& c : name) {
      if (is_first && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
      if (!is_first && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
      is_first = !is_first && c == '-';  // as OTP: the second of two hyphens is no first letter
    }
  }

  Term string(std::string_view text) {
    return form_ == TextForm::kString ? builder_.string(text) : make_binary_term(builder_, text);
  }

  Term version(int major, int minor) {
    return builder_.tuple(Term::small(major), Term::small(minor));
  }

  Term response(Line line) {
    int major;
    int minor;
    int status = 0;
    line.take(5);
    if (!line.number(&major) || !line.skip('.') || !line.number(&minor)) return Term::none();
    if (line.take_while(is_blank).empty()) return Term::none();
    line.number(&status);
    if (line.take_while(is_blank).empty() && !line.empty()) return Term::none();
    const Term phrase = string(line.rest());
    const Term numbers = version(major, minor);
    return builder_.tuple(am::http_response, numbers, Term::small(status), phrase);
  }

  Term request(Line line) {
    const std::string_view method = line.take_while(is_token);
    if (method.empty() || line.take_while(is_blank).empty()) return Term::none();
    const std::string_view address = line.take_while([](char c) { return !is_blank(c); });
    if (address.empty()) return Term::none();
    line.take_while(is_blank);
    int major = 0;
    int minor = 9;  // the version of a line without one
    if (!line.empty()) {
      if (line.rest().size() < 8 || line.take(5) != "HTTP/") return Term::none();
      if (!line.number(&major) || !line.skip('.') || !line.number(&minor)) return Term::none();
    }
    const bool is_known =
        std::find(std::begin(kMethods), std::end(kMethods), method) != std::end(kMethods);
    const Term method_term = is_known ? known_atom(method) : string(method);
    const Term address_term = uri(address);
    const Term numbers = version(major, minor);
    return builder_.tuple(am::http_request, method_term, address_term, numbers);
  }

  static bool has_scheme(std::string_view text, std::string_view scheme) {
    return text.size() >= scheme.size() &&
           std::equal(scheme.begin(), scheme.end(), text.begin(),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
  }

  Term uri(std::string_view text) {
    if (text == "*") return am::times;
    if (text.size() <= 1 || text[0] == '/') return builder_.tuple(am::abs_path, string(text));
    if (has_scheme(text, "http://")) return absolute(am::http, text.substr(7));
    if (has_scheme(text, "https://")) return absolute(am::https, text.substr(8));
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return string(text);
    const Term scheme = string(text.substr(0, colon));
    const Term rest = string(text.substr(colon + 1));
    return builder_.tuple(am::scheme, scheme, rest);
  }

  /// {absoluteURI, Scheme, Host, Port, Path}
  Term absolute(Term scheme, std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::string_view path = slash == std::string_view::npos ? "/" : text.substr(slash);
    std::string_view host = text.substr(0, slash);
    std::string_view port;
    if (const std::size_t bracket = host.find(']');
        !host.empty() && host[0] == '[' && bracket != std::string_view::npos) {
      if (host.rfind(':') == bracket + 1) port = host.substr(bracket + 2);
      host = host.substr(0, bracket + 1);
    } else if (const std::size_t colon = host.find(':'); colon != std::string_view::npos) {
      port = host.substr(colon + 1);
      host = host.substr(0, colon);
    }
    Line digits(port);
    int number = 0;
    const bool is_port = digits.number(&number) && digits.empty() && number != 0;
    const Term host_term = string(host);
    const Term path_term = string(path);
    return builder_.tuple(am::absoluteURI, scheme, host_term,
                          is_port ? Term::small(number) : Term(am::undefined), path_term);
  }

  HeapBuilder& builder_;
  const TextForm form_;
};

std::string_view without_line_end(std::string_view line) {
  if (line.size() >= 2 && line[line.size() - 2] == '\r') return line.substr(0, line.size() - 2);
  if (!line.empty() && line.back() == '\n') return line.substr(0, line.size() - 1);
  return line;
}

}  // namespace

Term http_packet_term(HeapBuilder& builder, PacketKind kind, TextForm form,
                      std::string_view packet) {
  HttpReader reader(builder, form);
  const std::string_view line = without_line_end(packet);
  const Term read = kind == PacketKind::kHttp ? reader.first_line(line) : reader.header(line);
  return read.has_value() ? read : reader.error(packet);
}

Term ssl_packet_term(HeapBuilder& builder, std::string_view packet) {
  const auto byte = [&packet](std::size_t i) { return Term::small(static_cast<Byte>(packet[i])); };
  const bool is_old_hello = (packet[0] & 0x80) != 0 && packet[2] == 1;
  if (!is_old_hello) {
    const Term version = builder.tuple(byte(1), byte(2));
    const Term data = make_binary_term(builder, packet.substr(5));
    return builder.tuple(am::ssl_tls, Term::nil(), byte(0), version, data);
  }
  constexpr SWord kHandshake = 22;
  const std::size_t length = packet.size() - 3;
  std::string data{'\1', static_cast<char>(length >> 16), static_cast<char>(length >> 8),
                   static_cast<char>(length)};
  data += packet.substr(3);
  const Term version = builder.tuple(byte(3), byte(4));
  const Term bytes = make_binary_term(builder, data);
  return builder.tuple(am::ssl_tls, Term::nil(), Term::small(kHandshake), version, bytes);
}

}  // namespace vm
