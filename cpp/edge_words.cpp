#include "edge_words.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "pace.hpp"

namespace edgemark {

namespace {
// A counting sort visits every node, so it is used only for at least kFew words and at least n_nodes / 4
// words. Its counts have the type Node, so it is used only for less than kMany words.
constexpr std::size_t kFew = 64;
constexpr std::size_t kMany = std::numeric_limits<Node>::max();
}  // namespace

void sort_words(std::vector<Word>& words, std::size_t n_nodes) {
  count_steps(words.size() + 1);
  if (std::is_sorted(words.begin(), words.end())) return;
  if (words.size() < n_nodes / 4 || words.size() < kFew || words.size() >= kMany) {
    std::sort(words.begin(), words.end());
    return;
  }
  // Two passes of a counting sort: by the second node, then by the first node. The second pass keeps the order of words
  // with the same first node. The vectors count the words of each node, and then hold the place of its next word.
  std::vector<Node> firsts(n_nodes), seconds(n_nodes);
  for (const Word word : words) {
    ++firsts[first(word)];
    ++seconds[second(word)];
  }
  Node first_sum = 0, second_sum = 0;
  for (std::size_t v = 0; v < n_nodes; ++v) {
    first_sum += std::exchange(firsts[v], first_sum);
    second_sum += std::exchange(seconds[v], second_sum);
  }
  const auto moved = std::make_unique_for_overwrite<Word[]>(words.size());
  for (const Word word : words) moved[seconds[second(word)]++] = word;
  for (std::size_t k = 0; k < words.size(); ++k) words[firsts[first(moved[k])]++] = moved[k];
}

// The last four bits of a word are the state; the bits before them are the pair.
bool share_a_pair(Words sorted) {
  for (std::size_t k = 1; k < sorted.size(); ++k)
    if (sorted[k] >> 4 == sorted[k - 1] >> 4) return true;
  return false;
}

std::optional<Ones> words_of_ones(std::span<const std::int64_t> rows, std::span<const std::int64_t> columns,
                                  std::size_t n_nodes, bool forward, State both) {
  const State one_way = forward ? kForward : kBackward;
  Ones ones;
  ones.words.reserve(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto i = static_cast<std::uint64_t>(rows[k]), j = static_cast<std::uint64_t>(columns[k]);
    if (i >= n_nodes || j >= n_nodes || i == j) return std::nullopt;
    ones.words.push_back(word_of(static_cast<Node>(i), static_cast<Node>(j), one_way));
  }
  sort_words(ones.words, n_nodes);
  std::size_t kept = 0;
  for (const Word word : ones.words) {
    const bool is_new_pair = kept == 0 || ones.words[kept - 1] >> 4 != word >> 4;
    if (is_new_pair) {
      ones.words[kept++] = word;
      continue;
    }
    const State before = state(ones.words[kept - 1]);
    const bool had_both = before != kForward && before != kBackward;
    if (had_both || before == state(word)) return std::nullopt;  // The cell was given before.
    ones.words[kept - 1] = word >> 4 << 4 | both;
    ones.has_both = true;
  }
  ones.words.resize(kept);
  for (const Word word : ones.words) ones.has_one_way |= state(word) == kForward || state(word) == kBackward;
  return ones;
}

}  // namespace edgemark
