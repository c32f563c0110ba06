// Which characters count as printable: io:printable_range/0, the flag +pc of erl.
// Threads: set before the machine runs, constant from then on.
#pragma once

namespace bif {

enum class PrintableRange { kLatin1, kUnicode };

/// Latin-1 unless set_printable_range() said otherwise.
PrintableRange printable_range();
void set_printable_range(PrintableRange range);

}  // namespace bif
