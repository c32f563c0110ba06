// Settings of malloc for a machine with many scheduler threads.
#pragma once

namespace vm {

/// Configures the C library's malloc. Called once, before a second thread starts. A malloc without
/// such settings (that of a sanitizer) is left unchanged.
void set_up_malloc();

}  // namespace vm
