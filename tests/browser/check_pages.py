"""
What a real browser does with the pages: run by `scripts/test-browser`, and not by pytest alone.

Every page is opened without a network, at the width of a phone and of a desk, light and dark.
"""

import pytest

import edgemark as em
from edgemark import Graph, pages

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
}  # fmt: skip


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
@pytest.mark.parametrize("name", PAGES)
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
