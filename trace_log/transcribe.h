// From words of a ring to bytes of a file. Threads: the one that writes the file.
#pragma once

#include "trace_log/bytes.h"
#include "trace_log/names.h"

// Writes the term that begins at `at`. Returns where the next one begins.
const uint64_t* transcribe_term(struct bytes* to, struct names* names, ErlNifEnv* env,
                                const uint64_t* at);
