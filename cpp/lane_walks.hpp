// m-connecting walks for many pairs of nodes at once. Each pair with its conditioning set has a lane: one bit of
// a vector of bits (lanes.hpp).
#pragma once

#include <vector>

#include "lanes.hpp"
#include "mixed.hpp"
#include "pace.hpp"

namespace edgemark {

// A mixed graph without directed cycles. The half-edges of node v are ends[offsets[v]] .. ends[offsets[v + 1] - 1]:
// first those to nodes before v in the causal order, then, from ends[middles[v]] on, those to later nodes. Its
// children are children[child_offsets[v]] .. children[child_offsets[v + 1] - 1].
struct LaneGraph {
  struct End {  // a half-edge
    Node other;
    bool arrow_here;
    bool arrow_there;
  };
  std::vector<std::size_t> offsets;
  std::vector<std::size_t> middles;
  std::vector<End> ends;
  std::vector<std::size_t> child_offsets;
  std::vector<Node> children;
  std::vector<Node> order;  // the nodes in causal order

  explicit LaneGraph(const MixedGraph& graph);
  std::size_t n_nodes() const { return order.size(); }
};

// The state of a node in all lanes.
struct alignas(64) LaneNode {
  Wide by_tail, by_arrow;  // reached along an edge without, or with, an arrowhead here
  Wide through;            // walks may go on through the node as a non-collider
  Wide collider;           // walks may go on through the node as a collider
};

class LaneWalks {
 public:
  explicit LaneWalks(const LaneGraph& graph)
      : graph_(&graph), nodes_(graph.n_nodes()), stale_(graph.n_nodes(), 0) {}

  LaneNode& at(Node v) { return nodes_[v]; }

  LaneNode* nodes() { return nodes_.data(); }

  // Starts walks from a node in some lanes. In these lanes no walk passes through the node again.
  void start(Node v, const Wide& lanes);
  // Starts walks along one edge only. It leads to `other`, and has an arrowhead there if `arrow`.
  void start_along(Node other, bool arrow, const Wide& lanes);
  // Lets no walk in these lanes pass through the node; walks may end there.
  void stay_out_of(Node v, const Wide& lanes);
  void go();  // continues all walks until no further node is reached

  bool has_reached(Node v, std::size_t lane) const {
    return has(nodes_[v].by_tail, lane) || has(nodes_[v].by_arrow, lane);
  }

 private:
  const LaneGraph* graph_;
  std::vector<LaneNode, OnCacheLines<LaneNode>> nodes_;
  // Flags of the nodes that walks have newly reached: bit 0 is set until these walks are continued to later nodes,
  // bit 1 until they are continued to earlier ones.
  std::vector<std::uint16_t> stale_;
};

// Sets the lanes of each node at all its ancestors too.
void add_ancestors(const LaneGraph& graph, Plane<Wide>& plane);

// A row of n bits for each node. Each row is stored twice in succession, so that a read that starts at any bit
// continues with bit 0 after the last one.
class BitRows {
 public:
  explicit BitRows(std::size_t n) : n_(n), width_((2 * n + 511) / 64 + 2) {
    const std::size_t size = n * width_;
    words_.reserve(size);
    while (words_.size() < size) {  // In parts: gigabytes take long, and Ctrl-C must work in the meantime.
      steps(kSetAtOnce / 64);
      words_.resize(std::min(size, words_.size() + kSetAtOnce), 0);
    }
  }
  std::size_t size() const { return n_; }
  void set(std::size_t row, std::size_t bit) {
    put(row, bit);
    put(row, bit + n_);
  }
  bool has(std::size_t row, std::size_t bit) const { return words_[row * width_ + bit / 64] >> bit % 64 & 1U; }
  // Calls `visit` with every bit below n that is set in a row.
  template <class Visit>
  void each(std::size_t row, Visit visit) const {
    for (std::size_t k = 0; 64 * k < n_; ++k)
      for (std::uint64_t rest = words_[row * width_ + k]; rest != 0; rest &= rest - 1) {
        const std::size_t bit = 64 * k + static_cast<std::size_t>(std::countr_zero(rest));
        if (bit < n_) visit(static_cast<Node>(bit));
      }
  }
  // Reads 512 bits from bit `from` on, which is below n; bits after the first n of them are meaningless.
  ALWAYS_INLINE void read(std::size_t row, std::size_t from, Wide& lanes) const {
    const std::uint64_t* words = words_.data() + row * width_ + from / 64;
    const unsigned shift = from % 64;
    if (shift == 0)
      for (std::size_t k = 0; k < 8; ++k) lanes[k] = words[k];
    else
      for (std::size_t k = 0; k < 8; ++k) lanes[k] = words[k] >> shift | words[k + 1] << (64 - shift);
  }

 private:
  void put(std::size_t row, std::size_t bit) { words_[row * width_ + bit / 64] |= std::uint64_t{1} << bit % 64; }

  static constexpr std::size_t kSetAtOnce = 1 << 20;

  std::size_t n_, width_;
  std::vector<std::uint64_t> words_;
};

// Row v has v, and the nodes to which paths lead from v along half-edges for which `leads` is true.
template <class Leads>
BitRows reached_from_each(const MixedGraph& graph, Leads leads) {
  const std::size_t n = graph.n_nodes();
  BitRows rows(n);
  std::vector<Node> waiting;
  for (Node v = 0; v < n; ++v) {
    rows.set(v, v);
    waiting.assign(1, v);
    while (!waiting.empty()) {
      const Node u = waiting.back();
      waiting.pop_back();
      steps(graph.offsets[u + 1] - graph.offsets[u]);
      for (const HalfEdge& e : edges_of(graph, u)) {
        if (!leads(e) || rows.has(v, e.other)) continue;
        rows.set(v, e.other);
        waiting.push_back(e.other);
      }
    }
  }
  return rows;
}

}  // namespace edgemark
