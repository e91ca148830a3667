// Elementary functions made only of IEEE operations, so that every machine gives the same bits.
//
// The C library's sin, exp and log differ between machines in the last bit, and the values of a series
// would carry that difference on. Sums, products, quotients and roots are rounded alike on all machines,
// unless the compiler fuses a product and a sum, which rounds once instead of twice. Files that include
// this header are therefore compiled without contraction (CMakeLists.txt).
//
// The error is below 1e-15: the relative error of exp and log, the absolute error of sine and hyperbolic tangent.
#pragma once

#include <cmath>

#include "multiversion.hpp"

namespace edgemark {

// sin(2 pi turns)
ALWAYS_INLINE double sine_of_turns(double turns) {
  double r = turns - std::floor(turns + 0.5);  // -1/2 to 1/2
  if (r > 0.25) r = 0.5 - r;
  if (r < -0.25) r = -0.5 - r;
  const double x = 6.283185307179586 * r, square = x * x;
  double sum = 0.0;  // Taylor's series, from the last term to the first
  for (int k = 21; k >= 3; k -= 2) sum = (1.0 - sum) * square / (k * (k - 1));
  return x * (1.0 - sum);
}

// exp(x) for x at most 0. Returns 0 if x is -700 or less, where exp(x) is below 1e-304.
ALWAYS_INLINE double exp_of_negative(double x) {
  if (!(x > -700.0)) return 0.0;
  const double k = std::floor(x * 1.4426950408889634 + 0.5);
  // x - k ln 2, with ln 2 in two parts: k times the first is exact
  const double r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  double sum = 1.0;  // Taylor's series, from the last term to the first
  for (int n = 14; n >= 1; --n) sum = 1.0 + sum * r / n;
  return std::ldexp(sum, static_cast<int>(k));
}

// log(x) for x above 0. Uses log(m) = 2 artanh((m - 1) / (m + 1)), and the series of artanh.
ALWAYS_INLINE double natural_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // 1/2 to 1
  if (m < 0.7071067811865476) {
    m *= 2.0;
    --exponent;
  }
  const double s = (m - 1.0) / (m + 1.0), square = s * s;
  double sum = 0.0;
  for (int k = 23; k >= 3; k -= 2) sum = (sum + 1.0 / k) * square;
  return exponent * 0.6931471805599453 + 2.0 * (s + s * sum);
}

ALWAYS_INLINE double hyperbolic_tangent(double x) {
  const double e = exp_of_negative(-2.0 * std::fabs(x));
  return std::copysign((1.0 - e) / (1.0 + e), x);
}

}  // namespace edgemark
