#include "lags.hpp"

#include <cstdlib>
#include <vector>

#include "pace.hpp"

namespace edgemark {
namespace {

using Keys = std::span<const std::int64_t>;

// Where a run of keys of the same pair ends.
std::size_t end_of_pair(Keys keys, std::size_t start, std::int64_t n_lags) {
  std::size_t end = start;
  while (end < keys.size() && keys[end] / n_lags == keys[start] / n_lags) ++end;
  return end;
}

bool better(const LagMatches& a, const LagMatches& b) {
  return a.matched > b.matched || (a.matched == b.matched && a.distance < b.distance);
}

// Partners can be chosen so that none cross: the best of prefixes, as in an alignment of two sequences.
LagMatches match_pair(Keys truth, Keys estimate, std::int64_t n_lags, std::int64_t tolerance) {
  std::vector<LagMatches> above(estimate.size() + 1), here(estimate.size() + 1);
  for (const std::int64_t key : truth) {
    steps(estimate.size() + 1);
    const std::int64_t lag = key % n_lags;
    for (std::size_t k = 0; k < estimate.size(); ++k) {
      const std::int64_t other = estimate[k] % n_lags;
      const std::int64_t apart = std::abs(lag - other);
      LagMatches best = better(above[k + 1], here[k]) ? above[k + 1] : here[k];
      if (apart <= tolerance && (lag == 0) == (other == 0)) {
        const LagMatches with{above[k].matched + 1, above[k].distance + static_cast<std::uint64_t>(apart)};
        if (better(with, best)) best = with;
      }
      here[k + 1] = best;
    }
    above.swap(here);
  }
  return above.back();
}

}  // namespace

LagMatches match_lags(Keys truth, Keys estimate, std::int64_t n_lags, std::int64_t tolerance) {
  steps(truth.size() + estimate.size());
  LagMatches sum;
  std::size_t i = 0, j = 0;
  while (i < truth.size() && j < estimate.size()) {
    const std::int64_t true_pair = truth[i] / n_lags, found_pair = estimate[j] / n_lags;
    const std::size_t true_end = end_of_pair(truth, i, n_lags);
    const std::size_t found_end = end_of_pair(estimate, j, n_lags);
    if (true_pair == found_pair) {
      const LagMatches of_pair = match_pair(truth.subspan(i, true_end - i),
                                            estimate.subspan(j, found_end - j), n_lags, tolerance);
      sum.matched += of_pair.matched;
      sum.distance += of_pair.distance;
    }
    if (true_pair <= found_pair) i = true_end;
    if (found_pair <= true_pair) j = found_end;
  }
  return sum;
}

}  // namespace edgemark
