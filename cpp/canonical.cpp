#include "canonical.hpp"

#include "lane_walks.hpp"
#include "parallel.hpp"
#include "visible.hpp"

namespace edgemark {

namespace {

bool may_lead_out(const HalfEdge& e) { return e.here != kArrowMark && e.there != kTailMark; }

// Properties of a graph that hold for all treatments.
struct Side {
  MixedGraph graph;
  MixedGraph member;
  LaneGraph walks;                      // walks in the member
  std::vector<std::uint8_t> visible;    // for each half-edge of the graph, whether it is visible
  BitRows possible_descendants;
  BitRows descendants;                  // descendants in the member

  Side(const CausalGraph& given, std::size_t n_nodes)
      : graph(given.graph, n_nodes),
        member(given.member, n_nodes),
        walks(member),
        visible(given.all_visible ? directed() : visible_half_edges(graph)),
        possible_descendants(reached_from_each(graph, may_lead_out)),
        descendants(reached_from_each(member, leads_out)) {}

 private:
  std::vector<std::uint8_t> directed() const {
    std::vector<std::uint8_t> flags;
    for (const HalfEdge& e : graph.edges) flags.push_back(leads_out(e));
    return flags;
  }
};

// One treatment and a block of 512 outcomes, a lane for each.
class Effects {
 public:
  explicit Effects(const Side& side)
      : canonical(side.graph.n_nodes()),
        side_(side),
        walks_(side.walks),
        leads_to_(side.graph.n_nodes()),
        forbidden_(side.graph.n_nodes()),
        above_(side.graph.n_nodes()) {}

  void of(Node t, std::size_t block, const Wide& lanes) {
    t_ = t;
    block_ = block;
    lanes_ = lanes;
    find_ways();
    find_amenability();
    find_canonical();
    identified = claimed & ~not_amenable_ & valid(canonical);
  }

  // Returns the lanes in which a set is valid.
  Wide valid(const Plane<Wide>& set) {
    const auto n = static_cast<Node>(set.size());
    Wide wrong = not_amenable_;
    for (Node v = 0; v < n; ++v) {
      wrong |= set[v] & forbidden_[v];
      above_[v] = set[v] & lanes_;
    }
    wrong |= set[t_];
    add_ancestors(side_.walks, above_);
    for (Node v = 0; v < n; ++v) walks_.at(v) = {Wide{}, Wide{}, lanes_ & ~set[v], above_[v]};
    walks_.stay_out_of(t_, lanes_);
    for (const HalfEdge& e : edges_of(side_.member, t_)) {
      Wide on_the_way{};
      if (leads_out(e)) side_.descendants.read(e.other, 512 * block_, on_the_way);
      walks_.start_along(e.other, e.there == kArrowMark, lanes_ & ~on_the_way);
    }
    walks_.go();
    each_lane(lanes_, [&](std::size_t lane) {
      const auto y = static_cast<Node>(512 * block_ + lane);
      if (has(set[y], lane) || walks_.has_reached(y, lane)) put(wrong, lane);
    });
    return lanes_ & ~wrong;
  }

  Wide claimed{};          // there may be an effect
  Wide identified{};       // adjustment identifies it
  Plane<Wide> canonical;   // the set of each lane

 private:
  // Follows possibly directed edges, in steps that `pull` makes for each node, until nothing changes. Sweeps
  // alternate between the reverse causal order of the member and the causal order. An uncovered possibly
  // directed path first goes against the arrows of the member and then along them, so nothing changes after
  // one sweep in each direction.
  template <class Pull>
  void settle(Pull pull) {
    const std::vector<Node>& order = side_.walks.order;
    for (bool some = true, against = true; some; against = !against) {
      some = false;
      steps(order.size() + side_.graph.edges.size());
      for (std::size_t k = 0; k < order.size(); ++k) some |= pull(order[against ? order.size() - 1 - k : k]);
    }
  }

  // Finds the outcomes to which each node may lead without passing the treatment, and the nodes that are
  // forbidden in adjustment sets.
  void find_ways() {
    const auto n = static_cast<Node>(leads_to_.size());
    for (Node v = 0; v < n; ++v) {
      leads_to_[v] = Wide{};
      if (v / 512 == block_) put(leads_to_[v], v % 512);
      leads_to_[v] &= lanes_;
    }
    settle([&](Node v) {
      if (v == t_) return false;
      Wide found = leads_to_[v];
      for (const HalfEdge& e : edges_of(side_.graph, v))
        if (may_lead_out(e) && e.other != t_) found |= leads_to_[e.other];
      const bool more = any(found & ~leads_to_[v]);
      leads_to_[v] = found;
      return more;
    });
    side_.possible_descendants.read(t_, 512 * block_, claimed);
    claimed &= lanes_;
    for (Node v = 0; v < n; ++v)
      forbidden_[v] = v != t_ && side_.possible_descendants.has(t_, v) ? leads_to_[v] : Wide{};
    settle([&](Node v) {
      Wide found = forbidden_[v];
      for (const HalfEdge& e : edges_of(side_.graph, v))
        if (may_lead_in(e)) found |= forbidden_[e.other];
      const bool more = any(found & ~forbidden_[v]);
      forbidden_[v] = found;
      return more;
    });
  }

  static bool may_lead_in(const HalfEdge& e) { return e.there != kArrowMark && e.here != kTailMark; }

  void find_amenability() {
    not_amenable_ = Wide{};
    for (std::size_t e = side_.graph.offsets[t_]; e < side_.graph.offsets[t_ + 1]; ++e)
      if (may_lead_out(side_.graph.edges[e]) && !side_.visible[e])
        not_amenable_ |= leads_to_[side_.graph.edges[e].other];
  }

  void find_canonical() {
    const auto n = static_cast<Node>(canonical.size());
    for (Node v = 0; v < n; ++v) {
      Wide may_cause = ~Wide{};
      if (!side_.possible_descendants.has(v, t_)) side_.possible_descendants.read(v, 512 * block_, may_cause);
      canonical[v] = may_cause & lanes_ & ~forbidden_[v];
      if (v / 512 == block_) canonical[v][v % 512 / 64] &= ~(std::uint64_t{1} << v % 64);
    }
    canonical[t_] = Wide{};
  }

  const Side& side_;
  LaneWalks walks_;
  Node t_ = 0;
  std::size_t block_ = 0;
  Wide lanes_{};
  Wide not_amenable_{};
  Plane<Wide> leads_to_, forbidden_, above_;
};

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
    const bool truly_open = has(truth.claimed, lane) && !has(truth.identified, lane);
    if (!has(estimate.claimed, lane)) return has(truth.claimed, lane) ? Claim::kZeroWrong : Claim::kZeroRight;
    if (!has(estimate.identified, lane)) return truly_open ? Claim::kBothOpen : Claim::kOpenThoughIdentified;
    if (truly_open) return Claim::kSetNotIdentified;
    return is_valid ? Claim::kSetRight : Claim::kSetWrong;
  }
};

Wide one_lane(Node y) {
  Wide lanes{};
  put(lanes, y % 512);
  return lanes;
}

}  // namespace

std::vector<Claim> canonical_claims(const CausalGraph& truth_given, const CausalGraph& estimate_given,
                                    std::size_t n_nodes, std::size_t n_threads) {
  const Side truth(truth_given, n_nodes), estimate(estimate_given, n_nodes);
  std::vector<Claim> claims(n_nodes * n_nodes, Claim::kZeroRight);
  in_parallel(
      n_nodes * ((n_nodes + 511) / 512), n_nodes < 64 ? 1 : n_threads,
      [&] { return Worker{Effects(truth), Effects(estimate), claims, n_nodes}; }, [](const Worker&) {});
  return claims;
}

std::vector<std::uint8_t> are_valid_adjustments(const CausalGraph& given, std::size_t n_nodes, Node t, Node y,
                                                std::span<const std::uint8_t> sets) {
  const Side side(given, n_nodes);
  Effects effects(side);
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
  const Side side(given, n_nodes);
  Effects effects(side);
  effects.of(t, y / 512, one_lane(y));
  std::vector<Node> nodes;
  for (Node v = 0; v < n_nodes; ++v)
    if (has(effects.canonical[v], y % 512)) nodes.push_back(v);
  return nodes;
}

}  // namespace edgemark
