#include "ranking.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>

#include "pace.hpp"

namespace edgemark {

namespace {

constexpr unsigned kDigitBits = 13;
constexpr unsigned kDigits = 5;  // 5 * 13 >= 64
constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
constexpr std::size_t kFew = 2048;  // Fewer numbers are sorted by comparing, since clearing the buckets takes longer.

// A key for each number, such that the keys have the order of the numbers: all bits of a negative number are inverted,
// and only the sign bit of any other.
std::uint64_t key_of(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  return bits & kSign ? ~bits : bits | kSign;
}

double number_of(std::uint64_t key) {
  return std::bit_cast<double>(key & kSign ? key & ~kSign : ~key);
}

std::size_t digit(std::uint64_t key, unsigned k) { return key >> (k * kDigitBits) & (kBuckets - 1); }

// For each position of a digit and each value of the digit: first how many keys have it there, later where the next of
// these keys goes.
using Buckets = std::array<std::array<std::size_t, kBuckets>, kDigits>;

}  // namespace

std::vector<double> sorted_numbers(std::span<const double> numbers) {
  steps(numbers.size() + 1);
  if (numbers.size() < kFew) {
    std::vector<double> sorted(numbers.begin(), numbers.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  const std::size_t size = numbers.size();
  auto keys = std::make_unique_for_overwrite<std::uint64_t[]>(size);
  auto moved = std::make_unique_for_overwrite<std::uint64_t[]>(size);
  const auto buckets = std::make_unique<Buckets>();
  for (std::size_t i = 0; i < size; ++i) {
    keys[i] = key_of(numbers[i]);
    for (unsigned k = 0; k < kDigits; ++k) ++(*buckets)[k][digit(keys[i], k)];
  }
  for (unsigned k = 0; k < kDigits; ++k) {
    auto& places = (*buckets)[k];
    if (places[digit(keys[0], k)] == size) continue;  // all numbers have the same digit here
    std::size_t sum = 0;
    for (std::size_t& place : places) sum += std::exchange(place, sum);
    steps(size);
    for (std::size_t i = 0; i < size; ++i) moved[places[digit(keys[i], k)]++] = keys[i];
    keys.swap(moved);
  }
  moved.reset();
  std::vector<double> sorted(size);
  std::transform(keys.get(), keys.get() + size, sorted.begin(), number_of);
  return sorted;
}

Groups groups_of_ties(std::span<const double> all, std::span<const double> positives,
                      std::uint64_t zeros) {
  steps(all.size() + positives.size());
  Groups groups;
  // No two consecutive groups are without a positive. The zeros can add a group to those of `all`.
  const std::size_t most = std::min(all.size(), 2 * positives.size()) + 1;
  groups.thresholds.reserve(most);
  groups.positives.reserve(most);
  groups.all.reserve(most);
  bool last_has_none = false;  // whether the last group has no positive; false if there is no group
  std::size_t all_left = all.size();  // how many numbers of each list are not counted yet: its lowest ones
  std::size_t positives_left = positives.size();
  std::uint64_t counted_zeros = 0;
  while (all_left > 0 || counted_zeros < zeros) {
    double threshold = all_left > 0 ? all[all_left - 1] : 0;
    if (counted_zeros < zeros && threshold <= 0) {
      threshold = 0;
      counted_zeros = zeros;
    }
    while (all_left > 0 && all[all_left - 1] == threshold) --all_left;
    const std::size_t before = positives_left;
    while (positives_left > 0 && positives[positives_left - 1] == threshold) --positives_left;
    const bool has_none = positives_left == before;
    if (last_has_none && has_none) {
      groups.thresholds.back() = threshold;
      groups.all.back() = static_cast<std::int64_t>(all.size() - all_left + counted_zeros);
      continue;
    }
    last_has_none = has_none;
    groups.thresholds.push_back(threshold);
    groups.positives.push_back(static_cast<std::int64_t>(positives.size() - positives_left));
    groups.all.push_back(static_cast<std::int64_t>(all.size() - all_left + counted_zeros));
  }
  return groups;
}

std::vector<double> falling_thresholds(std::span<const double> some, std::span<const double> others,
                                       bool with_zero) {
  steps(some.size() + others.size());
  std::vector<double> thresholds;
  thresholds.reserve(some.size() + others.size() + 1);
  std::size_t some_left = some.size();
  std::size_t others_left = others.size();
  while (some_left > 0 || others_left > 0 || with_zero) {
    double highest = 0;
    if (some_left > 0 && (others_left == 0 || some[some_left - 1] >= others[others_left - 1]))
      highest = some[some_left - 1];
    else if (others_left > 0)
      highest = others[others_left - 1];
    if (with_zero && highest <= 0) {
      highest = 0;
      with_zero = false;
    }
    while (some_left > 0 && some[some_left - 1] == highest) --some_left;
    while (others_left > 0 && others[others_left - 1] == highest) --others_left;
    thresholds.push_back(highest);
  }
  return thresholds;
}

std::vector<std::int64_t> counts_above(std::span<const double> numbers,
                                       std::span<const double> thresholds) {
  steps(numbers.size() + thresholds.size());
  std::vector<std::int64_t> counts(thresholds.size());
  std::size_t left = numbers.size();
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    while (left > 0 && numbers[left - 1] > thresholds[k]) --left;
    counts[k] = static_cast<std::int64_t>(numbers.size() - left);
  }
  return counts;
}

}  // namespace edgemark
