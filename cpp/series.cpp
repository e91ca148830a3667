#include "series.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "elementary.hpp"
#include "pace.hpp"

namespace edgemark {

namespace {

constexpr double kTooLarge = 1e100;
constexpr int kSquarings = 20;
constexpr std::size_t kStepsAtOnce = 256;

// The value that has replaced a random word.
double value_at(std::span<const std::uint64_t> words, std::size_t place) {
  double value;
  std::memcpy(&value, &words[place], sizeof value);
  return value;
}

double response(Response response, double x) {
  switch (response) {
    case Response::kLinear: return x;
    case Response::kTanh: return hyperbolic_tangent(x);
    case Response::kSine: return sine_of_turns(x * 0.15915494309189535);  // radians to turns: 1 / (2 pi)
    case Response::kAbsolute: return std::fabs(x);
    case Response::kRectified: return x > 0.0 ? x : 0.0;
    case Response::kBump: return x * exp_of_negative(-0.5 * x * x);
  }
  return 0.0;
}

class Simulation {
 public:
  Simulation(const Process& process, std::span<std::uint64_t> words)
      : process_(process), words_(words), n_variables_(process.drifts.phase.size()),
        n_steps_(words.size() / n_variables_) {}

  // The step at which a regime ends.
  std::size_t stop(std::size_t regime) const {
    const auto& starts = process_.regimes.starts;
    return regime + 1 == starts.size() ? n_steps_ : starts[regime + 1];
  }

  // Computes the values of a regime. Returns the first step with a value that is too large or not a number, or
  // the end of the regime if there is none.
  std::size_t run(std::size_t regime) {
    const std::size_t start = process_.regimes.starts[regime], stop = this->stop(regime);
    for (std::size_t block = start; block < stop; block += kStepsAtOnce) {
      const std::size_t end = std::min(stop, block + kStepsAtOnce);
      noise_.resize((end - block) * n_variables_);
      steps((end - block) * (n_variables_ + process_.effects.lag.size()));
      noise_of(words_.subspan(block * n_variables_, noise_.size()), process_.noise, noise_);
      for (std::size_t t = block; t < end; ++t)
        if (!step(regime, t, &noise_[(t - block) * n_variables_])) return t;
    }
    return stop;
  }

 private:
  // Computes the values of step t. Returns whether all are numbers that are not too large.
  bool step(std::size_t regime, std::size_t t, const double* noise) {
    const Regimes& regimes = process_.regimes;
    const std::size_t first = regime * n_variables_;
    std::uint64_t effect = first == 0 ? 0 : regimes.ends[first - 1];
    bool is_fine = true;
    for (std::size_t k = first; k < first + n_variables_; ++k) {
      const std::size_t j = regimes.order[k];
      const double swing = swing_of(j, t);
      double sum = 0.0;
      for (; effect < regimes.ends[k]; ++effect) sum += contribution(effect, t);
      sum *= 1.0 + process_.drifts.amplitude[j] * swing;
      const double scale = regimes.scale[first + j] * (1.0 + process_.drifts.noise_amplitude[j] * swing);
      const double value = sum + scale * noise[j];
      std::memcpy(&words_[t * n_variables_ + j], &value, sizeof value);
      is_fine = is_fine && std::fabs(value) <= kTooLarge;
    }
    return is_fine;
  }

  // The sine of `Drifts` for variable j.
  double swing_of(std::size_t j, std::size_t t) const {
    const Drifts& drifts = process_.drifts;
    if (drifts.amplitude[j] == 0.0 && drifts.noise_amplitude[j] == 0.0) return 0.0;
    const double passed = t < drifts.from ? 0.0 : static_cast<double>(t - drifts.from);
    const double share = passed / static_cast<double>(n_steps_ - drifts.from);
    return sine_of_turns(drifts.cycles[j] * share + drifts.phase[j]);
  }

  double contribution(std::uint64_t effect, std::size_t t) const {
    const Effects& effects = process_.effects;
    if (effects.lag[effect] > t) return 0.0;
    const double x = value_at(words_, (t - effects.lag[effect]) * n_variables_ + effects.source[effect]);
    return effects.coefficient[effect] * response(static_cast<Response>(effects.response[effect]), x);
  }

  const Process& process_;
  std::span<std::uint64_t> words_;
  std::size_t n_variables_, n_steps_;
  std::vector<double> noise_;
};

// Divides the matrix by the largest sum of absolute values of a row, and returns that sum.
double normalise(std::vector<double>& matrix, std::size_t size) {
  double norm = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < size; ++j) sum += std::fabs(matrix[i * size + j]);
    norm = std::max(norm, sum);
  }
  if (norm > 0.0) std::ranges::for_each(matrix, [=](double& cell) { cell /= norm; });
  return norm;
}

// Computes row i of the square of the matrix. The terms of a cell are added up in the same order, whatever the width
// of the machine's vectors.
MULTIVERSION
void square_row(const double* matrix, double* product, std::size_t i, std::size_t size) {
  double* __restrict row = product + i * size;
  std::fill(row, row + size, 0.0);
  for (std::size_t k = 0; k < size; ++k) {
    const double factor = matrix[i * size + k];
    const double* __restrict other = matrix + k * size;
    if (factor == 0.0) continue;
    for (std::size_t j = 0; j < size; ++j) row[j] += factor * other[j];
  }
}

}  // namespace

std::optional<std::uint64_t> simulate(const Process& process, std::span<std::uint64_t> words) {
  Simulation simulation(process, words);
  for (std::size_t r = 0; r < process.regimes.starts.size(); ++r) {
    const std::size_t reached = simulation.run(r);
    if (reached < simulation.stop(r)) return reached;
  }
  return std::nullopt;
}

double spectral_radius(std::span<const double> matrix, std::size_t size) {
  std::vector<double> power(matrix.begin(), matrix.end()), next(matrix.size());
  double norms[kSquarings + 1];
  norms[0] = normalise(power, size);
  for (int k = 1; k <= kSquarings; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      steps(size * size);
      square_row(power.data(), next.data(), i, size);
    }
    power.swap(next);
    norms[k] = normalise(power, size);
  }
  // `power` is now A^(2^kSquarings), divided by its norm after each squaring, and `radius` bounds its spectral radius.
  // A matrix has the root of the spectral radius of its square, so each turn undoes one division and one squaring.
  double radius = 1.0;
  for (int k = kSquarings; k >= 1; --k) radius = std::sqrt(radius * norms[k]);
  return radius * norms[0];
}

std::vector<double> sines_of_turns(std::span<const double> turns) {
  count_steps(turns.size());
  std::vector<double> sines(turns.size());
  std::ranges::transform(turns, sines.begin(), [](double x) { return sine_of_turns(x); });
  return sines;
}

}  // namespace edgemark
