// Tasks that are distributed over threads. The caller can interrupt them, see pace.hpp.
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

// The threads of one call of `in_parallel`. The caller is one of them.
class ThreadTeam {
 public:
  explicit ThreadTeam(std::size_t n_tasks) : n_tasks_(n_tasks) {}

  // Starts the other threads. Each calls `work`, which must live until `wait_for_others` returns.
  template <class Work>
  void start_others(std::size_t n_threads, const Work& work) {
    for (std::size_t k = 1; k < std::min(n_threads, n_tasks_); ++k) {
      try {
        others_.emplace_back([this, &work] {
          const Heeding heeding(until_stopped_);
          work();
          const std::lock_guard guard(lock_);
          --n_working_;
          one_is_done_.notify_one();
        });
      } catch (const std::system_error&) {
        break;  // No more threads can be started; the existing ones do the work.
      }
      const std::lock_guard guard(lock_);
      ++n_working_;
    }
  }

  // Takes a task that no thread has taken before. Returns false if there is none.
  bool take(std::size_t& task) { return (task = next_.fetch_add(1)) < n_tasks_; }

  template <class Action>
  void one_at_a_time(Action action) {
    const std::lock_guard guard(lock_);
    action();
  }

  // Stores the current exception, unless there was one before, and ends the work of all threads.
  void fail() {
    const std::lock_guard guard(lock_);
    if (!failure_) failure_ = std::current_exception();
    next_ = n_tasks_;
    stopped_ = true;
  }

  // Waits until the other threads have ended, and lets the caller interrupt them. Throws the stored exception, if
  // there is one.
  void wait_for_others() {
    std::unique_lock guard(lock_);
    while (n_working_ > 0) {
      one_is_done_.wait_for(guard, std::chrono::milliseconds(50));
      if (n_working_ == 0 || stopped_) continue;
      guard.unlock();
      try {
        pace::check();
      } catch (...) {
        fail();
      }
      guard.lock();
    }
    guard.unlock();
    for (std::thread& other : others_) other.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Stopped {};  // ends the work of a thread after another one has failed

  const std::size_t n_tasks_;
  std::atomic<std::size_t> next_{0};  // the next task
  std::atomic<bool> stopped_{false};
  const CheckIn until_stopped_ = [this] {
    if (stopped_) throw Stopped();
  };
  std::mutex lock_;
  std::condition_variable one_is_done_;
  std::size_t n_working_ = 0;  // the number of other threads that still work
  std::exception_ptr failure_;
  std::vector<std::thread> others_;
};

// Runs tasks 0 .. n_tasks - 1. Each thread makes a worker of its own, which is called with the numbers of the
// tasks that it runs. At the end, `finish` is called with every worker, one at a time. An exception in one thread
// ends the work of all, and is thrown again in the caller.
template <class MakeWorker, class Finish>
void in_parallel(std::size_t n_tasks, std::size_t n_threads, MakeWorker make_worker, Finish finish) {
  ThreadTeam team(n_tasks);
  const auto work = [&] {
    try {
      auto worker = make_worker();
      for (std::size_t task; team.take(task);) worker(task);
      team.one_at_a_time([&] { finish(worker); });
    } catch (...) {
      team.fail();
    }
  };
  team.start_others(n_threads, work);
  work();
  team.wait_for_others();
}

}  // namespace edgemark
