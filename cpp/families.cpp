#include "families.hpp"

#include <algorithm>

#include "pace.hpp"

namespace edgemark {

Families::Families(const MixedGraph& graph, const LaneGraph& walks) : n_nodes(graph.n_nodes()) {
  offsets.push_back(0);
  const auto end_family = [&](Node head) {
    heads.push_back(head);
    offsets.push_back(members.size());
  };
  std::vector<std::vector<Node>> hidden_parents(n_nodes);
  auto n_members = static_cast<Node>(n_nodes);
  for (Node v = 0; v < n_nodes; ++v)
    for (const HalfEdge& e : edges_of(graph, v)) {
      if (e.other < v) continue;
      if (e.here == kArrowMark && e.there == kArrowMark) {
        hidden_parents[v].push_back(n_members);
        hidden_parents[e.other].push_back(n_members++);
      } else if (e.here == kTailMark && e.there == kTailMark) {
        members.insert(members.end(), {v, e.other});
        end_family(static_cast<Node>(n_nodes));
      }
    }
  for (const Node v : walks.order) {
    members.push_back(v);
    for (const HalfEdge& e : edges_of(graph, v))
      if (leads_in(e)) members.push_back(e.other);
    members.insert(members.end(), hidden_parents[v].begin(), hidden_parents[v].end());
    if (members.size() - offsets.back() == 1)
      members.pop_back();  // There is no other member than the head.
    else
      end_family(v);
  }
  of_offsets.assign(n_members + std::size_t{1}, 0);
  for (const Node v : members) ++of_offsets[v + 1];
  for (std::size_t v = 0; v < n_members; ++v) of_offsets[v + 1] += of_offsets[v];
  of.resize(members.size());
  std::vector<std::size_t> next(of_offsets.begin(), of_offsets.end() - 1);
  for (std::uint32_t f = 0; f < size(); ++f)
    for (std::size_t k = offsets[f]; k < offsets[f + 1]; ++k) of[next[members[k]]++] = f;
}

namespace {

struct Round {
  const Families& families;
  Member* states;  // of all members
  const Wide* is_ancestor;
  std::uint8_t* stale;
};

// Adds to each member of a family the lanes in which an open member is reached, and the head is an ancestor.
// Returns whether that makes a family earlier in the order stale.
ALWAYS_INLINE bool join(const Round& round, std::size_t family, const Wide& lanes) {
  const Node* members = round.families.members.data();
  const std::size_t begin = round.families.offsets.data()[family], end = round.families.offsets.data()[family + 1];
  Wide out{};
  for (std::size_t k = begin; k < end; ++k) {
    const Member& member = round.states[members[k]];
    out |= member.reached & member.open;
  }
  out &= round.is_ancestor[round.families.heads.data()[family]] & lanes;
  if (!any(out)) return false;
  bool some_earlier = false;
  for (std::size_t k = begin; k < end; ++k) {
    Member& member = round.states[members[k]];
    const Wide more = out & ~member.reached;
    if (!any(more)) continue;
    member.reached |= more;
    if (!any(more & member.open)) continue;
    const std::size_t* of_offsets = round.families.of_offsets.data() + members[k];
    for (std::size_t i = of_offsets[0]; i < of_offsets[1]; ++i) {
      const std::size_t other = round.families.of.data()[i];
      if (other == family) continue;
      round.stale[other] = 1;
      some_earlier |= other < family;
    }
  }
  return some_earlier;
}

MULTIVERSION
bool spread_once(const Families& families, Member* states, const Wide* is_ancestor, std::uint8_t* stale,
                 const Wide& lanes) {
  const Round round{families, states, is_ancestor, stale};
  const std::size_t n = families.size();
  bool some = false;
  for (std::size_t f = n; f-- > 0;) {
    if (!stale[f]) continue;
    stale[f] = 0;
    join(round, f, lanes);
  }
  for (std::size_t f = 0; f < n; ++f) {
    if (!stale[f]) continue;
    stale[f] = 0;
    some |= join(round, f, lanes);
  }
  noted_steps(2 * (n + families.members.size()));
  return some && !pace::is_ended;
}

}  // namespace

void FamilyWalks::clear(const Wide& lanes) {
  for (std::size_t v = 0; v < families_->n_nodes; ++v) members_[v].reached = Wide{};
  for (std::size_t v = families_->n_nodes; v < members_.size(); ++v) members_[v] = {Wide{}, lanes};
  std::fill(stale_.begin(), stale_.end(), std::uint8_t{0});
}

void FamilyWalks::start(Node v, const Wide& lanes) {
  members_[v].reached |= lanes;
  for (std::size_t k = families_->of_offsets[v]; k < families_->of_offsets[v + 1]; ++k) stale_[families_->of[k]] = 1;
}

bool FamilyWalks::go_round(const Wide& lanes) {
  const bool some = spread_once(*families_, members_.data(), is_ancestor_.data(), stale_.data(), lanes);
  pace::rethrow();
  return some;
}

}  // namespace edgemark
