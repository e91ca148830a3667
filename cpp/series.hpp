// Time series of a structural causal process, with lagged and contemporaneous effects and noise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noise.hpp"

namespace edgemark {

enum class Response : std::uint8_t { kLinear, kTanh, kSine, kAbsolute, kRectified, kBump };

// There are p variables. Regime r begins at step starts[r]. In each of its steps, order[r * p + k] is the k-th
// variable to compute; it comes after the variables of the same step that act on it. The effects on this variable are
// entries ends[r * p + k - 1] (or 0) .. ends[r * p + k] - 1 of `Effects`. scale[r * p + j] is the standard deviation of
// the noise of variable j.
struct Regimes {
  std::span<const std::uint64_t> starts, order, ends;
  std::span<const double> scale;
};

// Each entry is an effect of the variable `source`: the coefficient, times the function `response` of the variable's
// value `lag` steps ago.
struct Effects {
  std::span<const std::uint64_t> source, lag;
  std::span<const double> coefficient;
  std::span<const std::uint8_t> response;
};

// Mechanisms that change slowly. The coefficients of the effects on variable j are multiplied by 1 + amplitude[j] s,
// and its noise by 1 + noise_amplitude[j] s, where s = sin(2 pi (cycles[j] u + phase[j])). In step t of a series of n
// steps, u = (t - from) / (n - from); before step `from`, u = 0.
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

// Converts random words, one for each step (row) and variable, to the values of the process, in the same memory. Before
// the first step all values are 0. Ends at the first step with a value that is beyond 1e100 or not a number, and
// returns this step; returns nothing if there is none.
std::optional<std::uint64_t> simulate(const Process& process, std::span<std::uint64_t> words);

// An upper bound, except for rounding, of the spectral radius r of a square matrix, its largest absolute eigenvalue:
// the N-th root of the norm of its N-th power, N = 2^20. The norm is the largest sum of absolute values in a row. The
// error is bounded: if n is the size, and u the spectral norm of the part above the diagonal in the Schur form, then
//   log(bound / r) <= log(sqrt(n) * sum over j < n of binomial(N, j) * (u / r)^j) / N.
// A normal matrix has u = 0, and a relative error below 1e-5. A Jordan block of size m with ones above the diagonal and
// r near 1 has an error of 4e-5 for m = 4, and of 3e-4 for m = 30.
double spectral_radius(std::span<const double> matrix, std::size_t size);

// sin(2 pi t) for each t of `turns`, the same bits on every machine.
std::vector<double> sines_of_turns(std::span<const double> turns);

}  // namespace edgemark
