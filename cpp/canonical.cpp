#include "canonical.hpp"

#include <algorithm>

#include "lane_walks.hpp"
#include "parallel.hpp"
#include "visible.hpp"

namespace edgemark {

namespace {

constexpr std::size_t kWorthThreads = 64;  // For fewer nodes, starting threads takes longer than they save.

// Whether a possibly directed path can leave the owner of a half-edge along it.
bool may_lead_out(const HalfEdge& e) { return e.here != kArrowMark && e.there != kTailMark; }

// A graph, and what is found once for all treatments.
struct Prepared {
  MixedGraph graph;
  MixedGraph member;
  LaneGraph walks;                      // walks in the member
  std::vector<std::uint8_t> visible;    // for each half-edge of the graph, whether it is visible
  BitRows possible_descendants;         // row v has v, too
  BitRows descendants;                  // in the member; row v has v, too

  Prepared(const CausalGraph& given, std::size_t n_nodes)
      : graph(given.graph, n_nodes),
        member(given.member, n_nodes),
        walks(member),
        visible(given.all_visible ? directed() : visible_half_edges(graph)),
        possible_descendants(reached_from_each(graph, may_lead_out)),
        descendants(reached_from_each(member, leads_out)) {}

 private:
  // The flags of `visible` if all directed edges are visible.
  std::vector<std::uint8_t> directed() const {
    std::vector<std::uint8_t> flags;
    for (const HalfEdge& e : graph.edges) flags.push_back(leads_out(e));
    return flags;
  }
};

// The effects of one treatment on a block of 512 outcomes, with a lane for each.
class Effects {
 public:
  explicit Effects(const Prepared& prepared)
      : canonical(prepared.graph.n_nodes()),
        prepared_(prepared),
        walks_(prepared.walks),
        leads_to_(prepared.graph.n_nodes()),
        forbidden_(prepared.graph.n_nodes()),
        ancestors_(prepared.graph.n_nodes()) {}

  // Lane l of `lanes` is node 512 * block + l; the treatment itself must not be among these outcomes.
  void of(Node t, std::size_t block, const Wide& lanes) {
    t_ = t;
    block_ = block;
    lanes_ = lanes;
    find_what_leads_to_outcomes();
    find_forbidden();
    find_amenability();
    find_canonical();
    identified = claimed & ~not_amenable_ & valid(canonical);
  }

  // Returns the lanes in which a set is valid. The effect must be amenable, and the set must contain no forbidden node,
  // nor the treatment or the outcome. It must block all walks from treatment to outcome in the member, after the first
  // edges of all directed paths from treatment to outcome are removed.
  Wide valid(const Plane<Wide>& set) {
    const auto n = static_cast<Node>(set.size());
    Wide wrong = not_amenable_;
    for (Node v = 0; v < n; ++v) {
      wrong |= set[v] & forbidden_[v];
      ancestors_[v] = set[v] & lanes_;
    }
    wrong |= set[t_];
    add_ancestors(prepared_.walks, ancestors_);
    for (Node v = 0; v < n; ++v) walks_.at(v) = {Wide{}, Wide{}, lanes_ & ~set[v], ancestors_[v]};
    walks_.stay_out_of(t_, lanes_);
    for (const HalfEdge& e : edges_of(prepared_.member, t_)) {
      Wide begins_directed_path{};
      if (leads_out(e)) prepared_.descendants.read(e.other, 512 * block_, begins_directed_path);
      walks_.start_along(e.other, e.there == kArrowMark, lanes_ & ~begins_directed_path);
    }
    walks_.go();
    each_lane(lanes_, [&](std::size_t lane) {
      const auto y = static_cast<Node>(512 * block_ + lane);
      if (has(set[y], lane) || walks_.has_reached(y, lane)) put(wrong, lane);
    });
    return lanes_ & ~wrong;
  }

  Wide claimed{};          // the effect may differ from zero: a possibly directed path leads to the outcome
  Wide identified{};       // adjustment identifies it
  Plane<Wide> canonical;   // the set of each lane

 private:
  // Calls `pull` for every node in sweeps, until it returns false for all. `pull` adds to the lanes of a node those of
  // its neighbours (either those that follow it on a possibly directed path, or those that precede it), and returns
  // whether any lane is new. Sweeps alternate between the reverse causal order
  // of the member and the causal order. Two sweeps find everything: if a possibly directed path leads from one node
  // to another, so does an uncovered one, which first goes against the arrows of the member and then along them.
  template <class Pull>
  void settle(Pull pull) {
    const std::vector<Node>& order = prepared_.walks.order;
    for (bool some = true, against = true; some; against = !against) {
      some = false;
      steps(order.size() + prepared_.graph.edges.size());
      for (std::size_t k = 0; k < order.size(); ++k) some |= pull(order[against ? order.size() - 1 - k : k]);
    }
  }

  // Finds the outcomes to which possibly directed paths lead from each node without passing the treatment.
  void find_what_leads_to_outcomes() {
    const auto n = static_cast<Node>(leads_to_.size());
    for (Node v = 0; v < n; ++v) {
      leads_to_[v] = Wide{};
      if (v / 512 == block_) put(leads_to_[v], v % 512);
      leads_to_[v] &= lanes_;
    }
    settle([&](Node v) {
      if (v == t_) return false;
      Wide found = leads_to_[v];
      for (const HalfEdge& e : edges_of(prepared_.graph, v))
        if (may_lead_out(e) && e.other != t_) found |= leads_to_[e.other];
      const bool more = any(found & ~leads_to_[v]);
      leads_to_[v] = found;
      return more;
    });
    prepared_.possible_descendants.read(t_, 512 * block_, claimed);
    claimed &= lanes_;
  }

  // Finds the nodes that are forbidden in adjustment sets: those on possibly directed paths from the treatment to the
  // outcome, and their possible descendants.
  void find_forbidden() {
    const auto n = static_cast<Node>(leads_to_.size());
    for (Node v = 0; v < n; ++v)
      forbidden_[v] = v != t_ && prepared_.possible_descendants.has(t_, v) ? leads_to_[v] : Wide{};
    settle([&](Node v) {
      Wide found = forbidden_[v];
      for (const HalfEdge& e : edges_of(prepared_.graph, v))
        if (may_lead_in(e)) found |= forbidden_[e.other];
      const bool more = any(found & ~forbidden_[v]);
      forbidden_[v] = found;
      return more;
    });
  }

  // Whether a possibly directed path can come to the owner of a half-edge along it.
  static bool may_lead_in(const HalfEdge& e) { return e.there != kArrowMark && e.here != kTailMark; }

  // An effect is not amenable if a possibly directed path to the outcome begins with an edge that is not visible.
  void find_amenability() {
    not_amenable_ = Wide{};
    for (std::size_t e = prepared_.graph.offsets[t_]; e < prepared_.graph.offsets[t_ + 1]; ++e)
      if (may_lead_out(prepared_.graph.edges[e]) && !prepared_.visible[e])
        not_amenable_ |= leads_to_[prepared_.graph.edges[e].other];
  }

  // The canonical set: all possible ancestors of treatment and outcome, except for these two and the forbidden nodes.
  void find_canonical() {
    const auto n = static_cast<Node>(canonical.size());
    for (Node v = 0; v < n; ++v) {
      Wide is_possible_ancestor = ~Wide{};
      if (!prepared_.possible_descendants.has(v, t_))
        prepared_.possible_descendants.read(v, 512 * block_, is_possible_ancestor);
      canonical[v] = is_possible_ancestor & lanes_ & ~forbidden_[v];
      if (v / 512 == block_) canonical[v][v % 512 / 64] &= ~(std::uint64_t{1} << v % 64);  // the outcome itself
    }
    canonical[t_] = Wide{};
  }

  const Prepared& prepared_;
  LaneWalks walks_;
  Node t_ = 0;
  std::size_t block_ = 0;
  Wide lanes_{};
  Wide not_amenable_{};
  Plane<Wide> leads_to_, forbidden_;
  Plane<Wide> ancestors_;  // for `valid`: the nodes of the set, and their ancestors in the member
};

// Task k is block k % n_blocks of treatment k / n_blocks.
struct Worker {
  Effects truth, estimate;
  std::vector<Claim>& claims;
  std::size_t n_nodes;

  void operator()(std::size_t task) {
    const std::size_t n_blocks = (n_nodes + 511) / 512, block = task % n_blocks;
    const auto t = static_cast<Node>(task / n_blocks);
    Wide lanes{};
    for (std::size_t y = 512 * block; y < std::min(n_nodes, 512 * (block + 1)); ++y)
      if (y != t) put(lanes, y % 512);
    if (!any(lanes)) return;
    truth.of(t, block, lanes);
    estimate.of(t, block, lanes);
    const Wide is_valid = truth.valid(estimate.canonical);
    each_lane(lanes, [&](std::size_t lane) {
      claims[t * n_nodes + 512 * block + lane] = claim(lane, has(is_valid, lane));
    });
  }

  Claim claim(std::size_t lane, bool is_valid) const {
    const bool is_open_in_truth = has(truth.claimed, lane) && !has(truth.identified, lane);
    if (!has(estimate.claimed, lane)) return has(truth.claimed, lane) ? Claim::kZeroWrong : Claim::kZeroRight;
    if (!has(estimate.identified, lane)) return is_open_in_truth ? Claim::kBothOpen : Claim::kOpenThoughIdentified;
    if (is_open_in_truth) return Claim::kSetNotIdentified;
    return is_valid ? Claim::kSetRight : Claim::kSetWrong;
  }
};

// The lane of an outcome in its block.
Wide one_lane(Node y) {
  Wide lanes{};
  put(lanes, y % 512);
  return lanes;
}

}  // namespace

std::vector<Claim> canonical_claims(const CausalGraph& truth_given, const CausalGraph& estimate_given,
                                    std::size_t n_nodes, std::size_t n_threads) {
  const Prepared truth(truth_given, n_nodes), estimate(estimate_given, n_nodes);
  std::vector<Claim> claims(n_nodes * n_nodes, Claim::kZeroRight);
  in_parallel(
      n_nodes * ((n_nodes + 511) / 512), n_nodes < kWorthThreads ? 1 : n_threads,
      [&] { return Worker{Effects(truth), Effects(estimate), claims, n_nodes}; }, [](const Worker&) {});
  return claims;
}

std::vector<std::uint8_t> are_valid_adjustments(const CausalGraph& given, std::size_t n_nodes, Node t, Node y,
                                                std::span<const std::uint8_t> sets) {
  const Prepared prepared(given, n_nodes);
  Effects effects(prepared);
  const Wide lanes = one_lane(y);
  effects.of(t, y / 512, lanes);
  std::vector<std::uint8_t> valid;
  Plane<Wide> set(n_nodes);
  for (std::size_t k = 0; k * n_nodes < sets.size(); ++k) {
    for (std::size_t v = 0; v < n_nodes; ++v) set[v] = sets[k * n_nodes + v] ? lanes : Wide{};
    valid.push_back(any(effects.valid(set)));
  }
  return valid;
}

std::vector<Node> canonical_set(const CausalGraph& given, std::size_t n_nodes, Node t, Node y) {
  const Prepared prepared(given, n_nodes);
  Effects effects(prepared);
  effects.of(t, y / 512, one_lane(y));
  std::vector<Node> nodes;
  for (Node v = 0; v < n_nodes; ++v)
    if (has(effects.canonical[v], y % 512)) nodes.push_back(v);
  return nodes;
}

}  // namespace edgemark
