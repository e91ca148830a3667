// Edges and names from Python's own lists, tuples and dictionaries. Edges become words: one 64-bit number for
// each adjacent pair of nodes (pairs.hpp).
//
// The functions here read plain objects: tuples, dictionaries, str and int of exactly these types. For all
// others they return None (`are_plain_names` returns false), and Python code then reads them slowly or
// refuses them with an explanation. Only the nodes of a networkx graph can be of any type. Looking up such a
// node may run code of its class, and that code may change the objects that are being read. Therefore, all
// objects that are needed after a look-up are held by a reference.
#include "object_edges.hpp"

#include <nanobind/ndarray.h>

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "edge_words.hpp"
#include "pace.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace edgemark;

namespace {

constexpr Node kUnknown = ~Node{0};

nb::object give_words(std::vector<Word>&& words) {
  using ReadOnlyWords = nb::ndarray<nb::numpy, const Word, nb::ndim<1>>;
  auto* owned = new std::vector<Word>(std::move(words));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Word>*>(p); });
  return nb::cast(ReadOnlyWords(owned->data(), {owned->size()}, owner));
}

// A hash table from objects to their positions in a list. It finds an object by its address, and runs none of
// its code.
class PositionsByAddress {
 public:
  explicit PositionsByAddress(std::size_t expected) : slots_(std::bit_ceil(expected + expected / 2 + 8)) {}

  Node find(PyObject* object) const { return slots_[slot_of(object)].position; }

  void add(PyObject* object, Node position) {
    // At most three quarters of the slots are in use, so that searches end soon.
    if (2 * (size_ + 1) > 2 * slots_.size() - slots_.size() / 2) grow();
    Slot& slot = slots_[slot_of(object)];
    size_ += slot.object == nullptr;
    slot = {object, position};
  }

 private:
  struct Slot {
    PyObject* object = nullptr;
    Node position = kUnknown;
  };

  // The slot of the object, or the free slot in which it can be stored.
  std::size_t slot_of(PyObject* object) const {
    const std::size_t mask = slots_.size() - 1;
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(object));
    // Objects are aligned, so the last bits of addresses are equal. The odd factor mixes the other bits.
    std::size_t slot = (address >> 4) * 0x9E3779B97F4A7C15U >> 32 & mask;
    while (slots_[slot].object != nullptr && slots_[slot].object != object) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.object != nullptr) slots_[slot_of(slot.object)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

// The positions of labels in the list of nodes, which this object keeps alive. Most labels of edges are the
// same objects as in that list; the others are compared by value.
class Positions {
 public:
  // `labels` is a list or a tuple. No two of the labels may be equal.
  explicit Positions(nb::handle labels) : labels_(nb::borrow(labels)), by_address_(nb::len(labels)) {
    PyObject** items = PySequence_Fast_ITEMS(labels.ptr());
    for (std::size_t k = 0; k < nb::len(labels); ++k) by_address_.add(items[k], static_cast<Node>(k));
  }

  Node find_by_address(PyObject* label) const { return by_address_.find(label); }

  Node find(PyObject* label) {
    const Node position = by_address_.find(label);
    return position != kUnknown ? position : find_by_value(label);
  }

 private:
  Node find_by_value(PyObject* label) {
    const nb::object held = nb::borrow(label);
    if (!by_value_.is_valid()) {
      by_value_ = nb::dict();
      for (std::size_t k = 0; k < nb::len(labels_); ++k)
        by_value_[nb::handle(PySequence_Fast_GET_ITEM(labels_.ptr(), static_cast<Py_ssize_t>(k)))] = k;
    }
    PyObject* position = PyDict_GetItemWithError(by_value_.ptr(), held.ptr());
    if (position == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    return position == nullptr ? kUnknown : static_cast<Node>(PyLong_AsUnsignedLong(position));
  }

  nb::object labels_;
  PositionsByAddress by_address_;
  nb::dict by_value_ = nb::steal<nb::dict>(nb::handle());  // null until a label is looked up by value
};

bool is_triple(PyObject* edge) { return PyTuple_CheckExact(edge) && PyTuple_GET_SIZE(edge) == 3; }

// The states of edges (pairs.hpp) by their glyphs, such as "-->". Glyph objects that it has met are found by
// their address.
class Glyphs {
 public:
  explicit Glyphs(nb::dict states) : states_(std::move(states)) {}

  // Returns 0 if the object is not a glyph.
  State state(PyObject* glyph) {
    for (std::size_t k = 0; k < n_known_; ++k)
      if (known_[k].first.ptr() == glyph) return known_[k].second;
    if (!PyUnicode_CheckExact(glyph)) return 0;
    PyObject* found = PyDict_GetItemWithError(states_.ptr(), glyph);
    if (found == nullptr) return 0;
    const auto state = static_cast<State>(PyLong_AsLong(found));
    if (n_known_ < known_.size()) known_[n_known_++] = {nb::borrow(glyph), state};
    return state;
  }

 private:
  nb::dict states_;
  std::array<std::pair<nb::object, State>, 9> known_;  // there are nine glyphs
  std::size_t n_known_ = 0;
};

// Returns the label itself if it is an int from 0 to n_nodes - 1, else kUnknown.
Node position(PyObject* label, std::size_t n_nodes) {
  if (!PyLong_CheckExact(label)) return kUnknown;
  int overflow = 0;
  const long long k = PyLong_AsLongLongAndOverflow(label, &overflow);
  return overflow == 0 && k >= 0 && static_cast<unsigned long long>(k) < n_nodes ? static_cast<Node>(k) : kUnknown;
}

// Returns the words of a list of triples (node, glyph, node); None if an item is anything else, if a node is
// unknown, or if an edge joins a node with itself or the same pair as another one. `find_fast` returns the
// position of a node and runs no Python code. If it finds nothing, `find` is called, which may run some.
template <class FindFast, class Find>
nb::object words_of_triples(const nb::list& edges, std::size_t n_nodes, const nb::dict& states,
                            FindFast find_fast, Find find) {
  Glyphs glyphs(states);
  std::vector<Word> words;
  words.reserve(nb::len(edges));
  for (Py_ssize_t k = 0; k < PyList_GET_SIZE(edges.ptr()); ++k) {
    PyObject* edge = PyList_GET_ITEM(edges.ptr(), k);
    if (!is_triple(edge)) return nb::none();
    const State state = glyphs.state(PyTuple_GET_ITEM(edge, 1));
    Node a = find_fast(PyTuple_GET_ITEM(edge, 0)), b = find_fast(PyTuple_GET_ITEM(edge, 2));
    if (a == kUnknown || b == kUnknown) {
      const nb::object held = nb::borrow(edge);
      a = find(PyTuple_GET_ITEM(edge, 0));
      b = find(PyTuple_GET_ITEM(edge, 2));
    }
    if (state == 0 || a == kUnknown || b == kUnknown || a == b) return nb::none();
    words.push_back(word_of(a, b, state));
  }
  sort_words(words, n_nodes);
  return share_a_pair(words) ? nb::none() : give_words(std::move(words));
}

// Nodes are names, or positions if `names` is None.
nb::object words_of_listed(const nb::list& edges, nb::handle names, std::size_t n_nodes, const nb::dict& states) {
  if (names.is_none()) {
    const auto find = [&](PyObject* label) { return position(label, n_nodes); };
    return words_of_triples(edges, n_nodes, states, find, find);
  }
  Positions positions(names);
  return words_of_triples(
      edges, n_nodes, states, [&](PyObject* label) { return positions.find_by_address(label); },
      [&](PyObject* label) { return PyUnicode_CheckExact(label) ? positions.find(label) : kUnknown; });
}

// Returns the nodes of triples (node, glyph, node), each once, in order of appearance; None if a node is not a
// str, or an item is not a triple.
nb::object appearing(const nb::list& edges) {
  count_steps(nb::len(edges) + 1);
  PositionsByAddress met(256);  // used as a set of objects; the positions in it have no meaning
  nb::dict by_value;
  nb::list names;
  for (Py_ssize_t k = 0; k < PyList_GET_SIZE(edges.ptr()); ++k) {
    const nb::object edge = nb::borrow(PyList_GET_ITEM(edges.ptr(), k));
    if (!is_triple(edge.ptr())) return nb::none();
    for (const Py_ssize_t end : {0, 2}) {
      PyObject* label = PyTuple_GET_ITEM(edge.ptr(), end);
      if (met.find(label) != kUnknown) continue;
      if (!PyUnicode_CheckExact(label)) return nb::none();
      if (PyDict_SetDefault(by_value.ptr(), label, label) != label) continue;  // An equal label came before.
      met.add(label, 0);
      names.append(nb::handle(label));
    }
  }
  return std::move(names);
}

// Returns the words of a networkx graph, which is given as pairs of a node and a dictionary from its
// neighbours to the attributes of the edges. Returns None if an edge has attributes or joins a node with
// itself, if two edges join the same pair, if a neighbour is not one of the nodes, or if an item is not plain.
nb::object words_of_neighbours(const nb::list& nodes, const nb::list& adjacency, bool directed) {
  Positions positions(nodes);
  std::vector<Word> words;
  for (Py_ssize_t k = 0; k < PyList_GET_SIZE(adjacency.ptr()); ++k) {
    const nb::object pair = nb::borrow(PyList_GET_ITEM(adjacency.ptr(), k));
    if (!PyTuple_CheckExact(pair.ptr()) || PyTuple_GET_SIZE(pair.ptr()) != 2) return nb::none();
    PyObject* neighbours = PyTuple_GET_ITEM(pair.ptr(), 1);
    const Node a = positions.find(PyTuple_GET_ITEM(pair.ptr(), 0));
    if (a == kUnknown || !PyDict_CheckExact(neighbours)) return nb::none();
    Py_ssize_t cursor = 0;
    PyObject *label = nullptr, *attributes = nullptr;
    while (PyDict_Next(neighbours, &cursor, &label, &attributes) != 0) {
      if (!PyDict_CheckExact(attributes) || PyDict_GET_SIZE(attributes) != 0) return nb::none();
      const Node b = positions.find(label);
      if (b == kUnknown || a == b) return nb::none();
      // An undirected edge is listed at both of its nodes.
      if (directed || a < b) words.push_back(word_of(a, b, directed ? kForward : kUndirected));
    }
  }
  sort_words(words, nb::len(nodes));
  return share_a_pair(words) ? nb::none() : give_words(std::move(words));
}

bool has_surrogates(PyObject* text) {
  if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) return false;
  for (Py_ssize_t k = 0; k < PyUnicode_GET_LENGTH(text); ++k) {
    const Py_UCS4 c = PyUnicode_READ_CHAR(text, k);
    if (c >= 0xD800 && c <= 0xDFFF) return true;
  }
  return false;
}

// Whether all names are non-empty str of valid Unicode, and no two are equal.
bool are_plain_names(const nb::tuple& names) {
  struct Slot {
    Py_hash_t hash;
    PyObject* name = nullptr;
  };
  const std::size_t size = nb::len(names);
  count_steps(size + 1);
  std::vector<Slot> slots(std::bit_ceil(size + size / 2 + 1));
  const std::size_t mask = slots.size() - 1;
  for (std::size_t k = 0; k < size; ++k) {
    PyObject* name = PyTuple_GET_ITEM(names.ptr(), static_cast<Py_ssize_t>(k));
    if (!PyUnicode_CheckExact(name) || PyUnicode_GET_LENGTH(name) == 0 || has_surrogates(name)) return false;
    const Py_hash_t hash = PyObject_Hash(name);
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    for (; slots[slot].name != nullptr; slot = (slot + 1) & mask)
      if (slots[slot].hash == hash && PyUnicode_Compare(slots[slot].name, name) == 0) return false;
    slots[slot] = {hash, name};
  }
  return true;
}

}  // namespace

void bind_object_edges(nb::module_& m) {
  m.def("words_of_listed", words_of_listed, "edges"_a, "names"_a.none(), "n_nodes"_a, "states"_a,
        nb::sig("def words_of_listed(edges: list[object], names: tuple[str, ...] | None, n_nodes: int, states: dict[str, int]) -> NDArray[numpy.uint64] | None"),
        "Words of a list of triples (node, glyph, node). A node is one of the names, or a position if names is None. "
        "None if an item is anything else, an edge joins a node with itself, or two edges join the same pair.");
  m.def("appearing", appearing, "edges"_a, nb::sig("def appearing(edges: list[object]) -> list[str] | None"),
        "Nodes of triples, each once, in order of appearance. None if an item is not a tuple of three, or one of "
        "its ends is not a str.");
  m.def("words_of_neighbours", words_of_neighbours, "nodes"_a, "adjacency"_a, "directed"_a,
        nb::sig("def words_of_neighbours(nodes: list[object], adjacency: list[object], directed: bool) -> NDArray[numpy.uint64] | None"),
        "Words of nodes with dictionaries of their neighbours. None if an edge has attributes, joins a node with "
        "itself or joins the same pair as another one, or if an item is not a pair with a dict.");
  m.def("are_plain_names", are_plain_names, "names"_a,
        nb::sig("def are_plain_names(names: tuple[object, ...]) -> bool"),
        "Whether all names are str, none is empty, all are valid Unicode text and no two are equal.");
}
