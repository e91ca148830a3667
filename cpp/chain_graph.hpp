// Parents, children and undirected neighbours in a graph whose edges are --> and ---, in causal order.
//
// A node may have another number here than in the graph that is read: numbers[v] is the number here of node v of that
// graph.
#pragma once

#include <span>
#include <vector>

#include "multiversion.hpp"
#include "pairs.hpp"

namespace edgemark {

class ChainGraph {
 public:
  // The graph must not have a directed cycle. This also holds for `read_in_order`.
  void read(Words graph, std::size_t n_nodes, std::span<const Node> numbers);

  // Reads only the parents, in any order, and the neighbours: children and the causal order must not be used then.
  void read_parents(Words graph, std::size_t n_nodes, std::span<const Node> numbers);

  // Numbers the nodes 0, 1, ... in causal order, so that sweeps go through memory in order. If `given` is not empty,
  // only n_nodes nodes of the graph are read. For these, given[v] is below n_nodes, and different for each. For the
  // others, it is not below n_nodes, and they must not have edges.
  void read_in_order(Words graph, std::size_t n_nodes, std::span<const Node> given = {});

  std::size_t n_nodes() const { return order.size(); }
  std::size_t n_edges() const { return n_edges_; }
  bool has_undirected() const { return has_undirected_; }

  ALWAYS_INLINE std::span<const Node> children(Node v) const { return children_[v]; }
  // In causal order, unless `read_parents` read the graph.
  ALWAYS_INLINE std::span<const Node> parents(Node v) const { return parents_[v]; }
  // Only --- makes two nodes neighbours.
  ALWAYS_INLINE std::span<const Node> neighbours(Node v) const { return neighbours_[v]; }
  // Undirected neighbours that are earlier, or later, in the causal order.
  ALWAYS_INLINE std::span<const Node> before(Node v) const {
    return neighbours_[v].first(n_before_[v]);
  }
  ALWAYS_INLINE std::span<const Node> after(Node v) const { return neighbours_[v].subspan(n_before_[v]); }

  // Children and parents, padded with the number n_nodes() to a multiple of kChunk, since a loop over whole
  // chunks is faster.
  static constexpr std::size_t kChunk = 8;
  ALWAYS_INLINE std::span<const Node> children_in_chunks(Node v) const { return children_.in_chunks(v); }
  ALWAYS_INLINE std::span<const Node> parents_in_chunks(Node v) const { return parents_.in_chunks(v); }

  // The nodes in causal order, parents before children. If that is possible, as in every CPDAG, the nodes
  // of each chain component are consecutive, in breadth-first order.
  std::vector<Node> order;
  std::vector<Node> place;    // the position of each node in `order`
  std::vector<Node> numbers;  // set by `read_in_order`: the number here of each node that was read

 private:
  // The list of node v starts at nodes[offsets[v]] and has sizes[v] nodes, then padding up to offsets[v + 1].
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
    void make_room();  // sets the offsets from the sizes, and fills all lists with padding
  };

  template <class NumberOf>
  void count_edges(Words graph, NumberOf number_of);
  template <class NumberOf>
  void list_children(Words graph, NumberOf number_of);
  template <class NumberOf>
  void list_neighbours(Words graph, NumberOf number_of);
  void order_nodes();
  bool order_components();
  void find_components();
  void renumber_in_order();
  void list_parents();
  void part_neighbours();

  std::size_t n_edges_ = 0;
  bool has_undirected_ = false;
  Lists parents_;
  Lists children_;
  Lists neighbours_;
  Lists renumbered_;
  std::vector<Node> n_before_;     // the number of earlier neighbours; `order_nodes` uses it for other counts first
  std::vector<std::size_t> next_;  // while lists are filled: where the next entry of each goes
  // The chain components, for `order_components`.
  std::vector<Node> component_;  // the component of each node
  std::vector<Node> members_;    // the nodes of the first component, then those of the second, and so on
  std::vector<Node> starts_;     // where each component starts in `members_`
  std::vector<Node> ready_;      // the components whose parents are all in `order`
};

}  // namespace edgemark
