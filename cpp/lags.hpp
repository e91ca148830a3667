// Matching of the lags of effects between two graphs.
#pragma once

#include <cstdint>
#include <span>

namespace edgemark {

struct LagMatches {
  std::uint64_t matched = 0;   // the number of lags of one graph that have a partner in the other
  std::uint64_t distance = 0;  // the sum of the distances of partners
};

// A key is pair * n_lags + lag, where `pair` is the number of an ordered pair of variables. Each key is given
// once, in ascending order. Partners are lags of the same pair that are at most `tolerance` apart; the partner
// of lag 0 must be lag 0. The matching has as many partners as possible, and among such matchings the smallest
// sum of distances. The running time is linear in the number of keys, times the number of lags within the
// tolerance.
LagMatches match_lags(std::span<const std::int64_t> truth, std::span<const std::int64_t> estimate,
                      std::int64_t n_lags, std::int64_t tolerance);

}  // namespace edgemark
