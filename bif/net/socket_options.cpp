// Forms of options. Source: socket(3), socket(7), and what OTP's prim_socket answers.
#include "bif/net/socket_options.h"

#include "bif/data/numbers.h"
#include "bif/net/control_messages.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <linux/sctp.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>

namespace bif::net {
namespace {

// The C library's headers leave this to the kernel's.
constexpr int kFlowInfo = 11;
constexpr Word kAlgorithmNameBytes = 16;

enum Level : int {
#define LEVEL(level, number) kLevel_##level = number,
#include "bif/net/socket_options.def"
};

constexpr SocketOption kOptions[] = {
#define OPTION(level, name, number, setter, getter) \
  {kLevel_##level, number, OptionForm::setter, OptionForm::getter},
#include "bif/net/socket_options.def"
};

// --- structures whose fields are all integers, as maps ---

struct IntegerField {
  Term name;
  std::size_t at;
  std::size_t bytes;  // 1: a boolean
};
using IntegerFields = std::vector<IntegerField>;

#define FIELD(type, name, member) {names().name, offsetof(type, member), sizeof(type::member)}

const IntegerFields& fields_of(OptionForm form) {
  static const IntegerFields association = {
      FIELD(sctp_assocparams, assoc_id, sasoc_assoc_id),
      FIELD(sctp_assocparams, asocmaxrxt, sasoc_asocmaxrxt),
      FIELD(sctp_assocparams, number_peer_destinations, sasoc_number_peer_destinations),
      FIELD(sctp_assocparams, peer_rwnd, sasoc_peer_rwnd),
      FIELD(sctp_assocparams, local_rwnd, sasoc_local_rwnd),
      FIELD(sctp_assocparams, cookie_life, sasoc_cookie_life)};
  static const IntegerFields init_message = {
      FIELD(sctp_initmsg, num_outstreams, sinit_num_ostreams),
      FIELD(sctp_initmsg, max_instreams, sinit_max_instreams),
      FIELD(sctp_initmsg, max_attempts, sinit_max_attempts),
      FIELD(sctp_initmsg, max_init_timeo, sinit_max_init_timeo)};
  static const IntegerFields times = {
      FIELD(sctp_rtoinfo, assoc_id, srto_assoc_id), FIELD(sctp_rtoinfo, initial, srto_initial),
      FIELD(sctp_rtoinfo, max, srto_max), FIELD(sctp_rtoinfo, min, srto_min)};
  static const IntegerFields events = {
      FIELD(sctp_event_subscribe, data_io, sctp_data_io_event),
      FIELD(sctp_event_subscribe, association, sctp_association_event),
      FIELD(sctp_event_subscribe, address, sctp_address_event),
      FIELD(sctp_event_subscribe, send_failure, sctp_send_failure_event),
      FIELD(sctp_event_subscribe, peer_error, sctp_peer_error_event),
      FIELD(sctp_event_subscribe, shutdown, sctp_shutdown_event),
      FIELD(sctp_event_subscribe, partial_delivery, sctp_partial_delivery_event),
      FIELD(sctp_event_subscribe, adaptation_layer, sctp_adaptation_layer_event),
      FIELD(sctp_event_subscribe, authentication, sctp_authentication_event),
      FIELD(sctp_event_subscribe, sender_dry, sctp_sender_dry_event)};
  switch (form) {
    case OptionForm::kAssociation:
      return association;
    case OptionForm::kInitMessage:
      return init_message;
    case OptionForm::kTimes:
      return times;
    default:
      return events;
  }
}
#undef FIELD

std::size_t structure_bytes(OptionForm form) {
  switch (form) {
    case OptionForm::kAssociation:
      return sizeof(sctp_assocparams);
    case OptionForm::kInitMessage:
      return sizeof(sctp_initmsg);
    case OptionForm::kTimes:
      return sizeof(sctp_rtoinfo);
    default:
      return sizeof(sctp_event_subscribe);
  }
}

bool to_structure(Term map, OptionForm form, std::string* bytes) {
  bytes->assign(structure_bytes(form), '\0');
  for (const IntegerField& member : fields_of(form)) {
    unsigned value;
    bool is_true;
    const Term term = field(map, member.name);
    if (member.bytes == 1) {
      if (term.is_none() || !to_bool(term, &is_true)) return false;
      value = is_true ? 1 : 0;
    } else if (!to_unsigned_int(term, &value)) {
      return false;
    }
    std::memcpy(bytes->data() + member.at, &value, member.bytes);
  }
  return true;
}

Term structure_term(HeapBuilder& builder, OptionForm form, const std::string& bytes) {
  std::vector<vm::MapPair> pairs;
  for (const IntegerField& member : fields_of(form)) {
    unsigned value = 0;
    std::memcpy(&value, bytes.data() + member.at, member.bytes);
    pairs.push_back({member.name, Term::small(value)});
  }
  return vm::map_from_pairs(builder, pairs);
}

// --- single values ---

template <class T>
bool store(const T& value, std::string* bytes) {
  bytes->assign(reinterpret_cast<const char*>(&value), sizeof value);
  return true;
}

bool to_name(Term value, Word most_bytes, std::string* bytes) {
  if (value.is_binary()) {
    *bytes = vm::BinaryBytes(value).text();
    bytes->resize(::strnlen(bytes->c_str(), std::min<Word>(bytes->size(), most_bytes)));
    return true;
  }
  return value.is_list() && vm::append_latin1_list(value, *bytes) && bytes->size() < most_bytes;
}

bool to_linger(Term value, std::string* bytes) {
  linger time{1, 0};
  if (value == am::abort) return store(time, bytes);
  bool is_on;
  const Term on = field(value, names().onoff);
  if (on.is_none() || !to_bool(on, &is_on) || !to_int(field(value, names().linger), &time.l_linger))
    return false;
  time.l_onoff = is_on ? 1 : 0;
  return time.l_linger >= 0 && store(time, bytes);
}

bool to_mtu_discovery(Term value, int* number) {
  const Names& n = names();
  *number = value == am::want  ? IP_PMTUDISC_WANT
            : value == n.dont  ? IP_PMTUDISC_DONT
            : value == n.do_   ? IP_PMTUDISC_DO
            : value == n.probe ? IP_PMTUDISC_PROBE
                               : -1;
  return *number >= 0 || to_int(value, number);
}

Term mtu_discovery_term(int number) {
  switch (number) {
    case IP_PMTUDISC_WANT:
      return am::want;
    case IP_PMTUDISC_DONT:
      return names().dont;
    case IP_PMTUDISC_DO:
      return names().do_;
    case IP_PMTUDISC_PROBE:
      return names().probe;
    default:
      return Term::small(number);
  }
}

/// Hops: `default`, or 0 to 255.
bool to_hops(Term value, int* number) {
  *number = -1;
  return value == am::default_ || (to_int(value, number) && *number >= 0 && *number <= 255);
}

// --- multicast ---

bool to_membership(Term value, std::string* bytes) {
  ip_mreq group{};
  return to_address(field(value, names().multiaddr), &group.imr_multiaddr) &&
         to_address(field(value, names().interface_), &group.imr_interface) && store(group, bytes);
}

bool to_membership6(Term value, std::string* bytes) {
  ipv6_mreq group{};
  return to_address(field(value, names().multiaddr), &group.ipv6mr_multiaddr) &&
         to_unsigned_int(field(value, names().interface_), &group.ipv6mr_interface) &&
         store(group, bytes);
}

bool to_source(Term value, std::string* bytes) {
  ip_mreq_source group{};
  return to_address(field(value, names().multiaddr), &group.imr_multiaddr) &&
         to_address(field(value, names().interface_), &group.imr_interface) &&
         to_address(field(value, names().sourceaddr), &group.imr_sourceaddr) && store(group, bytes);
}

bool to_filter(Term value, std::string* bytes) {
  if (value == names().null) return true;
  ip_msfilter filter{};
  const Term mode = field(value, names().mode);
  const Term list = field(value, names().slist);
  if (list.is_none() || vm::list_length(list) < 0) return false;
  if (mode != names().include && mode != names().exclude) return false;
  filter.imsf_fmode = mode == names().include ? MCAST_INCLUDE : MCAST_EXCLUDE;
  filter.imsf_numsrc = static_cast<std::uint32_t>(vm::list_length(list));
  if (!to_address(field(value, names().multiaddr), &filter.imsf_multiaddr) ||
      !to_address(field(value, names().interface_), &filter.imsf_interface))
    return false;
  bytes->assign(reinterpret_cast<const char*>(&filter), offsetof(ip_msfilter, imsf_slist));
  for (const Term source : vm::ListView(list)) {
    in_addr address;
    if (!to_address(source, &address)) return false;
    bytes->append(reinterpret_cast<const char*>(&address), sizeof address);
  }
  return true;
}

/// The bytes of an option. False: the term is no value of it.
bool to_bytes(Term value, OptionForm form, std::string* bytes) {
  int number;
  bool is_true;
  in_addr address;
  switch (form) {
    case OptionForm::kBool:
      return to_bool(value, &is_true) && store(int{is_true}, bytes);
    case OptionForm::kInt:
      return to_int(value, &number) && store(number, bytes);
    case OptionForm::kDevice:
      return to_name(value, IFNAMSIZ, bytes);
    case OptionForm::kCongestion:
      return to_name(value, kAlgorithmNameBytes, bytes);
    case OptionForm::kLinger:
      return to_linger(value, bytes);
    case OptionForm::kFamily:
      return to_family(value, &number) && store(number, bytes);
    case OptionForm::kTos:
      return to_tos(value, &number) && store(number, bytes);
    case OptionForm::kMtuDiscovery:
      return to_mtu_discovery(value, &number) && store(number, bytes);
    case OptionForm::kHops:
      return to_hops(value, &number) && store(number, bytes);
    case OptionForm::kAddress:
      return to_address(value, &address) && store(address, bytes);
    case OptionForm::kMembership:
      return to_membership(value, bytes);
    case OptionForm::kMembership6:
      return to_membership6(value, bytes);
    case OptionForm::kSource:
      return to_source(value, bytes);
    case OptionForm::kFilter:
      return to_filter(value, bytes);
    case OptionForm::kAssociation:
    case OptionForm::kEvents:
    case OptionForm::kInitMessage:
    case OptionForm::kTimes:
      return to_structure(value, form, bytes);
    default:
      return false;
  }
}

/// How many bytes the system may answer.
Word room_for(OptionForm form, Word control_bytes) {
  switch (form) {
    case OptionForm::kDevice:
      return IFNAMSIZ + 1;
    case OptionForm::kCongestion:
      return kAlgorithmNameBytes;
    case OptionForm::kLinger:
      return sizeof(linger);
    case OptionForm::kControlMessages:
      return control_bytes;
    case OptionForm::kAssociation:
    case OptionForm::kEvents:
    case OptionForm::kInitMessage:
    case OptionForm::kTimes:
      return structure_bytes(form);
    default:
      return sizeof(int);
  }
}

int integer_in(const std::string& bytes) {
  int number = 0;
  std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof number));
  return number;
}

Term value_term(HeapBuilder& builder, OptionForm form, const std::string& bytes, int family) {
  const int number = integer_in(bytes);
  switch (form) {
    case OptionForm::kBool:
      return vm::make_boolean(number != 0);
    case OptionForm::kDevice:
      return builder.string(bytes);
    case OptionForm::kCongestion:
      return builder.string(std::string_view(bytes).substr(
          0, bytes.ends_with('\0') ? bytes.size() - 1 : bytes.size()));
    case OptionForm::kLinger: {
      linger time;
      std::memcpy(&time, bytes.data(), sizeof time);
      return make_map(builder, {{names().onoff, vm::make_boolean(time.l_onoff != 0)},
                                {names().linger, Term::small(time.l_linger)}});
    }
    case OptionForm::kFamily:
      return family_term(number);
    case OptionForm::kType:
      return type_term(number);
    case OptionForm::kProtocol:
      return number == 0 && family == AF_UNIX ? am::default_ : Term::small(number);
    case OptionForm::kTos:
      return tos_term(number);
    case OptionForm::kMtuDiscovery:
      return mtu_discovery_term(number);
    case OptionForm::kAddress: {
      in_addr address;
      std::memcpy(&address, bytes.data(), sizeof address);
      return address_term(builder, address);
    }
    case OptionForm::kControlMessages:
      return control_messages_term(builder, reinterpret_cast<const Byte*>(bytes.data()),
                                   bytes.size());
    case OptionForm::kAssociation:
    case OptionForm::kEvents:
    case OptionForm::kInitMessage:
    case OptionForm::kTimes:
      return structure_term(builder, form, bytes);
    default:
      return Term::small(number);
  }
}

/// An integer option of a socket, kept over a change of another one.
class KeptOption {
 public:
  KeptOption(int fd, int level, int number) : fd_(fd), level_(level), number_(number) {
    socklen_t size = sizeof value_;
    is_known_ = ::getsockopt(fd, level, number, &value_, &size) == 0;
  }
  /// 0, or errno.
  int restore() const {
    if (!is_known_) return 0;
    return ::setsockopt(fd_, level_, number_, &value_, sizeof value_) == 0 ? 0 : errno;
  }

 private:
  const int fd_;
  const int level_;
  const int number_;
  int value_ = 0;
  bool is_known_;
};

}  // namespace

const SocketOption* find_socket_option(int level, int number) {
  for (const SocketOption& option : kOptions)
    if (option.level == level && option.number == number) return &option;
  return nullptr;
}

BifResult set_option(Process& p, int fd, const SocketOption& option, Term value) {
  std::string bytes;
  if (!to_bytes(value, option.setter, &bytes)) return invalid(p, am::value);
  return set_option_bytes(p, fd, option.level, option.number, bytes.data(), bytes.size());
}

BifResult set_option_bytes(Process& p, int fd, int level, int number, const void* value,
                           Word size) {
  const KeptOption priority(fd, SOL_SOCKET, SO_PRIORITY);
  const KeptOption tos(fd, SOL_IP, IP_TOS);
  if (::setsockopt(fd, level, number, value, static_cast<socklen_t>(size)) != 0)
    return error(p, errno);
  int failed = 0;
  if (number != SO_PRIORITY) {
    if (number != IP_TOS) failed = tos.restore();
    if (failed == 0) failed = priority.restore();
    if (failed == EPERM) failed = 0;  // a priority that only the superuser may set
  }
  return failed == 0 ? Term(am::ok) : error(p, failed);
}

BifResult get_option(Process& p, int fd, const SocketOption& option, int family,
                     Word control_bytes) {
  std::string bytes(room_for(option.getter, control_bytes), '\0');
  auto size = static_cast<socklen_t>(bytes.size());
  if (::getsockopt(fd, option.level, option.number, bytes.data(), &size) != 0)
    return error(p, errno);
  // Structures of another size than the system's are read as far as they go.
  if (option.getter == OptionForm::kDevice || option.getter == OptionForm::kCongestion ||
      option.getter == OptionForm::kControlMessages)
    bytes.resize(size);
  HeapBuilder builder(p);
  return builder.tuple(am::ok, value_term(builder, option.getter, bytes, family));
}

Term supported_options(HeapBuilder& builder) {
  Term levels = Term::nil();
  Term options = Term::nil();
  int level = -1;
  const auto end_level = [&] {
    if (level >= 0) levels = builder.cons(builder.tuple(level_term(level), options), levels);
    options = Term::nil();
  };
#define LEVEL(name, number) \
  end_level(); \
  level = number;
#define OPTION(level, name, number, setter, getter) \
  options = builder.cons(builder.tuple(names().name, Term::small(number)), options);
#define NO_OPTION(level, name) options = builder.cons(names().name, options);
#include "bif/net/socket_options.def"
  end_level();
  return levels;
}

}  // namespace bif::net
