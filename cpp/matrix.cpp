#include "matrix.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "multiversion.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

constexpr std::size_t kTile = 64;

// ---- cells to bits

// Packs 64 bytes that are 0 or 1 into bits. `other` becomes nonzero if a byte has another value.
ALWAYS_INLINE std::uint64_t packed(const std::uint8_t* bytes, std::uint64_t& other) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < kTile; k += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes + k, 8);
    other |= eight & 0xfefefefefefefefeULL;
    if constexpr (std::endian::native == std::endian::little) {  // the product moves bit 0 of byte b to bit 56 + b
      bits |= ((eight & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56) << k;
    } else {
      for (std::size_t b = 0; b < 8; ++b) bits |= std::uint64_t{bytes[k + b] & 1U} << (k + b);
    }
  }
  return bits;
}

// Writes `count` cells as bytes: 0, 1, or 2 for any other value, also for nan. Then writes zeros up to
// 64 bytes.
template <class Cell>
ALWAYS_INLINE void as_bytes(const Cell* from, std::ptrdiff_t step, std::size_t count, std::uint8_t* bytes) {
  const auto byte = [](Cell cell) INLINED {  // without branches, which would be mispredicted
    const bool is_not_0 = cell != Cell{0}, is_not_1 = cell != Cell{1};
    return static_cast<std::uint8_t>(is_not_0 + (is_not_0 & is_not_1));
  };
  if (step == 1 && count == kTile) {
    for (std::size_t k = 0; k < kTile; ++k) bytes[k] = byte(from[k]);
    return;
  }
  for (std::size_t k = 0; k < count; ++k) bytes[k] = byte(from[static_cast<std::ptrdiff_t>(k) * step]);
  std::fill(bytes + count, bytes + kTile, std::uint8_t{0});
}

// Packs the rows of a matrix into bits, `width` words per row. Returns whether every cell is 0 or 1.
template <class Cell>
ALWAYS_INLINE bool pack_rows_here(const CellsOf<Cell>& cells, std::size_t width, std::uint64_t* rows) {
  std::uint64_t other = 0;
  alignas(64) std::array<std::uint8_t, kTile> converted{};
  const std::ptrdiff_t step = cells.to_next_column;
  for (std::size_t i = 0; i < cells.n_nodes; ++i)
    for (std::size_t w = 0; w < width; ++w) {
      const std::size_t count = std::min(kTile, cells.n_nodes - w * kTile);
      const Cell* from = cells.data + static_cast<std::ptrdiff_t>(i) * cells.to_next_row +
                         static_cast<std::ptrdiff_t>(w * kTile) * step;
      const std::uint8_t* bytes = converted.data();
      if (sizeof(Cell) == 1 && step == 1 && count == kTile)
        bytes = reinterpret_cast<const std::uint8_t*>(from);
      else
        as_bytes(from, step, count, converted.data());
      rows[i * width + w] = packed(bytes, other);
    }
  return other == 0;
}

// The same as one function for each type of cell, which is compiled for each instruction set.
#define PACK_ROWS(Cell)                                                                              \
  MULTIVERSION bool pack_rows(const CellsOf<Cell>& cells, std::size_t width, std::uint64_t* rows) { \
    return pack_rows_here(cells, width, rows);                                                       \
  }
PACK_ROWS(std::uint8_t)
PACK_ROWS(std::int16_t)
PACK_ROWS(std::int32_t)
PACK_ROWS(std::int64_t)
PACK_ROWS(float)
PACK_ROWS(double)
#undef PACK_ROWS

#ifdef HAS_AVX2_CLONE
// Packs cells of one byte that are contiguous in each row. One instruction packs 32 of them.
AVX2_CLONE
bool pack_bytes(const CellsOf<std::uint8_t>& cells, std::size_t width, std::uint64_t* rows) {
  using Bytes = char __attribute__((vector_size(32)));
  using Pairs = short __attribute__((vector_size(32)));
  const std::size_t n = cells.n_nodes;
  Bytes seen{};
  const auto bits_of = [&](const std::uint8_t* from) INLINED {
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    seen |= bytes;
    const Pairs moved = reinterpret_cast<Pairs>(bytes) << 7;  // bit 0 of every byte to its bit 7
    return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb256(reinterpret_cast<Bytes>(moved)));
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint8_t* row = cells.data + static_cast<std::ptrdiff_t>(i) * cells.to_next_row;
    std::uint64_t* to = rows + i * width;
    std::size_t w = 0;
    for (; (w + 1) * kTile <= n; ++w)
      to[w] = bits_of(row + w * kTile) | std::uint64_t{bits_of(row + w * kTile + 32)} << 32;
    if (w == width) continue;
    std::uint8_t last[kTile] = {};
    std::memcpy(last, row + w * kTile, n - w * kTile);
    to[w] = bits_of(last) | std::uint64_t{bits_of(last + 32)} << 32;
  }
  std::uint8_t seen_bytes[32];
  std::memcpy(seen_bytes, &seen, sizeof(seen_bytes));
  return std::ranges::all_of(seen_bytes, [](std::uint8_t byte) { return byte <= 1; });
}
#endif

template <class Cell>
bool pack(const CellsOf<Cell>& cells, std::size_t width, std::uint64_t* rows) {
#ifdef HAS_AVX2_CLONE
  static const bool has_avx2 = cpu_has_avx2();
  if constexpr (sizeof(Cell) == 1)
    if (has_avx2 && cells.to_next_column == 1) return pack_bytes(cells, width, rows);
#endif
  return pack_rows(cells, width, rows);
}

// ---- the bits of a graph

// Transposes a tile of 64 × 64 bits (Warren, Hacker's Delight).
ALWAYS_INLINE void transpose(std::uint64_t* tile) {
  std::uint64_t mask = 0x00000000ffffffffULL;
  for (unsigned step = 32; step != 0; step >>= 1, mask ^= mask << step)
    for (unsigned k = 0; k < kTile; k = (k + step + 1) & ~step) {
      const std::uint64_t moved = ((tile[k] >> step) ^ tile[k + step]) & mask;
      tile[k] ^= moved << step;
      tile[k + step] ^= moved;
    }
}

// Transposes the whole matrix tile by tile. `columns` must be zeros.
MULTIVERSION
void transpose_all(const std::uint64_t* rows, std::size_t n, std::size_t width, std::uint64_t* columns) {
  std::uint64_t tile[kTile];
  for (std::size_t down = 0; down < width; ++down)  // the tile begins in row down * kTile and column right * kTile
    for (std::size_t right = 0; right < width; ++right) {
      const std::size_t height = std::min(kTile, n - down * kTile);
      std::uint64_t any = 0;
      for (std::size_t k = 0; k < height; ++k) any |= tile[k] = rows[(down * kTile + k) * width + right];
      if (any == 0) continue;
      std::fill(tile + height, tile + kTile, 0);
      transpose(tile);
      const std::size_t breadth = std::min(kTile, n - right * kTile);
      for (std::size_t k = 0; k < breadth; ++k) columns[(right * kTile + k) * width + down] = tile[k];
    }
}

// Row i crosses the diagonal in its word i / 64. This mask has the bits of that word that are above the diagonal.
constexpr std::uint64_t above(std::size_t i) { return ~std::uint64_t{0} << i % kTile << 1; }

// What occurs in the two cells of the pairs of a graph.
struct Seen {
  std::uint64_t only_above = 0;  // nonzero: a pair has a 1 only above the diagonal
  std::uint64_t only_below = 0;  // nonzero: a pair has a 1 only below the diagonal
  std::uint64_t both = 0;        // nonzero: a pair has a 1 in both cells
  std::size_t n_pairs = 0;       // pairs with a 1
};

MULTIVERSION
Seen look(const std::uint64_t* rows, const std::uint64_t* columns, std::size_t n, std::size_t width) {
  Seen seen;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* row = rows + i * width;
    const std::uint64_t* column = columns + i * width;
    // Looks at 64 pairs of i and later nodes: the cells in row i, and the mirrored ones in column i.
    const auto see = [&](std::uint64_t in_row, std::uint64_t in_column) INLINED {
      seen.only_above |= in_row & ~in_column;
      seen.only_below |= in_column & ~in_row;
      seen.both |= in_row & in_column;
      seen.n_pairs += static_cast<std::size_t>(std::popcount(in_row | in_column));
    };
    const std::size_t diagonal = i / kTile;
    see(row[diagonal] & above(i), column[diagonal] & above(i));
    for (std::size_t w = diagonal + 1; w < width; ++w) see(row[w], column[w]);
  }
  return seen;
}

// Entry 4 * t + e is the number of pairs whose cells are t in the truth and e in the estimate. The cells of a pair are
// 0 if none of them is a 1; 1 if only the one above the diagonal is; 2 if only the one below is; 3 if both are.
using Joint = std::array<std::uint64_t, 16>;

// Sets the entries of pairs that are adjacent in either graph. `bits` are the rows and the columns of the truth, then
// those of the estimate.
ALWAYS_INLINE void count_cells_here(const std::uint64_t* const* bits, std::size_t n, std::size_t width,
                                    Joint& joint) {
  // Counted are the pairs that are adjacent in both graphs, by the cells in each: nine numbers; and the pairs that are
  // adjacent in one graph, by their cells: three numbers for each graph. The differences are the six other entries.
  std::uint64_t found[15] = {};  // in both graphs: 3 * t + e for cells t + 1 and e + 1; in the truth: 9 + t; 12 + e
  for (std::size_t i = 0; i < n; ++i) {
    const auto see = [&](std::size_t k, std::uint64_t mask) INLINED {
      const std::uint64_t truth_row = bits[0][k] & mask, truth_column = bits[1][k] & mask;
      const std::uint64_t estimate_row = bits[2][k] & mask, estimate_column = bits[3][k] & mask;
      const std::uint64_t truth[3] = {truth_row & ~truth_column, truth_column & ~truth_row, truth_row & truth_column};
      const std::uint64_t estimate[3] = {estimate_row & ~estimate_column, estimate_column & ~estimate_row,
                                         estimate_row & estimate_column};
      for (unsigned t = 0; t < 3; ++t) {
        for (unsigned e = 0; e < 3; ++e)
          found[3 * t + e] += static_cast<std::uint64_t>(std::popcount(truth[t] & estimate[e]));
        found[9 + t] += static_cast<std::uint64_t>(std::popcount(truth[t]));
        found[12 + t] += static_cast<std::uint64_t>(std::popcount(estimate[t]));
      }
    };
    const std::size_t diagonal = i * width + i / kTile;
    see(diagonal, above(i));
    for (std::size_t k = diagonal + 1; k < (i + 1) * width; ++k) see(k, ~std::uint64_t{0});
  }
  for (unsigned c = 0; c < 3; ++c) {
    joint[4 * (c + 1)] = found[9 + c];
    joint[c + 1] = found[12 + c];
  }
  for (unsigned t = 0; t < 3; ++t)
    for (unsigned e = 0; e < 3; ++e) {
      const std::uint64_t in_both = found[3 * t + e];
      joint[4 * (t + 1) + e + 1] = in_both;
      joint[4 * (t + 1)] -= in_both;
      joint[e + 1] -= in_both;
    }
}

MULTIVERSION
void count_cells(const std::uint64_t* const* bits, std::size_t n, std::size_t width, Joint& joint) {
  count_cells_here(bits, n, width, joint);
}

#ifdef HAS_VPOPCNT_CLONE
VPOPCNT_CLONE
void count_cells_vpopcnt(const std::uint64_t* const* bits, std::size_t n, std::size_t width, Joint& joint) {
  count_cells_here(bits, n, width, joint);
}

const auto best_count_cells = cpu_has_vpopcnt() ? count_cells_vpopcnt : count_cells;
#else
const auto best_count_cells = count_cells;
#endif

}  // namespace

template <class Cell>
BitMatrix::BitMatrix(CellsOf<Cell> cells, bool forward, State both)
    : n_(cells.n_nodes), width_((n_ + kTile - 1) / kTile), forward_(forward), both_(both) {
  if (cells.to_next_column != 1 && cells.to_next_row == 1) {  // column after column in memory
    std::swap(cells.to_next_row, cells.to_next_column);
    forward_ = !forward;
  }
  rows_.resize(n_ * width_);
  count_steps(n_ * width_);
  has_other_ = !pack(cells, width_, rows_.data());
  if (has_other_) return;
  for (std::size_t i = 0; i < n_; ++i)
    if (rows_[i * width_ + i / kTile] >> (i % kTile) & 1U) has_loop_ = true;
  if (!has_loop_) look_at_pairs();
}

template BitMatrix::BitMatrix(CellsOf<std::uint8_t>, bool, State);
template BitMatrix::BitMatrix(CellsOf<std::int16_t>, bool, State);
template BitMatrix::BitMatrix(CellsOf<std::int32_t>, bool, State);
template BitMatrix::BitMatrix(CellsOf<std::int64_t>, bool, State);
template BitMatrix::BitMatrix(CellsOf<float>, bool, State);
template BitMatrix::BitMatrix(CellsOf<double>, bool, State);

void BitMatrix::look_at_pairs() {
  columns_.resize(n_ * width_);
  transpose_all(rows_.data(), n_, width_, columns_.data());
  const Seen seen = look(rows_.data(), columns_.data(), n_, width_);
  has_only_above_ = seen.only_above != 0;
  has_only_below_ = seen.only_below != 0;
  has_one_way_ = has_only_above_ || has_only_below_;
  has_both_ = seen.both != 0;
  n_pairs_ = seen.n_pairs;
}

std::array<State, 4> BitMatrix::states_by_cells() const {
  if (forward_) return {0, kForward, kBackward, both_};
  return {0, kBackward, kForward, both_};
}

std::uint16_t BitMatrix::states() const {
  const bool occurs[4] = {false, has_only_above_, has_only_below_, has_both_};
  const std::array<State, 4> states = states_by_cells();
  unsigned present = 0;
  for (unsigned cells = 1; cells < 4; ++cells) present |= occurs[cells] ? 1U << states[cells] : 0U;
  return static_cast<std::uint16_t>(present);
}

std::vector<Word> BitMatrix::words() const {
  std::vector<Word> words(n_pairs_);
  count_steps(n_pairs_ + n_ * width_);
  Word* next = words.data();
  const std::array<State, 4> states = states_by_cells();
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t w = i / kTile; w < width_; ++w) {
      const std::uint64_t mask = w == i / kTile ? above(i) : ~std::uint64_t{0};
      const std::uint64_t in_row = rows_[i * width_ + w] & mask, in_column = columns_[i * width_ + w] & mask;
      const Word of_bit_0 = make_word(static_cast<Node>(i), static_cast<Node>(w * kTile), 0);
      for (std::uint64_t left = in_row | in_column; left != 0; left &= left - 1) {
        const auto k = static_cast<unsigned>(std::countr_zero(left));
        const Word of_bit_k = of_bit_0 + (Word{k} << 4);
        *next++ = of_bit_k | states[(in_row >> k & 1U) | (in_column >> k & 1U) << 1];
      }
    }
  return words;
}

// Depth-first search over rows of bits. Each row is read twice: for children on the current path, and for
// children that are not visited yet.
bool rows_are_acyclic(std::span<const std::uint64_t> rows, std::size_t n) {
  const std::size_t width = (n + kTile - 1) / kTile;
  count_steps(2 * n * width + 1);
  std::vector<std::uint64_t> fresh(width, 0), open(width, 0);  // not visited yet; on the current path
  for (std::size_t v = 0; v < n; ++v) fresh[v / kTile] |= std::uint64_t{1} << v % kTile;
  struct Step {
    std::size_t node, word;  // a node on the path, and the word of its row in which to look for the next child
  };
  std::vector<Step> path;
  // Appends v to the path. Returns whether no child of v is on the path, so that v closes no cycle.
  const auto enter = [&](std::size_t v) {
    const std::uint64_t* row = rows.data() + v * width;
    std::uint64_t open_children = 0;
    for (std::size_t w = 0; w < width; ++w) open_children |= row[w] & open[w];
    fresh[v / kTile] &= ~(std::uint64_t{1} << v % kTile);
    open[v / kTile] |= std::uint64_t{1} << v % kTile;
    path.push_back({v, 0});
    return open_children == 0;
  };
  for (std::size_t root = 0; root < n; ++root) {
    if (!(fresh[root / kTile] >> root % kTile & 1U)) continue;
    if (!enter(root)) return false;
    while (!path.empty()) {
      auto& [v, w] = path.back();
      const std::uint64_t* row = rows.data() + v * width;
      while (w < width && (row[w] & fresh[w]) == 0) ++w;
      if (w == width) {
        open[v / kTile] &= ~(std::uint64_t{1} << v % kTile);
        path.pop_back();
      } else if (!enter(w * kTile + static_cast<std::size_t>(std::countr_zero(row[w] & fresh[w])))) {
        return false;
      }
    }
  }
  return true;
}

bool BitMatrix::is_acyclic() const { return rows_are_acyclic(rows_, n_); }

PairTable pair_table(const BitMatrix& truth, const BitMatrix& estimate) {
  const std::uint64_t* bits[4] = {truth.rows_.data(), truth.columns_.data(), estimate.rows_.data(),
                                  estimate.columns_.data()};
  const std::size_t n = truth.n_;
  count_steps(n * truth.width_ + 1);
  Joint joint{};
  best_count_cells(bits, n, truth.width_, joint);
  const std::array<State, 4> truth_states = truth.states_by_cells(), estimate_states = estimate.states_by_cells();
  PairTable table{};
  std::int64_t adjacent = 0;
  for (unsigned k = 1; k < 16; ++k) {
    const auto count = static_cast<std::int64_t>(joint[k]);
    table[truth_states[k / 4] * kStates + estimate_states[k % 4]] += count;
    adjacent += count;
  }
  table[0] = static_cast<std::int64_t>(n * (n - (n > 0)) / 2) - adjacent;
  return table;
}

}  // namespace edgemark
