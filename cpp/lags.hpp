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

// Keys are pair * n_lags + lag, each once, ascending. Partners are of one pair, at most `tolerance` apart;
// lag 0 has no partner but lag 0. The matching has the most pairs, and among these the smallest
// distances. The running time is linear in the number of keys, times the number of lags within the
// tolerance.
LagMatches match_lags(std::span<const std::int64_t> truth, std::span<const std::int64_t> estimate,
                      std::int64_t n_lags, std::int64_t tolerance);

}  // namespace edgemark
