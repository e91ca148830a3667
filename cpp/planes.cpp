#include "planes.hpp"

#include <cstring>

#include "multiversion.hpp"

namespace edgemark {
namespace {

constexpr std::size_t kLanes = 8;                  // words in a plane of a block
constexpr std::size_t kBlockPairs = kLanes * 64;
constexpr std::size_t kBlockWords = 4 * kLanes;
constexpr std::size_t kHeader = kStates;

std::uint64_t n_pairs(std::uint64_t n_nodes) { return n_nodes * (n_nodes - (n_nodes > 0)) / 2; }

struct Present {
  std::array<State, kStates> states{};
  std::size_t count = 0;
};

Present present_states(std::span<const std::uint64_t> planes) {
  Present present;
  for (unsigned s = 1; s < kStates; ++s)
    if (planes[s] > 0) present.states[present.count++] = static_cast<State>(s);
  return present;
}

// Bit k of `indicator` says whether pair k of the block is in state s.
ALWAYS_INLINE void indicate(const std::uint64_t* block, State s, std::uint64_t* indicator) {
  const std::uint64_t flip0 = s & 1U ? 0 : ~std::uint64_t{0};
  const std::uint64_t flip1 = s & 2U ? 0 : ~std::uint64_t{0};
  const std::uint64_t flip2 = s & 4U ? 0 : ~std::uint64_t{0};
  const std::uint64_t flip3 = s & 8U ? 0 : ~std::uint64_t{0};
  for (std::size_t l = 0; l < kLanes; ++l)
    indicator[l] = (block[l] ^ flip0) & (block[kLanes + l] ^ flip1) &
                   (block[2 * kLanes + l] ^ flip2) & (block[3 * kLanes + l] ^ flip3);
}

MULTIVERSION
void count_joint(const std::uint64_t* truth, const std::uint64_t* estimate, std::size_t n_blocks,
                 const Present& in_truth, const Present& in_estimate, std::uint64_t* joint) {
  std::uint64_t of_estimate[kStates][kLanes];
  for (std::size_t block = 0; block < n_blocks; ++block) {
    for (std::size_t t = 0; t < in_estimate.count; ++t)
      indicate(estimate + block * kBlockWords, in_estimate.states[t], of_estimate[t]);
    for (std::size_t s = 0; s < in_truth.count; ++s) {
      std::uint64_t of_truth[kLanes];
      indicate(truth + block * kBlockWords, in_truth.states[s], of_truth);
      for (std::size_t t = 0; t < in_estimate.count; ++t) {
        std::uint64_t both = 0;
        for (std::size_t l = 0; l < kLanes; ++l)
          both += static_cast<std::uint64_t>(__builtin_popcountll(of_truth[l] & of_estimate[t][l]));
        joint[s * kStates + t] += both;
      }
    }
  }
}

}  // namespace

Planes pack_planes(Words graph, std::uint64_t n_nodes) {
  const std::size_t n_blocks = (n_pairs(n_nodes) + kBlockPairs - 1) / kBlockPairs;
  Planes planes(kHeader + n_blocks * kBlockWords, 0);
  for (const Word word : graph) {
    const std::uint64_t i = first(word);
    const std::uint64_t pair = i * (2 * n_nodes - i - 1) / 2 + second(word) - i - 1;
    std::uint64_t* block = &planes[kHeader + pair / kBlockPairs * kBlockWords];
    const std::size_t lane = pair % kBlockPairs / 64;
    const Word s = state(word);
    for (std::size_t bit = 0; bit < 4; ++bit)
      block[bit * kLanes + lane] |= (s >> bit & 1U) << pair % 64;
    ++planes[s];
  }
  return planes;
}

PairTable pair_table_of_planes(std::span<const std::uint64_t> truth,
                               std::span<const std::uint64_t> estimate, std::uint64_t n_nodes) {
  const Present in_truth = present_states(truth);
  const Present in_estimate = present_states(estimate);
  std::array<std::uint64_t, kStates * kStates> joint{};
  count_joint(truth.data() + kHeader, estimate.data() + kHeader,
              (truth.size() - kHeader) / kBlockWords, in_truth, in_estimate, joint.data());

  PairTable table{};
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
