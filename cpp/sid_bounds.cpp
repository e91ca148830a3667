#include "sid_bounds.hpp"

#include <algorithm>

namespace edgemark {
namespace {

constexpr std::size_t kMostSetsOfClass = std::size_t{1} << 22;
constexpr std::size_t kFewSetsOfNode = 64;
constexpr std::size_t kFewGraphs = 16;  // for which more threads are of no use
constexpr std::uint64_t kMostVisits = std::uint64_t{1} << 26;

CostBounds bounds_of(Words truth, Words cpdag, std::size_t n_nodes, std::size_t n_threads) {
  if (n_nodes == 0) return {};
  const ParentSets sets =
      parent_sets(cpdag, n_nodes, std::max(kFewSetsOfNode, kMostSetsOfClass / n_nodes));
  const Adjustments each = with_directed_parents(cpdag, n_nodes, sets);
  const std::vector<std::uint64_t> mistakes =
      parent_set_mistakes(truth, n_nodes, each.treatments, each.starts, each.nodes, n_threads);
  return cost_bounds(cpdag, n_nodes, {sets, mistakes, n_nodes - 1}, kMostVisits);
}

}  // namespace

std::vector<CostBounds> sid_bounds(const Stack& truths, const Stack& cpdags, std::size_t n_nodes,
                                   std::size_t n_threads) {
  if (cpdags.size() == 1) return {bounds_of(truths[0], cpdags[0], n_nodes, n_threads)};
  if (cpdags.size() < kFewGraphs) n_threads = 1;
  std::vector<CostBounds> bounds(cpdags.size());
  const auto worker = [&](std::size_t k) {
    bounds[k] = bounds_of(truths[truths.size() == 1 ? 0 : k], cpdags[k], n_nodes, 1);
  };
  in_parallel(
      cpdags.size(), n_threads, [&] { return worker; }, [](const auto&) {});
  return bounds;
}

}  // namespace edgemark
