#include "lag_summary.hpp"

#include <algorithm>
#include <utility>

#include "pace.hpp"

namespace edgemark {
namespace {

using StateSet = std::uint16_t;  // bit s: some edge of the pair is in state s

constexpr StateSet with(State s) { return static_cast<StateSet>(1U << s); }

constexpr StateSet kFirstCauses = with(kForward) | with(kForwardBow) | with(kCycle);
constexpr StateSet kSecondCauses = with(kBackward) | with(kBackwardBow) | with(kCycle);
constexpr StateSet kConfounded = with(kBidirected) | with(kForwardBow) | with(kBackwardBow);
constexpr State kCircle = 1;

// Returns the mark that one end has in all states of the set; a circle if they disagree. Each state must be that
// of a single edge. `shift` is 2 for the mark at the first node, and 0 for the mark at the second.
State common_mark(StateSet states, unsigned shift) {
  State mark = 0;
  for (State s = 0; s < 16; ++s) {
    if ((states & with(s)) == 0) continue;
    const State this_mark = s >> shift & 3U;
    if (mark != 0 && mark != this_mark) return kCircle;
    mark = this_mark;
  }
  return mark;
}

State joined_state(StateSet states) {
  const bool first_causes = (states & kFirstCauses) != 0, second_causes = (states & kSecondCauses) != 0;
  const bool confounded = (states & kConfounded) != 0;
  if (first_causes && second_causes) return kCycle;
  if (first_causes) return confounded ? kForwardBow : kForward;
  if (second_causes) return confounded ? kBackwardBow : kBackward;
  return static_cast<State>(common_mark(states, 2) << 2U | common_mark(states, 0));
}

// The edges of each node v with larger nodes: ends[starts[v]] .. ends[starts[v + 1] - 1].
struct EdgesWithLarger {
  struct End {
    Node larger;
    State state;  // seen from v
  };
  std::vector<std::size_t> starts;
  std::vector<End> ends;
};

EdgesWithLarger by_smaller_node(std::span<const std::int64_t> firsts, std::span<const std::int64_t> seconds,
                                std::span<const std::uint8_t> states, std::size_t n_nodes) {
  std::vector<std::size_t> starts(n_nodes + 1);
  for (std::size_t k = 0; k < states.size(); ++k) ++starts[std::min(firsts[k], seconds[k]) + 1];
  for (std::size_t v = 0; v < n_nodes; ++v) starts[v + 1] += starts[v];

  std::vector<EdgesWithLarger::End> ends(states.size());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const std::int64_t smaller = std::min(firsts[k], seconds[k]), larger = std::max(firsts[k], seconds[k]);
    const State state = firsts[k] > seconds[k] ? flip(states[k]) : states[k];
    ends[next[smaller]++] = {static_cast<Node>(larger), state};
  }
  return {std::move(starts), std::move(ends)};
}

}  // namespace

std::vector<Word> joined(std::span<const std::int64_t> firsts, std::span<const std::int64_t> seconds,
                         std::span<const std::uint8_t> states, std::size_t n_nodes) {
  steps(states.size() + n_nodes);
  const auto [starts, ends] = by_smaller_node(firsts, seconds, states, n_nodes);
  std::vector<StateSet> states_with(n_nodes);  // the states of v's edges with each larger node
  std::vector<Node> neighbours;                // the larger neighbours of v, each once
  std::vector<Word> words;
  for (std::size_t v = 0; v < n_nodes; ++v) {
    neighbours.clear();
    for (std::size_t k = starts[v]; k < starts[v + 1]; ++k) {
      const auto [w, state] = ends[k];
      if (states_with[w] == 0) neighbours.push_back(w);
      states_with[w] |= with(state);
    }
    std::sort(neighbours.begin(), neighbours.end());
    for (const Node w : neighbours) {
      words.push_back(make_word(static_cast<Node>(v), w, joined_state(states_with[w])));
      states_with[w] = 0;
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
    const bool passes_i = some[i] <= others[j], passes_j = others[j] <= some[i];
    i += passes_i;
    j += passes_j;
  }
  return shared;
}

}  // namespace edgemark
