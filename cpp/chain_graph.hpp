// Parents, children and undirected neighbours of a graph of --> and ---, in causal order.
#pragma once

#include <span>
#include <vector>

#include "multiversion.hpp"
#include "pairs.hpp"

namespace edgemark {

class ChainGraph {
 public:
  // The directed edges have no cycle. Node v of the words is called names[v] here.
  void read(Words graph, std::size_t n_nodes, std::span<const Node> names);

  // Reads only parents, in any order, and neighbours; other members must not be used.
  void read_parents(Words graph, std::size_t n_nodes, std::span<const Node> names);

  // Calls the nodes 0, 1, ... in causal order, so that sweeps go through memory in order. `names` are
  // numbers below n_nodes, one for each node that has an edge; without them, the nodes themselves.
  void read_in_order(Words graph, std::size_t n_nodes, std::span<const Node> names = {});

  std::size_t n_nodes() const { return order.size(); }
  std::size_t n_edges() const { return n_edges_; }
  bool has_undirected() const { return has_undirected_; }

  ALWAYS_INLINE std::span<const Node> children(Node v) const { return children_[v]; }
  // In causal order.
  ALWAYS_INLINE std::span<const Node> parents(Node v) const { return parents_[v]; }
  ALWAYS_INLINE std::span<const Node> neighbours(Node v) const { return neighbours_[v]; }
  // Undirected neighbours earlier in the order.
  ALWAYS_INLINE std::span<const Node> before(Node v) const {
    return neighbours_[v].first(n_before_[v]);
  }
  ALWAYS_INLINE std::span<const Node> after(Node v) const { return neighbours_[v].subspan(n_before_[v]); }

  // The same, filled up with `n_nodes()` to a multiple of this: lists of one length are quick to go through.
  static constexpr std::size_t kChunk = 8;
  ALWAYS_INLINE std::span<const Node> children_in_chunks(Node v) const { return children_.in_chunks(v); }
  ALWAYS_INLINE std::span<const Node> parents_in_chunks(Node v) const { return parents_.in_chunks(v); }

  // Parents before children, and, where no directed edge joins two nodes of a chain component (in a
  // CPDAG none does), the nodes of each one after the other, breadth first.
  std::vector<Node> order;
  std::vector<Node> place;  // in the order
  std::vector<Node> names;  // after `read_in_order`, what it calls the nodes of the words

 private:
  struct Lists {
    std::vector<Node> sizes;
    std::vector<std::size_t> offsets;
    std::vector<Node> nodes;

    ALWAYS_INLINE std::span<const Node> operator[](Node v) const {
      return {nodes.data() + offsets[v], sizes[v]};
    }
    ALWAYS_INLINE std::span<const Node> in_chunks(Node v) const {
      return {nodes.data() + offsets[v], nodes.data() + offsets[v + 1]};
    }
    void clear(std::size_t n_nodes) { sizes.assign(n_nodes, 0); }
    void make_room();
  };

  template <class Name>
  void count_edges(Words graph, Name name);
  template <class Name>
  void list_children(Words graph, Name name);
  template <class Name>
  void list_neighbours(Words graph, Name name);
  void order_nodes();
  bool order_components();
  void rename_in_order();
  void list_parents();
  void part_neighbours();

  std::size_t n_edges_ = 0;
  bool has_undirected_ = false;
  Lists parents_;
  Lists children_;
  Lists neighbours_;
  Lists renamed_;
  std::vector<Node> n_before_;
  std::vector<std::size_t> next_;
  std::vector<Node> component_, members_, starts_, ready_;  // of chain components
};

}  // namespace edgemark
