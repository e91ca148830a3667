// The Python interface of the core. Arguments such as `graph` or `truth` are the sorted words of a graph
// (pairs.hpp), whose nodes are below n_nodes. `words` and `starts` are a stack of graphs (stack.hpp).
//
// One file, because it is the list of everything that Python can call, in one place.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "adjacency.hpp"
#include "adjustment.hpp"
#include "ancestors.hpp"
#include "bounds.hpp"
#include "canonical.hpp"
#include "clique_picking.hpp"
#include "colliders.hpp"
#include "edge_words.hpp"
#include "equivalence.hpp"
#include "lag_summary.hpp"
#include "lags.hpp"
#include "latent.hpp"
#include "matrix.hpp"
#include "mixed.hpp"
#include "object_edges.hpp"
#include "pags.hpp"
#include "pairs.hpp"
#include "planes.hpp"
#include "ranking.hpp"
#include "samples.hpp"
#include "series.hpp"
#include "separations.hpp"
#include "sid_bounds.hpp"
#include "meek.hpp"
#include "pace.hpp"
#include "repair.hpp"
#include "stack.hpp"
#include "visible.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace edgemark;

namespace {

// Arrays that Python passes to the core.
template <class Number, std::size_t kDimensions>
using Given = nb::ndarray<const Number, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;
using Input = Given<std::uint64_t, 1>;  // words of a graph, or other numbers
using Integers = Given<std::int64_t, 1>;
using Numbers = Given<double, 1>;
using States = Given<std::uint8_t, 1>;  // states of pairs, or other small numbers
using Nodes = Given<Node, 1>;
using Ends = Given<Node, 2>;
using Cells = Given<std::uint8_t, 3>;
using Matrix = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;  // numbers of any type
using RandomWords = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;  // overwritten by `simulate`

// Arrays that the core returns to Python.
template <class Number, std::size_t kDimensions>
using Returned = nb::ndarray<nb::numpy, Number, nb::ndim<kDimensions>>;
using Output = Returned<std::uint64_t, 1>;  // words of a graph, or other numbers
using OutputTable = Returned<std::uint64_t, 2>;
using ReadOnlyWords = Returned<const std::uint64_t, 1>;
using Counts = Returned<std::int64_t, 1>;
using Table = Returned<std::int64_t, 2>;
using Tables = Returned<std::int64_t, 3>;
using NumberList = Returned<double, 1>;
using NumberTable = Returned<double, 2>;
using NumberTables = Returned<double, 3>;
using NodeList = Returned<Node, 1>;
using NodeTable = Returned<Node, 2>;
using Flags = Returned<bool, 1>;
using Masks = Returned<std::uint16_t, 1>;
using Bytes = Returned<std::uint8_t, 1>;
using ByteTable = Returned<std::uint8_t, 2>;

Words words(const Input& array) { return {array.data(), array.shape(0)}; }

template <class Cell>
BitMatrix* read_cells(const Matrix& cells, bool forward, State both) {
  const CellsOf<Cell> of{static_cast<const Cell*>(cells.data()), cells.shape(0), cells.stride(0), cells.stride(1)};
  const nb::gil_scoped_release release;
  return new BitMatrix(of, forward, both);
}

// Reads a square matrix of integers or booleans of one, two, four or eight bytes, or of floats of four or
// eight bytes. Returns a null pointer for other types and shapes.
BitMatrix* read_matrix(const Matrix& cells, bool forward, State both) {
  const nb::dlpack::dtype type = cells.dtype();
  const bool is_float = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float);
  const bool is_integer_or_bool = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int) ||
                                  type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt) ||
                                  type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Bool);
  if (cells.shape(0) != cells.shape(1) || type.lanes != 1) return nullptr;
  if (is_integer_or_bool && type.bits == 8) return read_cells<std::uint8_t>(cells, forward, both);
  if (is_integer_or_bool && type.bits == 16) return read_cells<std::int16_t>(cells, forward, both);
  if (is_integer_or_bool && type.bits == 32) return read_cells<std::int32_t>(cells, forward, both);
  if (is_integer_or_bool && type.bits == 64) return read_cells<std::int64_t>(cells, forward, both);
  if (is_float && type.bits == 32) return read_cells<float>(cells, forward, both);
  if (is_float && type.bits == 64) return read_cells<double>(cells, forward, both);
  return nullptr;
}

// Passes the ownership of a container to NumPy.
template <class Array, class Container>
Array give(Container&& data, std::initializer_list<std::size_t> shape) {
  auto* owned = new Container(std::move(data));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Container*>(p); });
  return Array(const_cast<void*>(static_cast<const void*>(owned->data())), shape, owner);
}

template <class Container>
Output give(Container&& data) {
  const std::size_t size = data.size();
  return give<Output>(std::move(data), {size});
}

// Copies a few numbers into an array that Python cannot change. This takes a third of the time that passing the
// ownership of a container takes.
template <class Number>
nb::object give_few(const Number* numbers, std::size_t size, const char* type) {
  static const nb::handle from_buffer = nb::object(nb::module_::import_("numpy").attr("frombuffer")).release();
  return from_buffer(nb::bytes(numbers, size * sizeof(Number)), type);
}

// Returns words that Python cannot change, not even through a view.
nb::object give_words(std::vector<Word>&& data) {
  constexpr std::size_t kFew = 4096;
  const std::size_t size = data.size();
  if (size <= kFew) return give_few(data.data(), size, "u8");
  return nb::cast(give<ReadOnlyWords>(std::move(data), {size}));
}

nb::object give_table(const PairTable& table) {
  return give_few(table.data(), table.size(), "i8").attr("reshape")(kStates, kStates);
}

Table give(PairTable&& table) { return give<Table>(std::move(table), {kStates, kStates}); }

std::tuple<Output, Output> give(OwnedStack&& stack) {
  return {give(std::move(stack.words)), give(std::move(stack.starts))};
}

OutputTable give(std::vector<Overlap>&& overlaps) {
  static_assert(sizeof(Overlap) == 3 * sizeof(std::uint64_t));
  const std::size_t size = overlaps.size();
  return give<OutputTable>(std::move(overlaps), {size, 3});
}

Flags give_flags(std::vector<std::uint8_t>&& flags) {
  const std::size_t size = flags.size();
  return give<Flags>(std::move(flags), {size});
}

template <class Number>
std::span<const Number> span_of(const Given<Number, 1>& array) {
  return {array.data(), array.shape(0)};
}

Stack stack_of(const Input& words_, const Input& starts) {
  return {words(words_), {starts.data(), starts.shape(0)}};
}

// The size of the clique of each pick, the sizes of the nested sets of the clique, and the subproblems of the pick.
using Picks = std::vector<std::tuple<std::size_t, std::vector<Node>, std::vector<std::size_t>>>;
// Returns the number of nodes of each problem, and its picks.
std::vector<std::tuple<std::size_t, Picks>> as_tuples(const std::vector<CliquePicking::Problem>& problems) {
  std::vector<std::tuple<std::size_t, Picks>> result;
  for (const auto& problem : problems) {
    Picks picks;
    for (const auto& [clique, subproblems] : problem.picks)
      picks.emplace_back(clique.nodes.size(), clique.nested, subproblems);
    result.emplace_back(problem.nodes.size(), std::move(picks));
  }
  return result;
}

// Returns a function that lets Ctrl-C interrupt long work. It is called without the GIL.
CheckIn heeding_signals() {
  using Clock = std::chrono::steady_clock;
  return [last = Clock::now()]() mutable {
    if (Clock::now() - last < std::chrono::milliseconds(50)) return;
    last = Clock::now();
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  };
}

// Runs long work without the GIL. Ctrl-C can interrupt it.
template <class Work>
auto without_gil(Work work) {
  nb::gil_scoped_release release;
  const CheckIn check_in = heeding_signals();
  const Heeding heeding(check_in);
  return work();
}

OutputTable give_connections(std::vector<Connections>&& found) {
  static_assert(sizeof(Connections) == 4 * sizeof(std::uint64_t));
  const std::size_t size = found.size();
  return give<OutputTable>(std::move(found), {size, 4});
}

std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> as_tuple(const Overlap& overlap) {
  return {overlap.both, overlap.in_truth, overlap.in_estimate};
}

Ancestry ancestry_of(bool is_class) {
  return is_class ? Ancestry::kEveryMember : Ancestry::kDirectedPath;
}

}  // namespace

NB_MODULE(_native, m) {
  m.doc() = "The compiled core: functions of arrays.";
#ifdef EDGEMARK_COUNT_STEPS
  m.def("counted_steps", [] { return counted_steps.load(); }, "Inner steps of all kernels so far.");
#endif
  nb::set_leak_warnings(false);  // Graphs that live until the interpreter ends keep objects of the core alive.

  bind_object_edges(m);
  m.def(
      "words_of_ones",
      [](const Integers& rows, const Integers& columns, std::size_t n_nodes, bool forward,
         State both) -> std::optional<std::tuple<nb::object, bool, bool>> {
        auto ones = words_of_ones(span_of(rows), span_of(columns), n_nodes, forward, both);
        if (!ones) return std::nullopt;
        return std::make_tuple(give_words(std::move(ones->words)), ones->has_one_way, ones->has_both);
      },
      "rows"_a.noconvert(), "columns"_a.noconvert(), "n_nodes"_a, "forward"_a, "both"_a,
      nb::sig("def words_of_ones(rows: NDArray[numpy.int64], columns: NDArray[numpy.int64], n_nodes: int, forward: bool, both: int) -> tuple[NDArray[numpy.uint64], bool, bool] | None"),
      "Words of the graph whose matrix has ones in the given cells, whether some pair has a 1 in one cell only, and "
      "whether some pair has ones in both. None if a cell is given twice, on the diagonal or out of range.");
  m.def(
      "pair_table",
      [](const Input& truth, const Input& estimate, std::uint64_t n_nodes) {
        return give_table(pair_table(words(truth), words(estimate), n_nodes));
      },
      "truth"_a.noconvert(), "estimate"_a.noconvert(), "n_nodes"_a,
      nb::sig("def pair_table(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), writable=False)]"),
      "Numbers of pairs in state s in the truth and t in the estimate, for every s (row) and t (column).");
  m.def(
      "pack_planes",
      [](const Input& graph, std::uint64_t n_nodes) {
        return give(without_gil([&] { return pack_planes(words(graph), n_nodes); }));
      },
      "graph"_a.noconvert(), "n_nodes"_a, "The states of all pairs as planes of bits.");
  m.def(
      "pair_table_of_planes",
      [](const Input& truth, const Input& estimate, std::uint64_t n_nodes) {
        return give(without_gil(
            [&] { return pair_table_of_planes(words(truth), words(estimate), n_nodes); }));
      },
      "truth"_a.noconvert(), "estimate"_a.noconvert(), "n_nodes"_a,
      "The pair table of two graphs from their packed planes.");
  m.def(
      "unshielded_colliders",
      [](const Input& graph, std::size_t n_nodes) {
        auto found = without_gil([&] { return unshielded_colliders(words(graph), n_nodes); });
        const std::size_t size = found.size();
        return give<NodeTable>(std::move(found), {size, 3});
      },
      "graph"_a.noconvert(), "n_nodes"_a, "Triples (i, k, j), i < j: arrowheads at k, i and j not adjacent.");
  m.def(
      "collider_overlap",
      [](const Input& truth, const Input& estimate, std::size_t n_nodes) {
        return as_tuple(without_gil(
            [&] { return collider_overlap(words(truth), words(estimate), n_nodes); }));
      },
      "truth"_a.noconvert(), "estimate"_a.noconvert(), "n_nodes"_a,
      "Numbers of unshielded colliders in both graphs, in the truth, in the estimate.");
  m.def(
      "ancestor_overlap",
      [](const Input& truth, bool truth_is_class, const Input& estimate, bool estimate_is_class,
         std::size_t n_nodes) {
        return as_tuple(without_gil([&] {
          return ancestor_overlap(words(truth), ancestry_of(truth_is_class), words(estimate),
                                  ancestry_of(estimate_is_class), n_nodes);
        }));
      },
      "truth"_a.noconvert(), "truth_is_class"_a, "estimate"_a.noconvert(), "estimate_is_class"_a, "n_nodes"_a,
      "Numbers of pairs (ancestor, descendant) in both graphs, in the truth, in the estimate.");
  m.def(
      "reachable",
      [](const Input& graph, std::size_t n_nodes, Node source, bool forwards) {
        return reachable(words(graph), n_nodes, source, forwards);
      },
      "graph"_a.noconvert(), "n_nodes"_a, "source"_a, "forwards"_a,
      "Nodes other than the source to which directed paths lead from it; if not forwards, its ancestors.");
  m.def(
      "ancestral_claims",
      [](const Input& dag, const Input& estimate, std::size_t n_nodes) {
        const Claims claims =
            without_gil([&] { return ancestral_claims(words(dag), words(estimate), n_nodes); });
        return std::make_tuple(claims.arrowheads, claims.correct_arrowheads, claims.tails,
                               claims.correct_tails);
      },
      "dag"_a.noconvert(), "estimate"_a.noconvert(), "n_nodes"_a,
      "Numbers of arrowheads of the estimate, of those that are right in the DAG, of tails of its edges -->, "
      "and of those that are right.");
  m.def(
      "directed_cycle",
      [](const Input& graph, std::size_t n_nodes) {
        return without_gil([&] { return directed_cycle(Adjacency(words(graph), n_nodes)); });
      },
      "graph"_a.noconvert(), "n_nodes"_a, "Nodes of one directed cycle in order, or an empty list.");
  m.def(
      "almost_directed_cycle",
      [](const Input& graph, std::size_t n_nodes) {
        return without_gil([&] { return almost_directed_cycle(words(graph), n_nodes); });
      },
      "graph"_a.noconvert(), "n_nodes"_a, "Nodes i, j with i <-> j and a directed path from i to j, or an empty "
      "list.");
  m.def(
      "parents_first",
      [](const Input& graph, std::size_t n_nodes) {
        return parents_first(Adjacency(words(graph), n_nodes));
      },
      "graph"_a.noconvert(), "n_nodes"_a,
      "Nodes ordered so that parents come first, unless there is a directed cycle.");
  m.def(
      "pattern",
      [](const Input& graph, std::size_t n_nodes) {
        return give(without_gil([&] { return pattern(words(graph), n_nodes); }));
      },
      "graph"_a.noconvert(), "n_nodes"_a, "The skeleton with only unshielded colliders directed.");
  m.def(
      "cpdag",
      [](const Input& dag, std::size_t n_nodes) {
        return give(without_gil([&] { return cpdag(words(dag), n_nodes); }));
      },
      "dag"_a.noconvert(), "n_nodes"_a, "The CPDAG of a DAG.");
  m.def(
      "extension",
      [](const Input& pdag, std::size_t n_nodes) -> nb::object {
        auto dag = without_gil([&] { return extension(words(pdag), n_nodes); });
        if (!dag) return nb::none();
        return nb::cast(give(std::move(*dag)));
      },
      "pdag"_a.noconvert(), "n_nodes"_a, nb::sig("def extension(pdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))] | None"),
      "A DAG with the same skeleton, arrows and unshielded colliders, or None.");
  m.def(
      "mended_dag",
      [](const Input& graph, std::size_t n_nodes) {
        return give(without_gil([&] { return mended_dag(words(graph), n_nodes); }));
      },
      "graph"_a.noconvert(), "n_nodes"_a,
      "A DAG with the same skeleton that keeps the arrows it can, those of earlier nodes first.");
  m.def(
      "meek_closure",
      [](const Input& pdag, std::size_t n_nodes) {
        return give(without_gil([&] { return meek_closure(words(pdag), n_nodes); }));
      },
      "pdag"_a.noconvert(), "n_nodes"_a, "The graph closed under Meek's rules 1 to 4.");
  m.def(
      "with_arrows",
      [](const Input& mpdag, std::size_t n_nodes, const Ends& ends) {
        auto result = without_gil(
            [&] { return with_arrows(words(mpdag), n_nodes, {ends.data(), ends.size()}); });
        return std::make_tuple(give(std::move(result.words)), result.contradicted);
      },
      "mpdag"_a.noconvert(), "n_nodes"_a, "ends"_a.noconvert(),
      "Words of a graph closed under Meek's rules with arrows tail --> head added, and None; or no words, and the "
      "position of the first arrow that it cannot have.");

  nb::class_<Members>(m, "Members", "The DAGs that a graph closed under Meek's rules stands for, each once.")
      .def(
          "__init__",
          [](Members* self, const Input& mpdag, std::size_t n_nodes) {
            new (self) Members(words(mpdag), n_nodes);
          },
          "mpdag"_a.noconvert(), "n_nodes"_a)
      .def(
          "next",
          [](Members& self, std::size_t most) {
            return give(without_gil([&] { return self.next(most); }));
          },
          "most"_a, "Words and starts of the next members, `most` at most; none after the last one.");
  nb::class_<CliquePicking>(m, "CliquePicking",
                            "The cliques and subproblems by which the members of a class are counted and drawn.")
      .def(
          "__init__",
          [](CliquePicking* self, const Input& graph, std::size_t n_nodes) {
            without_gil([&] { return new (self) CliquePicking(words(graph), n_nodes); });
          },
          "graph"_a.noconvert(), "n_nodes"_a)
      .def_prop_ro("roots", &CliquePicking::roots, "Positions of the problems of the whole graph.")
      .def(
          "problems", [](const CliquePicking& self) { return as_tuples(self.problems()); },
          "For each problem its number of nodes, and its picks: size of the clique, sizes of its nested sets, "
          "positions of its subproblems.")
      .def(
          "sample",
          [](const CliquePicking& self, const Input& limits, std::size_t count, std::uint64_t seed) {
            return give(without_gil([&] { return self.sample(words(limits), count, seed); }));
          },
          "limits"_a.noconvert(), "count"_a, "seed"_a, "Words and starts of members drawn from the class.");

  m.def(
      "stack_of_matrices",
      [](const Cells& cells, bool row_to_column, State symmetric) {
        const Matrices matrices{{cells.data(), cells.size()}, cells.shape(1), row_to_column, symmetric};
        auto result = without_gil([&] { return stack_of_matrices(matrices); });
        return std::tuple_cat(give(std::move(result.stack)), std::make_tuple(result.bad));
      },
      "cells"_a.noconvert(), "row_to_column"_a, "symmetric"_a,
      "Words and starts of the graphs of square matrices, and None. If a matrix cannot be read, those of the "
      "matrices before it, and its position.");
  m.def(
      "pair_tables",
      [](const Input& truth, const Input& words_, const Input& starts, std::uint64_t n_nodes,
         const States& truth_states, const States& states) {
        auto tables = without_gil([&] {
          return pair_tables(words(truth), stack_of(words_, starts), n_nodes,
                             {truth_states.data(), truth_states.shape(0)},
                             {states.data(), states.shape(0)});
        });
        return give<Tables>(std::move(tables),
                            {starts.shape(0) - 1, truth_states.shape(0), states.shape(0)});
      },
      "truth"_a.noconvert(), "words"_a.noconvert(), "starts"_a.noconvert(), "n_nodes"_a,
      "truth_states"_a.noconvert(), "states"_a.noconvert(),
      "The pair table of each graph of a stack, with rows and columns only for the given states.");
  m.def(
      "present_states",
      [](const Input& words_, const Input& starts) {
        auto present = without_gil([&] { return present_states(stack_of(words_, starts)); });
        const std::size_t size = present.size();
        return give<Masks>(std::move(present), {size});
      },
      "words"_a.noconvert(), "starts"_a.noconvert(),
      "For each graph of a stack a number whose bit s says whether some adjacent pair is in state s.");
  m.def(
      "acyclic",
      [](const Input& words_, const Input& starts, std::size_t n_nodes) {
        return give_flags(without_gil([&] { return acyclic(stack_of(words_, starts), n_nodes); }));
      },
      "words"_a.noconvert(), "starts"_a.noconvert(), "n_nodes"_a,
      "Which graphs of a stack have no directed cycle.");
  m.def(
      "valid_cpdags",
      [](const Input& words_, const Input& starts, std::size_t n_nodes) {
        return give_flags(without_gil([&] { return valid_cpdags(stack_of(words_, starts), n_nodes); }));
      },
      "words"_a.noconvert(), "starts"_a.noconvert(), "n_nodes"_a,
      "Which partially directed graphs of a stack are the CPDAG of a DAG.");
  m.def(
      "cpdags",
      [](const Input& words_, const Input& starts, std::size_t n_nodes) {
        return give(without_gil([&] { return cpdags(stack_of(words_, starts), n_nodes); }));
      },
      "words"_a.noconvert(), "starts"_a.noconvert(), "n_nodes"_a, "The CPDAG of each DAG of a stack.");
  m.def(
      "patterns",
      [](const Input& words_, const Input& starts, std::size_t n_nodes) {
        return give(without_gil([&] { return patterns(stack_of(words_, starts), n_nodes); }));
      },
      "words"_a.noconvert(), "starts"_a.noconvert(), "n_nodes"_a, "The pattern of each graph of a stack.");
  m.def(
      "collider_overlaps",
      [](const Input& truth, const Input& words_, const Input& starts, std::size_t n_nodes) {
        return give(without_gil(
            [&] { return collider_overlaps(words(truth), stack_of(words_, starts), n_nodes); }));
      },
      "truth"_a.noconvert(), "words"_a.noconvert(), "starts"_a.noconvert(), "n_nodes"_a,
      "Numbers of unshielded colliders in both, in the truth, in the estimate, for each estimate of a stack.");
  m.def(
      "ancestor_overlaps",
      [](const Input& truth, bool truth_is_class, const Input& words_, const Input& starts,
         bool estimates_are_classes, std::size_t n_nodes) {
        return give(without_gil([&] {
          return ancestor_overlaps(words(truth), ancestry_of(truth_is_class), stack_of(words_, starts),
                                   ancestry_of(estimates_are_classes), n_nodes);
        }));
      },
      "truth"_a.noconvert(), "truth_is_class"_a, "words"_a.noconvert(), "starts"_a.noconvert(),
      "estimates_are_classes"_a, "n_nodes"_a,
      "Numbers of pairs (ancestor, descendant) in both, in the truth, in the estimate, for each estimate of a "
      "stack.");

  m.def(
      "distinct",
      [](const Input& words_, const Input& starts) {
        auto found = without_gil([&] { return distinct(stack_of(words_, starts)); });
        return std::tuple_cat(give(std::move(found.graphs)),
                              std::make_tuple(give(std::move(found.which))));
      },
      "words"_a.noconvert(), "starts"_a.noconvert(),
      "Words and starts of the different graphs of a stack, and which of them each graph is.");
  m.def(
      "visits",
      [](const Input& changes, const States& added, const Input& starts, const Numbers& holds,
         std::size_t most_words) {
        const Moves moves{words(changes), {added.data(), added.shape(0)},
                          {starts.data(), starts.shape(0)}, span_of(holds)};
        auto found = without_gil([&] { return visits(moves, most_words); });
        const std::size_t size = found.holds.size();
        return std::tuple_cat(give(std::move(found.distinct.graphs())),
                              std::make_tuple(give<NumberList>(std::move(found.holds), {size}), found.bad));
      },
      "changes"_a.noconvert(), "added"_a.noconvert(), "starts"_a.noconvert(), "holds"_a.noconvert(),
      "most_words"_a,
      "Words and starts of the different graphs that moves visit, for how long in total, and the position of the "
      "first impossible move, if any. They end early at that move, or when the graphs have more than most_words.");
  nb::class_<BitMatrix>(m, "BitMatrix", "The bits of a matrix of zeros and ones, as a graph.")
      .def_static(
          "read", &read_matrix, "cells"_a.noconvert(), "forward"_a, "both"_a, nb::rv_policy::take_ownership,
          nb::sig("def read(cells: object, forward: bool, both: int) -> BitMatrix | None"),
          "A 1 in row i and column j is i --> j if forward, else i <-- j; ones in both cells give the state "
          "both. None if the matrix is not square, or does not hold booleans, integers, or floats of 4 or 8 bytes.")
      .def_prop_ro("has_other", &BitMatrix::has_other, "Whether a cell is neither 0 nor 1.")
      .def_prop_ro("is_wrong", [](const BitMatrix& self) { return self.has_other() || self.has_loop(); },
                   "Whether a cell is neither 0 nor 1, or one on the diagonal is 1. If so, nothing is known of the "
                   "pairs.")
      .def_prop_ro("has_one_way", &BitMatrix::has_one_way, "Whether a pair has a 1 in one cell only.")
      .def_prop_ro("has_both", &BitMatrix::has_both, "Whether a pair has a 1 in both cells.")
      .def_prop_ro("n_nodes", &BitMatrix::n_nodes, "How many nodes there are.")
      .def_prop_ro("is_dense", &BitMatrix::is_dense,
                   "Whether there are many nodes, and bits take less memory than words.")
      .def_prop_ro("n_pairs", &BitMatrix::n_pairs, "How many pairs of nodes are adjacent.")
      .def_prop_ro("states", &BitMatrix::states, "A number whose bit s says whether some adjacent pair is in state s.")
      .def("words", [](const BitMatrix& self) { return give_words(self.words()); },
           nb::sig("def words(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]"),
           "The words of the graph.")
      .def(
          "is_acyclic", [](const BitMatrix& self) { return without_gil([&] { return self.is_acyclic(); }); },
          "Whether there is no directed cycle, in a matrix in which no pair has ones in both cells.")
      .def(
          "pair_table",
          [](const BitMatrix& self, const BitMatrix& estimate) {
            if (self.n_nodes() != estimate.n_nodes()) throw nb::value_error("the numbers of nodes differ");
            return give(without_gil([&] { return pair_table(self, estimate); }));
          },
          "estimate"_a, "The pair table of this graph and an estimate.");
  m.def(
      "present_mask",
      [](const Input& graph) { return present_mask(words(graph)); }, "graph"_a.noconvert(),
      "A number whose bit s says whether some adjacent pair is in state s.");
  m.def(
      "is_acyclic",
      [](const Input& graph, std::size_t n_nodes) {
        return n_nodes <= kFewNodes ? is_acyclic(words(graph), n_nodes)
                             : without_gil([&] { return is_acyclic(words(graph), n_nodes); });
      },
      "graph"_a.noconvert(), "n_nodes"_a, "Whether there is no directed cycle.");
  m.def(
      "mag_of",
      [](const Input& dag, const States& roles, std::size_t most) {
        return give(without_gil([&] { return mag_of(words(dag), {roles.data(), roles.shape(0)}, most); }));
      },
      "dag"_a.noconvert(), "roles"_a.noconvert(), "most"_a = kNoLimit,
      "Words of the MAG of a DAG, its observed nodes numbered anew; roles: 0 observed, 1 hidden, 2 selected. "
      "A result of more than `most` words is incomplete.");
  m.def(
      "admg_of",
      [](const Input& dag, const States& roles, std::size_t most) {
        return give(without_gil([&] { return admg_of(words(dag), {roles.data(), roles.shape(0)}, most); }));
      },
      "dag"_a.noconvert(), "roles"_a.noconvert(), "most"_a = kNoLimit,
      "Words of the ADMG of a DAG, its observed nodes numbered anew; roles: 0 observed, 1 hidden. A result of "
      "more than `most` words is incomplete.");
  m.def(
      "induced_pair",
      [](const Input& graph, std::size_t n_nodes) {
        return without_gil([&] { return induced_pair(words(graph), n_nodes); });
      },
      "graph"_a.noconvert(), "n_nodes"_a,
      "Two nodes without an edge, but with an inducing path between them; (0, 0) if there are none.");
  m.def(
      "pag_of",
      [](const Input& mag, std::size_t n_nodes) {
        return give(without_gil([&] { return pag_of(words(mag), n_nodes); }));
      },
      "mag"_a.noconvert(), "n_nodes"_a, "Words of the PAG of a MAG that has no undirected edges.");
  m.def(
      "member_of_pag",
      [](const Input& pag, std::size_t n_nodes) {
        return give(without_gil([&] { return member_of(words(pag), n_nodes); }));
      },
      "pag"_a.noconvert(), "n_nodes"_a, "Words of a MAG of the class that a PAG stands for.");
  m.def(
      "m_connected",
      [](const Input& graph, std::size_t n_nodes, const Nodes& from, const States& given) {
        const std::vector<Node> start(from.data(), from.data() + from.shape(0));
        const std::vector<std::uint8_t> flags(given.data(), given.data() + given.shape(0));
        return give<Bytes>(without_gil([&] { return m_connected(MixedGraph(words(graph), n_nodes), start, flags); }), {n_nodes});
      },
      "graph"_a.noconvert(), "n_nodes"_a, "start"_a.noconvert(), "given"_a.noconvert(),
      "For each node a flag: whether an m-connecting path given the flagged nodes joins it to a node of start.");
  m.def(
      "separation_errors",
      [](const Input& truth, const Input& estimate, std::size_t n_nodes, std::uint8_t separator,
         std::size_t n_threads) {
        const SeparationErrors errors = without_gil([&] {
          return separation_errors(words(truth), words(estimate), n_nodes, Separator{separator}, n_threads);
        });
        return std::make_tuple(errors.wrong, errors.inseparable);
      },
      "truth"_a.noconvert(), "estimate"_a.noconvert(), "n_nodes"_a, "separator"_a, "n_threads"_a,
      "Numbers of pairs whose separator fails in the truth, and of pairs without an edge that no set separates in the "
      "estimate. Separators: 0 parents, 1 ancestors, 2 nearest minimal ones of ordered pairs.");
  m.def(
      "nearest_separator",
      [](const Input& graph, std::size_t n_nodes, Node x, Node y) -> std::optional<std::vector<Node>> {
        return without_gil([&] { return nearest_separator(words(graph), n_nodes, x, y); });
      },
      "graph"_a.noconvert(), "n_nodes"_a, "x"_a, "y"_a, "The minimal separator nearest to x, or None.");
  m.def(
      "all_connections",
      [](const Input& first, const Input& second, std::size_t n_nodes, std::size_t n_threads) {
        return give_connections(
            without_gil([&] { return all_connections(words(first), words(second), n_nodes, n_threads); }));
      },
      "first"_a.noconvert(), "second"_a.noconvert(), "n_nodes"_a, "n_threads"_a,
      "Row k: numbers of pairs, given sets of k others, that are connected in both graphs, only in the first, "
      "only in the second, in neither.");
  m.def(
      "sampled_connections",
      [](const Input& first, const Input& second, std::size_t n_nodes, std::size_t n_orders,
         std::uint64_t n_samples, std::uint64_t seed, std::size_t n_threads) {
        return give_connections(without_gil([&] {
          return sampled_connections(words(first), words(second), n_nodes, n_orders, n_samples, seed, n_threads);
        }));
      },
      "first"_a.noconvert(), "second"_a.noconvert(), "n_nodes"_a, "n_orders"_a, "n_samples"_a, "seed"_a,
      "n_threads"_a, "The rows of all_connections over random pairs and sets, n_samples for each size of the sets.");
  m.def(
      "visible_edges",
      [](const Input& graph, std::size_t n_nodes) {
        const std::size_t size = graph.shape(0);
        return give<Bytes>(without_gil([&] { return visible_edges(words(graph), n_nodes); }), {size});
      },
      "graph"_a.noconvert(), "n_nodes"_a, "For each word a flag: whether it is --> and no hidden common "
      "cause of its nodes is possible.");
  m.def(
      "ancestral_relations",
      [](const Input& pag, std::size_t n_nodes) {
        return give<ByteTable>(without_gil([&] { return ancestral_relations(words(pag), n_nodes); }),
                              {n_nodes, n_nodes});
      },
      "pag"_a.noconvert(), "n_nodes"_a, "Whether row is an ancestor of column: 0 no, 1 yes, 2 in some members.");
  m.def(
      "canonical_claims",
      [](const Input& truth, const Input& true_member, bool truth_all_visible, const Input& estimate,
         const Input& member, bool estimate_all_visible, std::size_t n_nodes, std::size_t n_threads) {
        return give<ByteTable>(without_gil([&] {
                                return canonical_claims(
                                    {words(truth), words(true_member), truth_all_visible},
                                    {words(estimate), words(member), estimate_all_visible}, n_nodes, n_threads);
                              }),
                              {n_nodes, n_nodes});
      },
      "truth"_a.noconvert(), "true_member"_a.noconvert(), "truth_all_visible"_a, "estimate"_a.noconvert(),
      "member"_a.noconvert(), "estimate_all_visible"_a, "n_nodes"_a, "n_threads"_a,
      "Claims of the estimate about the effect of row on column: 0 zero, right; 1 a set, right; 2 not identified, "
      "right; 3 zero, wrong; 4 a set, wrong; 5 a set, but not identified in the truth; 6 not identified, but "
      "identified in the truth.");
  m.def(
      "are_valid_adjustments",
      [](const Input& graph, const Input& member, bool all_visible, std::size_t n_nodes, Node t, Node y,
         const States& sets) {
        auto valid = without_gil([&] {
          return are_valid_adjustments({words(graph), words(member), all_visible}, n_nodes, t, y,
                                       {sets.data(), sets.shape(0)});
        });
        const std::size_t size = valid.size();
        return give<Bytes>(std::move(valid), {size});
      },
      "graph"_a.noconvert(), "member"_a.noconvert(), "all_visible"_a, "n_nodes"_a, "t"_a, "y"_a,
      "sets"_a.noconvert(), "Whether sets, each n_nodes flags, are valid for the effect of t on y.");
  m.def(
      "canonical_set",
      [](const Input& graph, const Input& member, bool all_visible, std::size_t n_nodes, Node t, Node y) {
        return without_gil(
            [&] { return canonical_set({words(graph), words(member), all_visible}, n_nodes, t, y); });
      },
      "graph"_a.noconvert(), "member"_a.noconvert(), "all_visible"_a, "n_nodes"_a, "t"_a, "y"_a,
      "The canonical adjustment set of t and y, valid or not.");
  m.def(
      "renumbered",
      [](const Input& words_, const Input& starts, const Input& to) {
        return give(without_gil([&] { return renumbered(stack_of(words_, starts), words(to)); }));
      },
      "words"_a.noconvert(), "starts"_a.noconvert(), "to"_a.noconvert(),
      "Words and starts of the graphs of a stack when node v becomes to[v].");
  m.def(
      "state_weights",
      [](const Input& words_, const Input& starts, const Numbers& weights, std::size_t n_nodes,
         const States& states) {
        auto sums = without_gil([&] {
          return state_weights(stack_of(words_, starts), span_of(weights), n_nodes,
                               {states.data(), states.shape(0)});
        });
        return give<NumberTables>(std::move(sums), {states.shape(0), n_nodes, n_nodes});
      },
      "words"_a.noconvert(), "starts"_a.noconvert(), "weights"_a.noconvert(), "n_nodes"_a,
      "states"_a.noconvert(),
      "Sums of the weights of the graphs of a stack whose pair i < j is in each of the given states.");
  m.def(
      "ancestor_weights",
      [](const Input& words_, const Input& starts, const Numbers& weights, std::size_t n_nodes) {
        auto sums = without_gil(
            [&] { return ancestor_weights(stack_of(words_, starts), span_of(weights), n_nodes); });
        return give<NumberTable>(std::move(sums), {n_nodes, n_nodes});
      },
      "words"_a.noconvert(), "starts"_a.noconvert(), "weights"_a.noconvert(), "n_nodes"_a,
      "Sums of the weights of the graphs of a stack in which a directed path leads from i to j.");

  m.def(
      "sorted_numbers",
      [](const Numbers& numbers) {
        auto sorted = without_gil([&] { return sorted_numbers({numbers.data(), numbers.shape(0)}); });
        return give<NumberList>(std::move(sorted), {numbers.shape(0)});
      },
      "numbers"_a.noconvert(), "The numbers in ascending order.");
  m.def(
      "match_lags",
      [](const Integers& truth, const Integers& estimate, std::int64_t n_lags, std::int64_t tolerance) {
        const LagMatches found = without_gil([&] {
          return match_lags(span_of(truth), span_of(estimate), n_lags, tolerance);
        });
        return std::tuple(found.matched, found.distance);
      },
      "truth"_a.noconvert(), "estimate"_a.noconvert(), "n_lags"_a, "tolerance"_a,
      "Number of lags with a partner in the other graph, and the sum of the distances of partners.");
  m.def(
      "joined",
      [](const Integers& firsts, const Integers& seconds, const States& states, std::size_t n_nodes) {
        return give(without_gil([&] {
          return joined(span_of(firsts), span_of(seconds), {states.data(), states.shape(0)}, n_nodes);
        }));
      },
      "firsts"_a.noconvert(), "seconds"_a.noconvert(), "states"_a.noconvert(), "n_nodes"_a,
      "Words of summary edges, each of which joins the edges of a pair at all lags.");
  m.def(
      "in_both",
      [](const Integers& some, const Integers& others) {
        Shared shared = without_gil([&] { return in_both(span_of(some), span_of(others)); });
        const std::size_t size = shared.in_some.size();
        return std::tuple(give<Counts>(std::move(shared.in_some), {size}),
                          give<Counts>(std::move(shared.in_others), {size}));
      },
      "some"_a.noconvert(), "others"_a.noconvert(),
      "Positions of the common numbers in two ascending lists of distinct numbers.");
  m.def(
      "groups_of_ties",
      [](const Numbers& all, const Numbers& positives, std::uint64_t zeros) {
        auto groups = without_gil([&] {
          return groups_of_ties({all.data(), all.shape(0)}, {positives.data(), positives.shape(0)}, zeros);
        });
        const std::size_t size = groups.thresholds.size();
        return std::make_tuple(give<NumberList>(std::move(groups.thresholds), {size}),
                               give<Counts>(std::move(groups.positives), {size}),
                               give<Counts>(std::move(groups.all), {size}));
      },
      "all"_a.noconvert(), "positives"_a.noconvert(), "zeros"_a,
      "Groups of tied scores, descending, and how many positives and how many of all are at least as high; "
      "groups without a positive that follow each other are one group with the lowest score.");
  m.def(
      "falling_thresholds",
      [](const Numbers& some, const Numbers& others, bool with_zero) {
        auto thresholds = without_gil([&] {
          return falling_thresholds({some.data(), some.shape(0)}, {others.data(), others.shape(0)},
                                    with_zero);
        });
        const std::size_t size = thresholds.size();
        return give<NumberList>(std::move(thresholds), {size});
      },
      "some"_a.noconvert(), "others"_a.noconvert(), "with_zero"_a,
      "The distinct numbers of two ascending lists, descending, and 0 if with_zero is true.");
  m.def(
      "counts_above",
      [](const Numbers& numbers, const Numbers& thresholds) {
        auto counts = without_gil([&] {
          return counts_above({numbers.data(), numbers.shape(0)},
                              {thresholds.data(), thresholds.shape(0)});
        });
        return give<Counts>(std::move(counts), {thresholds.shape(0)});
      },
      "numbers"_a.noconvert(), "thresholds"_a.noconvert(),
      "How many ascending numbers are greater than each of descending thresholds.");

  m.def(
      "noise",
      [](const Input& words_, std::uint8_t kind) {
        std::vector<double> numbers(words_.shape(0));
        without_gil([&] { noise_of(words(words_), static_cast<Noise>(kind), numbers); return 0; });
        return give<NumberList>(std::move(numbers), {words_.shape(0)});
      },
      "words"_a.noconvert(), "kind"_a,
      "Random numbers of a distribution with mean 0 and variance 1, one from each random word.");
  m.def(
      "simulate",
      [](const RandomWords& random, const Input& starts, const Input& order, const Input& ends,
         const Numbers& scale, const Input& source, const Input& lag, const Numbers& coefficient,
         const States& response, const Numbers& drifts, std::uint64_t drifts_from, std::uint8_t noise) {
        // Returns row k of the four rows of `drifts`.
        const auto drift = [&, p = drifts.shape(0) / 4](std::size_t k) {
          return span_of(drifts).subspan(k * p, p);
        };
        const Process process{{words(starts), words(order), words(ends), span_of(scale)},
                              {words(source), words(lag), span_of(coefficient),
                               {response.data(), response.shape(0)}},
                              {drift(0), drift(1), drift(2), drift(3), drifts_from},
                              static_cast<Noise>(noise)};
        return without_gil([&] { return simulate(process, {random.data(), random.shape(0)}); });
      },
      "random"_a.noconvert(), "starts"_a.noconvert(), "order"_a.noconvert(), "ends"_a.noconvert(),
      "scale"_a.noconvert(), "source"_a.noconvert(), "lag"_a.noconvert(), "coefficient"_a.noconvert(),
      "response"_a.noconvert(), "drifts"_a.noconvert(), "drifts_from"_a, "noise"_a,
      "Turn random words, in place, into the values of a process. Returns the first step with a value beyond "
      "1e100 or nan, where it ends early, or None.");
  m.def(
      "spectral_radius",
      [](const Numbers& matrix, std::size_t size) {
        return without_gil([&] { return spectral_radius(span_of(matrix), size); });
      },
      "matrix"_a.noconvert(), "size"_a, "A close upper bound of the largest absolute eigenvalue.");
  m.def(
      "sines_of_turns",
      [](const Numbers& turns) {
        return give<NumberList>(sines_of_turns(span_of(turns)), {turns.shape(0)});
      },
      "turns"_a.noconvert(), "sin(2 pi turns), the same bits on every machine.");
  m.def(
      "adjustment_mistakes",
      [](const Input& truth, const Input& estimate, std::size_t n_nodes, std::uint8_t strategy,
         std::size_t n_threads) {
        const auto work = [&] {
          return adjustment_mistakes(words(truth), words(estimate), n_nodes, Strategy{strategy},
                                     n_threads);
        };
        const Mistakes mistakes = n_nodes <= kFewNodes ? work() : without_gil(work);
        return std::make_tuple(mistakes.zero, mistakes.amenability, mistakes.adjustment);
      },
      "truth"_a.noconvert(), "estimate"_a.noconvert(), "n_nodes"_a, "strategy"_a, "n_threads"_a,
      "Numbers of effects wrongly claimed zero, amenable in one graph only, and wrongly adjusted for. Strategies: "
      "0 parents, 1 ancestors, 2 optimal sets.");
  m.def(
      "stack_adjustment_mistakes",
      [](const Input& truth_words, const Input& truth_starts, const Input& words_, const Input& starts,
         std::size_t n_nodes, std::uint8_t strategy, std::size_t n_threads) {
        auto mistakes = without_gil([&] {
          return adjustment_mistakes(stack_of(truth_words, truth_starts), stack_of(words_, starts),
                                     n_nodes, Strategy{strategy}, n_threads);
        });
        static_assert(sizeof(Mistakes) == 3 * sizeof(std::uint64_t));
        const std::size_t size = mistakes.size();
        return give<OutputTable>(std::move(mistakes), {size, 3});
      },
      "truth_words"_a.noconvert(), "truth_starts"_a.noconvert(), "words"_a.noconvert(),
      "starts"_a.noconvert(), "n_nodes"_a, "strategy"_a, "n_threads"_a,
      "The mistakes of adjustment_mistakes for each estimate of a stack; one truth for all, or one for each.");
  m.def(
      "adjustment_verdicts",
      [](const Input& truth, const Input& estimate, std::size_t n_nodes, std::uint8_t strategy,
         const Nodes& treatments, std::size_t n_threads) {
        auto verdicts = without_gil([&] {
          return adjustment_verdicts(words(truth), words(estimate), n_nodes, Strategy{strategy},
                                     span_of(treatments), n_threads);
        });
        return give<ByteTable>(std::move(verdicts), {treatments.shape(0), n_nodes});
      },
      "truth"_a.noconvert(), "estimate"_a.noconvert(), "n_nodes"_a, "strategy"_a,
      "treatments"_a.noconvert(), "n_threads"_a,
      "A row for each treatment; for each outcome 0 right, 1 wrongly claimed zero, 2 amenable in one graph only, 3 "
      "wrongly adjusted for.");
  m.def(
      "parent_set_mistakes",
      [](const Input& dag, std::size_t n_nodes, const Nodes& treatments, const Input& starts,
         const Nodes& sets, std::size_t n_threads) {
        return give(without_gil([&] {
          return parent_set_mistakes(words(dag), n_nodes, span_of(treatments),
                                     {starts.data(), starts.shape(0)}, span_of(sets),
                                     n_threads);
        }));
      },
      "dag"_a.noconvert(), "n_nodes"_a, "treatments"_a.noconvert(), "starts"_a.noconvert(),
      "sets"_a.noconvert(), "n_threads"_a,
      "Numbers of effects of each treatment that are wrong if a given set is taken for its parents.");

  nb::class_<ParentSets>(m, "ParentSets",
                         "For each node of a CPDAG, the sets of undirected neighbours that are its parents in a DAG of "
                         "the class.")
      .def(
          "__init__",
          [](ParentSets* self, const Input& cpdag, std::size_t n_nodes, std::size_t limit) {
            without_gil([&] { return new (self) ParentSets(parent_sets(words(cpdag), n_nodes, limit)); });
          },
          "cpdag"_a.noconvert(), "n_nodes"_a, "limit"_a, "A node with more sets than the limit gets none.")
      .def("__len__", &ParentSets::size)
      .def(
          "adjustments",
          [](const ParentSets& self, const Input& cpdag, std::size_t n_nodes) {
            auto result = without_gil([&] { return with_directed_parents(words(cpdag), n_nodes, self); });
            const std::size_t size = result.treatments.size();
            const std::size_t n_members = result.nodes.size();
            return std::make_tuple(give<NodeList>(std::move(result.treatments), {size}),
                                   give(std::move(result.starts)),
                                   give<NodeList>(std::move(result.nodes), {n_members}));
          },
          "cpdag"_a.noconvert(), "n_nodes"_a, "For each set its node and where it starts, then all nodes of "
          "all sets, with the directed parents.");
  m.def(
      "cost_bounds",
      [](const Input& cpdag, std::size_t n_nodes, const ParentSets& sets, const Input& costs, Cost most,
         std::uint64_t effort) {
        if (costs.shape(0) != sets.size()) throw nb::value_error("one cost is needed for each set");
        const CostBounds bounds = without_gil([&] {
          return cost_bounds(words(cpdag), n_nodes, {sets, words(costs), most}, effort);
        });
        return std::make_tuple(bounds.lower, bounds.upper, bounds.exact);
      },
      "cpdag"_a.noconvert(), "n_nodes"_a, "sets"_a, "costs"_a.noconvert(), "most"_a, "effort"_a,
      "Lower and upper bound of the sum of the costs of the parent sets of all nodes in a DAG of the class, and "
      "whether both are exact.");
  m.def(
      "sid_bounds",
      [](const Input& truth_words, const Input& truth_starts, const Input& words_, const Input& starts,
         std::size_t n_nodes, std::uint64_t effort, std::size_t n_threads) {
        const auto bounds = without_gil([&] {
          return sid_bounds(stack_of(truth_words, truth_starts), stack_of(words_, starts), n_nodes, effort,
                            n_threads);
        });
        std::vector<std::uint64_t> lower, upper, nearest, farthest;
        for (const SidBounds& bound : bounds) {
          lower.push_back(bound.lower);
          upper.push_back(bound.upper);
          nearest.push_back(bound.nearest);
          farthest.push_back(bound.farthest);
        }
        return std::make_tuple(give(std::move(lower)), give(std::move(upper)), give(std::move(nearest)),
                               give(std::move(farthest)));
      },
      "truth_words"_a.noconvert(), "truth_starts"_a.noconvert(), "words"_a.noconvert(),
      "starts"_a.noconvert(), "n_nodes"_a, "effort"_a, "n_threads"_a,
      "Bounds of the SID of the DAGs of each CPDAG of a stack, and the least and the greatest SID of a DAG "
      "that was found; one true DAG for all, or one for each.");
}
