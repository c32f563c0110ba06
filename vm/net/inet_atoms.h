// Atoms that only messages of sockets have. Threads: any; constant once made.
#pragma once

#include "vm/term/atom_table.h"

namespace vm::inet {

struct InetAtoms {
  const Term econnreset = intern_atom("econnreset").value();
  const Term empty_out_q = intern_atom("empty_out_q").value();
  const Term http = intern_atom("http").value();
  const Term http_error = intern_atom("http_error").value();
  const Term inet_async = intern_atom("inet_async").value();
  const Term inet_reply = intern_atom("inet_reply").value();
  const Term sendfile = intern_atom("sendfile").value();
  const Term tclass = intern_atom("tclass").value();
  const Term tcp = intern_atom("tcp").value();
  const Term tcp_closed = intern_atom("tcp_closed").value();
  const Term tcp_error = intern_atom("tcp_error").value();
  const Term tcp_passive = intern_atom("tcp_passive").value();
  const Term tos = intern_atom("tos").value();
  const Term ttl = intern_atom("ttl").value();
  const Term udp = intern_atom("udp").value();
  const Term udp_error = intern_atom("udp_error").value();
  const Term udp_passive = intern_atom("udp_passive").value();
  const Term unspec = intern_atom("unspec").value();
};

inline const InetAtoms& atoms() {
  static const InetAtoms all;
  return all;
}

}  // namespace vm::inet
