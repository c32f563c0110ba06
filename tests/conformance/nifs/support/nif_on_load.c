// The library nif_versions for a module that loads it in its on_load function.
#define MODULE nif_on_load
#include "nif_versions.c"
