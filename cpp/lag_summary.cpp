#include "lag_summary.hpp"

#include <algorithm>

#include "pace.hpp"

namespace edgemark {
namespace {

using StateSet = std::uint16_t;  // bit s: some edge of the pair is in state s

constexpr StateSet with(State s) { return static_cast<StateSet>(1U << s); }

constexpr StateSet kOut = with(kForward) | with(kForwardBow) | with(kCycle);
constexpr StateSet kBack = with(kBackward) | with(kBackwardBow) | with(kCycle);
constexpr StateSet kConfounded = with(kBidirected) | with(kForwardBow) | with(kBackwardBow);
constexpr State kCircle = 1;

// Returns the mark that one end has in all states of the set; a circle if they disagree. Each must be the
// state of a single edge.
State common_mark(StateSet states, unsigned shift) {
  State mark = 0;
  for (State s = 0; s < 16; ++s) {
    if ((states & with(s)) == 0) continue;
    const State here = s >> shift & 3U;
    if (mark != 0 && mark != here) return kCircle;
    mark = here;
  }
  return mark;
}

State joined_state(StateSet states) {
  const bool out = (states & kOut) != 0, back = (states & kBack) != 0;
  const bool confounded = (states & kConfounded) != 0;
  if (out && back) return kCycle;
  if (out) return confounded ? kForwardBow : kForward;
  if (back) return confounded ? kBackwardBow : kBackward;
  return static_cast<State>(common_mark(states, 2) << 2U | common_mark(states, 0));
}

}  // namespace

std::vector<Word> joined(std::span<const std::int64_t> firsts, std::span<const std::int64_t> seconds,
                         std::span<const std::uint8_t> states, std::size_t n_nodes) {
  struct End {
    Node node;
    State state;
  };
  steps(states.size() + n_nodes);
  std::vector<std::size_t> starts(n_nodes + 1);
  for (std::size_t k = 0; k < states.size(); ++k) ++starts[std::min(firsts[k], seconds[k]) + 1];
  for (std::size_t v = 0; v < n_nodes; ++v) starts[v + 1] += starts[v];

  std::vector<End> ends(states.size());  // the ends of the edges from each node to later nodes
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const bool turned = firsts[k] > seconds[k];
    const State state = states[k];
    ends[next[std::min(firsts[k], seconds[k])]++] = {
        static_cast<Node>(std::max(firsts[k], seconds[k])), turned ? flip(state) : state};
  }

  std::vector<StateSet> of_pair(n_nodes);
  std::vector<Node> met;
  std::vector<Word> words;
  for (std::size_t v = 0; v < n_nodes; ++v) {
    met.clear();
    for (std::size_t k = starts[v]; k < starts[v + 1]; ++k) {
      StateSet& here = of_pair[ends[k].node];
      if (here == 0) met.push_back(ends[k].node);
      here |= with(ends[k].state);
    }
    std::sort(met.begin(), met.end());
    for (const Node w : met) {
      words.push_back(make_word(static_cast<Node>(v), w, joined_state(of_pair[w])));
      of_pair[w] = 0;
    }
  }
  return words;
}

Shared in_both(std::span<const std::int64_t> some, std::span<const std::int64_t> others) {
  steps(some.size() + others.size());
  Shared shared;
  std::size_t i = 0, j = 0;
  while (i < some.size() && j < others.size()) {
    if (some[i] == others[j]) {
      shared.in_some.push_back(static_cast<std::int64_t>(i));
      shared.in_others.push_back(static_cast<std::int64_t>(j));
    }
    const bool forth = some[i] <= others[j], back = others[j] <= some[i];
    i += forth;
    j += back;
  }
  return shared;
}

}  // namespace edgemark
