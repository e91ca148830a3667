// Counts the causal effects that are inferred wrongly if one adjusts as the estimate says. A lane stands for a
// treatment (see walks.hpp).
//
// `Judge` is a template. Its versions are compiled here for each instruction set, because the loops over whole graphs
// in this file choose among them.
#include "adjustment.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <type_traits>

#include "adjustment_batch.hpp"
#include "osets.hpp"
#include "treatments.hpp"
#include "walks.hpp"

namespace edgemark {
namespace {

// ---- verdicts on a block of treatments

template <class Lanes, bool kMixed>
class Judge {
 public:
  void read(const ChainGraph& truth, const ChainGraph& estimate, Strategy strategy) {
    truth_ = &truth;
    estimate_ = &estimate;
    strategy_ = strategy;
    const std::size_t n = truth.n_nodes() + 1;  // the last entry is padding, see ChainGraph
    walks_.resize(truth.n_nodes());
    if (strategy != Strategy::kParents) claimed_.resize(n);
    if (strategy == Strategy::kOset) {
      effects_.resize(n);
      osets_.read(truth, estimate);
    }
    if constexpr (kMixed)
      for (Plane<Lanes>* plane : {&unamenable_in_estimate_, &unamenable_in_truth_}) plane->resize(n);
  }

  ALWAYS_INLINE void judge(std::span<const Node> treatments) {
    if (strategy_ == Strategy::kParents) judge_parents(treatments);
    if (strategy_ == Strategy::kAncestors) judge_ancestors(treatments);
    if (strategy_ == Strategy::kOset) judge_osets(treatments);
  }

  // Judges one adjustment set for each lane. All effects are claimed, except those on nodes of the set.
  template <class SetOf>
  ALWAYS_INLINE void judge_sets(std::span<const Node> treatments, SetOf set_of) {
    begin(treatments);
    for (std::size_t lane = 0; lane < treatments.size(); ++lane)
      for (const Node z : set_of(lane)) put(walks_.closed[z], lane);
    walks_.walk(*truth_, block_);
    if constexpr (kMixed) find_unamenable(treatments);
    // From here on, two planes of `walks_` hold the mistakes: see `zero` and `adjustment`.
    for (Node v = 0; v < truth_->n_nodes(); ++v) {
      const Lanes set = walks_.closed[v], blocked = walks_.blocked[v];
      walks_.blocked[v] = set & blocked;
      walks_.stray[v] = ~set & (blocked | walks_.stray[v]);
      if constexpr (kMixed) judge_amenability(v, ~set, walks_.stray[v]);
    }
  }

  // The mistakes of each kind: at each outcome, the lanes of the treatments whose effect on it is wrong. They
  // overwrite the planes from which they were derived.
  const Plane<Lanes>& zero() const {
    return strategy_ == Strategy::kOset ? effects_ : walks_.blocked;
  }
  const Plane<Lanes>& amenability() const { return unamenable_in_truth_; }
  const Plane<Lanes>& adjustment() const {
    return strategy_ == Strategy::kOset ? claimed_ : walks_.stray;
  }

  ALWAYS_INLINE Mistakes count() const {
    return {n_in(zero()), kMixed ? n_in(amenability()) : 0, n_in(adjustment())};
  }

 private:
  static ALWAYS_INLINE std::uint64_t n_in(const Plane<Lanes>& plane) {
    std::uint64_t n = 0;
    for (const Lanes& lanes : plane) n += n_set(lanes);
    return n;
  }

  ALWAYS_INLINE void begin(std::span<const Node> treatments) {
    sources_.set(treatments);
    block_ = sources_.block();
    start_from(treatments, walks_.closed);
  }

  ALWAYS_INLINE void judge_parents(std::span<const Node> treatments) {
    judge_sets(treatments, [&](std::size_t lane) INLINED { return estimate_->parents(treatments[lane]); });
  }

  ALWAYS_INLINE void judge_ancestors(std::span<const Node> treatments) {
    begin(treatments);
    go_up(*estimate_, block_.all(), walks_.closed.data());
    find_possible_descendants(*estimate_, treatments, claimed_);
    walks_.walk(*truth_, block_);
    if constexpr (kMixed) find_unamenable(treatments);
    // As in `judge_sets`, the planes hold the mistakes from here on.
    for (Node v = 0; v < truth_->n_nodes(); ++v) {
      const Lanes others = ~block_.own_at(v), claimed = claimed_[v] & others;
      walks_.stray[v] = claimed & (walks_.closed[v] | walks_.blocked[v] | walks_.stray[v]);
      walks_.blocked[v] = ((walks_.open[v] & others) | walks_.blocked[v]) & ~claimed;
      if constexpr (kMixed) judge_amenability(v, claimed, walks_.stray[v]);
    }
  }

  // An effect that is amenable to adjustment in only one of the two graphs is a mistake of amenability. Only an
  // effect that is amenable in both can be a mistake of adjustment.
  ALWAYS_INLINE void judge_amenability(Node v, const Lanes& claimed, Lanes& adjustment) {
    const Lanes in_estimate = unamenable_in_estimate_[v], in_truth = unamenable_in_truth_[v];
    unamenable_in_truth_[v] = claimed & (in_estimate ^ in_truth);  // from here on, the mistakes of amenability
    adjustment &= ~(in_estimate | in_truth);
  }

  // Finds the possible descendants of each treatment, and the treatment itself.
  ALWAYS_INLINE void find_possible_descendants(const ChainGraph& graph, std::span<const Node> treatments,
                                               Plane<Lanes>& plane) {
    start_from(treatments, plane);
    if constexpr (kMixed)
      spread_.go(graph, block_, plane.data());
    else
      go_down(graph, block_.all(), plane.data());
  }

  ALWAYS_INLINE void find_unamenable(std::span<const Node> treatments) {
    find_unamenable(*estimate_, treatments, unamenable_in_estimate_);
    find_unamenable(*truth_, treatments, unamenable_in_truth_);
  }

  // Finds the nodes that are reached by possibly directed walks that start with ---. Effects on them are not
  // amenable to adjustment.
  ALWAYS_INLINE void find_unamenable(const ChainGraph& graph, std::span<const Node> treatments,
                                   Plane<Lanes>& plane) {
    std::fill(plane.begin(), plane.end(), Lanes{});
    bool some = false;
    for (std::size_t lane = 0; lane < treatments.size(); ++lane)
      for (const Node u : graph.neighbours(treatments[lane])) {
        put(plane[u], lane);
        some = true;
      }
    if (some) spread_.go(graph, block_, plane.data());
  }

  ALWAYS_INLINE void judge_osets(std::span<const Node> treatments) {
    begin(treatments);
    find_possible_descendants(*estimate_, treatments, claimed_);
    find_possible_descendants(*truth_, treatments, effects_);
    if constexpr (kMixed) find_unamenable(treatments);
    for (Node v = 0; v < truth_->n_nodes(); ++v) {
      effects_[v] &= ~claimed_[v];
      claimed_[v] &= ~block_.own_at(v);
      if constexpr (kMixed) judge_amenability(v, claimed_[v], claimed_[v]);
    }
    osets_.keep_wrong(treatments, walks_, claimed_);
  }

  const ChainGraph* truth_ = nullptr;
  const ChainGraph* estimate_ = nullptr;
  Treatments<Lanes> sources_;
  Block<Lanes> block_{};
  Walks<Lanes, kMixed> walks_;
  PossiblyDirected<Lanes> spread_;
  Strategy strategy_{};
  OptimalSets<Lanes, kMixed> osets_;
  Plane<Lanes> claimed_;  // at each node, the lanes with a claimed effect on it
  Plane<Lanes> effects_;  // for optimal sets: the lanes with a possible effect on it in the truth
  Plane<Lanes> unamenable_in_estimate_, unamenable_in_truth_;
};

// ---- compiled once for each instruction set

struct Sets {
  std::span<const std::uint64_t> starts;
  std::span<const Node> nodes;
  std::span<const Node> operator[](std::size_t k) const {
    return nodes.subspan(starts[k], starts[k + 1] - starts[k]);
  }
};

// Adjustment sets that do not come from the estimate: `of_lane[lane]` is the number of a lane's set.
struct GivenSets {
  Sets sets;
  std::span<const std::size_t> of_lane;
};

#define JUDGED(Lanes, kMixed)                                                                      \
  MULTIVERSION Mistakes judged(Judge<Lanes, kMixed>& judge, std::span<const Node> treatments) {    \
    judge.judge(treatments);                                                                       \
    return judge.count();                                                                          \
  }
JUDGED(Narrow, false)
JUDGED(Narrow, true)
JUDGED(Wide, false)
JUDGED(Wide, true)
#undef JUDGED

#define JUDGED_SETS(Lanes)                                                                         \
  MULTIVERSION void judged(Judge<Lanes, false>& judge, std::span<const Node> treatments,           \
                           const GivenSets& given) {                                               \
    judge.judge_sets(treatments,                                                                   \
                     [&](std::size_t lane) INLINED { return given.sets[given.of_lane[lane]]; });   \
  }
JUDGED_SETS(Narrow)
JUDGED_SETS(Wide)
#undef JUDGED_SETS

// ---- whole graphs

void add(Mistakes& sum, const Mistakes& more) {
  sum.zero += more.zero;
  sum.amenability += more.amenability;
  sum.adjustment += more.adjustment;
}

std::span<const Node> part(std::span<const Node> nodes, std::size_t k, std::size_t size) {
  return nodes.subspan(k * size, std::min(size, nodes.size() - k * size));
}

std::size_t n_parts(std::size_t n, std::size_t size) { return (n + size - 1) / size; }

// Passes a lane type to a generic lambda.
template <class Lanes>
struct Width {};

// Calls `work` with the lane type that suits the number of nodes, and with whether there are undirected edges.
template <class Work>
auto at_best_width(std::size_t n_nodes, bool mixed, Strategy strategy, Work work) {
  constexpr std::size_t kFewPairs = 32;  // the pairs of so few nodes fill few narrow vectors
  if (n_nodes <= (strategy == Strategy::kOset ? kFewPairs : kLanes<Narrow>))
    return mixed ? work(Width<Narrow>{}, std::true_type{}) : work(Width<Narrow>{}, std::false_type{});
  return mixed ? work(Width<Wide>{}, std::true_type{}) : work(Width<Wide>{}, std::false_type{});
}

bool is_undirected(Word word) { return state(word) == kUndirected; }

// Whether omitting the nodes without an edge in either graph saves time.
bool has_many_without_edges(Words truth, Words estimate, std::size_t n_nodes) {
  return n_nodes > kLanes<Narrow> && 2 * (truth.size() + estimate.size()) < n_nodes;
}

struct TwoGraphs {
  ChainGraph truth;
  ChainGraph estimate;

  void read(Words truth_words, Words estimate_words, std::size_t n_nodes, Strategy strategy) {
    truth.read_in_order(truth_words, n_nodes);
    read_estimate(estimate_words, n_nodes, strategy);
  }

  void read_estimate(Words words, std::size_t n_nodes, Strategy strategy) {
    const bool parents_suffice = strategy == Strategy::kParents && !truth.has_undirected() &&
                                 std::ranges::none_of(words, is_undirected);
    if (parents_suffice)
      estimate.read_parents(words, n_nodes, truth.numbers);
    else
      estimate.read(words, n_nodes, truth.numbers);
  }

  // Omits the nodes without an edge in either graph, if that saves time; all verdicts on them are kRight. Their
  // numbers are `n_nodes()` or more.
  void read_connected(Words truth_words, Words estimate_words, std::size_t n_nodes, Strategy strategy) {
    if (!has_many_without_edges(truth_words, estimate_words, n_nodes))
      return read(truth_words, estimate_words, n_nodes, strategy);
    constexpr Node kNone = ~Node{0};
    std::vector<Node> numbers(n_nodes, kNone);
    Node n_connected = 0;
    for (const Words words : {truth_words, estimate_words})
      for (const Word word : words)
        for (const Node v : {first(word), second(word)})
          if (numbers[v] == kNone) numbers[v] = n_connected++;
    truth.read_in_order(truth_words, n_connected, numbers);
    read_estimate(estimate_words, n_connected, strategy);
  }
  bool mixed() const { return truth.has_undirected() || estimate.has_undirected(); }
  std::size_t n_nodes() const { return truth.n_nodes(); }

  // The approximate number of operations on vectors of lanes.
  std::size_t work(Strategy strategy) const {
    const std::size_t sweep = truth.n_edges() + estimate.n_edges() + 4 * n_nodes();
    const std::size_t n_lanes = n_nodes() * (strategy == Strategy::kOset ? n_nodes() / 4 + 1 : 1);
    return 4 * sweep * n_parts(n_lanes, kLanes<Wide>);
  }
};

// Below this number of operations (about a millisecond), starting threads takes more time than they save.
constexpr std::size_t kWorthThreads = 2'000'000;

// The number of treatments of a task: one for each lane. For optimal sets it may be less, since each treatment
// then fills many lanes.
std::size_t task_size(std::size_t n_lanes, std::size_t n_nodes, Strategy strategy, std::size_t n_threads) {
  if (strategy != Strategy::kOset || n_threads == 1) return n_lanes;
  return std::clamp<std::size_t>(n_nodes / (4 * n_threads), 1, n_lanes);
}

// Mistakes of two graphs, with the treatments distributed over threads.
Mistakes count_in_parallel(const TwoGraphs& graphs, Strategy strategy, std::size_t n_threads) {
  return at_best_width(graphs.n_nodes(), graphs.mixed(), strategy, [&]<class Lanes>(Width<Lanes>, auto mixed) {
    if (graphs.work(strategy) < kWorthThreads) n_threads = 1;
    const std::size_t size = task_size(kLanes<Lanes>, graphs.n_nodes(), strategy, n_threads);
    struct Worker {
      const TwoGraphs& graphs;
      std::size_t size;
      Judge<Lanes, decltype(mixed)::value> judge{};
      Mistakes sum{};
      void operator()(std::size_t task) {
        add(sum, judged(judge, part(graphs.truth.order, task, size)));
        pace::rethrow();
      }
    };
    const auto make_worker = [&] {
      Worker worker{graphs, size};
      worker.judge.read(graphs.truth, graphs.estimate, strategy);
      return worker;
    };
    Mistakes all;
    in_parallel(n_parts(graphs.n_nodes(), size), n_threads, make_worker,
                [&](const Worker& worker) { add(all, worker.sum); });
    return all;
  });
}

// Counts the mistakes of several estimates, one after the other, with reused memory. A truth whose words are at the
// same address as those of the previous truth is not read again.
class Counter {
 public:
  // Must be called if the words at the address of the previous truth may have changed.
  void forget() { truth_.reset(); }

  Mistakes operator()(Words truth, Words estimate, std::size_t n_nodes, Strategy strategy) {
    if (!truth_ || truth.data() != truth_->data() || truth.size() != truth_->size())
      graphs_.truth.read_in_order(truth, n_nodes);
    truth_ = truth;
    graphs_.read_estimate(estimate, n_nodes, strategy);
    return at_best_width(n_nodes, graphs_.mixed(), strategy, [&]<class Lanes>(Width<Lanes>, auto mixed) {
      auto& judge = std::get<Judge<Lanes, decltype(mixed)::value>>(judges_);
      judge.read(graphs_.truth, graphs_.estimate, strategy);
      Mistakes all;
      for (std::size_t k = 0; k < n_parts(n_nodes, kLanes<Lanes>); ++k) {
        add(all, judged(judge, part(graphs_.truth.order, k, kLanes<Lanes>)));
        pace::rethrow();
      }
      return all;
    });
  }

 private:
  std::optional<Words> truth_;
  TwoGraphs graphs_;
  std::tuple<Judge<Narrow, false>, Judge<Narrow, true>, Judge<Wide, false>, Judge<Wide, true>> judges_;
};

}  // namespace

Mistakes adjustment_mistakes(Words truth, Words estimate, std::size_t n_nodes, Strategy strategy,
                             std::size_t n_threads) {
  if (n_nodes < kLanes<Narrow>) {  // one thread is enough for so few
    thread_local Counter count;    // Its memory is kept, since a call may take only microseconds.
    count.forget();
    return count(truth, estimate, n_nodes, strategy);
  }
  TwoGraphs graphs;
  graphs.read_connected(truth, estimate, n_nodes, strategy);
  return count_in_parallel(graphs, strategy, n_threads);
}

std::vector<Mistakes> adjustment_mistakes(const Stack& truths, const Stack& estimates,
                                          std::size_t n_nodes, Strategy strategy, std::size_t n_threads) {
  constexpr std::size_t kWorthBatch = 8;  // estimates
  if (truths.size() == 1 && estimates.size() >= kWorthBatch && n_nodes <= kBatchNodes)
    if (auto found = batch_mistakes(truths[0], estimates, n_nodes, strategy, n_threads)) return *std::move(found);
  std::vector<Mistakes> mistakes(estimates.size());
  constexpr std::size_t kTogether = 16;  // estimates of one task
  constexpr std::size_t kFewWordsAndNodes = 20'000;
  if (estimates.words.size() + estimates.size() * n_nodes < kFewWordsAndNodes) n_threads = 1;
  struct Worker {
    const Stack& truths;
    const Stack& estimates;
    std::size_t n_nodes;
    Strategy strategy;
    std::vector<Mistakes>& mistakes;
    Counter count{};
    void operator()(std::size_t task) {
      const std::size_t end = std::min((task + 1) * kTogether, estimates.size());
      for (std::size_t k = task * kTogether; k < end; ++k) {
        const Words truth = truths[truths.size() == 1 ? 0 : k];
        mistakes[k] = has_many_without_edges(truth, estimates[k], n_nodes)
                          ? adjustment_mistakes(truth, estimates[k], n_nodes, strategy, 1)
                          : count(truth, estimates[k], n_nodes, strategy);
      }
    }
  };
  in_parallel(
      n_parts(estimates.size(), kTogether), n_threads,
      [&] { return Worker{truths, estimates, n_nodes, strategy, mistakes}; }, [](const Worker&) {});
  return mistakes;
}

namespace {

// The given treatments, apart from omitted nodes, in causal order.
struct Sorted {
  std::vector<std::size_t> rows;  // the position of each among the given treatments
  std::vector<Node> treatments;   // as numbered in `truth`

  Sorted(std::span<const Node> given, const ChainGraph& truth) {
    const std::span<const Node> numbers = truth.numbers;
    for (std::size_t row = 0; row < given.size(); ++row)
      if (numbers[given[row]] < truth.n_nodes()) rows.push_back(row);
    std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return numbers[given[row]]; });
    for (const std::size_t row : rows) treatments.push_back(numbers[given[row]]);
  }
};

// Judges all treatments: calls `how` with a judge, some treatments and their rows. Then calls `mistake` with the
// row of the treatment, the outcome and the verdict of every mistake.
template <class Lanes, bool kMixed, class How, class Mistake>
void judge_rows(const TwoGraphs& graphs, Strategy strategy, const Sorted& sorted, std::size_t n_threads,
                How how, Mistake mistake) {
  struct Worker {
    const Sorted& sorted;
    How how;
    Mistake mistake;
    Judge<Lanes, kMixed> judge{};
    void operator()(std::size_t task) {
      const std::span<const std::size_t> rows =
          std::span(sorted.rows).subspan(task * kLanes<Lanes>);
      how(judge, part(sorted.treatments, task, kLanes<Lanes>), rows);
      pace::rethrow();
      report(rows, judge.zero(), Verdict::kZero);
      if constexpr (kMixed) report(rows, judge.amenability(), Verdict::kAmenability);
      report(rows, judge.adjustment(), Verdict::kAdjustment);
    }
    void report(std::span<const std::size_t> rows, const Plane<Lanes>& plane, Verdict verdict) {
      for (Node v = 0; v < plane.size(); ++v)
        each_lane(plane[v], [&](std::size_t lane) { mistake(rows[lane], v, verdict); });
    }
  };
  const auto make_worker = [&] {
    Worker worker{sorted, how, mistake};
    worker.judge.read(graphs.truth, graphs.estimate, strategy);
    return worker;
  };
  in_parallel(n_parts(sorted.treatments.size(), kLanes<Lanes>), n_threads, make_worker, [](const Worker&) {});
}

}  // namespace

std::vector<Verdict> adjustment_verdicts(Words truth, Words estimate, std::size_t n_nodes,
                                         Strategy strategy, std::span<const Node> treatments,
                                         std::size_t n_threads) {
  TwoGraphs graphs;
  graphs.read_connected(truth, estimate, n_nodes, strategy);
  const Sorted sorted(treatments, graphs.truth);
  std::vector<Node> nodes(graphs.n_nodes());  // the node with each number
  for (Node v = 0; v < n_nodes; ++v)
    if (graphs.truth.numbers[v] < nodes.size()) nodes[graphs.truth.numbers[v]] = v;
  std::vector<Verdict> verdicts(treatments.size() * n_nodes, Verdict::kRight);
  at_best_width(graphs.n_nodes(), graphs.mixed(), strategy, [&]<class Lanes>(Width<Lanes>, auto mixed) {
    judge_rows<Lanes, decltype(mixed)::value>(
        graphs, strategy, sorted, n_threads,
        [&](auto& judge, std::span<const Node> ts, auto) { judged(judge, ts); },
        [&](std::size_t row, Node v, Verdict verdict) {
          verdicts[row * n_nodes + nodes[v]] = verdict;
        });
  });
  return verdicts;
}

std::vector<std::uint64_t> parent_set_mistakes(Words dag, std::size_t n_nodes,
                                               std::span<const Node> treatments,
                                               std::span<const std::uint64_t> starts,
                                               std::span<const Node> sets, std::size_t n_threads) {
  TwoGraphs graphs;
  graphs.read_connected(dag, dag, n_nodes, Strategy::kParents);
  const Sorted sorted(treatments, graphs.truth);
  // Omitted nodes get the number of the padding, since an adjustment for them changes nothing.
  const auto padding = static_cast<Node>(graphs.n_nodes());
  std::vector<Node> renumbered(sets.begin(), sets.end());
  for (Node& v : renumbered) v = std::min(graphs.truth.numbers[v], padding);
  std::vector<std::uint64_t> mistakes(treatments.size(), 0);
  at_best_width(graphs.n_nodes(), false, Strategy::kParents, [&]<class Lanes>(Width<Lanes>, auto) {
    judge_rows<Lanes, false>(
        graphs, Strategy::kParents, sorted, n_threads,
        [&](auto& judge, std::span<const Node> ts, std::span<const std::size_t> rows) {
          judged(judge, ts, GivenSets{{starts, renumbered}, rows});
        },
        [&](std::size_t row, Node, Verdict) { ++mistakes[row]; });
  });
  return mistakes;
}

}  // namespace edgemark
