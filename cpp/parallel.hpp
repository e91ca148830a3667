// Tasks shared out among threads; whoever calls can stop them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace edgemark {

// Asked by the calling thread between tasks; what it throws ends the work.
using CheckIn = std::function<void()>;

// Runs tasks 0 .. n_tasks - 1, each thread with a worker of its own, called with the task's number.
// `finish` gets every worker when nothing is left to do, one at a time.
template <class MakeWorker, class Finish>
void in_parallel(std::size_t n_tasks, std::size_t n_threads, const CheckIn& check_in,
                 MakeWorker make_worker, Finish finish) {
  std::atomic<std::size_t> next{0};
  std::mutex lock;
  std::exception_ptr failure;
  const auto work = [&](bool calling) {
    try {
      auto worker = make_worker();
      for (std::size_t task; (task = next.fetch_add(1)) < n_tasks;) {
        worker(task);
        if (calling) check_in();
      }
      const std::lock_guard guard(lock);
      finish(worker);
    } catch (...) {
      next = n_tasks;
      const std::lock_guard guard(lock);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t k = 1; k < std::min(n_threads, n_tasks); ++k) {
    try {
      others.emplace_back(work, false);
    } catch (const std::system_error&) {
      break;  // no more threads to be had: those there are do the work
    }
  }
  work(true);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace edgemark
