// Verdicts on optimal adjustment sets. Such a set depends on the outcome too, so a lane (walks.hpp) is here a treatment
// with one outcome, or with a group of outcomes.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "treatments.hpp"
#include "walks.hpp"

namespace edgemark {

template <class Lanes, bool kMixed>
class OptimalSets {
 public:
  void read(const ChainGraph& truth, const ChainGraph& estimate) {
    truth_ = &truth;
    estimate_ = &estimate;
    const std::size_t n = truth.n_nodes() + 1;  // the last entry is padding, see ChainGraph
    for (Plane<Lanes>* plane : {&descendants_, &causal_}) plane->resize(n);
  }

  // Removes from `claimed` the effects whose optimal set in the estimate is valid in the truth. `claimed` has one lane
  // for each of the treatments: at each outcome, the lanes of the treatments with a claimed effect on it.
  ALWAYS_INLINE void keep_wrong(std::span<const Node> treatments, Walks<Lanes, kMixed>& walks,
                                Plane<Lanes>& claimed) {
    list_pairs(treatments.size(), claimed);
    noted_steps(pairs_.size());
    std::fill(claimed.begin(), claimed.end(), Lanes{});
    settle_groups(treatments, walks, claimed);
    undecided_.clear();
    const bool may_wait = pairs_.size() > kWorthWaiting * kLanes<Lanes>;
    for (std::size_t k = 0; k < pairs_.size() && !pace::is_ended; k += kLanes<Lanes>)
      judge_pairs(treatments, part_of(pairs_, k), walks, claimed, may_wait);
    for (std::size_t k = 0; k < undecided_.size() && !pace::is_ended; k += kLanes<Lanes>)
      judge_pairs(treatments, part_of(undecided_, k), walks, claimed, false);
  }

 private:
  struct Pair {
    std::uint32_t lane;  // the lane of the treatment
    Node outcome;
  };
  using Pairs = std::span<const Pair>;

  static Pairs part_of(const std::vector<Pair>& pairs, std::size_t k) {
    return std::span(pairs).subspan(k, std::min(kLanes<Lanes>, pairs.size() - k));
  }

  // Lists the pairs by treatment, and those of a treatment by the order of the outcomes in the estimate, so that the
  // sets of consecutive pairs have much in common.
  ALWAYS_INLINE void list_pairs(std::size_t n_treatments, const Plane<Lanes>& claimed) {
    next_.assign(n_treatments + 1, 0);
    for (const Lanes& lanes : claimed)
      each_lane(lanes, [&](std::size_t lane) INLINED { ++next_[lane + 1]; });
    std::partial_sum(next_.begin(), next_.end(), next_.begin());
    pairs_.resize(next_.back());
    for (const Node v : estimate_->order)
      each_lane(claimed[v], [&](std::size_t lane) INLINED {
        pairs_[next_[lane]++] = {static_cast<std::uint32_t>(lane), v};
      });
  }

  // ---- groups of outcomes

  static constexpr std::size_t kLargeGroup = 32;  // outcomes
  static constexpr std::size_t kSmallGroup = 8;
  static constexpr std::size_t kWorthGroups = 4;  // groups are used if the pairs fill so many vectors of lanes

  // A walk without colliders that avoids the union of the sets of a group of outcomes is open given each of
  // these sets. This finds many mistakes with one lane for the whole group.
  ALWAYS_INLINE void settle_groups(std::span<const Node> treatments, Walks<Lanes, kMixed>& walks,
                                   Plane<Lanes>& wrong) {
    for (const std::size_t most : {kLargeGroup, kSmallGroup}) {
      const std::size_t n_before = pairs_.size();
      if (n_before < kWorthGroups * kLanes<Lanes>) return;
      list_groups(most);
      if (groups_.size() * most > 2 * n_before) return;  // The groups are not full: treatments have few claims.
      undecided_.clear();
      for (std::size_t k = 0; k + 1 < groups_.size() && !pace::is_ended; k += kLanes<Lanes>)
        settle(treatments, k, std::min(kLanes<Lanes>, groups_.size() - 1 - k), walks, wrong);
      pairs_.swap(undecided_);
      if (8 * pairs_.size() > 7 * n_before) return;  // Few mistakes were found: smaller groups would not pay.
    }
  }

  // Lists the position of the first pair of each group, and the end of the pairs.
  ALWAYS_INLINE void list_groups(std::size_t most) {
    groups_.clear();
    for (std::size_t k = 0; k < pairs_.size(); ++k)
      if (k == 0 || pairs_[k].lane != pairs_[k - 1].lane || k - groups_.back() == most) groups_.push_back(k);
    groups_.push_back(pairs_.size());
  }

  // Searches for the walks of `settle_groups`, for the groups from .. from + n_groups - 1. Puts the mistakes that
  // these walks show into `wrong`, and the other pairs into `undecided_`.
  ALWAYS_INLINE void settle(std::span<const Node> treatments, std::size_t from, std::size_t n_groups,
                            Walks<Lanes, kMixed>& walks, Plane<Lanes>& wrong) {
    const auto each_pair = [&](auto visit) INLINED {
      for (std::size_t lane = 0; lane < n_groups; ++lane)
        for (std::size_t k = groups_[from + lane]; k < groups_[from + lane + 1]; ++k) visit(lane, pairs_[k]);
    };
    treatment_of_lane_.clear();
    for (std::size_t lane = 0; lane < n_groups; ++lane)
      treatment_of_lane_.push_back(treatments[pairs_[groups_[from + lane]].lane]);
    close(walks, each_pair);
    walks.walk_by_tails(*truth_, sources_.block());
    std::size_t n_undecided = undecided_.size();
    undecided_.resize(n_undecided + groups_[from + n_groups] - groups_[from]);
    each_pair([&](std::size_t lane, const Pair& pair) INLINED {
      const bool is_wrong = has(walks.stray[pair.outcome], lane);
      put(wrong[pair.outcome], pair.lane, is_wrong);
      undecided_[n_undecided] = pair;
      n_undecided += !is_wrong;
    });
    undecided_.resize(n_undecided);
  }

  // ---- single outcomes

  static constexpr std::size_t kWorthWaiting = 8;  // pairs may wait if they fill more vectors of lanes than this

  // Judges one pair in each lane. Most mistakes are found after two sweeps (walks.hpp). If only a few pairs are
  // undecided then and `may_wait` is true, they are put into `undecided_`, and decided later together with others.
  ALWAYS_INLINE void judge_pairs(std::span<const Node> treatments, Pairs pairs, Walks<Lanes, kMixed>& walks,
                                 Plane<Lanes>& wrong, bool may_wait) {
    const auto each_pair = [&](auto visit) INLINED {
      for (std::size_t lane = 0; lane < pairs.size(); ++lane) visit(lane, pairs[lane]);
    };
    treatment_of_lane_.clear();
    for (const Pair& pair : pairs) treatment_of_lane_.push_back(treatments[pair.lane]);
    close(walks, each_pair);
    walks.start(*truth_, sources_.block());
    const auto is_wrong = [&](std::size_t lane, Node y) INLINED {
      return has(walks.blocked[y], lane) || has(walks.stray[y], lane);
    };
    if (may_wait) {
      std::size_t n_wrong = 0;
      each_pair([&](std::size_t lane, const Pair& pair) INLINED { n_wrong += is_wrong(lane, pair.outcome); });
      may_wait = 4 * n_wrong > 3 * pairs.size();
    }
    if (!may_wait) walks.go_on(*truth_, sources_.block());
    each_pair([&](std::size_t lane, const Pair& pair) INLINED {
      if (is_wrong(lane, pair.outcome))
        put(wrong[pair.outcome], pair.lane);
      else if (may_wait)
        undecided_.push_back(pair);
    });
  }

  // ---- the sets

  // Closes the treatment and the optimal set of each pair in its lane. The set consists of the parents of the
  // nodes on directed paths from treatment to outcome, without the treatment and its descendants.
  template <class EachPair>
  ALWAYS_INLINE void close(Walks<Lanes, kMixed>& walks, EachPair each_pair) {
    sources_.set(treatment_of_lane_);
    const Block<Lanes> block = sources_.block();
    start_from(treatment_of_lane_, walks.closed);
    std::ranges::copy(walks.closed, descendants_.begin());
    go_down(*estimate_, block.all(), descendants_.data());
    std::fill(causal_.begin(), causal_.end(), Lanes{});
    each_pair([&](std::size_t lane, const Pair& pair) INLINED { put(causal_[pair.outcome], lane); });
    for (std::size_t k = truth_->n_nodes(); k-- > 0;) {
      const Node v = estimate_->order[k];
      const Lanes above = gather(causal_.data(), estimate_->children_in_chunks(v), block.all());
      const Lanes descendants = descendants_[v];
      causal_[v] = (causal_[v] | above) & descendants & ~block.own_at(v);
      walks.closed[v] |= above & ~descendants;
    }
  }

  const ChainGraph* truth_ = nullptr;
  const ChainGraph* estimate_ = nullptr;
  Treatments<Lanes> sources_;
  Plane<Lanes> descendants_;  // of the treatments, in the estimate
  Plane<Lanes> causal_;       // nodes on directed paths from treatment to outcome
  std::vector<std::size_t> next_;    // where the next pair of each treatment goes
  std::vector<std::size_t> groups_;  // see list_groups
  std::vector<Pair> pairs_;
  std::vector<Pair> undecided_;
  std::vector<Node> treatment_of_lane_;
};

}  // namespace edgemark
