"""
What a real browser does with the pages: run by `scripts/test-browser`, and not by pytest alone.

Every page is opened without a network, at the width of a phone and of a desk, light and dark.
"""

import tempfile

import pytest

import edgemark as em
from edgemark import Graph, pages
from edgemark.bench.results import Study
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score, Store

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")

TRUTH = Graph.parse("A --> B --> C; A --> D --> E; B --> E --> F; C --> F; G --> E; H")
FOUND = Graph.parse(
    "A --> B; C --> B; A --- D; D --> E; B o-> E; E --> F; G --> E; A --> H; D --> F; C <-> G"
)
ATTACK = "<img src=x onerror=alert(1)>"


def hostile():
    nodes = [ATTACK, '"><script>alert(2)</script>', "x" * 5000, "\u202eabc", "a b"]
    truth = Graph(nodes, [(nodes[0], "-->", nodes[1]), (nodes[2], "-->", nodes[3])])
    return pages.score_page(
        truth, {ATTACK: Graph(nodes, [(nodes[1], "-->", nodes[0])]), nodes[1]: truth}
    )


def scores():
    edges = [("A", "B", 0.9), ("C", "B", 0.4), ("E", "H", 0.2)]
    return em.EdgeScores.from_edges(edges, nodes=TRUTH.nodes)


def methods():
    """Two methods that change places with the convention; one run failed, and names are hostile."""
    rows = []
    for method, wrong, turned in (("PC", 3, 4), ("GES", 5, 0), (ATTACK, 9, 0)):
        for k in range(6):
            base = {"method": method, "dataset": f"{ATTACK} {k}", "metric": "shd", "better": "lower"}
            counted = {"pair mismatch": wrong + k % 2, "arc Hamming": wrong + turned + k % 3}
            rows += [{**base, "convention": name, "value": value} for name, value in counted.items()]
    rows[-1] |= {"value": None, "status": "failed", "reason": f"timeout {ATTACK}"}
    return pages.compare_page(rows, title=ATTACK)


PLAN = """
[plan]
name = "by hand"
seeds = 3
primary = "shd:pair mismatch"
metrics = ["f1:skeleton"]
"""
LOG = f"Traceback:\n  line 7: {ATTACK}\nValueError: singular"


def benchmark(runs=12):
    """A study with failures of two causes, two of them with the same log; names are hostile."""
    with tempfile.TemporaryDirectory() as folder:
        with Store.write(folder) as store:
            records = [record(k, ("PC", "GES", ATTACK)[k % 3], k // 3) for k in range(runs)]
            store.begin_study("by hand", PLAN, records)
            store.set_reference("dag")
            for k, one in enumerate(records):
                store.add_attempt(one.key, *attempt(k))
        return pages.bench_page(Study.open(folder), title=ATTACK)


def record(k, algorithm, seed):
    data = f"asia {ATTACK}" if seed % 2 else "child"
    details = {
        "data": data, "group": data, "unit": data, "seed": seed, "use": algorithm, "parameters": {},
        "returns": "dag", "oracle": False, "fits": True, "ranked": True,
    }  # fmt: skip
    return RunRecord(f"{k:012x}{k:052x}", data, algorithm, seed, seed, details)


def attempt(k):
    if k in (2, 5, 7):
        status, log = ("timeout", "") if k == 7 else ("error", LOG)
        outcome = Outcome(status, reason=f"why {ATTACK}", cpu=1.0, wall=1.0, memory=9, traceback=log)
        return Attempt(outcome, RunLimits()), []
    scores = [
        Score("shd:pair mismatch", "dag", em.__version__, float(k % 4), "ok", "", 9.0, 5.0),
        Score("f1:skeleton", "dag", em.__version__, (k % 4) / 8, "ok", "", 0.0, 0.3),
    ]
    outcome = Outcome("ok", cpu=1.0 + k, wall=2.0, memory=9 << 20)
    return Attempt(outcome, RunLimits(), None, {"edgemark": "0"}), scores


def line(n):
    return Graph([f"X{k}" for k in range(n)], [(f"X{k}", "-->", f"X{k + 1}") for k in range(n - 1)])


PAGES = {
    "one": lambda: pages.score_page(TRUTH, FOUND),
    "several": lambda: pages.score_page(
        TRUTH, {"as learned": FOUND, "CPDAG": em.to_cpdag(TRUTH), "empty": Graph(TRUTH.nodes)}
    ),
    "scores": lambda: pages.score_page(TRUTH, scores()),
    "series": lambda: pages.score_page(
        em.TemporalGraph.parse("A --> B @1; B --> C; lags 2; changing A"),
        em.TemporalGraph.parse("A --> B @2; B --> C; C --> A @1; lags 2; changing B"),
    ),
    "heat map": lambda: pages.score_page(line(100), line(100).renamed({"X1": "X2", "X2": "X1"})),
    "empty": lambda: pages.score_page(Graph(0), Graph(0)),
    "hostile": hostile,
    "methods": methods,
    "benchmark": benchmark,
}  # fmt: skip
KINDS = ("one", "several", "methods", "benchmark")
"""Those that are looked at in every width and scheme."""


SIGHTS = [(390, "light"), (1280, "dark"), (390, "dark"), (1280, "light")]
SEEN = [(name, *sight) for name in PAGES for sight in SIGHTS[: 4 if name in KINDS else 2]]


@pytest.mark.parametrize(("name", "width", "scheme"), SEEN)
def test_it_draws_without_a_word_or_a_request_and_axe_passes(name, width, scheme, opened, axe):
    page = opened(PAGES[name](), width=width, scheme=scheme)
    page.tab.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
    page.tab.evaluate(axe)
    found = page.tab.evaluate("axe.run().then(found => found.violations)")
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []
    page.demand_quiet()


def test_it_draws_the_graphs(opened):
    page = opened(PAGES["one"]())
    box = page.tab.locator("figure svg").bounding_box()
    assert box["width"] > 300
    assert box["height"] > 100
    assert page.tab.locator("figure svg g[role=img]").count() == 8 + 11  # nodes and pairs


def test_tables_sort_by_value(opened):
    page = opened(PAGES["one"]())
    heads = page.tab.locator("#numbers-table thead th")
    k = heads.all_text_contents().index("value")
    page.tab.locator("#numbers-table .more").click()
    heads.nth(k).get_by_role("button").click()
    assert heads.nth(k).get_attribute("aria-sort") == "ascending"

    def values():
        return [float(text) for text in page.column("numbers-table", k) if text[0].isdigit()]

    rising = values()
    assert len(rising) > 20
    assert rising == sorted(rising)
    heads.nth(k).get_by_role("button").press("Enter")
    assert heads.nth(k).get_attribute("aria-sort") == "descending"
    assert values() == sorted(rising, reverse=True)
    page.demand_quiet()


def test_tables_filter_by_text_and_by_column(opened):
    page = opened(PAGES["one"]())
    page.tab.get_by_label("Filter: All numbers").fill("skeleton f1")
    found = page.column("numbers-table", 0)
    assert "f1" in found
    assert len(found) < 20
    assert page.tab.locator("#numbers-table output").text_content().startswith(f"{len(found)} of ")
    page.tab.get_by_label("Filter: All numbers").fill("")
    page.tab.get_by_label("status: All numbers").select_option("refused")
    assert page.column("numbers-table", 0)
    k = page.tab.locator("#numbers-table thead th").all_text_contents().index("status")
    assert set(page.column("numbers-table", k)) == {"refused"}
    page.demand_quiet()


def test_the_worst_pair_is_found_by_sorting_a_column(opened):
    page = opened(PAGES["one"]())
    heads = page.tab.locator("#difference-table thead th")
    k = heads.all_text_contents().index("endpoint_hamming")
    heads.nth(k).get_by_role("button").click()
    worst = max(em.differences(TRUTH, FOUND), key=lambda one: one.costs["endpoint_hamming", ""])
    cost = worst.costs["endpoint_hamming", ""]
    assert page.column("difference-table", k)[0] == f"{cost:g}"


def test_keys_reach_every_pair_of_the_picture_and_it_is_told_what_it_costs(opened):
    page = opened(PAGES["one"]())
    groups = page.tab.locator("figure svg g[role=img]")
    assert page.tab.locator("figure svg g[tabindex='0']").count() == 1
    groups.first.focus()
    told = []
    for _ in range(groups.count()):
        told.append(page.tab.locator(".told").text_content())
        page.tab.keyboard.press("ArrowRight")
    assert sorted(told) == sorted(groups.locator("title").all_text_contents())
    assert any("Costs: shd" in text for text in told)
    groups.last.hover()
    assert page.tab.locator(".told").text_content() == groups.last.locator("title").text_content()
    page.demand_quiet()


def test_what_is_hostile_stays_text(opened):
    page = opened(hostile())
    assert page.tab.locator("img").count() == 0
    assert page.tab.locator("script").count() == 1
    assert page.tab.locator("h2", has_text=ATTACK).text_content() == ATTACK
    page.tab.locator("thead button").first.click()
    page.tab.locator("input[type=search]").first.fill(ATTACK)
    page.demand_quiet()


def test_without_scripts_every_row_is_shown(opened):
    tab = opened(PAGES["one"](), javascript=False)
    rows = tab.locator("#numbers-table tbody tr")
    assert rows.count() == len(em.evaluate(TRUTH, FOUND))
    assert rows.last.is_visible()
    assert tab.locator("button").count() == 0


def test_print_shows_every_row_and_no_controls(opened):
    page = opened(PAGES["one"]())
    page.tab.emulate_media(media="print")
    assert not page.tab.locator(".controls").first.is_visible()
    assert not page.tab.locator("nav").is_visible()
    before = len(page.column("numbers-table", 0))
    page.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert before == 100
    assert len(page.column("numbers-table", 0)) == len(em.evaluate(TRUTH, FOUND))
    page.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert len(page.column("numbers-table", 0)) == before


# ---- methods


def test_the_page_of_methods_tells_which_convention_made_two_change_places(opened):
    page = opened(methods())
    assert page.column("order-table", 0) == ["PC"]
    assert page.column("order-table", 1) == ["GES"]
    inside = page.tab.locator("#order-table tbody details")
    assert not inside.locator("li").first.is_visible()
    inside.locator("summary").click()
    # the means over the five data sets that all have: 3.4 and 5.4, 7.8 and 5.8
    assert inside.locator("li").all_text_contents() == [
        "shd: arc Hamming: GES 5.800, PC 7.800",
        "shd: pair mismatch: PC 3.500, GES 5.500",
    ]
    page.demand_quiet()


def test_the_page_of_methods_sorts_and_filters(opened):
    page = opened(methods())
    page.sort("methods-table", "shd: pair mismatch ↓")
    means = [float(text[:4]) for text in page.named("methods-table", "shd: pair mismatch ↓")]
    assert means == sorted(means)
    page.sort("runs-table", "shd: arc Hamming")
    values = page.named("runs-table", "shd: arc Hamming")
    assert values == [*map(str, sorted(int(text) for text in values[:-1])), "–"]
    page.tab.get_by_label("status: All runs").select_option("failed")
    assert page.named("runs-table", "reason") == [f"timeout {ATTACK}"]
    assert page.named("runs-table", "method") == [ATTACK]
    page.demand_quiet()


def test_a_run_without_a_value_is_one_link_away(opened):
    page = opened(methods())
    page.tab.emulate_media(reduced_motion="reduce")
    page.tab.get_by_role("link", name="1 failed").click()
    assert page.tab.url.endswith("#runs")
    assert page.tab.locator("#runs-title").bounding_box()["y"] < 900


def test_the_tests_of_methods_open(opened):
    page = opened(methods())
    whole = page.tab.locator("#tests details", has_text="the whole test").first
    whole.locator("summary").click()
    assert "Wilcoxon" in whole.locator("pre").text_content()
    page.demand_quiet()


# ---- benchmarks


def test_failures_are_filtered_by_cause_and_their_logs_open(opened):
    page = opened(benchmark())
    assert sorted(page.named("failures-table", "cause")) == ["error", "error", "timeout"]
    page.tab.get_by_label("cause: Runs that failed").select_option("error")
    assert page.named("failures-table", "cause") == ["error", "error"]
    page.tab.get_by_label("Filter: Runs that failed").fill("timeout")
    assert page.named("failures-table", "cause") == []
    page.tab.get_by_label("Filter: Runs that failed").fill("")
    log = page.tab.locator("#failures-table tbody details")
    assert not log.locator("pre").is_visible()
    log.locator("summary").click()
    assert log.locator("pre").inner_text() == LOG
    page.demand_quiet()


def test_the_link_to_a_log_shows_it_even_if_its_row_is_filtered_out(opened):
    page = opened(benchmark())
    page.sort("failures-table", "seed")
    page.sort("failures-table", "seed")
    page.tab.get_by_label("Filter: Runs that failed").fill("the same as that of")
    assert len(page.named("failures-table", "run")) == 1
    page.tab.locator("#failures-table tbody a").first.click()
    assert len(page.named("failures-table", "run")) == 3
    assert page.tab.locator("#failures-table tbody pre").first.is_visible()
    page.demand_quiet()


def test_the_page_of_a_benchmark_sorts_pages_and_filters(opened):
    page = opened(benchmark(240))
    assert len(page.named("runs-table", "run")) == 100
    page.tab.locator("#runs-table .more").click()
    page.sort("runs-table", "CPU s")
    seconds = [float(text) for text in page.named("runs-table", "CPU s")]
    assert len(seconds) == 240
    assert seconds == sorted(seconds, reverse=True)
    page.tab.get_by_label("algorithm: All runs").select_option(ATTACK)
    assert set(page.named("runs-table", "algorithm")) == {ATTACK}
    page.tab.get_by_label("status: All runs").select_option("error")
    assert len(page.named("runs-table", "run")) == 2
    page.sort("mean0", "algorithm")
    assert page.named("mean0", "algorithm") == [ATTACK, "GES", "PC", "random guessing"]
    page.demand_quiet()


def test_other_numbers_and_notes_of_a_benchmark_open(opened):
    page = opened(benchmark())
    other = page.tab.locator("#results > details", has_text="f1:skeleton")
    other.locator("> summary").click()
    assert other.locator("table").is_visible()
    page.demand_quiet()


@pytest.mark.parametrize("make", [methods, benchmark])
def test_hostile_names_of_methods_and_runs_stay_text(make, opened):
    page = opened(make())
    assert page.tab.locator("h1").text_content() == ATTACK
    assert page.tab.locator("img").count() == 0
    assert page.tab.locator("script").count() == 1
    assert ATTACK in page.tab.locator("#runs-table").text_content()
    page.tab.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    page.tab.evaluate("document.querySelectorAll('thead button').forEach(one => one.click())")
    for field in page.tab.locator("input[type=search]").all():
        field.fill(ATTACK)
    assert page.tab.locator("img").count() == 0
    page.demand_quiet()


# ---- every page


HIDDEN_FOCUS = """() => {
  const at = document.activeElement, row = at.closest("tr"), frame = at.closest(".scroll");
  if (!row || !frame || at === frame || row.cells[0].contains(at)) return "";
  const stays = getComputedStyle(row.cells[0]).position === "sticky";
  const left = stays ? row.cells[0].getBoundingClientRect().right : frame.getBoundingClientRect().left;
  return at.getBoundingClientRect().left < left - 1 ? at.textContent.slice(0, 60) : "";
}"""


def test_what_is_focused_is_not_below_the_first_column(opened):
    """Fault 6: Shift+Tab put the focus on headings that the fixed first column covers."""
    for width in (800, 1000):
        page = opened(PAGES["one"](), width=width)
        for table in ("printed-table", "difference-table"):
            heads = page.tab.locator(f"#{table} thead button")
            heads.last.focus()
            hidden = []
            for _ in range(heads.count() - 1):
                hidden.append(page.tab.evaluate(HIDDEN_FOCUS))
                page.tab.keyboard.press("Shift+Tab")
            assert "".join(hidden) == ""
            assert page.tab.evaluate("document.activeElement.closest('th').cellIndex") == 0


BROKEN_WORDS = """() => {
  const broken = [], seen = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (seen.nextNode()) {
    const text = seen.currentNode;
    if (!text.parentElement.closest("h1, h2, h3, th[scope=col], dt, caption, summary")) continue;
    if (!text.parentElement.offsetParent || text.parentElement.closest(".unseen")) continue;
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 4)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("name", KINDS)
def test_no_heading_breaks_in_the_middle_of_a_word(name, width, opened):
    """Fault 7: "wins/ties/losses" broke as "wins/ties/loss" and "es"."""
    page = opened(PAGES[name](), width=width)
    page.tab.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    assert page.tab.evaluate(BROKEN_WORDS) == []


def test_links_lead_somewhere(opened):
    for name in ("one", "several", "methods", "benchmark"):
        page = opened(PAGES[name]())
        lost = page.tab.evaluate(
            "[...document.links].filter(a => !document.getElementById(a.hash.slice(1))).length"
        )
        assert lost == 0
