// Separations of many pairs of nodes at once, in the moral graph of ancestors: a lane is one pair with
// its set.
#pragma once

#include <vector>

#include "lane_walks.hpp"
#include "lanes.hpp"
#include "mixed.hpp"

namespace edgemark {

// A set separates two nodes iff it does so in the moral graph of the ancestors of both and of the set. Its
// edges join the members of families: a node, its parents, and a hidden parent for each of its <->. A family
// joins its members where its head is such an ancestor; an edge --- is a family of its own, always there.
struct Families {
  std::vector<std::size_t> offsets;
  std::vector<Node> members;
  std::vector<Node> heads;  // n_nodes for a family that is always there
  std::vector<std::size_t> of_offsets;
  std::vector<std::uint32_t> of;  // the families that each node, and then each hidden parent, is in
  std::size_t n_nodes;

  // In the order of `walks`, which is that of the same graph.
  Families(const MixedGraph& graph, const LaneGraph& walks);
  std::size_t size() const { return heads.size(); }
  std::size_t n_members() const { return of_offsets.size() - 1; }
};

// A node in all lanes.
struct alignas(64) Member {
  Wide reached;
  Wide open;  // lanes in which the node is not in the set, so walks that reach it continue
};

// What is connected to the nodes that were started from.
class FamilyWalks {
 public:
  explicit FamilyWalks(const Families& families)
      : families_(&families),
        members_(families.n_members()),
        there_(families.n_nodes + 1, ~Wide{}),
        stale_(families.size(), 0) {}

  Member* members() { return members_.data(); }
  Member& at(Node v) { return members_[v]; }
  // Lanes in which each node is an ancestor of the set or of an end; one entry more is of families
  // that are always there.
  Plane<Wide>& there() { return there_; }

  // Forgets the last walks; the caller sets `open` of the nodes, and of no hidden parent.
  void clear(const Wide& lanes);
  void start(Node v, const Wide& lanes);
  // Goes once up and once down, in some lanes; false if there is nothing more to reach.
  bool go_round(const Wide& lanes);
  void go(const Wide& lanes) {
    while (go_round(lanes)) {
    }
  }
  bool has_reached(Node v, std::size_t lane) const { return has(members_[v].reached, lane); }

 private:
  const Families* families_;
  Plane<Member> members_;
  Plane<Wide> there_;
  std::vector<std::uint8_t> stale_;  // families one of whose members was reached since they were looked at
};

}  // namespace edgemark
