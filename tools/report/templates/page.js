// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only
// Colours, copying of commands, and the claims table.
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

  // A link to what lies in a closed part opens it.
  function open() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target && target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
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

  const form = document.querySelector("form.filter");
  if (form) {
    const [text, paper, verdict] = ["text", "paper", "verdict"].map(name => document.getElementById(`filter-${name}`));
    const rows = Array.from(document.getElementById("all-claims").tBodies[0].rows,
      row => ({ row, text: row.textContent.toLowerCase() }));
    const count = document.getElementById("filter-count");
    const filter = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let seen = 0;
      for (const { row, text } of rows) {
        const isSeen = words.every(word => text.includes(word)) &&
          (!paper.value || row.dataset.paper === paper.value) &&
          (!verdict.value || row.dataset.verdict === verdict.value);
        row.hidden = !isSeen;
        seen += isSeen;
      }
      count.textContent = `${seen} of ${rows.length} claims`;
    };
    form.addEventListener("input", filter);
    form.addEventListener("reset", () => setTimeout(filter));
    form.addEventListener("submit", event => event.preventDefault());
    filter();
  }
})();
