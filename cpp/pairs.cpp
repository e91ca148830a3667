#include "pairs.hpp"

#include "pace.hpp"

namespace edgemark {

std::uint16_t present_mask(Words graph) {
  count_steps(graph.size() + 1);
  unsigned present = 0;
  for (const Word word : graph) present |= 1U << state(word);
  return static_cast<std::uint16_t>(present);
}

PairTable pair_table(Words truth, Words estimate, std::uint64_t n_nodes) {
  count_steps(truth.size() + estimate.size() + 1);
  PairTable table{};
  std::size_t a = 0;  // the next word of the truth
  std::size_t b = 0;  // the next word of the estimate
  while (a < truth.size() && b < estimate.size()) {
    const Word pair_a = truth[a] >> 4;
    const Word pair_b = estimate[b] >> 4;
    const State s = pair_a <= pair_b ? state(truth[a]) : State{0};
    const State t = pair_b <= pair_a ? state(estimate[b]) : State{0};
    a += pair_a <= pair_b;
    b += pair_b <= pair_a;
    ++table[s * kStates + t];
  }
  for (; a < truth.size(); ++a) ++table[state(truth[a]) * kStates];
  for (; b < estimate.size(); ++b) ++table[state(estimate[b])];

  std::int64_t adjacent = 0;
  for (const std::int64_t count : table) adjacent += count;
  table[0] = static_cast<std::int64_t>(n_nodes * (n_nodes - (n_nodes > 0)) / 2) - adjacent;
  return table;
}

}  // namespace edgemark
