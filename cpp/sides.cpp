#include "sides.hpp"

#include <algorithm>

#include "pace.hpp"
#include "parallel.hpp"

namespace edgemark {

namespace {

// Finds the side of one node in each call, and fills its rows.
class SideFinder {
 public:
  SideFinder(const MixedGraph& graph, const Families& families, const std::vector<std::uint32_t>& family_of,
            const BitRows& own, Sides::Row* rows, std::size_t width, std::uint8_t* known)
      : graph_(graph),
        families_(families),
        family_of_(family_of),
        own_(own),
        rows_(rows),
        width_(width),
        known_(known),
        max_ancestors_(std::max<std::size_t>(64, graph.n_nodes() / 4)),
        is_ancestor_(graph.n_nodes(), 0),
        in_set_(graph.n_nodes(), 0),
        seen_(families.n_members(), 0),
        joined_(families.size(), 0) {}

  void operator()(std::size_t task) {
    const auto x = static_cast<Node>(task);
    Sides::Row* row = rows_ + x * width_;
    own_.each(x, [&](Node v) {
      if (v == x) return;
      in_set_[v] = 1;
      put(row[v / 512].own, v % 512);
    });
    known_[x] = find_ancestors(row, x);
    if (known_[x]) find_reached(x, row);
    for (const Node v : ancestors_) is_ancestor_[v] = 0;
    own_.each(x, [&](Node v) { in_set_[v] = 0; });
  }

 private:
  bool is_given(Node v) const { return v < in_set_.size() && in_set_[v]; }  // a hidden parent never is

  // Finds the ancestors of x and of its set, and the `free` nodes; returns false if there are too many
  // ancestors.
  bool find_ancestors(Sides::Row* row, Node x) {
    ancestors_.clear();
    own_.each(x, [&](Node v) {
      is_ancestor_[v] = 1;
      ancestors_.push_back(v);
    });
    for (std::size_t k = 0; k < ancestors_.size(); ++k) {
      if (ancestors_.size() > max_ancestors_) return false;
      const Node v = ancestors_[k];
      if (!is_given(v)) put(row[v / 512].free, v % 512);
      steps(graph_.offsets[v + 1] - graph_.offsets[v]);
      for (const HalfEdge& e : edges_of(graph_, v)) {
        if (!leads_in(e) || is_ancestor_[e.other]) continue;
        is_ancestor_[e.other] = 1;
        ancestors_.push_back(e.other);
      }
      free_hidden_parents(v, row);
    }
    return true;
  }

  void free_hidden_parents(Node head, Sides::Row* row) {
    const std::size_t family = family_of_[head];
    if (family == families_.size()) return;
    for (std::size_t k = families_.offsets[family]; k < families_.offsets[family + 1]; ++k) {
      const Node member = families_.members[k];
      if (member >= families_.n_nodes) put(row[member / 512].free, member % 512);
    }
  }

  // Finds the `reached` and the `near` nodes.
  void find_reached(Node x, Sides::Row* row) {
    joined_families_.clear();
    waiting_.assign(1, x);
    seen_[x] = 1;
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
      const Node v = waiting_[k];
      if (is_given(v)) continue;
      put(row[v / 512].reached, v % 512);
      for (std::size_t f = families_.of_offsets[v]; f < families_.of_offsets[v + 1]; ++f) join(families_.of[f]);
      if (v != x) continue;
      // The families of x have been joined, and no others yet.
      for (const Node near : waiting_)
        if (!is_given(near)) put(row[near / 512].near, near % 512);
    }
    for (const Node v : waiting_) seen_[v] = 0;
    for (const std::uint32_t f : joined_families_) joined_[f] = 0;
  }

  // Adds the members of a family, if it is one of this side.
  void join(std::uint32_t family) {
    const Node head = families_.heads[family];
    if (joined_[family] || (head < families_.n_nodes && !is_ancestor_[head])) return;
    joined_[family] = 1;
    joined_families_.push_back(family);
    steps(families_.offsets[family + 1] - families_.offsets[family]);
    for (std::size_t k = families_.offsets[family]; k < families_.offsets[family + 1]; ++k) {
      const Node v = families_.members[k];
      if (seen_[v]) continue;
      seen_[v] = 1;
      waiting_.push_back(v);
    }
  }

  const MixedGraph& graph_;
  const Families& families_;
  const std::vector<std::uint32_t>& family_of_;  // the family that each node heads; families_.size() if there is none
  const BitRows& own_;
  Sides::Row* rows_;
  std::size_t width_;
  std::uint8_t* known_;
  std::size_t max_ancestors_;
  std::vector<std::uint8_t> is_ancestor_, in_set_, seen_, joined_;
  std::vector<Node> ancestors_, waiting_;
  std::vector<std::uint32_t> joined_families_;
};

enum class Answer : std::uint8_t { kSeparated, kConnected, kOpen };

// The answer for two nodes, from their rows. Neither must be in the set of the other.
ALWAYS_INLINE Answer answer(const Sides::Row* of_x, const Sides::Row* of_y, std::size_t width) {
  Wide exits_of_x{}, exits_of_y{}, near{}, reached{}, blocked{};
  for (std::size_t k = 0; k < width; ++k) {
    const Sides::Row& x = of_x[k];
    const Sides::Row& y = of_y[k];
    exits_of_x |= x.reached & y.free;
    exits_of_y |= y.reached & x.free;
    near |= x.near & y.near;
    reached |= x.reached & y.reached;
    blocked |= (x.own & y.reached) | (y.own & x.reached);
  }
  if (!any(exits_of_x) || !any(exits_of_y)) return Answer::kSeparated;
  return any(near) || (any(reached) && !any(blocked)) ? Answer::kConnected : Answer::kOpen;
}

MULTIVERSION
void decide_pairs(const Sides::Row* rows, const std::uint8_t* known, std::size_t width, std::size_t n, Node x,
                  std::size_t from, const Wide& lanes, Wide& connected, Wide& open) {
  const Sides::Row* of_x = rows + x * width;
  connected = open = Wide{};
  for (std::size_t lane = 0; lane < 512; ++lane) {
    if (!has(lanes, lane)) continue;
    std::size_t y = from + lane;
    if (y >= n) y -= n;
    if (!known[y]) {
      put(open, lane);
      continue;
    }
    const Sides::Row* of_y = rows + y * width;
    if (has(of_x[y / 512].own, y % 512) || has(of_y[x / 512].own, x % 512)) {
      put(open, lane);
      continue;
    }
    const Answer found = answer(of_x, of_y, width);
    if (found == Answer::kConnected)
      put(connected, lane);
    else if (found == Answer::kOpen)
      put(open, lane);
  }
  noted_steps(n_set(lanes) * width);
}

}  // namespace

Sides::Sides(const MixedGraph& graph, const Families& families, const BitRows& own, std::size_t n_threads)
    : n_(graph.n_nodes()), width_((families.n_members() + 511) / 512), known_(n_) {
  rows_.resize(n_ * width_);
  std::vector<std::uint32_t> family_of(n_, static_cast<std::uint32_t>(families.size()));
  for (std::uint32_t f = 0; f < families.size(); ++f)
    if (families.heads[f] < n_) family_of[families.heads[f]] = f;
  in_parallel(
      n_, n_threads, [&] { return SideFinder(graph, families, family_of, own, rows_.data(), width_, known_.data()); },
      [](const SideFinder&) {});
}

void Sides::decide(Node x, std::size_t from, const Wide& lanes, Wide& connected, Wide& open) const {
  if (!known_[x]) {
    connected = Wide{};
    open = lanes;
    return;
  }
  decide_pairs(rows_.data(), known_.data(), width_, n_, x, from, lanes, connected, open);
  pace::rethrow();
}

}  // namespace edgemark
