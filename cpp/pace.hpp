// Progress of long work: it can be interrupted, and its steps can be counted.
//
// Kernels report roughly how many inner steps they have made, such as examining an edge or comparing two
// edges. After every 65,536 steps, a thread calls a function that may throw an exception to end the work. A
// build with EDGEMARK_COUNT_STEPS adds up all steps, so that tests can see how the work grows without a
// clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#ifdef EDGEMARK_COUNT_STEPS
#include <atomic>
#endif

namespace edgemark {

// Called at intervals; an exception from it ends the work.
using CheckIn = std::function<void()>;

#ifdef EDGEMARK_COUNT_STEPS
inline std::atomic<std::uint64_t> counted_steps{0};  // steps of all threads since the library was loaded
#endif

// Steps of short work, such as one pass over the edges, which are only counted.
inline void count_steps([[maybe_unused]] std::uint64_t n) {
#ifdef EDGEMARK_COUNT_STEPS
  counted_steps.fetch_add(n, std::memory_order_relaxed);
#endif
}

namespace pace {
constexpr std::uint64_t kBetween = 1 << 16;
extern thread_local constinit std::uint64_t left;       // steps until the next call of check_in
extern thread_local constinit const CheckIn* check_in;  // null if the work of this thread cannot be ended
extern thread_local constinit bool is_ended;            // an exception was stored instead of thrown
void check();  // calls check_in
void note() noexcept;  // calls check_in, and stores its exception
void rethrow();        // throws the stored exception, if there is one
}  // namespace pace

// Steps of work that may be long.
inline void steps(std::uint64_t n) {
  count_steps(n);
  if (pace::left > n)
    pace::left -= n;
  else
    pace::check();
}

// The same inside functions that are compiled once per instruction set (multiversion.hpp). GCC does not propagate
// exceptions through these, so they return early if `pace::is_ended` is true, and their caller calls
// `pace::rethrow`.
inline void noted_steps(std::uint64_t n) {
  count_steps(n);
  if (pace::left > n)
    pace::left -= n;
  else
    pace::note();
}

// While this object exists, the work of this thread calls the function `check_in` at intervals.
class Heeding {
 public:
  explicit Heeding(const CheckIn& check_in) : before_(pace::check_in) {
    pace::check_in = &check_in;
    pace::left = pace::kBetween;
    pace::is_ended = false;
  }
  ~Heeding() { pace::check_in = before_; }
  Heeding(const Heeding&) = delete;
  Heeding& operator=(const Heeding&) = delete;

 private:
  const CheckIn* before_;
};

}  // namespace edgemark
