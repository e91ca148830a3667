"use strict";
/* Adds sorting, filters and paging to the tables, and arrow keys to the pictures. Without this script the page
   shows the same numbers. Texts are inserted as text, never as HTML. */
(() => {
  const PAGE = 100;

  const make = (tag, props, ...inside) => {
    const element = Object.assign(document.createElement(tag), props);
    element.append(...inside);
    return element;
  };

  /* ---- tables */

  const valueOf = (row, k, numeric) => {
    const cell = row.cells[k];
    if (!numeric) return cell.dataset.v ?? cell.textContent;
    const value = parseFloat(cell.dataset.v ?? cell.textContent);
    return Number.isNaN(value) ? null : value;
  };

  const compare = (a, b, numeric, falling) => {
    if (a === null || b === null) return (a === null) - (b === null); /* no value comes last */
    const sign = falling ? -1 : 1;
    return sign * (numeric ? a - b : a.localeCompare(b, "en", { numeric: true }));
  };

  const addControls = (box) => {
    const table = box.querySelector("table");
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const title = table.caption.textContent;
    let rows = [...body.rows];
    let shown = PAGE;
    const selects = [];
    const search = make("input", { type: "search" });
    const count = make("output", {});
    const more = make("button", { type: "button", className: "more" });

    const matches = (row) => {
      const text = search.value.trim().toLowerCase();
      return (
        (!text || text.split(/\s+/).every((word) => row.textContent.toLowerCase().includes(word))) &&
        selects.every(([k, select]) => !select.value || row.cells[k].textContent === select.value)
      );
    };

    const show = () => {
      const found = rows.filter(matches);
      const kept = new Set(found.slice(0, shown));
      for (const row of rows) row.hidden = !kept.has(row);
      count.textContent = `${found.length} of ${rows.length} rows`;
      more.hidden = found.length <= shown;
      more.textContent = `Show all ${found.length} rows`;
    };

    const sort = (k) => {
      const head = heads[k];
      const first = head.dataset.falling !== undefined ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const now = head.getAttribute("aria-sort") === first ? other : first;
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", now);
      const numeric = head.classList.contains("n");
      const keyed = rows.map((row) => [valueOf(row, k, numeric), row]);
      keyed.sort((a, b) => compare(a[0], b[0], numeric, now === "descending"));
      rows = keyed.map(([, row]) => row);
      body.append(...rows);
      show();
    };

    heads.forEach((head, k) => {
      if (head.dataset.plain !== undefined || rows.length < 2) return;
      const button = make("button", { type: "button" }, head.textContent);
      button.addEventListener("click", () => sort(k));
      head.replaceChildren(button);
    });

    if (box.dataset.searched !== undefined) {
      const controls = make("div", { className: "controls" });
      controls.append(make("label", {}, "Filter ", search));
      search.setAttribute("aria-label", `Filter: ${title}`);
      search.addEventListener("input", show);
      heads.forEach((head, k) => {
        if (head.dataset.filter === undefined) return;
        const values = [...new Set(rows.map((row) => row.cells[k].textContent))].sort();
        if (values.length < 2) return;
        const select = make("select", {}, make("option", { value: "" }, "all"));
        for (const value of values) if (value) select.append(make("option", { value }, value));
        select.setAttribute("aria-label", `${head.textContent}: ${title}`);
        select.addEventListener("change", show);
        selects.push([k, select]);
        controls.append(make("label", {}, `${head.textContent} `, select));
      });
      count.setAttribute("aria-live", "polite");
      controls.append(count);
      box.prepend(controls);
    }
    /* The first column does not scroll. A focused element must be beside it, not behind it, and browsers do not
       move an element that is covered only in part. */
    const frame = box.querySelector(".scroll");
    const stays = () => getComputedStyle(heads[0]).position === "sticky";
    new ResizeObserver(() => {
      frame.style.scrollPaddingLeft = stays() ? `${heads[0].offsetWidth}px` : "";
    }).observe(heads[0]);
    frame.addEventListener("focusin", ({ target }) => {
      const cell = target.closest("th, td");
      if (!cell || !cell.cellIndex || !stays()) return;
      const covered = heads[0].getBoundingClientRect().right - target.getBoundingClientRect().left;
      if (covered > 0) frame.scrollLeft -= covered + 4;
    });

    box.addEventListener("reveal", () => {
      search.value = "";
      for (const [, select] of selects) select.value = "";
      shown = Infinity;
      show();
    });
    more.addEventListener("click", () => {
      shown = Infinity;
      show();
    });
    box.append(more);
    addEventListener("beforeprint", () => rows.forEach((row) => (row.hidden = !matches(row))));
    addEventListener("afterprint", show);
    show();
  };

  /* ---- pictures */

  const addKeys = (figure) => {
    const told = figure.querySelector(".told");
    const groups = [...figure.querySelectorAll("svg g[tabindex]")];
    if (!groups.length) return;
    const tell = (group) => {
      told.textContent = group.querySelector("title").textContent;
    };
    groups.forEach((group, k) => {
      group.setAttribute("tabindex", k ? "-1" : "0");
      group.addEventListener("focus", () => {
        for (const one of groups) one.setAttribute("tabindex", one === group ? "0" : "-1");
        tell(group);
      });
      group.addEventListener("pointerenter", () => tell(group));
      group.addEventListener("click", () => tell(group));
      group.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        const to = { Home: 0, End: groups.length - 1 }[event.key];
        if (step === undefined && to === undefined) return;
        event.preventDefault();
        groups[to ?? (k + step + groups.length) % groups.length].focus();
      });
    });
  };

  /* ---- links to a row, or into details that are closed */

  const reveal = (hash) => {
    const target = document.getElementById(hash.slice(1));
    if (!target) return;
    if (target.closest("tr[hidden]")) target.dispatchEvent(new Event("reveal", { bubbles: true }));
    for (let one = target; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  };
  addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link) reveal(link.hash);
  });

  document.querySelectorAll(".data").forEach(addControls);
  document.querySelectorAll("figure").forEach(addKeys);
  document.documentElement.dataset.ready = "";
})();
