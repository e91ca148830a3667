#include "noise.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "elementary.hpp"
#include "pace.hpp"

namespace edgemark {

namespace {

// Returns u, a number strictly between 0 and 1. The first 52 bits of the word become the fraction of a double from 1 to
// 2, and 1 is subtracted. Half of the value of the last bit is added, so that u is as probable as 1 - u.
ALWAYS_INLINE double place_of(std::uint64_t word) {
  return std::bit_cast<double>(0x3ff0000000000000 | word >> 12) - 1.0 + 0x1p-53;
}

template <std::size_t n>
ALWAYS_INLINE double polynomial(const double (&coefficients)[n], double x) {
  double sum = coefficients[n - 1];
  for (std::size_t k = n - 1; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

// Gaussian quantiles: Wichura (1988), algorithm AS 241, PPND16, with a relative error of about 1e-16. It has one
// formula for u within kCentral of 0.5, and others for other u. The central formula is computed for all u, so that its
// loop has no branch; then its results for other u are replaced.
constexpr double kCentral = 0.425;

// Takes q = u - 0.5.
ALWAYS_INLINE double central_gaussian(double q) {
  constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                          1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                          3.3430575583588128105e+4, 2.5090809287301226727e+3};
  constexpr double b[] = {1.0,
                          4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
                          2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4,
                          5.2264952788528545610e+3};
  const double r = 0.180625 - q * q;  // 0.180625 is the square of kCentral
  return q * polynomial(a, r) / polynomial(b, r);
}

double outer_gaussian(double u) {
  constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,  5.76949722146069140550e0,
                          3.64784832476320460504e0,  1.27045825245236838258e0,  2.41780725177450611770e-1,
                          2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double d[] = {1.0,
                          2.05319162663775882187e0,  1.67638483018380384940e0,  6.89767334985100004550e-1,
                          1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
                          1.05075007164441684324e-9};
  constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                          2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                          2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double f[] = {1.0,
                          5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
                          7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
                          2.04426310338993978564e-15};
  const double r = std::sqrt(-natural_log(std::min(u, 1.0 - u)));
  const double z = r <= 5.0 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6)
                            : polynomial(e, r - 5.0) / polynomial(f, r - 5.0);
  return u < 0.5 ? -z : z;
}

MULTIVERSION
void central_gaussians(const std::uint64_t* words, double* __restrict numbers, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) numbers[k] = central_gaussian(place_of(words[k]) - 0.5);
}

void gaussians(std::span<const std::uint64_t> words, std::span<double> numbers) {
  central_gaussians(words.data(), numbers.data(), words.size());
  for (std::size_t k = 0; k < words.size(); ++k) {
    const double u = place_of(words[k]);
    if (std::fabs(u - 0.5) > kCentral) numbers[k] = outer_gaussian(u);
  }
}

double laplace(double u) {
  const double z = -natural_log(2.0 * std::min(u, 1.0 - u)) * 0.7071067811865476;  // the scale, sqrt(1 / 2)
  return u < 0.5 ? -z : z;
}

// Subtracts the mean, Euler's constant, and divides by the standard deviation, pi / sqrt(6).
double gumbel(double u) {
  return (-natural_log(-natural_log(u)) - 0.5772156649015329) * 0.7796968012336761;
}

// Shaw (2006): at u > 0.5, the quantile of Student's t with 4 degrees of freedom is 2 sqrt(q / c - 1), where
// c = sqrt(4 u (1 - u)) and q = cos(arccos(c) / 3), the largest root of 4 q^3 - 3 q = c. Newton's method starts at 1
// and falls to this root. The variance of the distribution is 2, so the quantile is divided by sqrt(2).
double student4(double u) {
  const double c = std::sqrt(4.0 * u * (1.0 - u));
  double q = 1.0;
  for (int step = 0; step < 6; ++step) q -= (q * (4.0 * q * q - 3.0) - c) / (12.0 * q * q - 3.0);
  const double z = std::sqrt(2.0 * std::max(0.0, q / c - 1.0));
  return u < 0.5 ? -z : z;
}

template <class Quantile>
void transform(std::span<const std::uint64_t> words, std::span<double> numbers, Quantile quantile) {
  std::ranges::transform(words, numbers.begin(), [=](std::uint64_t w) { return quantile(place_of(w)); });
}

}  // namespace

void noise_of(std::span<const std::uint64_t> words, Noise kind, std::span<double> numbers) {
  count_steps(words.size());
  switch (kind) {
    case Noise::kGaussian: return gaussians(words, numbers);
    case Noise::kLaplace: return transform(words, numbers, laplace);
    case Noise::kUniform:
      return transform(words, numbers, [](double u) { return 3.4641016151377544 * (u - 0.5); });  // sqrt(12)
    case Noise::kExponential:
      return transform(words, numbers, [](double u) { return -natural_log(u) - 1.0; });
    case Noise::kGumbel: return transform(words, numbers, gumbel);
    case Noise::kStudent4: return transform(words, numbers, student4);
  }
}

}  // namespace edgemark
