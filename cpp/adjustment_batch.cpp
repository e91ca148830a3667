#include "adjustment_batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "pace.hpp"
#include "walks.hpp"

namespace edgemark {
namespace {

using Bits = std::uint64_t;  // a set of nodes, by their positions in the causal order of the truth
using Rows = std::array<Bits, kBatchNodes>;

constexpr Bits bit(std::size_t v) { return Bits{1} << v; }

template <class Visit>
void each_bit(Bits bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

// A small DAG as rows of bits.
struct Relations {
  Rows parents{}, ancestors{}, descendants{};  // the row of a node does not have the node itself

  void read_parents(Words graph, std::span<const Node> numbers) {
    parents.fill(0);
    for (const Word word : graph) {
      const Node i = numbers[first(word)], j = numbers[second(word)];
      const bool forward = state(word) == kForward;
      parents[forward ? j : i] |= bit(forward ? i : j);
    }
  }

  // Finds the ancestors and the descendants from the parents. Returns false if there is a directed cycle.
  bool find_ancestors(std::size_t n_nodes) {
    descendants.fill(0);
    Bits left = n_nodes == kBatchNodes ? ~Bits{0} : bit(n_nodes) - 1;
    while (left != 0) {
      const Bits before = left;
      each_bit(left, [&](std::size_t v) {
        if ((parents[v] & left) != 0) return;
        Bits above = parents[v];
        each_bit(parents[v], [&](std::size_t u) { above |= ancestors[u]; });
        ancestors[v] = above;
        each_bit(above, [&](std::size_t u) { descendants[u] |= bit(v); });
        left &= ~bit(v);
      });
      if (left == before) return false;
    }
    return true;
  }

  // Parents of the nodes on directed paths from t to y, but no descendants of t.
  Bits optimal_set(std::size_t t, std::size_t y) const {
    Bits set = 0;
    each_bit((ancestors[y] | bit(y)) & descendants[t], [&](std::size_t v) { set |= parents[v]; });
    return set & ~(descendants[t] | bit(t));
  }
};

// An estimate claims that adjustment for `set` identifies the effects of a treatment on the outcomes `claimed`.
struct Claim {
  std::size_t estimate;
  Bits set;
  Bits claimed;  // does not have the treatment itself
};

MULTIVERSION
void walk(Walks<Wide, false>& walks, const ChainGraph& truth, const Block<Wide>& block) {
  walks.walk(truth, block);
}

bool is_arrow(Word word) { return state(word) == kForward || state(word) == kBackward; }

class Worker {
 public:
  Worker(const ChainGraph& truth, const Relations& true_relations, const Stack& estimates, Strategy strategy,
         std::vector<Mistakes>& mistakes)
      : truth_(&truth), true_(&true_relations), estimates_(&estimates), strategy_(strategy),
        mistakes_(&mistakes), claims_(truth.n_nodes()), own_(truth.n_nodes()), upto_(truth.n_nodes()),
        claimed_(truth.n_nodes(), ~Wide{}) {
    walks_.resize(truth.n_nodes());
  }

  // Judges the estimates from begin to end. Returns false if it notices that one of them is not a DAG.
  bool operator()(std::size_t begin, std::size_t end) {
    for (auto& claims : claims_) claims.clear();
    for (std::size_t k = begin; k < end; ++k)
      if (!add_claims(k)) return false;
    judge_all();
    return true;
  }

 private:
  bool add_claims(std::size_t k) {
    const std::size_t n = truth_->n_nodes();
    const Words words = (*estimates_)[k];
    if (!std::ranges::all_of(words, is_arrow)) return false;
    steps(words.size() + n);
    found_.read_parents(words, truth_->numbers);
    if (strategy_ != Strategy::kParents && !found_.find_ancestors(n)) return false;
    const Bits all = n == kBatchNodes ? ~Bits{0} : bit(n) - 1;
    for (std::size_t t = 0; t < n; ++t) {
      const Bits claimed =
          strategy_ == Strategy::kParents ? all & ~found_.parents[t] & ~bit(t) : found_.descendants[t];
      (*mistakes_)[k].zero += static_cast<std::uint64_t>(std::popcount(true_->descendants[t] & ~claimed));
      if (strategy_ == Strategy::kOset)
        each_bit(claimed, [&](std::size_t y) { claims_[t].push_back({k, found_.optimal_set(t, y), bit(y)}); });
      else if (claimed != 0)
        claims_[t].push_back(
            {k, strategy_ == Strategy::kParents ? found_.parents[t] : found_.ancestors[t], claimed});
    }
    return true;
  }

  // Judges the claims in the causal order of their treatments, as many at a time as a block has lanes.
  void judge_all() {
    begin_block();
    for (std::size_t t = 0; t < claims_.size(); ++t)
      for (const Claim& claim : claims_[t]) {
        if (lanes_.size() == kLanes<Wide>) {
          judge_block();
          begin_block();
        }
        const std::size_t lane = lanes_.size();
        if (lane == 0) first_ = t;
        last_ = t;
        lanes_.push_back(&claim);
        put(own_[t], lane);
        put(walks_.closed[t], lane);
        each_bit(claim.set, [&](std::size_t z) { put(walks_.closed[z], lane); });
        if (strategy_ == Strategy::kOset) put(claimed_[std::countr_zero(claim.claimed)], lane);
      }
    judge_block();
  }

  void begin_block() {
    lanes_.clear();
    std::fill(walks_.closed.begin(), walks_.closed.end(), Wide{});
    std::fill(own_.begin(), own_.end(), Wide{});
    if (strategy_ == Strategy::kOset) std::fill(claimed_.begin(), claimed_.end(), Wide{});
  }

  void judge_block() {
    if (lanes_.empty()) return;
    Wide so_far{};
    for (std::size_t t = first_; t <= last_; ++t) upto_[t - first_] = so_far |= own_[t];
    walk(walks_, *truth_,
         {static_cast<Node>(first_), static_cast<Node>(last_ + 1), own_.data() + first_, upto_.data()});
    pace::rethrow();
    for (std::size_t v = 0; v < claims_.size(); ++v) {
      const Wide wrong = (walks_.blocked[v] | walks_.stray[v]) & claimed_[v] & ~own_[v];
      each_lane(wrong, [&](std::size_t lane) {
        const Claim& claim = *lanes_[lane];
        (*mistakes_)[claim.estimate].adjustment += claim.claimed >> v & 1U;
      });
    }
  }

  const ChainGraph* truth_;
  const Relations* true_;
  const Stack* estimates_;
  Strategy strategy_;
  std::vector<Mistakes>* mistakes_;
  Relations found_;  // those of the current estimate
  std::vector<std::vector<Claim>> claims_;  // the claims about each treatment
  std::vector<const Claim*> lanes_;         // the claim in each lane of the block
  Plane<Wide> own_;                         // at each treatment, its lanes
  Plane<Wide> upto_;                        // see Block
  Plane<Wide> claimed_;  // at each outcome, the lanes with a claim about it; all lanes unless kOset
  std::size_t first_ = 0, last_ = 0;  // the first and the last treatment of the block
  Walks<Wide, false> walks_;
};

}  // namespace

std::optional<std::vector<Mistakes>> batch_mistakes(Words truth_words, const Stack& estimates,
                                                    std::size_t n_nodes, Strategy strategy,
                                                    std::size_t n_threads) {
  if (n_nodes > kBatchNodes || !std::ranges::all_of(truth_words, is_arrow)) return std::nullopt;
  ChainGraph truth;
  truth.read_in_order(truth_words, n_nodes);
  Relations true_relations;
  true_relations.read_parents(truth_words, truth.numbers);
  if (!true_relations.find_ancestors(n_nodes)) return std::nullopt;

  constexpr std::size_t kTogether = 64;  // estimates of one task
  constexpr std::size_t kFewWordsAndNodes = 20'000;
  std::vector<Mistakes> mistakes(estimates.size());
  if (estimates.words.size() + estimates.size() * n_nodes < kFewWordsAndNodes) n_threads = 1;
  std::atomic<bool> are_dags{true};
  struct Task {
    Worker worker;
    std::size_t n_estimates;
    std::atomic<bool>& are_dags;
    void operator()(std::size_t task) {
      const std::size_t begin = task * kTogether;
      if (are_dags && !worker(begin, std::min(begin + kTogether, n_estimates))) are_dags = false;
    }
  };
  in_parallel(
      (estimates.size() + kTogether - 1) / kTogether, n_threads,
      [&] {
        return Task{Worker(truth, true_relations, estimates, strategy, mistakes), estimates.size(), are_dags};
      },
      [](const Task&) {});
  if (!are_dags) return std::nullopt;
  return mistakes;
}

}  // namespace edgemark
