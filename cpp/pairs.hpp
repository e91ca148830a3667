// The storage of a graph in the core: one 64-bit word for each adjacent pair of nodes i < j,
// sorted.
//
//   bits 32..59  i        bits 4..31  j        bits 0..3  state of the pair
//
// The state of a pair with one edge is (mark at i) * 4 + (mark at j), with circle 1, arrow 2 and tail 3. No
// single edge has the state 1, 2 or 8, so these stand for two edges at once (see below). 0 is a pair without
// an edge.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace edgemark {

using Word = std::uint64_t;
using Words = std::span<const Word>;
using Node = std::uint32_t;
using State = std::uint8_t;

constexpr unsigned kStates = 16;
using PairTable = std::array<std::int64_t, kStates * kStates>;  // [truth state * 16 + estimate state]

constexpr State kBackward = 11;      // i <-- j
constexpr State kBidirected = 10;    // i <-> j
constexpr State kForward = 14;       // i --> j
constexpr State kUndirected = 15;    // i --- j
constexpr State kCycle = 1;          // i --> j and i <-- j
constexpr State kForwardBow = 2;     // i --> j and i <-> j
constexpr State kBackwardBow = 8;    // i <-- j and i <-> j

constexpr Node first(Word word) { return static_cast<Node>(word >> 32); }
constexpr Node second(Word word) { return static_cast<Node>(word >> 4) & 0x0fffffffU; }
constexpr State state(Word word) { return static_cast<State>(word & 15U); }
constexpr Word make_word(Node i, Node j, State s) { return Word{i} << 32 | Word{j} << 4 | s; }

// The state of the same pair if i and j are swapped.
constexpr State flip(State s) {
  if (s == kCycle) return kCycle;
  if (s == kForwardBow) return kBackwardBow;
  if (s == kBackwardBow) return kForwardBow;
  return static_cast<State>((s & 3U) << 2 | s >> 2);
}

// Whether there is an edge i --> j.
constexpr bool points_to_second(State s) { return s == kForward || s == kCycle || s == kForwardBow; }
// Whether there is an edge with an arrowhead at j.
constexpr bool arrow_at_second(State s) {
  return (s & 3U) == 2 || s == kCycle || s == kForwardBow || s == kBackwardBow;
}

// A number whose bit s is set if some adjacent pair is in state s.
std::uint16_t present_mask(Words graph);

// How many pairs are in state s in the truth and in state t in the estimate, for every s and t.
PairTable pair_table(Words truth, Words estimate, std::uint64_t n_nodes);

}  // namespace edgemark
