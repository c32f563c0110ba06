// What `sonde compare` has found, and the forms in which it is written. Threads: values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tools {

/// A time.
struct Figure {
  double ns;                            // the best
  std::optional<double> worst_percent;  // by how much the worst was longer, where there are several
};

/// What one way of tracing costs on each machine.
struct CostRow {
  std::string title;
  bool is_of_program;                          // the time of a whole run; else that of a change
  std::vector<std::optional<Figure>> figures;  // one for each machine; nothing: not measured
};

struct Comparison {
  std::string traces;  // one line; empty where no machine has a trace
  std::string notes;   // lines: what differs, and what went wrong
  std::vector<std::string> machines;
  std::vector<CostRow> rows;
  bool is_equal = true;  // the traces are, and nothing failed
};

/// Lines for people.
std::string comparison_text(const Comparison& comparison);
/// The same, with a table in Markdown.
std::string comparison_markdown(const Comparison& comparison);
/// One object: traces, equal, notes, machines, rows.
std::string comparison_json(const Comparison& comparison);
/// A picture: a bar for each way of tracing and machine, on a logarithmic scale.
std::string comparison_svg(const Comparison& comparison);

}  // namespace tools
