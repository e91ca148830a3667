#include "matrix.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "multiversion.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

constexpr std::size_t kTile = 64;
using Bits = std::vector<std::uint64_t>;

// Bits of up to 64 bytes that are 0 or 1; `other` collects what is neither.
ALWAYS_INLINE std::uint64_t packed(const std::uint8_t* bytes, std::size_t count, std::uint64_t& other) {
  std::uint64_t bits = 0;
  std::size_t k = 0;
  for (; k + 8 <= count; k += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes + k, 8);
    other |= eight & 0xfefefefefefefefeULL;
    if constexpr (std::endian::native == std::endian::little) {
      bits |= ((eight & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56) << k;
    } else {
      for (std::size_t b = 0; b < 8; ++b) bits |= std::uint64_t{bytes[k + b] & 1U} << (k + b);
    }
  }
  for (; k < count; ++k) {
    other |= bytes[k] & 0xfeU;
    bits |= std::uint64_t{bytes[k] & 1U} << k;
  }
  return bits;
}

// Row i of the matrix as bits; returns whether every cell is 0 or 1.
template <class Cell>
ALWAYS_INLINE bool pack_rows_here(const Cell* cells, std::size_t n, std::size_t width, std::uint64_t* rows) {
  std::uint64_t other = 0;
  [[maybe_unused]] std::array<std::uint8_t, kTile> bytes{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t w = 0; w < width; ++w) {
      const std::size_t count = std::min(kTile, n - w * kTile);
      const Cell* from = cells + i * n + w * kTile;
      if constexpr (sizeof(Cell) == 1) {
        rows[i * width + w] = packed(reinterpret_cast<const std::uint8_t*>(from), count, other);
      } else {
        // Cells that are neither 0 nor 1 become 2; so does nan.
        for (std::size_t k = 0; k < count; ++k)
          bytes[k] = static_cast<std::uint8_t>(from[k] == Cell{1} ? 1 : from[k] == Cell{0} ? 0 : 2);
        rows[i * width + w] = packed(bytes.data(), count, other);
      }
    }
  return other == 0;
}

#define PACK_ROWS(Cell)                                                                         \
  MULTIVERSION bool pack_rows(const Cell* cells, std::size_t n, std::size_t width, std::uint64_t* rows) { \
    return pack_rows_here(cells, n, width, rows);                                               \
  }
PACK_ROWS(std::uint8_t)
PACK_ROWS(std::int16_t)
PACK_ROWS(std::int32_t)
PACK_ROWS(std::int64_t)
PACK_ROWS(float)
PACK_ROWS(double)
#undef PACK_ROWS

// The bits of 64 rows turned into those of 64 columns (Warren, Hacker's Delight).
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
      const std::size_t broad = std::min(kTile, n - v * kTile);
      for (std::size_t k = 0; k < broad; ++k) columns[(v * kTile + k) * width + w] = tile[k];
    }
}

MULTIVERSION
std::size_t count_pairs(const std::uint64_t* rows, const std::uint64_t* columns, std::size_t size) {
  std::size_t found = 0;
  for (std::size_t k = 0; k < size; ++k)
    found += static_cast<std::size_t>(std::popcount(rows[k] | columns[k]));
  return found / 2;
}

}  // namespace

template <class Cell>
MatrixWords words_of_matrix(const Cell* cells, std::size_t n, bool forward, State both) {
  MatrixWords result;
  const std::size_t width = (n + kTile - 1) / kTile;
  Bits rows(n * width), columns(n * width, 0);
  count_steps(n * width);
  result.has_other = !pack_rows(cells, n, width, rows.data());
  if (result.has_other) return result;
  for (std::size_t i = 0; i < n; ++i)
    if (rows[i * width + i / kTile] >> (i % kTile) & 1U) result.has_loop = true;
  if (result.has_loop) return result;
  transpose_all(rows.data(), n, width, columns.data());
  result.words.resize(count_pairs(rows.data(), columns.data(), n * width));
  Word* next = result.words.data();
  const State alone[2] = {forward ? kBackward : kForward, forward ? kForward : kBackward};
  std::uint64_t one_way = 0, in_both = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t w = i / kTile; w < width; ++w) {
      std::uint64_t above = ~std::uint64_t{0};
      if (w == i / kTile) above = i % kTile == kTile - 1 ? 0 : above << (i % kTile + 1);
      const std::uint64_t r = rows[i * width + w] & above, c = columns[i * width + w] & above;
      one_way |= r ^ c;
      in_both |= r & c;
      for (std::uint64_t left = r | c; left != 0; left &= left - 1) {
        const auto k = static_cast<unsigned>(std::countr_zero(left));
        const bool row = r >> k & 1U, column = c >> k & 1U;
        const State state = row && column ? both : alone[row];
        *next++ = make_word(static_cast<Node>(i), static_cast<Node>(w * kTile + k), state);
      }
    }
  result.has_one_way = one_way != 0;
  result.has_both = in_both != 0;
  return result;
}

template MatrixWords words_of_matrix(const std::uint8_t*, std::size_t, bool, State);
template MatrixWords words_of_matrix(const std::int16_t*, std::size_t, bool, State);
template MatrixWords words_of_matrix(const std::int32_t*, std::size_t, bool, State);
template MatrixWords words_of_matrix(const std::int64_t*, std::size_t, bool, State);
template MatrixWords words_of_matrix(const float*, std::size_t, bool, State);
template MatrixWords words_of_matrix(const double*, std::size_t, bool, State);

}  // namespace edgemark
