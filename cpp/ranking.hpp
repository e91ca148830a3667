// Sorts scores, and counts them from the highest down, with ties together. Some of the scored objects are positive,
// such as the pairs of nodes that have an edge in the truth; their scores are counted separately, too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace edgemark {

// Sorts numbers without nan in ascending order, by radix sort. -0 and 0 are equal, so they may be in either
// order.
std::vector<double> sorted_numbers(std::span<const double> numbers);

// Groups of tied scores, from the highest score to the lowest.
struct Groups {
  std::vector<double> thresholds;       // the score of each group
  std::vector<std::int64_t> positives;  // how many scores of positives are at least as high
  std::vector<std::int64_t> all;        // how many of all scores are at least as high
};

// The groups of all scores. `all` and `positives` are ascending. There are `zeros` more scores, all of them 0, which
// `all` does not list; `positives` lists the scores of all positives, 0 included. Consecutive groups without a positive
// are merged into one with the lowest of their scores, since their order does not affect the counts of positives.
Groups groups_of_ties(std::span<const double> all, std::span<const double> positives, std::uint64_t zeros);

// The different numbers of two ascending lists, descending. If `with_zero` is true, 0 is one of them.
std::vector<double> falling_thresholds(std::span<const double> some, std::span<const double> others,
                                       bool with_zero);

// For each of the descending thresholds, how many of the ascending numbers are greater.
std::vector<std::int64_t> counts_above(std::span<const double> numbers, std::span<const double> thresholds);

}  // namespace edgemark
