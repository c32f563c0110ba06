// The options of re:compile and re:run as flags and numbers of PCRE2.
#pragma once

#include "bif/bif.h"

namespace bif {

/// What the match is asked to return, {capture, Which, Form}.
enum class CaptureWhich : std::uint8_t { kAll, kAllButFirst, kFirst, kNone, kList, kAllNames };
enum class CaptureForm : std::uint8_t { kIndex, kList, kBinary };

struct ReOptions {
  std::uint32_t compile = 0;  // PCRE2_...
  std::uint32_t match = 0;
  std::uint32_t newline = 0;  // PCRE2_NEWLINE_..., 0: as built
  std::uint32_t bsr = 0;      // PCRE2_BSR_..., 0: as built
  bool unicode = false;
  bool global = false;
  bool report_errors = false;
  bool compile_only_given = false;  // one that a compiled pattern cannot take any more
  bool bad_capture = false;         // refused as an argument, not as an option
  Word offset = 0;
  Word match_limit = 0;  // 0: as built
  Word recursion_limit = 0;
  CaptureWhich which = CaptureWhich::kAll;
  CaptureForm form = CaptureForm::kIndex;
  Term wanted;  // kList: the list
};

enum class ReUse : std::uint8_t { kCompile, kRun };

/// Whether read_re_options() can make these options of compiling.
bool are_compile_options(const ReOptions& options);
/// Reads an option list. False: badarg with the cause badopt.
bool read_re_options(Term list, ReUse use, ReOptions& options);

}  // namespace bif
