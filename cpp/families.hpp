// Separations of many pairs of nodes at once, in the moral graph of ancestors: a lane is a pair with its
// set.
#pragma once

#include <vector>

#include "lane_walks.hpp"
#include "lanes.hpp"
#include "mixed.hpp"

namespace edgemark {

// A set separates two nodes iff it separates them in the moral graph of the ancestors of both nodes and of
// the set. The edges of this graph join the members of families: a node, its parents, and a hidden parent
// for each of its edges <->. A family joins its members in the lanes in which its head is such an ancestor.
// An edge --- is a family of its own, which joins its members in all lanes.
struct Families {
  std::vector<std::size_t> offsets;
  std::vector<Node> members;
  std::vector<Node> heads;  // n_nodes for the family of an edge ---
  std::vector<std::size_t> of_offsets;
  std::vector<std::uint32_t> of;  // the families of each node, and then of each hidden parent
  std::size_t n_nodes;

  // Builds the families in the order of `walks`, which must be made from the same graph.
  Families(const MixedGraph& graph, const LaneGraph& walks);
  std::size_t size() const { return heads.size(); }
  std::size_t n_members() const { return of_offsets.size() - 1; }
};

// The state of a node in all lanes.
struct alignas(64) Member {
  Wide reached;
  Wide open;  // lanes in which the node is not in the set, so walks that reach it continue
};

// Finds the nodes that are connected to the nodes from which walks start.
class FamilyWalks {
 public:
  explicit FamilyWalks(const Families& families)
      : families_(&families),
        members_(families.n_members()),
        there_(families.n_nodes + 1, ~Wide{}),
        stale_(families.size(), 0) {}

  Member* members() { return members_.data(); }
  Member& at(Node v) { return members_[v]; }
  // Lanes in which each node is an ancestor of the set or of one of the two nodes; one more entry is for
  // the families of edges ---.
  Plane<Wide>& there() { return there_; }

  // Forgets the last walks; afterwards, the caller sets `open` of the nodes, but not of hidden parents.
  void clear(const Wide& lanes);
  void start(Node v, const Wide& lanes);
  // Goes once up and once down the order, in some lanes; returns false if nothing more can be reached.
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
