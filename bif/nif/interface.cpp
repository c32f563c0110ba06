// The table with the functions' addresses, and declarations that older headers lack.
#include "bif/nif/interface.h"

#include "bif/nif/direct_tracer.h"
#include "bif/nif/library.h"

// Functions of erl_nif.h 2.17 (OTP 26), which older headers lack.
extern "C" {
int enif_get_string_length(ErlNifEnv*, ERL_NIF_TERM, unsigned*, ErlNifCharEncoding);
int enif_make_new_atom(ErlNifEnv*, const char*, ERL_NIF_TERM*, ErlNifCharEncoding);
int enif_make_new_atom_len(ErlNifEnv*, const char*, size_t, ERL_NIF_TERM*, ErlNifCharEncoding);
int enif_set_option(ErlNifEnv*, int, ...);
}

// Sonde's own.
extern "C" int sonde_get_fun(ErlNifEnv*, ERL_NIF_TERM, ERL_NIF_TERM*, unsigned long*,
                             unsigned long*);

namespace bif {
namespace {

const InterfaceRow kRows[] = {
#define NIF(group, function) {#group, #function, address(&function)},
#include "bif/nif/nifs.def"
};

}  // namespace

std::span<const InterfaceRow> nif_interface() { return kRows; }

}  // namespace bif
