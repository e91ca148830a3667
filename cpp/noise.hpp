// Random numbers with mean 0 and variance 1, one from each random word.
#pragma once

#include <cstdint>
#include <span>

namespace edgemark {

enum class Noise : std::uint8_t { kGaussian, kLaplace, kUniform, kExponential, kGumbel, kStudent4 };

// Each number is the quantile at the relative position of its word among all words: the same bits on every
// machine.
void noise_of(std::span<const std::uint64_t> words, Noise kind, std::span<double> numbers);

}  // namespace edgemark
