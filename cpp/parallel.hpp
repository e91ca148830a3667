// Tasks distributed over threads; the caller can interrupt them, see pace.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "pace.hpp"

namespace edgemark {

// Runs tasks 0 .. n_tasks - 1. Each thread has a worker of its own, which is called with the number of the
// task. `finish` is called with every worker at the end, one at a time. An exception in one thread ends the
// work of all.
template <class MakeWorker, class Finish>
void in_parallel(std::size_t n_tasks, std::size_t n_threads, MakeWorker make_worker, Finish finish) {
  struct Stopped {};
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex lock;
  std::condition_variable one_is_done;
  std::size_t n_working = 0;  // the number of other threads that still work
  std::exception_ptr failure;
  const auto fail = [&] {
    const std::lock_guard guard(lock);
    if (!failure) failure = std::current_exception();
    next = n_tasks;
    stopped = true;
  };
  const auto work = [&] {
    try {
      auto worker = make_worker();
      for (std::size_t task; (task = next.fetch_add(1)) < n_tasks;) worker(task);
      const std::lock_guard guard(lock);
      finish(worker);
    } catch (...) {
      fail();
    }
  };
  const CheckIn until_stopped = [&] {
    if (stopped) throw Stopped();
  };
  std::vector<std::thread> others;
  for (std::size_t k = 1; k < std::min(n_threads, n_tasks); ++k) {
    try {
      others.emplace_back([&] {
        const Heeding heeding(until_stopped);
        work();
        const std::lock_guard guard(lock);
        --n_working;
        one_is_done.notify_one();
      });
    } catch (const std::system_error&) {
      break;  // No more threads can be started; the existing ones do the work.
    }
    const std::lock_guard guard(lock);
    ++n_working;
  }
  work();
  {
    std::unique_lock guard(lock);
    while (n_working > 0) {
      one_is_done.wait_for(guard, std::chrono::milliseconds(50));
      if (n_working == 0 || stopped) continue;
      guard.unlock();
      try {
        pace::check();
      } catch (...) {
        fail();
      }
      guard.lock();
    }
  }
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace edgemark
