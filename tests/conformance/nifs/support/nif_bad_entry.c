// A library whose init function returns nothing.
#include <erl_nif.h>

ErlNifEntry* nif_init(void) { return NULL; }
