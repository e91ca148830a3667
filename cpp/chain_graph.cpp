#include "chain_graph.hpp"

#include <algorithm>
#include <numeric>

namespace edgemark {

void ChainGraph::Lists::make_room(std::span<const Node> sizes) {
  offsets.resize(sizes.size() + 1);
  offsets[0] = 0;
  for (std::size_t v = 0; v < sizes.size(); ++v) offsets[v + 1] = offsets[v] + sizes[v];
  nodes.resize(offsets.back());
}

void ChainGraph::read(Words graph, std::size_t n_nodes, std::span<const Node> names) {
  place.resize(n_nodes);
  list_edges(graph, [&](Node v) { return names[v]; });
  order_nodes();
  list_parents();
  part_neighbours();
}

void ChainGraph::read_in_order(Words graph, std::size_t n_nodes, std::span<const Node> given) {
  place.resize(n_nodes);
  if (given.empty())
    list_edges(graph, [](Node v) { return v; });
  else
    list_edges(graph, [&](Node v) { return given[v]; });
  order_nodes();
  rename_in_order();
  if (!given.empty()) {
    std::vector<Node> composed(given.begin(), given.end());
    for (Node& name : composed)
      if (name < n_nodes) name = names[name];
    names.swap(composed);
  }
  list_parents();
  part_neighbours();
}

template <class Name>
void ChainGraph::list_edges(Words graph, Name name) {
  const std::size_t n = place.size();
  n_parents_.assign(n, 0);
  n_children_.assign(n, 0);
  n_neighbours_.assign(n, 0);
  std::size_t n_undirected = 0;
  for (const Word word : graph) {
    const Node i = name(first(word)), j = name(second(word));
    const bool forward = state(word) == kForward, undirected = state(word) == kUndirected;
    n_undirected += undirected;
    n_neighbours_[i] += undirected;
    n_neighbours_[j] += undirected;
    n_children_[forward ? i : j] += !undirected;
    n_parents_[forward ? j : i] += !undirected;
  }
  children_.make_room(n_children_);
  neighbours_.make_room(n_neighbours_);
  next_.assign(children_.offsets.begin(), children_.offsets.end() - 1);
  for (const Word word : graph) {
    if (state(word) == kUndirected) continue;
    const bool forward = state(word) == kForward;
    const Node parent = name(forward ? first(word) : second(word));
    children_.nodes[next_[parent]++] = name(forward ? second(word) : first(word));
  }
  if (n_undirected == 0) return;
  next_.assign(neighbours_.offsets.begin(), neighbours_.offsets.end() - 1);
  for (const Word word : graph) {
    if (state(word) != kUndirected) continue;
    const Node i = name(first(word)), j = name(second(word));
    neighbours_.nodes[next_[i]++] = j;
    neighbours_.nodes[next_[j]++] = i;
  }
}

void ChainGraph::rename_in_order() {
  const std::size_t n = order.size();
  names.swap(place);
  place.resize(n);
  for (std::size_t v = 0; v < n; ++v) place[names[v]] = n_parents_[v];
  n_parents_.swap(place);
  rename(children_, n_children_);
  if (has_undirected()) rename(neighbours_, n_neighbours_);
  std::iota(place.begin(), place.end(), Node{0});
  std::iota(order.begin(), order.end(), Node{0});
}

void ChainGraph::rename(Lists& lists, std::vector<Node>& sizes) {
  for (std::size_t k = 0; k < order.size(); ++k)
    sizes[k] = static_cast<Node>(lists[order[k]].size());
  renamed_.make_room(sizes);
  std::size_t next = 0;
  for (const Node v : order)
    for (const Node u : lists[v]) renamed_.nodes[next++] = names[u];
  std::swap(lists, renamed_);
}

void ChainGraph::order_nodes() {
  const std::size_t n = place.size();
  order.clear();
  order.reserve(n);
  if (has_undirected() && order_components()) return;
  order.clear();
  std::vector<Node>& waiting_for = n_before_;
  waiting_for = n_parents_;
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
  constexpr Node kNone = ~Node{0};
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
  for (Node v = 0; v < n; ++v) waiting_for[component[v]] += n_parents_[v];
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
  parents_.make_room(n_parents_);
  next_.assign(parents_.offsets.begin(), parents_.offsets.end() - 1);
  for (const Node v : order)
    for (const Node child : children(v)) parents_.nodes[next_[child]++] = v;
}

void ChainGraph::part_neighbours() {
  const std::size_t n = place.size();
  n_before_.assign(n, 0);
  if (!has_undirected()) return;
  for (Node v = 0; v < n; ++v) {
    const auto begin = neighbours_.nodes.begin() + static_cast<std::ptrdiff_t>(neighbours_.offsets[v]);
    const auto middle = std::partition(begin, begin + n_neighbours_[v],
                                       [&](Node u) { return place[u] < place[v]; });
    n_before_[v] = static_cast<Node>(middle - begin);
  }
}

}  // namespace edgemark
