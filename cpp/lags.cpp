#include "lags.hpp"

#include <cstdlib>
#include <vector>

#include "pace.hpp"

namespace edgemark {
namespace {

using Keys = std::span<const std::int64_t>;

// Returns the end of a run of keys of the same pair.
std::size_t end_of_pair(Keys keys, std::size_t start, std::int64_t n_lags) {
  std::size_t end = start;
  while (end < keys.size() && keys[end] / n_lags == keys[start] / n_lags) ++end;
  return end;
}

bool better(const LagMatches& a, const LagMatches& b) {
  return a.matched > b.matched || (a.matched == b.matched && a.distance < b.distance);
}

// Matches the lags of one pair. Lag 0 is matched first, because its partner must be lag 0. For the other lags,
// there is always an optimal matching without crossings. It is found as in an alignment of two sequences, from
// the best matchings of their prefixes. For each true lag, only the lags of the estimate within the tolerance
// are visited: estimate[low] .. estimate[high - 1].
LagMatches match_pair(Keys truth, Keys estimate, std::int64_t n_lags, std::int64_t tolerance) {
  LagMatches at_lag_0;
  const bool true_zero = truth[0] % n_lags == 0, found_zero = estimate[0] % n_lags == 0;
  if (true_zero && found_zero) at_lag_0.matched = 1;
  if (true_zero) truth = truth.subspan(1);
  if (found_zero) estimate = estimate.subspan(1);

  // Entry k, for k <= high: the best matching of the true lags so far with the first k lags of the estimate.
  std::vector<LagMatches> best(estimate.size() + 1);
  std::size_t low = 0, high = 0;
  for (const std::int64_t key : truth) {
    for (; high < estimate.size() && estimate[high] <= key + tolerance; ++high) best[high + 1] = best[high];
    while (low < high && estimate[low] < key - tolerance) ++low;
    steps(high - low + 1);
    LagMatches before = best[low];  // entry k before this true lag
    for (std::size_t k = low; k < high; ++k) {
      const LagMatches without_key = best[k + 1];
      const auto apart = static_cast<std::uint64_t>(std::abs(key - estimate[k]));
      const LagMatches as_partners{before.matched + 1, before.distance + apart};
      const LagMatches not_partners = better(without_key, best[k]) ? without_key : best[k];
      best[k + 1] = better(as_partners, not_partners) ? as_partners : not_partners;
      before = without_key;
    }
  }
  const LagMatches over_lags = best[high];
  return {at_lag_0.matched + over_lags.matched, over_lags.distance};
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
