#include "chain_graph.hpp"

#include <algorithm>
#include <numeric>

namespace edgemark {
namespace {

constexpr Node kNone = ~Node{0};

// Calls `visit` with the numbers of the tail and the head of every directed edge. The nodes of i <-- j are swapped
// without a branch.
template <class NumberOf, class Visit>
void each_arrow(Words graph, NumberOf number_of, Visit visit) {
  for (const Word word : graph) {
    if (state(word) == kUndirected) continue;
    const Node i = number_of(first(word)), j = number_of(second(word));
    const Node swap = (i ^ j) & (Node{0} - Node{state(word) == kBackward});
    visit(i ^ swap, j ^ swap);
  }
}

}  // namespace

void ChainGraph::Lists::make_room() {
  const std::size_t n = sizes.size();
  offsets.resize(n + 1);
  offsets[0] = 0;
  for (std::size_t v = 0; v < n; ++v)
    offsets[v + 1] = offsets[v] + (sizes[v] + kChunk - 1) / kChunk * kChunk;
  nodes.assign(offsets[n], static_cast<Node>(n));
}

void ChainGraph::read(Words graph, std::size_t n_nodes, std::span<const Node> numbers) {
  place.resize(n_nodes);
  const auto number_of = [&](Node v) { return numbers[v]; };
  count_edges(graph, number_of);
  list_children(graph, number_of);
  list_neighbours(graph, number_of);
  order_nodes();
  list_parents();
  part_neighbours();
}

void ChainGraph::read_in_order(Words graph, std::size_t n_nodes, std::span<const Node> given) {
  place.resize(n_nodes);
  const auto read_lists = [&](auto number_of) {
    count_edges(graph, number_of);
    list_children(graph, number_of);
    list_neighbours(graph, number_of);
  };
  if (given.empty())
    read_lists([](Node v) { return v; });
  else
    read_lists([&](Node v) { return given[v]; });
  order_nodes();
  renumber_in_order();
  part_neighbours();
  if (given.empty()) return;
  // `numbers` is now indexed by the given numbers. Index it by the nodes that were read.
  std::vector<Node> of_nodes(given.begin(), given.end());
  for (Node& number : of_nodes)
    if (number < n_nodes) number = numbers[number];
  numbers.swap(of_nodes);
}

void ChainGraph::read_parents(Words graph, std::size_t n_nodes, std::span<const Node> numbers) {
  place.resize(n_nodes);
  order.resize(n_nodes);  // only for n_nodes()
  const auto number_of = [&](Node v) { return numbers[v]; };
  count_edges(graph, number_of);
  list_neighbours(graph, number_of);
  parents_.make_room();
  next_.assign(parents_.offsets.begin(), parents_.offsets.end() - 1);
  each_arrow(graph, number_of, [&](Node tail, Node head) { parents_.nodes[next_[head]++] = tail; });
}

template <class NumberOf>
void ChainGraph::count_edges(Words graph, NumberOf number_of) {
  n_edges_ = graph.size();
  for (Lists* lists : {&parents_, &children_, &neighbours_}) lists->clear(place.size());
  std::size_t n_arrows = 0;
  each_arrow(graph, number_of, [&](Node tail, Node head) {
    ++n_arrows;
    ++children_.sizes[tail];
    ++parents_.sizes[head];
  });
  has_undirected_ = n_arrows < graph.size();
}

template <class NumberOf>
void ChainGraph::list_children(Words graph, NumberOf number_of) {
  children_.make_room();
  next_.assign(children_.offsets.begin(), children_.offsets.end() - 1);
  each_arrow(graph, number_of, [&](Node tail, Node head) { children_.nodes[next_[tail]++] = head; });
}

template <class NumberOf>
void ChainGraph::list_neighbours(Words graph, NumberOf number_of) {
  const auto each_undirected = [&](auto visit) {
    if (!has_undirected_) return;
    for (const Word word : graph)
      if (state(word) == kUndirected) visit(number_of(first(word)), number_of(second(word)));
  };
  each_undirected([&](Node i, Node j) { ++neighbours_.sizes[i], ++neighbours_.sizes[j]; });
  neighbours_.make_room();
  next_.assign(neighbours_.offsets.begin(), neighbours_.offsets.end() - 1);
  each_undirected([&](Node i, Node j) {
    neighbours_.nodes[next_[i]++] = j;
    neighbours_.nodes[next_[j]++] = i;
  });
}

// Gives each node a new number, its place in the order. Also lists the parents, while it renumbers the children.
void ChainGraph::renumber_in_order() {
  const std::size_t n = order.size();
  numbers.swap(place);
  place.resize(n);
  // Moves the list of each node to its new number, and renumbers the nodes in it. Calls `visit` with the new numbers
  // of the two nodes, for each node in each list.
  const auto renumber = [&](Lists& lists, auto visit) {
    renumbered_.sizes.resize(n);
    for (std::size_t k = 0; k < n; ++k) renumbered_.sizes[k] = lists.sizes[order[k]];
    renumbered_.make_room();
    for (Node k = 0; k < n; ++k) {
      Node* next = renumbered_.nodes.data() + renumbered_.offsets[k];
      for (const Node u : lists[order[k]]) visit(k, *next++ = numbers[u]);
    }
    std::swap(lists, renumbered_);
  };
  std::vector<Node>& n_parents = place;  // borrows the memory of `place`, which is filled again at the end
  for (std::size_t k = 0; k < n; ++k) n_parents[k] = parents_.sizes[order[k]];
  parents_.sizes.swap(n_parents);
  parents_.make_room();
  next_.assign(parents_.offsets.begin(), parents_.offsets.end() - 1);
  renumber(children_, [&](Node parent, Node child) { parents_.nodes[next_[child]++] = parent; });
  if (has_undirected_) renumber(neighbours_, [](Node, Node) {});
  std::iota(place.begin(), place.end(), Node{0});
  std::iota(order.begin(), order.end(), Node{0});
}

void ChainGraph::order_nodes() {
  const std::size_t n = place.size();
  order.clear();
  order.reserve(n);
  if (has_undirected_ && order_components()) return;
  // The directed edges alone determine the order.
  order.clear();
  std::vector<Node>& n_waiting_for = n_before_;  // for each node, the number of its parents not yet in `order`
  n_waiting_for = parents_.sizes;
  for (Node v = 0; v < n; ++v)
    if (n_waiting_for[v] == 0) order.push_back(v);
  for (std::size_t k = 0; k < order.size(); ++k)
    for (const Node child : children(order[k]))
      if (--n_waiting_for[child] == 0) order.push_back(child);
  for (Node k = 0; k < order.size(); ++k) place[order[k]] = k;
}

// Orders the nodes so that those of each chain component are consecutive. Returns false if that is impossible, because
// some walk along --> and ---, with at least one -->, begins and ends in the same component.
bool ChainGraph::order_components() {
  find_components();
  const auto n_components = static_cast<Node>(starts_.size() - 1);
  std::vector<Node>& n_waiting_for = n_before_;  // for each component, the --> into it from nodes not in `order`
  n_waiting_for.assign(n_components, 0);
  for (Node v = 0; v < place.size(); ++v) n_waiting_for[component_[v]] += parents_.sizes[v];
  ready_.resize(n_components);
  std::size_t n_ready = 0;
  for (Node c = 0; c < n_components; ++c)
    if (n_waiting_for[c] == 0) ready_[n_ready++] = c;
  for (std::size_t r = 0; r < n_ready; ++r)
    for (Node k = starts_[ready_[r]]; k < starts_[ready_[r] + 1]; ++k) {
      const Node v = members_[k];
      place[v] = static_cast<Node>(order.size());
      order.push_back(v);
      for (const Node child : children(v)) {
        const Node c = component_[child];
        if (--n_waiting_for[c] == 0) ready_[n_ready++] = c;
      }
    }
  return order.size() == place.size();
}

// Finds the chain components by breadth-first search. The last entry of `starts_` is the number of nodes.
void ChainGraph::find_components() {
  const std::size_t n = place.size();
  component_.assign(n, kNone);
  members_.resize(n);
  starts_.clear();
  Node n_members = 0;
  for (Node root = 0; root < n; ++root) {
    if (component_[root] != kNone) continue;
    const auto component = static_cast<Node>(starts_.size());
    starts_.push_back(n_members);
    component_[root] = component;
    members_[n_members++] = root;
    for (Node k = starts_.back(); k < n_members; ++k)
      for (const Node u : neighbours(members_[k]))
        if (component_[u] == kNone) {
          component_[u] = component;
          members_[n_members++] = u;
        }
  }
  starts_.push_back(n_members);
}

void ChainGraph::list_parents() {
  parents_.make_room();
  next_.assign(parents_.offsets.begin(), parents_.offsets.end() - 1);
  for (const Node v : order)
    for (const Node child : children(v)) parents_.nodes[next_[child]++] = v;
}

// Partitions the list of each node: its neighbours that are earlier in the order come before those that are later.
void ChainGraph::part_neighbours() {
  const std::size_t n = place.size();
  n_before_.assign(n, 0);
  if (!has_undirected_) return;
  for (Node v = 0; v < n; ++v) {
    const auto begin = neighbours_.nodes.begin() + static_cast<std::ptrdiff_t>(neighbours_.offsets[v]);
    const auto middle = std::partition(begin, begin + neighbours_.sizes[v],
                                       [&](Node u) { return place[u] < place[v]; });
    n_before_[v] = static_cast<Node>(middle - begin);
  }
}

}  // namespace edgemark
