// How control moves within a function, as the verifier follows it: the states at labels, where
// paths join, and jumps back. The state at a label is what all jumps to it and the instruction
// before it have in common. A function is followed in the order of its instructions, its head
// (where it raises function_clause) last. So only a jump back can find a state that says too much;
// then another pass begins with less. Only labels that are jumped back to keep a state: any other
// is reached once in a pass, after all that leads to it. Threads: values of one verifier.
#pragma once

#include "loader/verify_place.h"
#include "loader/verify_state.h"

namespace loader {

class Paths {
 public:
  explicit Paths(VerifyPlace& place) : place_(place), slots_(place.code.labels.size(), kNoSlot) {}

  /// Forgets all of a function that was refused.
  void abandon();
  /// Begins a pass over the function at hand.
  void begin_pass();
  /// Continues behind a place that costs reductions: no loop without cost goes through it.
  void pass_call() { segment_ = kNoSegment; }
  /// Whether jumps of the instruction at hand cost reductions.
  void set_yields(bool yields) { yields_ = yields; }

  /// Control may go from the instruction at hand to a label in `state`.
  bool go_to(std::uint32_t label, const State& state);
  /// The label at hand, where the instruction before it continues in `state` if `*is_reached`.
  /// Afterwards that says whether any path leads here; `state` is then that behind the label.
  bool enter(std::uint32_t label, State& state, bool* is_reached);

  /// Whether a state has been found to say too much.
  bool needs_pass() const { return needs_pass_; }
  /// Ends the function. Refuses a path from a label to itself that costs no reductions: no other
  /// process would run.
  bool finish();

 private:
  static constexpr std::uint32_t kNoSlot = UINT32_MAX;
  static constexpr std::uint32_t kNoSegment = 0;  // no label has this number
  enum class Seen : std::uint8_t { kNot, kOnPath, kDone };

  bool has_state(std::uint32_t label) const { return slots_[label] != kNoSlot; }
  bool is_kept(std::uint32_t label) const;
  bool may_raise_clause(std::uint32_t label, const State& state) const;
  void store(std::uint32_t label, const State& state);
  void add_edge(std::uint32_t label, bool is_back);
  bool join(std::uint32_t label, const State& state, bool* is_less);
  bool need_same_tags(std::uint32_t label, const State& known, const State& state);
  bool need_yields();
  std::size_t first_edge(std::uint32_t label) const;

  VerifyPlace& place_;
  std::vector<std::uint32_t> slots_;  // by label: the place of its state
  std::vector<State> states_;
  std::vector<std::uint32_t> free_;         // places of states that hold none
  std::vector<std::uint32_t> kept_labels_;  // those that are jumped back to
  bool needs_pass_ = false;

  // Jumps between labels that cost no reductions.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<Seen> seen_;              // by label, from the first jump back on
  std::uint32_t segment_ = kNoSegment;  // the label before, if no call lies between
  bool yields_ = false;
  bool goes_back_ = false;
};

/// What is said of a frame in refusals.
std::string frame_text(std::int32_t frame);

}  // namespace loader
