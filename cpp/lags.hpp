// At which lags one variable acts on another, matched between two graphs.
#pragma once

#include <cstdint>
#include <span>

namespace edgemark {

// How many lags of one graph have a partner in the other, and the sum of the distances between partners.
struct LagMatches {
  std::uint64_t matched = 0;
  std::uint64_t distance = 0;
};

// Keys are pair * n_lags + lag, each once, ascending. Partners are of one pair, at most `tolerance` apart;
// lag 0 has no partner but lag 0. As many as can be, and then as near as can be. The time needed is linear
// in the number of keys, times the number of lags within the tolerance.
LagMatches match_lags(std::span<const std::int64_t> truth, std::span<const std::int64_t> estimate,
                      std::int64_t n_lags, std::int64_t tolerance);

}  // namespace edgemark
