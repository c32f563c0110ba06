// Settings of malloc for a machine with many scheduler threads.
#pragma once

namespace vm {

/// Configures the C library's malloc. Called once, before a second thread starts. A malloc without
/// such settings (that of a sanitizer) is left unchanged.
void set_up_malloc();

/// For a thread that allocates megabytes at once: from here on, what malloc gives it comes in large
/// pages where the system has them, 2 MiB by one page fault in place of 512. Threads: the one that
/// is to have them. Without effect in the first thread; harmless with another malloc.
void use_large_pages_for_malloc();

}  // namespace vm
