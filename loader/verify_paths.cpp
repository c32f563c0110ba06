// States at labels, and the search for loops without cost.
#include "loader/verify_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loader {

std::string frame_text(std::int32_t frame) {
  if (frame == kDifferentFrames) return "different frames";
  return frame == kNoFrame ? "no frame" : fmt::format("a frame of {}", frame);
}

void Paths::abandon() {
  std::ranges::fill(slots_, kNoSlot);
  states_.clear();
  free_.clear();
  kept_labels_.clear();
}

void Paths::begin_pass() {
  edges_.clear();
  needs_pass_ = goes_back_ = yields_ = false;
  segment_ = kNoSegment;
}

bool Paths::is_kept(std::uint32_t label) const {
  return std::ranges::find(kept_labels_, label) != kept_labels_.end();
}

void Paths::store(std::uint32_t label, const State& state) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(states_.size()));
    states_.emplace_back();
  }
  slots_[label] = free_.back();
  free_.pop_back();
  states_[slots_[label]] = state;
}

void Paths::add_edge(std::uint32_t label, bool is_back) {
  if (yields_) return;
  goes_back_ |= is_back;
  // Where nothing jumps back, as far as is known, nothing needs them; else another pass follows.
  if (segment_ != kNoSegment && !kept_labels_.empty()) edges_.emplace_back(segment_, label);
}

bool Paths::join(std::uint32_t label, const State& state, bool* is_less) {
  State& known = states_[slots_[label]];
  if (!need_same_tags(label, known, state)) return false;
  *is_less = known.join(state);
  return true;
}

/// The head raises function_clause with the arguments, and does nothing else.
bool Paths::may_raise_clause(std::uint32_t label, const State& state) const {
  const GenericFunction& function = *place_.function;
  return place_.code.labels[label] < function.func_info && state.care == 0 &&
         state.frame == kNoFrame && state.has_x(function.arity);
}

bool Paths::go_to(std::uint32_t label, const State& state) {
  if (may_raise_clause(label, state)) return true;
  const bool is_back = place_.order(place_.code.labels[label]) < place_.order(place_.instr);
  add_edge(label, is_back);
  if (!has_state(label)) {
    store(label, state);
    if (!is_back) return true;
    kept_labels_.push_back(label);
    needs_pass_ = true;
    return true;
  }
  bool is_less = false;
  if (!join(label, state, &is_less)) return false;
  needs_pass_ |= is_back && is_less;
  return true;
}

bool Paths::enter(std::uint32_t label, State& state, bool* is_reached) {
  if (*is_reached) add_edge(label, false);
  segment_ = label;
  if (!has_state(label)) return true;
  bool is_less = false;
  if (*is_reached && !join(label, state, &is_less)) return false;
  *is_reached = true;
  if (is_kept(label)) {
    state = states_[slots_[label]];
  } else {
    state.swap(states_[slots_[label]]);
    free_.push_back(slots_[label]);
    slots_[label] = kNoSlot;
  }
  return true;
}

/// Frames may differ only where none of them matters: a collection finds terms in all of them, no
/// handler is lost, and what follows raises.
bool Paths::need_same_tags(std::uint32_t label, const State& known, const State& state) {
  if (known.frame != state.frame) {
    if (known.look_at_frame().is_plain() && state.look_at_frame().is_plain()) return true;
    return place_.fail(fmt::format("{} at label {}", frame_text(known.frame), label),
                       frame_text(state.frame));
  }
  for (std::size_t i = 0; i < std::min(known.y.size(), state.y.size()); i++) {
    const Value &before = known.y[i], &now = state.y[i];
    // Where one of two paths has no tag, what follows can only raise.
    const int tags = before.may_be_catch_tag() + now.may_be_catch_tag();
    if (tags == 0 || (tags == 1 && before.is_set() && now.is_set()) ||
        (tags == 2 && before.size == now.size))
      continue;
    return place_.fail(fmt::format("{} in y{} at label {}", value_text(before), i, label),
                       value_text(now));
  }
  return true;
}

bool Paths::finish() {
  for (const std::uint32_t label : kept_labels_) {
    free_.push_back(slots_[label]);
    slots_[label] = kNoSlot;
  }
  kept_labels_.clear();
  if (!goes_back_) return true;
  return need_yields();
}

std::size_t Paths::first_edge(std::uint32_t label) const {
  return static_cast<std::size_t>(
      std::ranges::lower_bound(edges_, std::pair(label, std::uint32_t{0})) - edges_.begin());
}

bool Paths::need_yields() {
  std::ranges::sort(edges_);
  seen_.resize(slots_.size());
  for (const auto& [from, to] : edges_) seen_[from] = seen_[to] = Seen::kNot;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;  // labels, and their next edge
  for (const auto& [from, unused] : edges_) {
    if (seen_[from] != Seen::kNot) continue;
    path.assign(1, {from, first_edge(from)});
    seen_[from] = Seen::kOnPath;
    while (!path.empty()) {
      auto& [label, edge] = path.back();
      if (edge == edges_.size() || edges_[edge].first != label) {
        seen_[label] = Seen::kDone;
        path.pop_back();
        continue;
      }
      const std::uint32_t target = edges_[edge++].second;
      if (seen_[target] == Seen::kOnPath) {
        place_.instr = place_.code.labels[target];
        return place_.fail("a call or a receive in a loop", "none");
      }
      if (seen_[target] == Seen::kDone) continue;
      seen_[target] = Seen::kOnPath;
      path.emplace_back(target, first_edge(target));
    }
  }
  return true;
}

}  // namespace loader
