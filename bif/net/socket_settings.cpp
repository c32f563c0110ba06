// The natives of options: those of the system, and those of OTP (level `otp`).
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/net/socket_handle.h"
#include "bif/net/socket_options.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/binary_view.h"
#include "vm/term/copy.h"

#include <cerrno>
#include <cstring>

namespace bif {

using namespace net;

namespace {

/// The numbers that module prim_socket gives the options of level `otp`.
enum class OtpOption : int {
  kDebug = 1001,
  kReportsWraps = 1002,
  kOwner = 1003,
  kReceiveBuffer = 1004,
  kReceiveControlBuffer = 1006,
  kSendControlBuffer = 1007,
  kDescriptor = 1008,
  kMeta = 1009,
  kUseRegistry = 1010,
  kProtocol = 1997,
  kType = 1998,
  kFamily = 1999,
  kAll = 1996,  // family, type and protocol
};

constexpr Word kLeastBufferBytes = 1;

/// The size of a buffer: a positive integer, or `default`.
bool to_buffer_size(Term value, Word otherwise, Word* size) {
  *size = otherwise;
  return value == am::default_ || (to_unsigned(value, size) && *size != 0);
}

bool to_receive_buffer(Term value, SocketOptions* options) {
  constexpr Word kDefault = SocketOptions{}.receive_buffer_bytes;
  Word size;
  unsigned times = 0;
  if (value.is_tuple_of(2)) {
    if (!to_unsigned_int(value.as_tuple().elements[0], &times) || times == 0) return false;
    value = value.as_tuple().elements[1];
  }
  if (!to_buffer_size(value, kDefault, &size) || size > INT64_MAX) return false;
  options->receive_times = times;
  options->receive_buffer_bytes = std::max(size, kLeastBufferBytes);
  return true;
}

BifResult raise_no_option(Process& p, int option) {
  HeapBuilder builder(p);
  const Term what = builder.tuple(names().otp_socket_option, Term::small(option));
  return p.error(builder.tuple(am::invalid, what));
}

BifResult set_owner(Process& p, SocketHandle& socket, Term value) VM_REQUIRES(socket.mutex) {
  if (socket.owner != p.pid) return error_invalid(p, names().not_owner);
  if (!value.is_local_pid()) return invalid(p, am::value);
  socket.set_owner(value);
  return am::ok;
}

/// Sets an option of OTP's.
BifResult set_otp_option(Process& p, SocketHandle& socket, int number, Term value) {
  const vm::MutexLock lock(socket.mutex);
  SocketOptions& options = socket.options;
  bool is_valid = false;
  const auto option = static_cast<OtpOption>(number);
  switch (option) {
    case OtpOption::kDebug:
    case OtpOption::kReportsWraps:
    case OtpOption::kOwner:
    case OtpOption::kReceiveBuffer:
    case OtpOption::kReceiveControlBuffer:
    case OtpOption::kSendControlBuffer:
    case OtpOption::kMeta:
    case OtpOption::kUseRegistry:
      if (!socket.can_write()) return closed(p);
      break;
    default:
      return raise_no_option(p, number);
  }
  switch (option) {
    case OtpOption::kDebug:
      is_valid = to_bool(value, &options.debug);
      break;
    case OtpOption::kReportsWraps:
      is_valid = to_bool(value, &options.reports_wraps);
      break;
    case OtpOption::kOwner:
      return set_owner(p, socket, value);
    case OtpOption::kReceiveBuffer:
      is_valid = to_receive_buffer(value, &options);
      break;
    case OtpOption::kReceiveControlBuffer:
      is_valid = to_buffer_size(value, SocketOptions{}.receive_control_bytes,
                                &options.receive_control_bytes);
      break;
    case OtpOption::kSendControlBuffer:
      is_valid =
          to_buffer_size(value, SocketOptions{}.send_control_bytes, &options.send_control_bytes);
      break;
    case OtpOption::kMeta:
      if (socket.owner != p.pid) return error_invalid(p, names().not_owner);
      socket.meta = vm::KeptTerm(value);
      is_valid = true;
      break;
    default:  // kUseRegistry: once true, always true
      is_valid = value == am::true_;
      if (is_valid && !options.use_registry) {
        options.use_registry = true;
        socket.tell_registry(names().add);
      }
  }
  return is_valid ? am::ok : invalid(p, am::value);
}

/// The value of an option of OTP's; none(): there is no such option.
Term otp_option(HeapBuilder& builder, SocketHandle& socket, int number) VM_REQUIRES(socket.mutex) {
  switch (static_cast<OtpOption>(number)) {
    case OtpOption::kDebug:
      return vm::make_boolean(socket.options.debug);
    case OtpOption::kReportsWraps:
      return vm::make_boolean(socket.options.reports_wraps);
    case OtpOption::kOwner:
      return socket.owner.has_value() ? socket.owner : am::undefined;
    case OtpOption::kReceiveBuffer: {
      const Term size = bif::number(socket.options.receive_buffer_bytes);
      if (socket.options.receive_times == 0) return size;
      return builder.tuple(bif::number(socket.options.receive_times), size);
    }
    case OtpOption::kReceiveControlBuffer:
      return bif::number(socket.options.receive_control_bytes);
    case OtpOption::kSendControlBuffer:
      return bif::number(socket.options.send_control_bytes);
    case OtpOption::kDescriptor:
      return Term::small(socket.fd);
    case OtpOption::kMeta:
      return socket.meta.get().is_none() ? am::undefined
                                         : vm::copy_term(builder, socket.meta.get(), nullptr);
    case OtpOption::kUseRegistry:
      return vm::make_boolean(socket.options.use_registry);
    case OtpOption::kFamily:
      return family_term(socket.family);
    case OtpOption::kType:
      return type_term(socket.type);
    case OtpOption::kProtocol:
      return Term::small(socket.protocol);
    case OtpOption::kAll:
      return builder.tuple(family_term(socket.family), type_term(socket.type),
                           Term::small(socket.protocol));
  }
  return Term::none();
}

BifResult get_otp_option(Process& p, SocketHandle& socket, int number) {
  const vm::MutexLock lock(socket.mutex);
  Term value;
  {
    HeapBuilder builder(p);
    value = otp_option(builder, socket, number);
    if (value.has_value() &&
        (socket.can_read() || static_cast<OtpOption>(number) == OtpOption::kUseRegistry))
      return builder.tuple(am::ok, value);
  }
  return value.is_none() ? raise_no_option(p, number) : closed(p);
}

BifResult set_native(Process& p, int fd, int level, int number, Term value) {
  int integer;
  bool is_true;
  if (value.is_binary()) {
    const vm::BinaryBytes bytes(value);
    return set_option_bytes(p, fd, level, number, bytes.data(), bytes.size());
  }
  if (to_bool(value, &is_true)) {
    integer = is_true ? 1 : 0;
  } else if (!to_int(value, &integer)) {
    return error_invalid(p, am::value);
  }
  return set_option_bytes(p, fd, level, number, &integer, sizeof integer);
}

/// What getopt_native/3 wants: {ok, Bytes}; `bytes` is as large as the answer may be.
BifResult get_native_bytes(Process& p, int fd, int level, int number, std::string bytes) {
  auto size = static_cast<socklen_t>(bytes.size());
  if (::getsockopt(fd, level, number, size == 0 ? nullptr : bytes.data(),
                   size == 0 ? nullptr : &size) != 0)
    return error(p, errno);
  if (bytes.empty()) return am::ok;
  HeapBuilder builder(p);
  return builder.tuple(am::ok, vm::make_binary_term(builder, {bytes.data(), size}));
}

BifResult get_native(Process& p, int fd, int level, int number, Term wanted) {
  int size;
  if (wanted.is_binary())
    return get_native_bytes(p, fd, level, number, std::string(vm::BinaryBytes(wanted).text()));
  if (wanted == am::integer || wanted == am::boolean) {
    const auto form = wanted == am::integer ? OptionForm::kInt : OptionForm::kBool;
    return get_option(p, fd, {level, number, OptionForm::kNone, form}, AF_UNSPEC, 0);
  }
  if (!to_int(wanted, &size) || size < 0) return invalid(p, am::value);
  return get_native_bytes(p, fd, level, number, std::string(static_cast<std::size_t>(size), '\0'));
}

}  // namespace

/// nif_setopt(Socket, Level, Option, Value, IsNative)
BifResult socket_setopt_5(Process& p, const Args<5>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  int number;
  int level;
  int is_native;
  if (socket == nullptr || !to_int(a[4], &is_native)) return p.badarg();
  if (!to_int(a[2], &number)) return bad_integer(p, a[2]);
  if (a[1] == names().otp)
    return is_native == 0 ? set_otp_option(p, *socket, number, a[3]) : p.badarg();
  if (!to_level(a[1], &level)) return bad_integer(p, a[1]);
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_write()) return closed(p);
  if (is_native != 0) return set_native(p, socket->fd, level, number, a[3]);
  const SocketOption* option = find_socket_option(level, number);
  if (option == nullptr || option->setter == OptionForm::kNone)
    return invalid(p, names().socket_option);
  return set_option(p, socket->fd, *option, a[3]);
}

BifResult socket_getopt_3(Process& p, const Args<3>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  int number;
  int level;
  if (socket == nullptr) return p.badarg();
  if (!to_int(a[2], &number)) return bad_integer(p, a[2]);
  if (a[1] == names().otp) return get_otp_option(p, *socket, number);
  if (!to_level(a[1], &level)) return bad_integer(p, a[1]);
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_read()) return closed(p);
  const SocketOption* option = find_socket_option(level, number);
  if (option == nullptr || option->getter == OptionForm::kNone)
    return invalid(p, names().socket_option);
  return get_option(p, socket->fd, *option, socket->family, socket->options.receive_control_bytes);
}

BifResult socket_getopt_4(Process& p, const Args<4>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  int number;
  int level;
  if (socket == nullptr) return p.badarg();
  if (!to_int(a[2], &number)) return bad_integer(p, a[2]);
  if (!to_level(a[1], &level)) return bad_integer(p, a[1]);
  const vm::MutexLock lock(socket->mutex);
  if (!socket->can_read()) return closed(p);
  return get_native(p, socket->fd, level, number, a[3]);
}

}  // namespace bif
