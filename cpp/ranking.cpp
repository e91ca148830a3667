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
constexpr std::size_t kFew = 2048;  // For fewer numbers, clearing the buckets takes longer than comparing.

// Keys that are in the order of the numbers: all bits of a negative number are inverted, otherwise only the
// sign bit.
std::uint64_t key_of(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  return bits & kSign ? ~bits : bits | kSign;
}

double number_of(std::uint64_t key) {
  return std::bit_cast<double>(key & kSign ? key & ~kSign : ~key);
}

std::size_t digit(std::uint64_t key, unsigned k) { return key >> (k * kDigitBits) & (kBuckets - 1); }

using Starts = std::array<std::array<std::size_t, kBuckets>, kDigits>;

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
  const auto starts = std::make_unique<Starts>();
  for (std::size_t i = 0; i < size; ++i) {
    keys[i] = key_of(numbers[i]);
    for (unsigned k = 0; k < kDigits; ++k) ++(*starts)[k][digit(keys[i], k)];
  }
  for (unsigned k = 0; k < kDigits; ++k) {
    auto& places = (*starts)[k];
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
  const std::size_t most = std::min(all.size(), 2 * positives.size()) + 1;
  groups.thresholds.reserve(most);
  groups.positives.reserve(most);
  groups.all.reserve(most);
  bool run = false;  // whether the last group has no positive
  std::size_t a = all.size();  // numbers below here are not counted yet
  std::size_t p = positives.size();
  std::uint64_t counted_zeros = 0;
  while (a > 0 || counted_zeros < zeros) {
    double threshold = a > 0 ? all[a - 1] : 0;
    if (counted_zeros < zeros && threshold <= 0) {
      threshold = 0;
      counted_zeros = zeros;
    }
    while (a > 0 && all[a - 1] == threshold) --a;
    const std::size_t before = p;
    while (p > 0 && positives[p - 1] == threshold) --p;
    if (run && p == before) {
      groups.thresholds.back() = threshold;
      groups.all.back() = static_cast<std::int64_t>(all.size() - a + counted_zeros);
      continue;
    }
    run = p == before;
    groups.thresholds.push_back(threshold);
    groups.positives.push_back(static_cast<std::int64_t>(positives.size() - p));
    groups.all.push_back(static_cast<std::int64_t>(all.size() - a + counted_zeros));
  }
  return groups;
}

std::vector<double> falling_thresholds(std::span<const double> some, std::span<const double> others,
                                       bool with_zero) {
  steps(some.size() + others.size());
  std::vector<double> thresholds;
  thresholds.reserve(some.size() + others.size() + 1);
  std::size_t a = some.size();
  std::size_t b = others.size();
  while (a > 0 || b > 0 || with_zero) {
    double highest = a > 0 && (b == 0 || some[a - 1] >= others[b - 1]) ? some[a - 1]
                     : b > 0                                          ? others[b - 1]
                                                                      : 0;
    if (with_zero && highest <= 0) {
      highest = 0;
      with_zero = false;
    }
    while (a > 0 && some[a - 1] == highest) --a;
    while (b > 0 && others[b - 1] == highest) --b;
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
