#include "pace.hpp"

#include <exception>
#include <utility>

namespace edgemark::pace {

thread_local constinit std::uint64_t left = kBetween;
thread_local constinit const CheckIn* check_in = nullptr;
thread_local constinit bool is_ended = false;

namespace {
thread_local std::exception_ptr failure;
}

void check() {
  left = kBetween;
  if (check_in != nullptr) (*check_in)();
}

void note() noexcept {
  if (is_ended) return;
  try {
    check();
  } catch (...) {
    failure = std::current_exception();
    is_ended = true;
  }
}

void rethrow() {
  if (!is_ended) return;
  is_ended = false;
  std::rethrow_exception(std::exchange(failure, nullptr));
}

}  // namespace edgemark::pace
