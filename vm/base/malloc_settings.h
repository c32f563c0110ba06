// How malloc is set up for a machine that runs many schedulers. Threads: called before there is a
// second one.
#pragma once

namespace vm {

/// Sets the C library's malloc up; once in a program. Where it has no such settings (a sanitizer's
/// malloc) nothing changes.
void set_up_malloc();

}  // namespace vm
