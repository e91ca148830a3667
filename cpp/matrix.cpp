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
    if constexpr (std::endian::native == std::endian::little) {
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
    const bool some = cell != Cell{0}, other = cell != Cell{1};
    return static_cast<std::uint8_t>(some + (some & other));
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
  alignas(64) std::array<std::uint8_t, kTile> bytes{};
  const std::ptrdiff_t step = cells.to_next_column;
  for (std::size_t i = 0; i < cells.n_nodes; ++i)
    for (std::size_t w = 0; w < width; ++w) {
      const std::size_t count = std::min(kTile, cells.n_nodes - w * kTile);
      const Cell* from = cells.data + static_cast<std::ptrdiff_t>(i) * cells.to_next_row +
                         static_cast<std::ptrdiff_t>(w * kTile) * step;
      const std::uint8_t* next = bytes.data();
      if (sizeof(Cell) == 1 && step == 1 && count == kTile)
        next = reinterpret_cast<const std::uint8_t*>(from);
      else
        as_bytes(from, step, count, bytes.data());
      rows[i * width + w] = packed(next, other);
    }
  return other == 0;
}

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
  Bytes other{};
  const auto bits_of = [&](const std::uint8_t* from) INLINED {
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    other |= bytes;
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
  std::uint8_t all[32];
  std::memcpy(all, &other, sizeof(all));
  return std::ranges::all_of(all, [](std::uint8_t byte) { return byte <= 1; });
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

MULTIVERSION
void transpose_all(const std::uint64_t* rows, std::size_t n, std::size_t width, std::uint64_t* columns) {
  std::uint64_t tile[kTile];
  for (std::size_t w = 0; w < width; ++w)
    for (std::size_t v = 0; v < width; ++v) {
      const std::size_t height = std::min(kTile, n - w * kTile);
      std::uint64_t any = 0;
      for (std::size_t k = 0; k < height; ++k) any |= tile[k] = rows[(w * kTile + k) * width + v];
      if (any == 0) continue;
      std::fill(tile + height, tile + kTile, 0);
      transpose(tile);
      const std::size_t breadth = std::min(kTile, n - v * kTile);
      for (std::size_t k = 0; k < breadth; ++k) columns[(v * kTile + k) * width + w] = tile[k];
    }
}

// A mask of the bits of word i / 64 of row i that are right of the diagonal.
constexpr std::uint64_t above(std::size_t i) { return ~std::uint64_t{0} << i % kTile << 1; }

// What the pairs of a graph have in their two cells.
struct Seen {
  std::uint64_t row = 0;     // nonzero: a pair has a 1 only above the diagonal
  std::uint64_t column = 0;  // nonzero: a pair has a 1 only below the diagonal
  std::uint64_t both = 0;    // nonzero: a pair has a 1 in both cells
  std::size_t n_pairs = 0;   // pairs with a 1
};

MULTIVERSION
Seen look(const std::uint64_t* rows, const std::uint64_t* columns, std::size_t n, std::size_t width) {
  Seen seen;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* r = rows + i * width;
    const std::uint64_t* c = columns + i * width;
    const auto see = [&](std::uint64_t row, std::uint64_t column) INLINED {
      seen.row |= row & ~column;
      seen.column |= column & ~row;
      seen.both |= row & column;
      seen.n_pairs += static_cast<std::size_t>(std::popcount(row | column));
    };
    const std::size_t w = i / kTile;
    see(r[w] & above(i), c[w] & above(i));
    for (std::size_t v = w + 1; v < width; ++v) see(r[v], c[v]);
  }
  return seen;
}

// Numbers of pairs by their cells: [4 * cells in the truth + cells in the estimate]. The cells of a pair
// are 0 if none has a 1; 1 if only the one above the diagonal has; 2 if only the one below has; 3 if both.
using Joint = std::array<std::uint64_t, 16>;

// Counts the pairs that are adjacent in either graph. `bits` are the rows and the columns of the truth,
// then those of the estimate.
ALWAYS_INLINE void count_cells_here(const std::uint64_t* const* bits, std::size_t n, std::size_t width,
                                    Joint& joint) {
  // The nine counts of pairs that are adjacent in both graphs, and the three totals of each graph,
  // determine the other six counts.
  std::uint64_t found[15] = {};  // nine counts, totals of the truth, totals of the estimate
  for (std::size_t i = 0; i < n; ++i) {
    const auto see = [&](std::size_t k, std::uint64_t mask) INLINED {
      const std::uint64_t r = bits[0][k] & mask, c = bits[1][k] & mask;
      const std::uint64_t s = bits[2][k] & mask, d = bits[3][k] & mask;
      const std::uint64_t truth[3] = {r & ~c, c & ~r, r & c};
      const std::uint64_t estimate[3] = {s & ~d, d & ~s, s & d};
      for (unsigned a = 0; a < 3; ++a) {
        for (unsigned b = 0; b < 3; ++b)
          found[3 * a + b] += static_cast<std::uint64_t>(std::popcount(truth[a] & estimate[b]));
        found[9 + a] += static_cast<std::uint64_t>(std::popcount(truth[a]));
        found[12 + a] += static_cast<std::uint64_t>(std::popcount(estimate[a]));
      }
    };
    see(i * width + i / kTile, above(i));
    for (std::size_t k = i * width + i / kTile + 1; k < (i + 1) * width; ++k) see(k, ~std::uint64_t{0});
  }
  for (unsigned a = 0; a < 3; ++a) {
    joint[4 * (a + 1)] = found[9 + a];
    joint[a + 1] = found[12 + a];
  }
  for (unsigned a = 0; a < 3; ++a)
    for (unsigned b = 0; b < 3; ++b) {
      joint[4 * (a + 1) + b + 1] = found[3 * a + b];
      joint[4 * (a + 1)] -= found[3 * a + b];
      joint[b + 1] -= found[3 * a + b];
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
  has_only_above_ = seen.row != 0;
  has_only_below_ = seen.column != 0;
  has_one_way_ = has_only_above_ || has_only_below_;
  has_both_ = seen.both != 0;
  n_pairs_ = seen.n_pairs;
}

std::uint16_t BitMatrix::states() const {
  const State row = forward_ ? kForward : kBackward, column = forward_ ? kBackward : kForward;
  return static_cast<std::uint16_t>((has_only_above_ ? 1U << row : 0U) | (has_only_below_ ? 1U << column : 0U) |
                                    (has_both_ ? 1U << both_ : 0U));
}

std::vector<Word> BitMatrix::words() const {
  std::vector<Word> words(n_pairs_);
  count_steps(n_pairs_ + n_ * width_);
  Word* next = words.data();
  const State of_cells[4] = {0, forward_ ? kForward : kBackward, forward_ ? kBackward : kForward, both_};
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t w = i / kTile; w < width_; ++w) {
      const std::uint64_t mask = w == i / kTile ? above(i) : ~std::uint64_t{0};
      const std::uint64_t r = rows_[i * width_ + w] & mask, c = columns_[i * width_ + w] & mask;
      const Word start = make_word(static_cast<Node>(i), static_cast<Node>(w * kTile), 0);
      for (std::uint64_t left = r | c; left != 0; left &= left - 1) {
        const auto k = static_cast<unsigned>(std::countr_zero(left));
        *next++ = (start + (Word{k} << 4)) | of_cells[(r >> k & 1U) | (c >> k & 1U) << 1];
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
    std::size_t node, word;
  };
  std::vector<Step> path;
  const auto enter = [&](std::size_t v) {  // returns whether v closes no cycle
    const std::uint64_t* row = rows.data() + v * width;
    std::uint64_t met = 0;
    for (std::size_t w = 0; w < width; ++w) met |= row[w] & open[w];
    fresh[v / kTile] &= ~(std::uint64_t{1} << v % kTile);
    open[v / kTile] |= std::uint64_t{1} << v % kTile;
    path.push_back({v, 0});
    return met == 0;
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
  const auto above_bits = [](const BitMatrix& graph) { return graph.rows_.data(); };
  const auto below_bits = [](const BitMatrix& graph) { return graph.columns_.data(); };
  const std::uint64_t* bits[4] = {above_bits(truth), below_bits(truth), above_bits(estimate),
                                  below_bits(estimate)};
  const std::size_t n = truth.n_;
  count_steps(n * truth.width_ + 1);
  Joint joint{};
  best_count_cells(bits, n, truth.width_, joint);
  const auto state_of = [](const BitMatrix& graph, unsigned cells) {
    const State states[4] = {0, graph.forward_ ? kForward : kBackward,
                             graph.forward_ ? kBackward : kForward, graph.both_};
    return states[cells];
  };
  PairTable table{};
  std::int64_t adjacent = 0;
  for (unsigned k = 1; k < 16; ++k) {
    table[state_of(truth, k / 4) * kStates + state_of(estimate, k % 4)] +=
        static_cast<std::int64_t>(joint[k]);
    adjacent += static_cast<std::int64_t>(joint[k]);
  }
  table[0] = static_cast<std::int64_t>(n * (n - (n > 0)) / 2) - adjacent;
  return table;
}

}  // namespace edgemark
