// The names that only sockets know: atoms of modules prim_socket and prim_net that are not among
// the known atoms. Made on first use: most programs open no socket. Threads: any.
#pragma once

#include "vm/term/term.h"

namespace bif::net {

struct Names {
  Names();
#define NET_NAME(name) vm::Term name;
#define NET_NAME_AS(name, text) NET_NAME(name)
#include "bif/net/names.def"
};

/// All names.
const Names& names();

}  // namespace bif::net
