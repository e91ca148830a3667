#include "chain_graph.hpp"

#include <algorithm>
#include <numeric>

namespace edgemark {
namespace {

constexpr Node kNone = ~Node{0};

// Calls `visit` with the tail and the head of every directed edge.
template <class Name, class Visit>
void each_arrow(Words graph, Name name, Visit visit) {
  for (const Word word : graph) {
    if (state(word) == kUndirected) continue;
    const Node i = name(first(word)), j = name(second(word));
    const bool forward = state(word) == kForward;
    visit(forward ? i : j, forward ? j : i);
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

void ChainGraph::read(Words graph, std::size_t n_nodes, std::span<const Node> names) {
  place.resize(n_nodes);
  const auto name = [&](Node v) { return names[v]; };
  count_edges(graph, name);
  list_children(graph, name);
  list_neighbours(graph, name);
  order_nodes();
  list_parents();
  part_neighbours();
}

void ChainGraph::read_in_order(Words graph, std::size_t n_nodes, std::span<const Node> given) {
  place.resize(n_nodes);
  const auto read_lists = [&](auto name) {
    count_edges(graph, name);
    list_children(graph, name);
    list_neighbours(graph, name);
  };
  if (given.empty())
    read_lists([](Node v) { return v; });
  else
    read_lists([&](Node v) { return given[v]; });
  order_nodes();
  rename_in_order();
  part_neighbours();
  if (given.empty()) return;
  std::vector<Node> composed(given.begin(), given.end());
  for (Node& name : composed)
    if (name < n_nodes) name = names[name];
  names.swap(composed);
}

void ChainGraph::read_parents(Words graph, std::size_t n_nodes, std::span<const Node> names) {
  place.resize(n_nodes);
  order.resize(n_nodes);
  const auto name = [&](Node v) { return names[v]; };
  count_edges(graph, name);
  list_neighbours(graph, name);
  parents_.make_room();
  next_.assign(parents_.offsets.begin(), parents_.offsets.end() - 1);
  each_arrow(graph, name, [&](Node tail, Node head) { parents_.nodes[next_[head]++] = tail; });
}

template <class Name>
void ChainGraph::count_edges(Words graph, Name name) {
  n_edges_ = graph.size();
  for (Lists* lists : {&parents_, &children_, &neighbours_}) lists->clear(place.size());
  std::size_t n_arrows = 0;
  each_arrow(graph, name, [&](Node tail, Node head) {
    ++n_arrows;
    ++children_.sizes[tail];
    ++parents_.sizes[head];
  });
  has_undirected_ = n_arrows < graph.size();
}

template <class Name>
void ChainGraph::list_children(Words graph, Name name) {
  children_.make_room();
  next_.assign(children_.offsets.begin(), children_.offsets.end() - 1);
  each_arrow(graph, name, [&](Node tail, Node head) { children_.nodes[next_[tail]++] = head; });
}

template <class Name>
void ChainGraph::list_neighbours(Words graph, Name name) {
  const auto each_line = [&](auto visit) {
    if (!has_undirected_) return;
    for (const Word word : graph)
      if (state(word) == kUndirected) visit(name(first(word)), name(second(word)));
  };
  each_line([&](Node i, Node j) { ++neighbours_.sizes[i], ++neighbours_.sizes[j]; });
  neighbours_.make_room();
  next_.assign(neighbours_.offsets.begin(), neighbours_.offsets.end() - 1);
  each_line([&](Node i, Node j) {
    neighbours_.nodes[next_[i]++] = j;
    neighbours_.nodes[next_[j]++] = i;
  });
}

void ChainGraph::rename_in_order() {
  const std::size_t n = order.size();
  names.swap(place);
  place.resize(n);
  const auto rename = [&](Lists& lists, auto visit) {
    renamed_.sizes.resize(n);
    for (std::size_t k = 0; k < n; ++k) renamed_.sizes[k] = lists.sizes[order[k]];
    renamed_.make_room();
    for (Node k = 0; k < n; ++k) {
      Node* next = renamed_.nodes.data() + renamed_.offsets[k];
      for (const Node u : lists[order[k]]) visit(k, *next++ = names[u]);
    }
    std::swap(lists, renamed_);
  };
  for (std::size_t k = 0; k < n; ++k) place[k] = parents_.sizes[order[k]];
  parents_.sizes.swap(place);
  parents_.make_room();
  next_.assign(parents_.offsets.begin(), parents_.offsets.end() - 1);
  rename(children_, [&](Node parent, Node child) { parents_.nodes[next_[child]++] = parent; });
  if (has_undirected_) rename(neighbours_, [](Node, Node) {});
  std::iota(place.begin(), place.end(), Node{0});
  std::iota(order.begin(), order.end(), Node{0});
}

void ChainGraph::order_nodes() {
  const std::size_t n = place.size();
  order.clear();
  order.reserve(n);
  if (has_undirected_ && order_components()) return;
  order.clear();
  std::vector<Node>& waiting_for = n_before_;
  waiting_for = parents_.sizes;
  for (Node v = 0; v < n; ++v)
    if (waiting_for[v] == 0) order.push_back(v);
  for (std::size_t k = 0; k < order.size(); ++k)
    for (const Node child : children(order[k]))
      if (--waiting_for[child] == 0) order.push_back(child);
  for (Node k = 0; k < order.size(); ++k) place[order[k]] = k;
}

// Orders whole chain components; false if a path of --> and --- leads from one back into it.
bool ChainGraph::order_components() {
  const std::size_t n = place.size();
  std::vector<Node> component(n, kNone), members;
  std::vector<std::size_t> starts;
  members.reserve(n);
  for (Node root = 0; root < n; ++root) {
    if (component[root] != kNone) continue;
    const auto name = static_cast<Node>(starts.size());
    starts.push_back(members.size());
    component[root] = name;
    members.push_back(root);
    for (std::size_t k = starts.back(); k < members.size(); ++k)
      for (const Node u : neighbours(members[k]))
        if (component[u] == kNone) {
          component[u] = name;
          members.push_back(u);
        }
  }
  starts.push_back(members.size());

  std::vector<std::size_t> waiting_for(starts.size() - 1, 0);
  for (Node v = 0; v < n; ++v) waiting_for[component[v]] += parents_.sizes[v];
  std::vector<Node> ready;
  for (Node c = 0; c < waiting_for.size(); ++c)
    if (waiting_for[c] == 0) ready.push_back(c);
  for (std::size_t r = 0; r < ready.size(); ++r)
    for (std::size_t k = starts[ready[r]]; k < starts[ready[r] + 1]; ++k) {
      place[members[k]] = static_cast<Node>(order.size());
      order.push_back(members[k]);
      for (const Node child : children(members[k]))
        if (--waiting_for[component[child]] == 0) ready.push_back(component[child]);
    }
  return order.size() == n;
}

void ChainGraph::list_parents() {
  parents_.make_room();
  next_.assign(parents_.offsets.begin(), parents_.offsets.end() - 1);
  for (const Node v : order)
    for (const Node child : children(v)) parents_.nodes[next_[child]++] = v;
}

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
