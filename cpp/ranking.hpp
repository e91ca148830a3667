// Sorts scores, and counts all scores and those of positives from the highest down, with ties together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace edgemark {

// Sorts numbers without nan in ascending order, by radix sort. -0 and 0 are equal, so they may be in either
// order.
std::vector<double> sorted_numbers(std::span<const double> numbers);

// Groups of tied scores from the highest to the lowest: the score, and how many positives and how many of all are
// at least as high.
struct Groups {
  std::vector<double> thresholds;
  std::vector<std::int64_t> positives;
  std::vector<std::int64_t> all;
};

// The groups of all scores; `positives` are the scores of the positives. Both are ascending. `zeros`
// further scores are 0. Consecutive groups without a positive are merged into one with the lowest of their
// scores, since their order does not affect counts of positives.
Groups groups_of_ties(std::span<const double> all, std::span<const double> positives, std::uint64_t zeros);

// The distinct numbers of two ascending lists, descending, and 0 if `with_zero` is true.
std::vector<double> falling_thresholds(std::span<const double> some, std::span<const double> others,
                                       bool with_zero);

// For each of the descending thresholds, how many of the ascending numbers are greater.
std::vector<std::int64_t> counts_above(std::span<const double> numbers, std::span<const double> thresholds);

}  // namespace edgemark
