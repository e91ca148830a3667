// Time series of a structural process: lagged and contemporaneous effects, and noise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noise.hpp"

namespace edgemark {

enum class Response : std::uint8_t { kLinear, kTanh, kSine, kAbsolute, kRectified, kBump };

// Regime r holds from step starts[r] on. order[r * p + k] is the k-th of its p variables, which comes after
// the variables of the same step that act on it. The effects on it end at ends[r * p + k] and begin at the
// end before. scale[r * p + j] is the standard deviation of the noise of variable j.
struct Regimes {
  std::span<const std::uint64_t> starts, order, ends;
  std::span<const double> scale;
};

// The effect of a variable `lag` steps ago: coefficient times a function of its value.
struct Effects {
  std::span<const std::uint64_t> source, lag;
  std::span<const double> coefficient;
  std::span<const std::uint8_t> response;
};

// Variable j's coefficients are multiplied by 1 + amplitude[j] s, its noise by 1 + noise_amplitude[j] s,
// where s = sin(2 pi (cycles[j] u + phase[j])) and u runs from 0 at step `from` to 1 at the end; before
// `from` it is 0.
struct Drifts {
  std::span<const double> amplitude, noise_amplitude, cycles, phase;
  std::uint64_t from;
};

struct Process {
  Regimes regimes;
  Effects effects;
  Drifts drifts;
  Noise noise;
};

// Converts random words, one for each step (row) and variable, to the values of the process, in the same
// memory; before the first step all values are 0. Ends early, and returns the step, at the first value that
// is beyond 1e100 or not a number.
std::optional<std::uint64_t> simulate(const Process& process, std::span<std::uint64_t> words);

// An upper bound of the largest absolute eigenvalue r of a square matrix, except for rounding: the N-th root
// of the norm of its N-th power, N = 2^20. Let n be the size, and u the norm of what is above the diagonal in
// its Schur form. The natural logarithm of bound / r is at most
//   log(sqrt(n) * sum over j < n of binomial(N, j) * (u / r)^j) / N.
// A normal matrix has u = 0, and a relative error below 1e-5. A Jordan block of size m with ones above the
// diagonal and r near 1 has about 1.3e-5 (m - 1): 4e-5 for m = 4, 3e-4 for m = 30.
double spectral_radius(std::span<const double> matrix, std::size_t size);

// sin(2 pi turns), the same bits on every machine.
std::vector<double> sines_of_turns(std::span<const double> turns);

}  // namespace edgemark
