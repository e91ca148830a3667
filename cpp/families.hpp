// m-separation of many pairs of nodes at once, in the moral graph of ancestors. Each pair with a set that may
// separate it has a lane: one bit of a vector of bits (lanes.hpp).
#pragma once

#include <vector>

#include "lane_walks.hpp"
#include "lanes.hpp"
#include "mixed.hpp"

namespace edgemark {

// A set separates two nodes iff it separates them in the moral graph of the ancestors of both nodes and of
// the set. The members of a family are a node (its head), the parents of the node, and a hidden parent for
// each of its edges <->. In the moral graph, the members of each family whose head is such an ancestor are
// adjacent to each other. The two nodes of an edge --- are a family too, in all lanes. Families of a single node
// are left out.
struct Families {
  std::vector<std::size_t> offsets;  // family f has members[offsets[f]] .. members[offsets[f + 1] - 1]
  std::vector<Node> members;
  std::vector<Node> heads;  // n_nodes for the family of an edge ---
  // The families of each node, and then of each hidden parent v: of[of_offsets[v]] .. of[of_offsets[v + 1] - 1].
  std::vector<std::size_t> of_offsets;
  std::vector<std::uint32_t> of;
  std::size_t n_nodes;

  // Lists the families of edges ---, then the others by their heads, in the causal order of `walks`, which
  // must be made from the same graph.
  Families(const MixedGraph& graph, const LaneGraph& walks);
  std::size_t size() const { return heads.size(); }
  std::size_t n_members() const { return of_offsets.size() - 1; }
};

// The state of a node or a hidden parent in all lanes.
struct alignas(64) Member {
  Wide reached;
  Wide open;  // lanes in which it is not in the set, so that walks continue from it
};

// Finds the nodes that are reached by walks in the moral graph that pass through no node of the set.
class FamilyWalks {
 public:
  explicit FamilyWalks(const Families& families)
      : families_(&families),
        members_(families.n_members()),
        is_ancestor_(families.n_nodes + 1, ~Wide{}),
        stale_(families.size(), 0) {}

  Member* members() { return members_.data(); }
  Member& at(Node v) { return members_[v]; }
  // The lanes in which each node is an ancestor of the set or of one of the two nodes. One more entry, with
  // all lanes, is for the families of edges ---.
  Plane<Wide>& is_ancestor() { return is_ancestor_; }

  // Removes all walks, and sets `open` of the hidden parents to `lanes`. The caller sets it for the nodes.
  void clear(const Wide& lanes);
  void start(Node v, const Wide& lanes);
  // Continues the walks in some lanes, once backwards and once forwards through the families. Returns whether
  // more nodes may still be reached.
  bool go_round(const Wide& lanes);
  void go(const Wide& lanes) {
    while (go_round(lanes)) {
    }
  }
  bool has_reached(Node v, std::size_t lane) const { return has(members_[v].reached, lane); }

 private:
  const Families* families_;
  Plane<Member> members_;
  Plane<Wide> is_ancestor_;
  std::vector<std::uint8_t> stale_;  // flags of the families with a member that was reached after they were processed
};

}  // namespace edgemark
