#include "planes.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "multiversion.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

constexpr std::size_t kStateWords = 8;  // words of one state in a block
constexpr std::size_t kBlockPairs = kStateWords * 64;
constexpr std::size_t kHeaderWords = kStates;

std::uint64_t n_pairs(std::uint64_t n_nodes) { return n_nodes * (n_nodes - (n_nodes > 0)) / 2; }

// The states that occur in a graph.
struct Present {
  std::array<State, kStates> states{};      // the first `count` entries
  std::array<std::size_t, kStates> rank{};  // the position in `states` of each state that occurs
  std::size_t count = 0;

  explicit Present(const std::uint64_t* how_many) {
    for (unsigned s = 1; s < kStates; ++s)
      if (how_many[s] > 0) {
        rank[s] = count;
        states[count++] = static_cast<State>(s);
      }
  }
  std::size_t block_words() const { return count * kStateWords; }
};

// Adds to joint[s * kStates + t] the number of pairs that have the s-th of the `n_truth` states in the truth, and the
// t-th of the `n_estimate` states in the estimate.
ALWAYS_INLINE void count_joint_here(const std::uint64_t* truth, std::size_t n_truth,
                                    const std::uint64_t* estimate, std::size_t n_estimate,
                                    std::size_t n_blocks, std::uint64_t* joint) {
  for (std::size_t s = 0; s < n_truth; ++s)
    for (std::size_t t = 0; t < n_estimate; ++t) {
      const std::uint64_t* a = truth + s * kStateWords;
      const std::uint64_t* b = estimate + t * kStateWords;
      std::uint64_t both[kStateWords] = {};
      for (std::size_t block = 0; block < n_blocks; ++block) {
        for (std::size_t l = 0; l < kStateWords; ++l)
          both[l] += static_cast<std::uint64_t>(std::popcount(a[l] & b[l]));
        a += n_truth * kStateWords;
        b += n_estimate * kStateWords;
      }
      for (std::size_t l = 0; l < kStateWords; ++l) joint[s * kStates + t] += both[l];
    }
}

MULTIVERSION
void count_joint(const std::uint64_t* truth, std::size_t n_truth, const std::uint64_t* estimate,
                 std::size_t n_estimate, std::size_t n_blocks, std::uint64_t* joint) {
  count_joint_here(truth, n_truth, estimate, n_estimate, n_blocks, joint);
}

#ifdef HAS_VPOPCNT_CLONE
VPOPCNT_CLONE
void count_joint_vpopcnt(const std::uint64_t* truth, std::size_t n_truth,
                         const std::uint64_t* estimate, std::size_t n_estimate, std::size_t n_blocks,
                         std::uint64_t* joint) {
  count_joint_here(truth, n_truth, estimate, n_estimate, n_blocks, joint);
}

const auto best_count_joint = cpu_has_vpopcnt() ? count_joint_vpopcnt : count_joint;
#else
const auto best_count_joint = count_joint;
#endif

// So many blocks of both graphs fit into the first-level cache with all their states. Each is therefore read from
// memory only once, although it is compared for each pair of states.
constexpr std::size_t kBlocksAtOnce = 16;

}  // namespace

Planes pack_planes(Words graph, std::uint64_t n_nodes) {
  std::array<std::uint64_t, kStates> how_many{};
  for (const Word word : graph) ++how_many[state(word)];
  const Present present(how_many.data());
  count_steps(graph.size() + n_pairs(n_nodes) / kBlockPairs);
  const std::size_t n_blocks = (n_pairs(n_nodes) + kBlockPairs - 1) / kBlockPairs;
  Planes planes(kHeaderWords + n_blocks * present.block_words(), 0);
  for (unsigned s = 0; s < kStates; ++s) planes[s] = how_many[s];
  for (const Word word : graph) {
    const std::uint64_t i = first(word);
    const std::uint64_t before_i = i * (2 * n_nodes - i - 1) / 2;  // pairs with an earlier first node
    const std::uint64_t pair = before_i + second(word) - i - 1;
    const std::size_t place = pair / kBlockPairs * present.block_words() +
                              present.rank[state(word)] * kStateWords + pair % kBlockPairs / 64;
    planes[kHeaderWords + place] |= std::uint64_t{1} << pair % 64;
  }
  return planes;
}

PairTable pair_table_of_planes(std::span<const std::uint64_t> truth,
                               std::span<const std::uint64_t> estimate, std::uint64_t n_nodes) {
  const Present in_truth(truth.data());
  const Present in_estimate(estimate.data());
  const std::size_t n_blocks = (n_pairs(n_nodes) + kBlockPairs - 1) / kBlockPairs;
  std::array<std::uint64_t, kStates * kStates> joint{};
  count_steps(n_blocks + 1);
  for (std::size_t block = 0; block < n_blocks; block += kBlocksAtOnce)
    best_count_joint(truth.data() + kHeaderWords + block * in_truth.block_words(), in_truth.count,
                     estimate.data() + kHeaderWords + block * in_estimate.block_words(),
                     in_estimate.count, std::min(kBlocksAtOnce, n_blocks - block), joint.data());

  PairTable table{};  // first, the pairs of each state in one graph; then, the joint counts are taken off
  for (std::size_t s = 0; s < in_truth.count; ++s)
    table[in_truth.states[s] * kStates] = static_cast<std::int64_t>(truth[in_truth.states[s]]);
  for (std::size_t t = 0; t < in_estimate.count; ++t)
    table[in_estimate.states[t]] = static_cast<std::int64_t>(estimate[in_estimate.states[t]]);
  for (std::size_t s = 0; s < in_truth.count; ++s)
    for (std::size_t t = 0; t < in_estimate.count; ++t) {
      const auto both = static_cast<std::int64_t>(joint[s * kStates + t]);
      table[in_truth.states[s] * kStates + in_estimate.states[t]] = both;
      table[in_truth.states[s] * kStates] -= both;
      table[in_estimate.states[t]] -= both;
    }
  std::int64_t adjacent = 0;
  for (const std::int64_t count : table) adjacent += count;
  table[0] = static_cast<std::int64_t>(n_pairs(n_nodes)) - adjacent;
  return table;
}

}  // namespace edgemark
