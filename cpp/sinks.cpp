#include "sinks.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace edgemark {
namespace {

constexpr std::size_t kMostRows = 4096;  // 2 MB of bits

}  // namespace

SinkOrder::SinkOrder(const Adjacency& graph)
    : graph_(graph),
      met_(graph.neighbour.size(), false),
      position_(graph.n_nodes()),
      leaving_(graph.n_nodes()),
      staying_(graph.n_nodes()),
      misfit_(graph.n_nodes()) {
  const std::size_t n = graph.n_nodes();
  if (n > kMostRows) return;
  beside_.assign(n * n, false);
  for (Node v = 0; v < n; ++v)
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) beside_[v * n + graph.neighbour[e]] = true;
}

bool SinkOrder::adjacent(Node v, Node w) const {
  return beside_.empty() ? graph_.adjacent(v, w) : beside_[v * graph_.n_nodes() + w];
}

bool SinkOrder::run(const std::vector<bool>& stays) {
  start(stays);
  take_sinks(stays);
  return taken_ == graph_.n_nodes();
}

void SinkOrder::let_meet() {
  const std::vector<bool> none(graph_.neighbour.size(), false);
  start(none);
  take_sinks(none);
  while (taken_ < graph_.n_nodes()) {
    const Node v = least_harm();
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) met_[e] = left(e);
    take(v, none);
    take_sinks(none);
  }
}

void SinkOrder::start(const std::vector<bool>& stays) {
  taken_ = 0;
  std::fill(position_.begin(), position_.end(), kLeft);
  for (Node v = 0; v < graph_.n_nodes(); ++v) {
    misfit_[v] = {graph_.begin(v), graph_.begin(v)};
    leaving_[v] = staying_[v] = 0;
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
      if (graph_.states[e] != kForward) continue;
      ++leaving_[v];
      staying_[v] += stays[e];
    }
  }
  candidates_.resize(graph_.n_nodes());
  std::iota(candidates_.begin(), candidates_.end(), Node{0});
  reluctant_.clear();
}

void SinkOrder::take_sinks(const std::vector<bool>& stays) {
  while (true) {
    while (!candidates_.empty()) {
      const Node v = candidates_.back();
      candidates_.pop_back();
      if (position_[v] != kLeft || staying_[v] > 0 || !neighbours_fit(v)) continue;
      if (leaving_[v] == 0)
        take(v, stays);
      else
        reluctant_.push_back(v);
    }
    std::erase_if(reluctant_, [&](Node v) { return position_[v] != kLeft; });
    if (reluctant_.empty()) return;
    take(*std::ranges::min_element(reluctant_, {}, [&](Node v) { return leaving_[v]; }), stays);
  }
}

void SinkOrder::take(Node v, const std::vector<bool>& stays) {
  position_[v] = taken_++;
  for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
    if (!left(e)) continue;
    const Node w = graph_.neighbour[e];
    if (graph_.states[e] == kBackward) {
      --leaving_[w];
      staying_[w] -= stays[e];
    }
    candidates_.push_back(w);
  }
}

// Pairs that fit stay so, and nodes that are gone do not return: the search goes on where it stopped.
bool SinkOrder::neighbours_fit(Node v) {
  auto& [e, f] = misfit_[v];
  for (; e < graph_.end(v); ++e, f = graph_.begin(v)) {
    if (graph_.states[e] == kBackward) continue;  // two such may meet, others come as f
    for (; f < graph_.end(v) && left(e); ++f)
      if (left(f) && !fit(e, f)) return false;
  }
  return true;
}

bool SinkOrder::fit(std::size_t e, std::size_t f) const {
  return e == f || (met_[e] && met_[f]) || adjacent(graph_.neighbour[e], graph_.neighbour[f]);
}

Node SinkOrder::least_harm() const {
  const auto harm = [&](Node v) {
    std::size_t arrows = 0;
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
      arrows += left(e) && graph_.states[e] == kForward;
    return std::tuple(misfits(v), arrows, v);
  };
  std::optional<std::tuple<std::size_t, std::size_t, Node>> best;
  for (Node v = 0; v < graph_.n_nodes(); ++v)
    if (position_[v] == kLeft) best = best ? std::min(*best, harm(v)) : harm(v);
  return std::get<Node>(*best);
}

std::size_t SinkOrder::misfits(Node v) const {
  std::size_t count = 0;
  for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
    for (std::size_t f = e + 1; f < graph_.end(v); ++f)
      count += left(e) && left(f) && !may_meet(e, f);
  return count;
}

std::optional<std::vector<std::size_t>> sinks_first(const Adjacency& pdag) {
  SinkOrder order(pdag);
  if (!order.run(std::vector<bool>(pdag.neighbour.size(), true))) return std::nullopt;
  return order.positions();
}

}  // namespace edgemark
