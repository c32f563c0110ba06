// `sonde view`: a trace as one HTML page that needs nothing else, no network and no Sonde. The page
// is in view/.
#pragma once

#include "vm/base/result.h"

#include <string>

namespace tools {

/// What `sonde view` was asked for.
struct ViewOptions {
  std::string file;    // a log (.strace) or what --format jsonl wrote
  std::string output;  // empty: next to the file, with the ending .html
};

struct ViewPage {
  std::string name;
  std::string note;  // one line for the user; empty: there is nothing to say
};

/// Writes the page. The memory it takes does not depend on the size of the
/// trace. An error is one line: the file cannot be read, is damaged or no trace, or the page cannot
/// be written. Threads: any.
vm::Result<ViewPage, std::string> write_view(const ViewOptions& options);

}  // namespace tools
