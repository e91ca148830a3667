// Random numbers with mean 0 and variance 1, each made from one random 64-bit word.
#pragma once

#include <cstdint>
#include <span>

namespace edgemark {

// The distribution; kStudent4 is Student's t with 4 degrees of freedom.
enum class Noise : std::uint8_t { kGaussian, kLaplace, kUniform, kExponential, kGumbel, kStudent4 };

// Let u be a word divided by 2^64, rounded so that it is strictly between 0 and 1. The number is the quantile of the
// distribution at u; for kExponential, at 1 - u. The numbers have the same bits on every machine.
void noise_of(std::span<const std::uint64_t> words, Noise kind, std::span<double> numbers);

}  // namespace edgemark
