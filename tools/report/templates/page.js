// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only
// Colours, copying of commands, sorting of tables, and the search.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");

  function keep(value) {
    try {
      value ? localStorage.setItem("theme", value) : localStorage.removeItem("theme");
    } catch { /* A browser may refuse files a store; the choice then holds for this page. */ }
  }
  function kept() {
    try { return localStorage.getItem("theme") || ""; } catch { return ""; }
  }
  function paint(theme) {
    theme ? root.setAttribute("data-theme", theme) : root.removeAttribute("data-theme");
    document.dispatchEvent(new Event("theme"));
  }
  const chooser = document.getElementById("theme");
  chooser.value = kept();
  paint(chooser.value);
  chooser.addEventListener("change", () => { keep(chooser.value); paint(chooser.value); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => paint(chooser.value));

  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", () => {
      const code = button.parentElement.querySelector("code");
      const said = done => { button.textContent = done ? "Copied" : "Selected"; setTimeout(() => { button.textContent = "Copy"; }, 2000); };
      const select = () => { getSelection().selectAllChildren(code); said(false); };
      navigator.clipboard ? navigator.clipboard.writeText(code.textContent).then(() => said(true), select) : select();
    });
  }

  // A link to what lies in a closed part opens it, and so does a link to a finding.
  function open() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target && target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    // The rows of a finding.
    if (target) for (const part of target.querySelectorAll(":scope.finding > details")) part.open = true;
  }
  addEventListener("hashchange", open);
  open();
  // On paper everything is open.
  addEventListener("beforeprint", () => { for (const part of document.querySelectorAll("details")) part.open = true; });

  const collator = new Intl.Collator("en", { numeric: true });
  function sort(table, column, isDown) {
    const body = table.tBodies[0];
    const keyed = Array.from(body.rows, row => {
      const cell = row.cells[column], value = cell.dataset.value;
      return { row, text: cell.textContent.trim(), number: value === undefined ? null : value === "" ? NaN : Number(value) };
    });
    keyed.sort((a, b) => {
      if (a.number === null) return (isDown ? -1 : 1) * collator.compare(a.text, b.text);
      // What has no number comes last either way.
      if (isNaN(a.number) || isNaN(b.number)) return isNaN(a.number) - isNaN(b.number);
      return (isDown ? -1 : 1) * (a.number - b.number);
    });
    body.append(...keyed.map(one => one.row));
  }
  for (const table of document.querySelectorAll("table.claims")) {
    table.classList.add("sortable");
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const isDown = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        sort(table, column, isDown);
      });
    });
  }

  const NAMES = { fig: "figure", tab: "table", sec: "section" };
  const form = document.querySelector("form.filter");
  if (form) {
    const [text, paper, verdict] = ["text", "paper", "verdict"].map(name => document.getElementById(`filter-${name}`));
    const rows = Array.from(document.querySelectorAll(form.dataset.filters),
      row => ({ row, text: ` ${row.dataset.words} ${row.textContent} `.toLowerCase().replace(/[\s,;:()]+/g, " ") }));
    const groups = Array.from(document.querySelectorAll(".group"));
    // On a small screen the papers are closed until one asks for them.
    const isSmall = matchMedia("(max-width: 52rem)").matches;
    for (const group of groups) group.open = !isSmall;
    const count = document.getElementById("filter-count");
    const filter = () => {
      // "Fig.5(a)", "figures 5" and "Figure 5 a" are the same.
      const terms = text.value.toLowerCase().replace(/[\s,;:()]+/g, " ")
        .replace(/\b(fig|tab|sec)[a-z]*\.? ?(?=\d|[ivx]+\b)/g, short => `${NAMES[short.slice(0, 3)]} `)
        .match(/(table|figure|section) [\w.]+|\S+/g) || [];
      // "Table 2" is one name, which "Table 20" is not; any other word may be part of a longer one.
      const matches = row => terms.every(term => row.includes(term.includes(" ") ? ` ${term} ` : term));
      let seen = 0;
      for (const { row, text } of rows) {
        const isSeen = matches(text) &&
          (!paper || !paper.value || row.dataset.paper === paper.value) &&
          (!verdict || !verdict.value || row.dataset.verdict === verdict.value);
        row.hidden = !isSeen;
        seen += isSeen;
      }
      for (const group of groups) {
        group.hidden = !group.querySelector("li:not([hidden])");
        if (terms.length) group.open = true;
      }
      count.textContent = `${seen} of ${rows.length} ${form.dataset.noun}`;
    };
    form.addEventListener("input", filter);
    form.addEventListener("reset", () => setTimeout(filter));
    form.addEventListener("submit", event => event.preventDefault());
    filter();
  }
})();
