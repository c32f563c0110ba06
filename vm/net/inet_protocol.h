// The numbers that OTP's module prim_inet and the ports `tcp_inet` and `udp_inet` exchange in
// port_control/3. Source: inet_int.hrl of OTP's kernel application, 8 to 10.
#pragma once

#include "vm/base/types.h"

#include <cstdint>

namespace vm::inet {

/// prim_inet adds this to each request.
inline constexpr Word kControlMagic = 0x03F1A300;

enum class Request : Word {
  kOpen = 1,
  kClose = 2,
  kConnect = 3,
  kPeer = 4,
  kName = 5,
  kBind = 6,
  kSetOptions = 7,
  kGetOptions = 8,
  kGetStatistics = 11,
  kGetHostName = 12,
  kFdOpen = 13,
  kGetFd = 14,
  kGetType = 15,
  kGetStatus = 16,
  kGetServiceByName = 17,
  kGetServiceByPort = 18,
  kSetName = 19,
  kSetPeer = 20,
  kGetInterfaces = 21,
  kInterfaceGet = 22,
  kInterfaceSet = 23,
  kSubscribe = 24,
  kGetInterfaceAddresses = 25,
  kAccept = 26,
  kListen = 27,
  kIgnoreFd = 28,
  kGetLocalAddresses = 29,
  kGetPeerAddresses = 30,
  kReceive = 42,
  kUnreceive = 43,
  kShutdown = 44,
  kSendFile = 45,
  kReceivePacket = 60,
};

enum class Reply : char { kError = 0, kOk = 1 };

enum Family : Byte {
  kUnspecified = 0,
  kInet = 1,
  kInet6 = 2,
  kAny = 3,       // the address `any` of the socket's own family
  kLoopback = 4,  // the same for `loopback`
  kLocal = 5,
  kUndefined = 6,
};

enum Type : Byte { kStream = 1, kDatagram = 2 };

enum class Mode : int { kList = 0, kBinary = 1 };
enum class Deliver : int { kPort = 0, kTerm = 1 };
enum class Active : int { kPassive = 0, kActive = 1, kOnce = 2, kMulti = 3 };

// The state of a socket, as inet:getstatus/1 shows it.
inline constexpr unsigned kIsOpen = 0x01;
inline constexpr unsigned kIsActive = 0x04;  // connected
inline constexpr unsigned kIsListening = 0x08;
inline constexpr unsigned kIsConnecting = 0x10;
inline constexpr unsigned kIsAccepting = 0x20;
inline constexpr unsigned kIsBusy = 0x80;

enum class Option : Byte {
  kReuseAddress = 0,
  kKeepAlive = 1,
  kDontRoute = 2,
  kLinger = 3,
  kBroadcast = 4,
  kOobInline = 5,
  kSendBuffer = 6,
  kReceiveBuffer = 7,
  kPriority = 8,
  kTos = 9,
  kNoDelay = 10,
  kMulticastInterface = 11,
  kMulticastTtl = 12,
  kMulticastLoop = 13,
  kAddMembership = 14,
  kDropMembership = 15,
  kV6Only = 16,
  kReusePort = 17,
  kReusePortBalanced = 18,
  kExclusiveAddress = 19,
  kBuffer = 20,
  kHeader = 21,
  kActive = 22,
  kPacket = 23,
  kMode = 24,
  kDeliver = 25,
  kExitOnClose = 26,
  kHighWatermark = 27,
  kLowWatermark = 28,
  kSendTimeout = 30,
  kDelaySend = 31,
  kPacketSize = 32,
  kReadPackets = 33,
  kRaw = 34,
  kSendTimeoutClose = 35,
  kHighQueueWatermark = 36,
  kLowQueueWatermark = 37,
  kNetworkNamespace = 38,
  kShowConnectionReset = 39,
  kLineDelimiter = 40,
  kTrafficClass = 41,
  kBindToDevice = 42,
  kReceiveTos = 43,
  kReceiveTrafficClass = 44,
  kPacketOptions = 45,
  kTtl = 46,
  kReceiveTtl = 47,
  kNoPush = 48,
  kReadAhead = 49,
  kNonBlockSend = 50,
  kDebug = 99,
};

enum class InterfaceOption : Byte {
  kAddress = 1,
  kBroadcastAddress = 2,
  kDestinationAddress = 3,
  kMtu = 4,
  kNetmask = 5,
  kFlags = 6,
  kHardwareAddress = 7,
};

enum class Statistic : Byte {
  kReceivedCount = 1,
  kReceivedMaximum = 2,
  kReceivedAverage = 3,
  kReceivedDeviation = 4,
  kSentCount = 5,
  kSentMaximum = 6,
  kSentAverage = 7,
  kSentPending = 8,
  kReceivedBytes = 9,
  kSentBytes = 10,
};

inline constexpr Byte kSubscribeEmptyQueue = 1;

enum class Packet : int {
  kRaw = 0,
  k1 = 1,
  k2 = 2,
  k4 = 3,
  kAsn1 = 4,
  kSunRm = 5,
  kCdr = 6,
  kFcgi = 7,
  kLine = 8,
  kTpkt = 9,
  kHttp = 10,
  kHttpHeader = 11,
  kSslTls = 12,
  kHttpBinary = 13,
  kHttpHeaderBinary = 14,
};

}  // namespace vm::inet
