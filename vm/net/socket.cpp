// The requests that all sockets have. Source of replies and errors: prim_inet, and what OTP's ports
// answer.
#include "vm/net/socket.h"

#include "vm/heap/binary_view.h"
#include "vm/io/posix.h"
#include "vm/net/interfaces.h"
#include "vm/net/libraries.h"
#include "vm/net/network_namespace.h"
#include "vm/port/port_table.h"
#include "vm/term/atom_table.h"
#include "vm/term/external.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <unistd.h>

namespace vm::inet {
namespace {

int family_of(Byte code) {
  switch (code) {
    case kInet:
      return AF_INET;
    case kInet6:
      return AF_INET6;
    case kLocal:
      return AF_UNIX;
    default:
      return -1;
  }
}

}  // namespace

Socket::Socket(Port& port, int protocol)
    : port_(port),
      protocol_(protocol),
      system_type_(protocol == IPPROTO_TCP ? SOCK_STREAM : SOCK_DGRAM),
      has_tags_(has_kernel_9(port.vm().options)) {}

Socket::~Socket() {
  if (fd >= 0 && !is_given_) ::close(fd);
}

void Socket::adopt(int descriptor, int address_family) {
  fd = descriptor;
  family = address_family;
  type_ = system_type_;
  state = kIsOpen | kIsActive;
}

// --- PortDriver ---

Word Socket::write(std::string, bool) { VM_UNREACHABLE(); }

void Socket::output(Term caller, PortData& data) {
  port_.assert_locked();
  Sender sender{.pid = caller, .tag = {}};
  Word begin = 0;
  if (has_tags_ && caller.is_local_pid()) {
    ByteReader reader(data.bytes);
    const std::uint16_t size = reader.u16();
    sender.tag = reader.take(size);
    if (!reader.ok()) {
      port_.fail_by_driver(posix_error(EINVAL));
      return;
    }
    begin = Word{2} + size;
  }
  send_data(std::move(sender), std::move(data), begin);
  arm();
}

std::optional<ControlResult> Socket::control(Term caller, Word operation, std::string_view data) {
  port_.assert_locked();
  const auto wanted = static_cast<Request>(operation - kControlMagic);
  std::optional<std::string> reply = request(caller, wanted, data);
  if (!reply) reply = general_request(caller, wanted, data);
  arm();
  if (!reply) return std::nullopt;
  return ControlResult(std::move(*reply));
}

void Socket::close() {
  port_.assert_locked();
  if (finish()) release();
  arm();
}

void Socket::ready(unsigned events) {
  port_.assert_locked();
  // Errors and hang-ups are found by the system call that the socket wants to make.
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) events |= EPOLLIN | EPOLLOUT;
  const unsigned wanted = events & wanted_events();
  if (wanted != 0) serve(wanted);
  // Events that are not wanted any more would be reported again and again.
  if (fd >= 0 && wanted_events() != armed_) {
    armed_ = wanted_events();
    port_.table().sockets().watch(port_, *this, fd, armed_);
  }
  arm();
}

void Socket::deadline_passed() {
  port_.assert_locked();
  serve_deadlines(SocketPoll::now_ms());
  arm();
}

/// Does not take back what is not wanted any more: often it is wanted again before it happens.
void Socket::arm() {
  if (fd < 0) return;
  const unsigned wanted = wanted_events();
  if ((wanted & ~armed_) != 0) {
    armed_ = wanted;
    port_.table().sockets().watch(port_, *this, fd, wanted);
  }
  const SWord deadline = next_deadline_ms();
  if (deadline != SocketPoll::kNever) port_.table().sockets().set_deadline(port_, *this, deadline);
}

void Socket::release() {
  if (fd >= 0) {
    port_.table().sockets().forget(port_, fd);
    if (!is_given_) ::close(fd);
  }
  fd = -1;
  armed_ = 0;
  state = 0;
  empty_queue_subscribers_.clear();
}

// --- replies ---

std::string Socket::ok(Bytes bytes) {
  std::string reply(1, static_cast<char>(Reply::kOk));
  reply += bytes;
  return reply;
}

std::string Socket::error(int error_number) {
  std::string reply(1, static_cast<char>(Reply::kError));
  reply += atom_text(posix_error(error_number));
  return reply;
}

std::string Socket::error(const char* name) {
  std::string reply(1, static_cast<char>(Reply::kError));
  reply += name;
  return reply;
}

std::string Socket::ok(const AsyncRequest& request) {
  ByteWriter writer;
  writer.u16(request.id);
  return ok(writer.take());
}

std::string Socket::open(Bytes data) {
  ByteReader reader(data);
  const int wanted_family = family_of(reader.u8());
  const Byte wanted_type = reader.u8();
  if (!reader.ok() || reader.size() != 0) return error(EINVAL);
  if (wanted_family < 0) return error("eafnosupport");
  if (wanted_type != (system_type_ == SOCK_STREAM ? kStream : kDatagram)) return error(EINVAL);
  if (state != 0) return error("exbadseq");
  // As in OTP, the empty name is one of a file, which there is not.
  if (network_namespace_ && network_namespace_->empty()) return error(ENOENT);
  const NetworkNamespace inside(network_namespace_.value_or(""));
  if (inside.error() != 0) return error(inside.error());
  fd = ::socket(wanted_family, system_type_ | SOCK_NONBLOCK | SOCK_CLOEXEC,
                wanted_family == AF_UNIX ? 0 : protocol_);
  if (fd < 0) return error(errno);
  state = kIsOpen;
  type_ = system_type_;
  family = wanted_family;
  return ok();
}

std::string Socket::fd_open(Bytes data) {
  ByteReader reader(data);
  const int wanted_family = family_of(reader.u8());
  const Byte wanted_type = reader.u8();
  const int given = reader.i32();
  const bool is_bound = reader.size() == 0 || reader.u32() != 0;
  if (!reader.ok() || reader.size() != 0) return error(EINVAL);
  if (wanted_family < 0) return error("eafnosupport");
  if (wanted_type != (system_type_ == SOCK_STREAM ? kStream : kDatagram)) return error(EINVAL);
  SocketAddress name;
  if (is_bound) {
    if (::getsockname(given, &name.any, &name.length) != 0) return error(errno);
    if (name.any.sa_family != wanted_family) return error(EINVAL);
  }
  const int flags = ::fcntl(given, F_GETFL);
  if (flags < 0 || ::fcntl(given, F_SETFL, flags | O_NONBLOCK) != 0) return error(errno);
  fd = given;
  is_given_ = true;
  state = kIsOpen;
  SocketAddress peer;
  if (system_type_ == SOCK_STREAM && ::getpeername(fd, &peer.any, &peer.length) == 0)
    state |= kIsActive;
  type_ = system_type_;
  family = wanted_family;
  return ok();
}

std::string Socket::bind(Bytes data) {
  if (data.size() < 2) return error(EINVAL);
  if (state != kIsOpen) return error("exbadport");
  ByteReader reader(data);
  const char* why;
  const std::optional<SocketAddress> address = SocketAddress::read(reader, family, &why);
  if (!address) return error(why);
  if (::bind(fd, &address->any, address->length) != 0) return error(errno);
  SocketAddress bound;
  ::getsockname(fd, &bound.any, &bound.length);
  ByteWriter writer;
  writer.u16(static_cast<Word>(std::max(bound.port(), 0)));
  return ok(writer.take());
}

std::optional<std::string> Socket::general_request(Term caller, Request operation, Bytes data) {
  switch (operation) {
    case Request::kOpen:
      return open(data);
    case Request::kFdOpen:
      return fd_open(data);
    case Request::kGetStatistics:
      return statistics(data);
    case Request::kSubscribe:
      return subscribe(caller, data);
    case Request::kSetOptions:
      return set_options(data);
    case Request::kGetOptions: {
      const std::optional<std::string> options = get_options(data);
      return options ? ok(*options) : error(EINVAL);
    }
    case Request::kGetStatus: {
      ByteWriter writer;
      writer.u32(state);
      return ok(writer.take());
    }
    case Request::kGetType:
      return type_and_family();
    case Request::kGetFd: {
      if (!is_open()) return error(EINVAL);
      ByteWriter writer;
      writer.i32(fd);
      return ok(writer.take());
    }
    case Request::kPeer:
      return peer_name();
    case Request::kName:
      return own_name();
    case Request::kSetPeer:
      return set_name(data, &fake_peer_);
    case Request::kSetName:
      return set_name(data, &fake_name_);
    case Request::kGetLocalAddresses:
    case Request::kGetPeerAddresses:
      return addresses(operation, data);
    case Request::kBind:
      return bind(data);
    case Request::kIgnoreFd:
      return ignore_fd(data);
    default:
      break;
  }
  const bool needs_socket =
      operation == Request::kGetInterfaces || operation == Request::kGetInterfaceAddresses ||
      operation == Request::kInterfaceGet || operation == Request::kInterfaceSet;
  if (needs_socket && !is_open()) return error("exbadport");
  HostAnswer answer = host_request(fd, operation, data);
  if (answer.error_name != nullptr) return error(answer.error_name);
  return answer.error_number == 0 ? ok(answer.bytes) : error(answer.error_number);
}

std::string Socket::type_and_family() const {
  ByteWriter writer;
  if (!is_open()) return error(EINVAL);
  writer.u32(family == AF_INET ? kInet : family == AF_INET6 ? kInet6 : kLocal);
  writer.u32(type_ == SOCK_STREAM ? kStream : kDatagram);
  return ok(writer.take());
}

std::string Socket::peer_name() const {
  if (!is_connected()) return error(ENOTCONN);
  if (fake_peer_) return ok(fake_peer_->to_bytes());
  SocketAddress peer;
  if (::getpeername(fd, &peer.any, &peer.length) != 0) return error(errno);
  return ok(peer.to_bytes());
}

std::string Socket::own_name() const {
  if (fake_name_) return ok(fake_name_->to_bytes());
  SocketAddress name;
  if (::getsockname(fd, &name.any, &name.length) != 0) return error(fd < 0 ? EINVAL : errno);
  return ok(name.to_bytes());
}

std::string Socket::addresses(Request operation, Bytes data) const {
  if (data.size() != 4) return error(EINVAL);
  if (!is_open()) return error("exbadport");
  SocketAddress address;
  const int result = operation == Request::kGetPeerAddresses
                         ? ::getpeername(fd, &address.any, &address.length)
                         : ::getsockname(fd, &address.any, &address.length);
  return result == 0 ? ok(address.to_bytes()) : error(errno);
}

std::string Socket::set_name(Bytes data, std::unique_ptr<SocketAddress>* name) {
  if (data.empty()) {
    name->reset();
    return ok();
  }
  if (data.size() < 2) return error(EINVAL);
  ByteReader reader(data);
  const char* why;
  const std::optional<SocketAddress> address = SocketAddress::read(reader, family, &why);
  if (!address) return error(why);
  *name = std::make_unique<SocketAddress>(*address);
  return ok();
}

std::string Socket::ignore_fd(Bytes data) {
  if (!is_connected()) return error(ENOTCONN);
  if (type_ != SOCK_STREAM || data.size() != 1) return error(EINVAL);
  const bool wanted = data.front() == 1;
  if (wanted == is_ignored) return error(EINVAL);
  is_ignored = wanted;
  if (is_ignored) {
    armed_ = 0;
    port_.table().sockets().watch(port_, *this, fd, 0);
  }
  return ok();
}

// --- statistics ---

void Socket::Statistics::add(Word size) {
  const auto length = static_cast<double>(size);
  ++count;
  bytes += size;
  maximum = std::max(maximum, size);
  average += (length - average) / static_cast<double>(count);
  deviation += (length - average - deviation) / static_cast<double>(count);
}

void Socket::count_received(Word bytes) {
  port_.assert_locked();
  received_.add(bytes);
}

void Socket::count_sent(Word bytes) { sent_.add(bytes); }

std::optional<Word> Socket::statistic(Statistic which) const {
  switch (which) {
    case Statistic::kReceivedCount:
      return received_.count;
    case Statistic::kReceivedMaximum:
      return received_.maximum;
    case Statistic::kReceivedAverage:
      return static_cast<Word>(received_.average);
    case Statistic::kReceivedDeviation:
      return static_cast<Word>(std::fabs(received_.deviation));
    case Statistic::kReceivedBytes:
      return received_.bytes;
    case Statistic::kSentCount:
      return sent_.count;
    case Statistic::kSentMaximum:
      return sent_.maximum;
    case Statistic::kSentAverage:
      return static_cast<Word>(sent_.average);
    case Statistic::kSentPending:
      return queued_bytes();
    case Statistic::kSentBytes:
      return sent_.bytes;
  }
  return std::nullopt;
}

std::string Socket::statistics(Bytes wanted) const {
  ByteWriter writer;
  for (const char c : wanted) {
    const auto which = static_cast<Statistic>(c);
    const std::optional<Word> value = statistic(which);
    if (!value) return error(EINVAL);
    writer.u8(static_cast<Byte>(c));
    if (which == Statistic::kReceivedBytes || which == Statistic::kSentBytes) {
      writer.u64(*value);
    } else {
      writer.u32(*value);
    }
  }
  return ok(writer.take());
}

std::string Socket::subscribe(Term caller, Bytes wanted) {
  ByteWriter writer;
  for (const char c : wanted) {
    if (static_cast<Byte>(c) != kSubscribeEmptyQueue) return error(EINVAL);
    writer.u8(kSubscribeEmptyQueue);
    writer.u32(queued_bytes());
    if (queued_bytes() > 0) empty_queue_subscribers_.push_back(caller);
  }
  return ok(writer.take());
}

// --- messages ---

void Socket::send(HeapBuilder& builder, Term to, Term message) {
  port_.assert_locked();
  port_.send(builder, to, message);
}

void Socket::send_to_owner(HeapBuilder& builder, Term message) {
  port_.assert_locked();
  port_.send(builder, port_.owner(), message);
}

AsyncRequest Socket::new_request(Term caller, std::uint32_t timeout_ms) {
  AsyncRequest request{.id = next_async_id_++, .caller = caller};
  if (timeout_ms != kInfinity) request.deadline_ms = SocketPoll::deadline_after(timeout_ms);
  return request;
}

void Socket::send_async(HeapBuilder& builder, const AsyncRequest& request, Term result) {
  send(builder, request.caller,
       builder.tuple(am::inet_async, port_.id, Term::small(request.id), result));
}

void Socket::send_async_ok(const AsyncRequest& request) {
  HeapBuilder builder(Word{8});
  send_async(builder, request, am::ok);
}

void Socket::send_async_error(const AsyncRequest& request, Term reason) {
  HeapBuilder builder(Word{16});
  send_async(builder, request, builder.tuple(Term(am::error), reason));
}

void Socket::fail_receive(Term reason) {
  if (receiving) send_async_error(*std::exchange(receiving, std::nullopt), reason);
}

namespace {
Term reply_term(HeapBuilder& builder, Term port, Term result, const std::string& tag) {
  const auto* bytes = reinterpret_cast<const Byte*>(tag.data());
  const Term caller = tag.empty() ? Term::none() : decode_external(builder, {bytes, tag.size()});
  return caller.is_none() ? builder.tuple(am::inet_reply, port, result)
                          : builder.tuple(am::inet_reply, port, result, caller);
}
}  // namespace

void Socket::reply_ok(Sender& sender) {
  if (!sender.pid.is_local_pid()) return;
  HeapBuilder builder(Word{32});
  send(builder, sender.pid, reply_term(builder, port_.id, am::ok, sender.tag));
  sender = {};
}

void Socket::reply_error(Sender& sender, Term reason) {
  if (!sender.pid.is_local_pid()) return;
  HeapBuilder builder(Word{32});
  const Term result = builder.tuple(Term(am::error), reason);
  send(builder, sender.pid, reply_term(builder, port_.id, result, sender.tag));
  sender = {};
}

void Socket::send_event(Term tag) {
  HeapBuilder builder(Word{8});
  send_to_owner(builder, builder.tuple(tag, port_.id));
}

void Socket::send_event(Term tag, Term reason) {
  HeapBuilder builder(Word{8});
  send_to_owner(builder, builder.tuple(tag, port_.id, reason));
}

Term Socket::data_term(HeapBuilder& builder, Bytes bytes) const {
  if (settings.mode == Mode::kList || settings.header_bytes > bytes.size())
    return builder.string(bytes);
  Term data = make_binary_term(builder, bytes.substr(settings.header_bytes));
  for (Word i = settings.header_bytes; i-- > 0;)
    data = builder.cons(Term::small(static_cast<Byte>(bytes[i])), data);
  return data;
}

void Socket::count_delivery() {
  if (active == Active::kOnce) active = Active::kPassive;
  if (active != Active::kMulti || --active_count > 0) return;
  active = Active::kPassive;
  active_count = 0;
  send_event(protocol_ == IPPROTO_TCP ? am::tcp_passive : am::udp_passive);
}

void Socket::notify_empty_queue() {
  for (const Term subscriber : std::exchange(empty_queue_subscribers_, {})) {
    HeapBuilder builder(Word{8});
    send(builder, subscriber, builder.tuple(am::empty_out_q, port_.id));
  }
}

}  // namespace vm::inet
