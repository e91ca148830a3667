// Random numbers with mean 0 and variance 1, one from each random 64-bit word.
#pragma once

#include <cstdint>
#include <span>

namespace edgemark {

enum class Noise : std::uint8_t { kGaussian, kLaplace, kUniform, kExponential, kGumbel, kStudent4 };

// Each number is a quantile of the distribution: at u, the word divided by 2^64 (rounded to be strictly between
// 0 and 1), or at 1 - u for kExponential. The numbers have the same bits on every machine.
void noise_of(std::span<const std::uint64_t> words, Noise kind, std::span<double> numbers);

}  // namespace edgemark
