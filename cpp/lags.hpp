// Matching of the lags of effects between two graphs.
#pragma once

#include <cstdint>
#include <span>

namespace edgemark {

// The number of lags of one graph with a partner in the other, and the sum of the distances of
// partners.
struct LagMatches {
  std::uint64_t matched = 0;
  std::uint64_t distance = 0;
};

// Keys are pair * n_lags + lag, each once, ascending. Partners belong to the same pair and are at most
// `tolerance` apart; the partner of lag 0 must be lag 0. The matching has as many partners as possible, and
// among such matchings the smallest sum of distances. The running time is linear in the number of keys,
// times the number of lags within the tolerance.
LagMatches match_lags(std::span<const std::int64_t> truth, std::span<const std::int64_t> estimate,
                      std::int64_t n_lags, std::int64_t tolerance);

}  // namespace edgemark
