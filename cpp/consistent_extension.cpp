#include "consistent_extension.hpp"

#include <algorithm>
#include <numeric>

#include "pace.hpp"

namespace edgemark {
namespace {

constexpr std::size_t kMostRows = 4096;  // The rows of so many nodes take 2 MB, at one bit for each pair.

}  // namespace

SinkOrder::SinkOrder(const Adjacency& graph)
    : graph_(graph),
      met_(graph.neighbour.size(), false),
      position_(graph.n_nodes()),
      leaving_(graph.n_nodes()),
      staying_(graph.n_nodes()),
      next_pair_(graph.n_nodes()),
      since_(graph.n_nodes(), 0) {
  const std::size_t n = graph.n_nodes();
  if (n > kMostRows) return;
  rows_.assign(n * n, false);
  for (Node v = 0; v < n; ++v)
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) rows_[v * n + graph.neighbour[e]] = true;
}

bool SinkOrder::adjacent(Node v, Node w) const {
  return rows_.empty() ? graph_.adjacent(v, w) : rows_[v * graph_.n_nodes() + w];
}

bool SinkOrder::run(const std::vector<bool>& stays) {
  start(stays);
  remove_sinks(stays);
  return n_removed_ == graph_.n_nodes();
}

void SinkOrder::let_meet() {
  const std::vector<bool> none(graph_.neighbour.size(), false);
  start(none);
  remove_sinks(none);
  count_misfits();
  while (n_removed_ < graph_.n_nodes()) {
    const Node v = with_fewest_misfits();
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) met_[e] = remains(e);
    remove(v, none);
    remove_sinks(none);
  }
  misfits_.clear();
  by_misfits_ = {};
}

void SinkOrder::start(const std::vector<bool>& stays) {
  n_removed_ = 0;
  std::fill(position_.begin(), position_.end(), kRemains);
  for (Node v = 0; v < graph_.n_nodes(); ++v) {
    next_pair_[v] = {graph_.begin(v), graph_.begin(v)};
    leaving_[v] = staying_[v] = 0;
    steps(graph_.end(v) - graph_.begin(v) + 1);
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
      if (graph_.states[e] != kForward) continue;
      ++leaving_[v];
      staying_[v] += stays[e];
    }
  }
  candidates_.resize(graph_.n_nodes());
  std::iota(candidates_.begin(), candidates_.end(), Node{0});
  reluctant_ = {};
  since_.assign(graph_.n_nodes(), 0);
  n_reluctant_ = 0;
}

void SinkOrder::remove_sinks(const std::vector<bool>& stays) {
  do {
    while (!candidates_.empty()) {
      const Node v = candidates_.back();
      candidates_.pop_back();
      steps(1);
      if (position_[v] != kRemains || staying_[v] > 0 || !neighbours_may_meet(v)) continue;
      if (leaving_[v] == 0) {
        remove(v, stays);
      } else if (since_[v] == 0) {
        since_[v] = ++n_reluctant_;
        reluctant_.emplace(leaving_[v], since_[v], v);
      }
    }
  } while (remove_reluctant(stays));
}

bool SinkOrder::remove_reluctant(const std::vector<bool>& stays) {
  while (!reluctant_.empty()) {
    const auto [leaving, since, v] = reluctant_.top();
    reluctant_.pop();
    steps(1);
    if (position_[v] != kRemains || leaving != leaving_[v]) continue;
    remove(v, stays);
    return true;
  }
  return false;
}

void SinkOrder::remove(Node v, const std::vector<bool>& stays) {
  position_[v] = n_removed_++;
  for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
    if (!remains(e)) continue;
    const Node w = graph_.neighbour[e];
    if (graph_.states[e] == kBackward) {
      --leaving_[w];
      staying_[w] -= stays[e];
      if (since_[w] > 0) reluctant_.emplace(leaving_[w], since_[w], w);
    }
    candidates_.push_back(w);
    if (misfits_.empty()) continue;
    misfits_[w] -= misfits_with(graph_.twin[e]);
    by_misfits_.emplace(misfits_[w], leaving_[w], w);
  }
}

// Whether all pairs of remaining neighbours may meet at v. Pairs that may meet always may, and removed nodes do not
// return, so the search continues where it stopped.
bool SinkOrder::neighbours_may_meet(Node v) {
  auto& [e, f] = next_pair_[v];
  for (; e < graph_.end(v); ++e, f = graph_.begin(v)) {
    if (graph_.states[e] == kBackward) continue;  // Two arrows into v may meet; e covers the other edges.
    const std::size_t from = f;
    for (; f < graph_.end(v) && remains(e); ++f)
      if (remains(f) && !fit(e, f)) break;
    steps(f - from + 1);
    if (f < graph_.end(v) && remains(e)) return false;
  }
  return true;
}

bool SinkOrder::fit(std::size_t e, std::size_t f) const {
  return e == f || (met_[e] && met_[f]) || adjacent(graph_.neighbour[e], graph_.neighbour[f]);
}

Node SinkOrder::with_fewest_misfits() {
  while (true) {
    const auto [misfits, leaving, v] = by_misfits_.top();
    if (position_[v] == kRemains && misfits == misfits_[v] && leaving == leaving_[v]) return v;
    by_misfits_.pop();
  }
}

void SinkOrder::count_misfits() {
  misfits_.assign(graph_.n_nodes(), 0);
  for (Node v = 0; v < graph_.n_nodes(); ++v) {
    if (position_[v] != kRemains) continue;
    std::size_t twice = 0;  // Each misfit is counted at both of its half-edges.
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) twice += remains(e) ? misfits_with(e) : 0;
    misfits_[v] = twice / 2;
    by_misfits_.emplace(misfits_[v], leaving_[v], v);
  }
}

// Returns how many remaining neighbours of the owner of e may not meet the neighbour at e there.
std::size_t SinkOrder::misfits_with(std::size_t e) const {
  const Node owner = graph_.neighbour[graph_.twin[e]];
  steps(graph_.end(owner) - graph_.begin(owner));
  std::size_t count = 0;
  for (std::size_t f = graph_.begin(owner); f < graph_.end(owner); ++f)
    count += remains(f) && !may_meet(e, f);
  return count;
}

std::optional<std::vector<std::size_t>> sinks_first(const Adjacency& pdag) {
  SinkOrder order(pdag);
  if (!order.run(std::vector<bool>(pdag.neighbour.size(), true))) return std::nullopt;
  return order.positions();
}

}  // namespace edgemark
