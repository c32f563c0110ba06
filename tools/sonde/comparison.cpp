// Four forms of the same rows.
#include "tools/sonde/comparison.h"

#include "tools/sonde/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace tools {
namespace {

std::string duration(const std::optional<Figure>& figure) {
  if (!figure) return "-";
  const double ns = figure->ns;
  const std::string text = ns < 1e3   ? fmt::format("{:.0f} ns", ns)
                           : ns < 1e6 ? fmt::format("{:.1f} us", ns / 1e3)
                                      : fmt::format("{:.1f} ms", ns / 1e6);
  return figure->worst_percent ? fmt::format("{} +{:.0f}%", text, *figure->worst_percent) : text;
}

std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

/// f(part) for each, with `separator` in between.
template <class Parts, class F>
std::string joined(const Parts& parts, std::string_view separator, F&& f) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : std::string(separator)) + f(part);
  return text;
}

std::string findings(const Comparison& comparison) {
  return comparison.traces.empty() ? comparison.notes : comparison.traces + "\n" + comparison.notes;
}

constexpr std::string_view kLegend =
    "Each figure is that of the best round; +N%: by how much the worst one was longer.";

// --- the picture ---

constexpr int kBar = 12;      // height of a bar
constexpr int kGap = 14;      // between groups of them
constexpr int kTitles = 250;  // width left of the bars
constexpr int kBars = 480;    // width of the scale
constexpr int kHead = 56;     // above the first group
constexpr int kFoot = 24;
constexpr std::string_view kColours[] = {"#4477aa", "#66ccee", "#ccbb44", "#ee6677", "#228833"};

std::string_view colour(std::size_t machine) { return kColours[machine % std::size(kColours)]; }

/// The decades that the times lie in: exponents of ten, of nanoseconds.
struct Scale {
  int from = 0;
  int to = 1;
  double x(double ns) const {
    return kTitles + kBars * (std::log10(std::max(ns, 1.0)) - from) / (to - from);
  }
};

Scale scale_of(const std::vector<CostRow>& rows) {
  double least = 1e18;
  double most = 1;
  for (const CostRow& row : rows) {
    for (const auto& figure : row.figures) {
      if (!figure || figure->ns < 1) continue;
      least = std::min(least, figure->ns);
      most = std::max(most, figure->ns);
    }
  }
  Scale scale;
  scale.from = static_cast<int>(std::floor(std::log10(std::min(least, most)) - 0.1));
  scale.to = std::max(scale.from + 1, static_cast<int>(std::ceil(std::log10(most) + 0.1)));
  return scale;
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     xml_text(text));
}

std::string svg_legend(const std::vector<std::string>& machines) {
  std::string svg;
  int x = kTitles;
  for (std::size_t n = 0; n < machines.size(); ++n) {
    svg += fmt::format("<rect x=\"{}\" y=\"26\" width=\"10\" height=\"10\" fill=\"{}\"/>\n", x,
                       colour(n));
    svg += svg_text(x + 14, 35, "start", machines[n]);
    x += 120;
  }
  return svg;
}

std::string svg_scale(const Scale& scale, int bottom) {
  std::string svg;
  for (int exponent = scale.from; exponent <= scale.to; ++exponent) {
    const double x = scale.x(std::pow(10, exponent));
    svg +=
        fmt::format("<line x1=\"{0:.0f}\" y1=\"{1}\" x2=\"{0:.0f}\" y2=\"{2}\" stroke=\"#ddd\"/>\n",
                    x, kHead - 6, bottom);
    const int unit = std::clamp(exponent / 3, 0, 3);
    constexpr std::string_view kUnits[] = {"ns", "us", "ms", "s"};
    svg += svg_text(x, bottom + 14, "middle",
                    fmt::format("{:.0f} {}", std::pow(10, exponent - 3 * unit), kUnits[unit]));
  }
  return svg;
}

std::string svg_bars(const CostRow& row, const Scale& scale, int y) {
  std::string svg = svg_text(kTitles - 8, y + kBar, "end", row.title);
  for (std::size_t n = 0; n < row.figures.size(); ++n, y += kBar) {
    if (!row.figures[n]) continue;
    const double end = scale.x(row.figures[n]->ns);
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>\n",
                       kTitles, y, std::max(end - kTitles, 1.0), kBar - 2, colour(n));
    svg += svg_text(end + 4, y + kBar - 3, "start", duration(row.figures[n]));
  }
  return svg;
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  constexpr int kTitleWidth = 34;
  constexpr int kWidth = 19;
  std::string text = findings(comparison);
  if (comparison.rows.empty()) return text;
  text += std::string(kTitleWidth, ' ');
  for (const std::string& machine : comparison.machines)
    text += fmt::format("{:>{}}", machine, kWidth);
  text += "\n";
  for (const CostRow& row : comparison.rows) {
    text += fmt::format("{:<{}}", row.title, kTitleWidth);
    for (const auto& figure : row.figures) text += fmt::format("{:>{}}", duration(figure), kWidth);
    text += "\n";
  }
  return text + std::string(kLegend) + "\n";
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string text =
      joined(lines_of(findings(comparison)), "  \n", [](auto& line) { return line; });
  text += "\n";
  if (comparison.rows.empty()) return text;
  const auto cell = [](const std::string& title) { return title; };
  text += "\n| | " + joined(comparison.machines, " | ", cell) + " |\n|---|";
  for (std::size_t n = 0; n < comparison.machines.size(); ++n) text += "---:|";
  for (const CostRow& row : comparison.rows)
    text += "\n| " + row.title + " | " + joined(row.figures, " | ", duration) + " |";
  return text + "\n\n" + std::string(kLegend) + "\n";
}

std::string comparison_json(const Comparison& comparison) {
  const auto figure_json = [](const std::optional<Figure>& figure) {
    if (!figure) return std::string("null");
    std::string object = fmt::format("{{\"ns\":{:.0f}", figure->ns);
    if (figure->worst_percent)
      object += fmt::format(",\"worst_percent\":{:.1f}", *figure->worst_percent);
    return object + "}";
  };
  const auto row_json = [&](const CostRow& row) {
    return "{\"name\":" + json_text(row.title) +
           ",\"of_program\":" + (row.is_of_program ? "true" : "false") + ",\"figures\":[" +
           joined(row.figures, ",", figure_json) + "]}";
  };
  return "{\"traces\":" + json_text(comparison.traces) +
         ",\"equal\":" + (comparison.is_equal ? "true" : "false") + ",\"notes\":[" +
         joined(lines_of(comparison.notes), ",", json_text) + "],\"machines\":[" +
         joined(comparison.machines, ",", json_text) + "],\"rows\":[" +
         joined(comparison.rows, ",", row_json) + "]}\n";
}

std::string comparison_svg(const Comparison& comparison) {
  const Scale scale = scale_of(comparison.rows);
  const int group = kBar * static_cast<int>(comparison.machines.size()) + kGap;
  const int bottom = kHead + group * static_cast<int>(comparison.rows.size());
  const int width = kTitles + kBars + 110;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n",
      width, bottom + kFoot);
  svg += svg_text(8, 16, "start", comparison.traces);
  svg += svg_legend(comparison.machines) + svg_scale(scale, bottom);
  int y = kHead;
  for (const CostRow& row : comparison.rows) {
    svg += svg_bars(row, scale, y);
    y += group;
  }
  return svg + "</svg>\n";
}

}  // namespace tools
