// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only
// Aligned views of a traced run, drawn by uPlot. An event is a time, a value, and for a connection a number of bytes from
// this value on; it belongs to one of the lines of its view.
"use strict";
(() => {
  const ACK = 2, WINDOW = 3; // lines of a connection
  const COLOURS = ["blue", "vermilion", "green", "orange", "purple", "ink", "grid"];
  const TABLE_ROWS = 21;
  const SHORTEST = 1e-6; // s, of what is shown
  const SEQUENCE_HEIGHT = 190, VALUES_HEIGHT = 120;

  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      key in made ? made[key] = value : made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  async function unpack(text) {
    const packed = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  function addUp(differences, unit) {
    const values = new Float64Array(differences.length);
    let sum = 0;
    for (let i = 0; i < values.length; ++i) values[i] = (sum += differences[i]) * unit;
    return values;
  }

  /// How many values are less than x (or not more, after = true).
  function find(values, x, after = false) {
    let low = 0, high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      (after ? values[middle] <= x : values[middle] < x) ? low = middle + 1 : high = middle;
    }
    return low;
  }

  /// What is drawn, as arrays, with a column for each line, the last one first.
  function prepare(view) {
    view.times = addUp(view.t, 1e-9);
    view.values = view.len ? addUp(view.v, 1) : Float64Array.from(view.v);
    view.ends = view.len ? view.values.map((value, i) => value + view.len[i]) : view.values;
    view.columns = view.lines.map((_, k) => Array.from(view.values, (value, i) => view.line[i] === k ? value : null)).reverse();
  }

  /// Draws each event by itself: its bytes as a vertical line, its value as a dot or a cross.
  function marks({ times, ends }, draw) {
    return (plot, series, first, last) => {
      const path = new Path2D(), dots = new Path2D(), values = plot.data[series];
      const isDense = last - first > plot.bbox.width / 3;
      const size = devicePixelRatio * (draw === "crosses" ? 3.5 : isDense ? 1 : 2);
      const [x0, x1] = [0, 1].map(time => plot.valToPos(time, "x", true));
      const [y0, y1] = [0, 1].map(value => plot.valToPos(value, "y", true));
      let beforeX = NaN, beforeY = NaN, beforeEnd = NaN;
      for (let i = first; i <= last; ++i) {
        if (values[i] === null) continue;
        const x = Math.round(x0 + times[i] * (x1 - x0)), y = Math.round(y0 + values[i] * (y1 - y0));
        const end = Math.round(y0 + ends[i] * (y1 - y0));
        // What would be drawn over the same pixels is left out.
        if (x === beforeX && y === beforeY && end === beforeEnd) continue;
        beforeX = x;
        beforeY = y;
        beforeEnd = end;
        if (ends[i] > values[i]) {
          path.moveTo(x + .5, y);
          path.lineTo(x + .5, end);
        }
        if (draw === "crosses") {
          path.moveTo(x - size, y - size);
          path.lineTo(x + size, y + size);
          path.moveTo(x - size, y + size);
          path.lineTo(x + size, y - size);
        } else if (draw === "dots") {
          dots.rect(x - size, y - size, 2 * size, 2 * size);
        }
      }
      return { stroke: path, fill: dots };
    };
  }

  const PATHS = { level: uPlot.paths.stepped({ align: 1, extend: true }), line: uPlot.paths.linear() };
  const SIGNS = {
    dots: "M6 6h4v4H6z", crosses: "M3 3l10 10M3 13L13 3", spans: "M8 1v14", level: "M0 13h8V4h8", line: "M0 13L16 4",
  };

  class Views {
    constructor(place, content) {
      this.place = place;
      this.content = content;
      this.title = place.dataset.title;
      content.views.forEach(prepare);
      this.span = content.span[1] > content.span[0] ? content.span : [content.span[0], content.span[0] + 1];
      this.views = content.views.filter(view => view.times.length);
      this.active = 0;
      this.index = 0;
      this.choose(...this.span);
      this.paint();
      this.build();
      this.show(...(content.parts[0] || this.span));
      if (this.views.length) this.move(Math.min(find(this.views[0].times, this.begin), this.views[0].times.length - 1), false);
    }

    build() {
      const button = (text, label, act) => element("button", { type: "button", textContent: text, "aria-label": label, onclick: act });
      const tools = element("div", { className: "tools", role: "group", "aria-label": "Zoom" },
        button("+", "Zoom in", () => this.zoom(.5)), button("−", "Zoom out", () => this.zoom(2)),
        button("◀", "Earlier", () => this.pan(-.5)), button("▶", "Later", () => this.pan(.5)),
        button("Whole run", "Show the whole run", () => this.show(...this.span)),
        ...this.content.parts.map((part, i) => button(this.name(i), `Show ${this.name(i)}`, () => this.show(...part))));
      this.said = element("p", { className: "said", role: "status" });
      this.board = element("div", {
        className: "board", tabIndex: 0, role: "application", "aria-roledescription": "chart over time",
        "aria-label": `Events of ${this.title}`,
      });
      const keys = element("p", { className: "keys small" });
      keys.textContent = "Keys: ← and → to the event before and after, ↑ and ↓ to another view, Home and End to the first and last event, " +
        "+ and − to zoom, Page Up and Page Down to move, 0 for the whole run. With a mouse: drag to zoom, double-click for the whole run.";
      keys.id = `keys-${Views.count = (Views.count || 0) + 1}`;
      this.board.setAttribute("aria-describedby", keys.id);
      this.board.addEventListener("keydown", event => this.press(event));
      this.body = element("tbody");
      const head = element("tr", {}, ...["time, s", "event", "value"].map(text => element("th", { scope: "col", textContent: text })));
      this.details = element("details", {}, element("summary", { textContent: "The events around the cursor as a table" }),
        element("table", { className: "numbers" }, this.caption = element("caption"), element("thead", {}, head), this.body));
      this.details.addEventListener("toggle", () => this.tabulate());
      this.place.append(keys, tools, this.legend(), this.board, this.said, this.details);
      for (const view of this.content.views) this.plot(view);
      let width = 0;
      new ResizeObserver(() => {
        if (this.board.clientWidth && this.board.clientWidth !== width) {
          width = this.board.clientWidth;
          for (const view of this.content.views) view.plot.setSize({ width, height: view.plot.height });
        }
      }).observe(this.board);
      document.addEventListener("theme", () => { this.paint(); for (const view of this.content.views) view.plot.redraw(false, true); });
    }

    name(i) {
      const title = this.content.titles[i];
      return title[0].toUpperCase() + title.slice(1);
    }

    legend() {
      const list = element("ul", { className: "legend", "aria-label": "Marks" });
      const known = new Set();
      const add = (mark, text) => {
        if (known.has(mark + text)) return;
        known.add(mark + text);
        const item = element("li");
        item.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true">${mark}</svg> `;
        item.append(text);
        list.append(item);
      };
      for (const { lines, line } of this.views.filter(view => view.lines.length > 1)) {
        lines.forEach(({ draw, colour, label }, k) => {
          if (line.includes(k)) add(`<path d="${SIGNS[draw]}" stroke="var(--${colour})" stroke-width="2" fill="none"/>`, label);
        });
      }
      if (this.content.parts.length) {
        add('<path d="M1 1h14v14H1z" fill="var(--orange)" opacity=".35"/>', "part that has a button");
      }
      return list;
    }

    paint() {
      this.colours = Object.fromEntries(COLOURS.map(name => [name, colour(name)]));
    }

    plot(view) {
      const isLast = view === this.content.views.at(-1);
      const axis = { stroke: () => this.colours.ink, grid: { stroke: () => this.colours.grid, width: 1 }, ticks: { stroke: () => this.colours.grid, width: 1 }, font: "12px system-ui, sans-serif" };
      const number = new Intl.NumberFormat("en", { maximumFractionDigits: 9, useGrouping: false });
      const series = view.lines.map(({ draw, colour }) => {
        // Dots are filled, and below a level that stands alone the view is.
        const opacity = { dots: "", level: view.lines.length === 1 ? "33" : undefined }[draw];
        return {
          stroke: () => this.colours[colour],
          fill: opacity === undefined ? null : () => this.colours[colour] + opacity,
          width: draw === "spans" ? 2 : 1.2,
          paths: PATHS[draw] || marks(view, draw),
          points: { show: false },
          spanGaps: true,
        };
      });
      const data = view.times.length ? [view.times, ...view.columns] : [this.span, ...series.map(() => [null, null])];
      const options = {
        width: Math.max(280, this.board.clientWidth),
        height: (view.len ? SEQUENCE_HEIGHT : VALUES_HEIGHT) + (isLast ? 45 : 25),
        legend: { show: false },
        padding: [6, 12, 0, 0],
        scales: { x: { time: false, auto: false }, y: { range: () => view.len ? this.edges : this.heights([view]) } },
        series: [{}, ...series.reverse()], // the first line is drawn last
        axes: [
          { ...axis, size: isLast ? 45 : 25, label: isLast ? "time, s" : null, labelSize: 18, labelFont: axis.font, space: 90, values: (_, ticks) => ticks.map(tick => number.format(tick)) },
          { ...axis, size: 74, label: view.len ? "kB" : view.unit, labelSize: 18, labelFont: axis.font, space: 26,
            values: (_, ticks) => ticks.map(tick => number.format(view.len ? tick / 1000 : tick)) },
        ],
        cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false }, bind: { dblclick: () => () => { this.show(...this.span); return null; } } },
        hooks: {
          drawClear: [plot => this.shade(plot)],
          draw: [() => this.point(view)],
          setSelect: [plot => {
            const { left, width } = plot.select;
            if (width < 3) return;
            const edges = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
            plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
            this.show(...edges);
          }],
        },
      };
      this.board.append(element("p", { className: "view-title", textContent: view.label }));
      const box = element("div");
      this.board.append(box);
            view.cursor = element("div", { className: "cursor-line", hidden: true });
      view.dot = element("div", { className: "cursor-dot", hidden: true });
      view.plot = new uPlot(options, data, box);
      view.plot.over.append(view.cursor, view.dot);
      view.plot.over.addEventListener("click", event => {
        const box = view.plot.over.getBoundingClientRect();
        this.pick(view, event.clientX - box.left, event.clientY - box.top);
      });
    }

    /// Lowest and highest value of some views that is seen, with a margin. The window of a connection may be far above
    /// and is not counted.
    heights(views) {
      const isSequence = views[0].len;
      let low = Infinity, high = -Infinity;
      for (const { times, values, ends, line } of views) {
        const last = find(times, this.end, true);
        for (let i = Math.max(0, find(times, this.begin) - 1); i < last; ++i) {
          if (isSequence && line[i] === WINDOW) continue;
          if (values[i] < low) low = values[i];
          if (ends[i] > high) high = ends[i];
        }
      }
      if (isSequence) {
        const margin = .05 * Math.max(high - low, 1000);
        return low === Infinity ? [0, 1] : [low - margin, high + margin];
      }
      const top = high > 0 ? 1.15 * high : 1, bottom = Math.min(0, low === Infinity ? 0 : low);
      return [bottom - .04 * (top - bottom), top];
    }

    /// Mark the parts that have buttons.
    shade(plot) {
      const { ctx: context, bbox: { left, top, width, height } } = plot;
      context.save();
      context.beginPath();
      context.rect(left, top, width, height);
      context.clip();
      context.fillStyle = `${this.colours.orange}21`;
      for (const [from, to] of this.content.parts) {
        const x = plot.valToPos(from, "x", true);
        if (to - from < this.end - this.begin) context.fillRect(x, top, plot.valToPos(to, "x", true) - x, height);
      }
      context.restore();
    }

    /// Choose a stretch of the run. All connections have the same heights, so that they can be compared.
    choose(begin, end) {
      [this.begin, this.end] = [begin, end];
      const connections = this.content.views.filter(view => view.len);
      if (connections.length) this.edges = this.heights(connections);
    }

    /// Show a stretch of the run in all views.
    show(begin, end) {
      const [first, last] = this.span, whole = last - first;
      const length = Math.min(whole, Math.max(SHORTEST, end - begin));
      const from = Math.min(Math.max(first, begin), last - length);
      this.choose(from, from + length);
      for (const view of this.content.views) view.plot.setScale("x", { min: this.begin, max: this.end });
    }

    zoom(factor) {
      const time = this.time();
      const centre = time >= this.begin && time <= this.end ? time : (this.begin + this.end) / 2;
      this.show(centre - (centre - this.begin) * factor, centre + (this.end - centre) * factor);
    }

    pan(share) {
      const length = (this.end - this.begin) * share;
      this.show(this.begin + length, this.end + length);
    }

    time() {
      return this.views.length ? this.views[this.active].times[this.index] : (this.begin + this.end) / 2;
    }

    /// Put the cursor on an event of the active view.
    move(index, isSaid = true) {
      const { times } = this.views[this.active];
      this.index = Math.max(0, Math.min(times.length - 1, index));
      const time = this.time(), length = this.end - this.begin;
      if (time < this.begin || time > this.end) this.show(time - length / 2, time + length / 2);
      for (const view of this.content.views) this.point(view);
      if (isSaid) this.said.textContent = this.describe();
      this.tabulate();
    }

    /// The nearest event to a place in a view.
    pick(view, x, y) {
      const { plot, times, values } = view;
      const reach = (this.end - this.begin) / 40, time = plot.posToVal(x, "x"), last = find(times, time + reach, true);
      let best = Infinity, found = -1;
      for (let i = find(times, time - reach); i < last; ++i) {
        const distance = Math.hypot(plot.valToPos(times[i], "x") - x, (plot.valToPos(values[i], "y") - y) / 3);
        if (distance < best) [best, found] = [distance, i];
      }
      if (found >= 0) {
        this.active = this.views.indexOf(view);
        this.move(found);
      }
    }

    press(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || !this.views.length) return;
      const { times } = this.views[this.active];
      const change = step => {
        const time = this.time();
        this.active = (this.active + step + this.views.length) % this.views.length;
        this.move(find(this.views[this.active].times, time));
      };
      const act = {
        ArrowLeft: () => this.move(this.index - 1), ArrowRight: () => this.move(this.index + 1),
        ArrowUp: () => change(-1), ArrowDown: () => change(1),
        Home: () => this.move(0), End: () => this.move(times.length - 1),
        "+": () => this.zoom(.5), "=": () => this.zoom(.5), "-": () => this.zoom(2),
        PageUp: () => this.pan(-.5), PageDown: () => this.pan(.5), 0: () => this.show(...this.span),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }

    /// The words for one event.
    event(view, i) {
      const line = view.line[i], value = view.values[i], { label } = view.lines[line];
      if (!view.len) return [label, `${+value.toPrecision(7)} ${view.unit}`];
      const bytes = `bytes ${value} to ${view.ends[i]}`;
      return [label, line === ACK ? `all before byte ${value}` : line === WINDOW ? `open up to byte ${value}` : bytes];
    }

    describe() {
      const view = this.views[this.active], [what, value] = this.event(view, this.index);
      return `${view.label}: ${what}, ${value}, at ${view.times[this.index].toFixed(6)} s (event ${this.index + 1} of ${view.times.length})`;
    }

    /// Draw the cursor in a view, above what is drawn there.
    point(view) {
      const { plot, cursor, dot } = view, time = this.time();
      const isSeen = this.views.length > 0 && time >= this.begin && time <= this.end;
      cursor.hidden = !isSeen;
      dot.hidden = !isSeen || view !== this.views[this.active];
      if (!plot || !isSeen) return;
      cursor.style.left = dot.style.left = `${plot.valToPos(time, "x")}px`;
      if (!dot.hidden) dot.style.top = `${plot.valToPos(view.values[this.index], "y")}px`;
    }

    tabulate() {
      if (!this.details.open || !this.views.length) return;
      const view = this.views[this.active], count = view.times.length;
      const first = Math.max(0, Math.min(this.index - (TABLE_ROWS >> 1), count - TABLE_ROWS));
      this.caption.textContent = `${view.label}: events ${first + 1} to ${Math.min(count, first + TABLE_ROWS)} of ${count}`;
      this.body.replaceChildren();
      for (let i = first; i < Math.min(count, first + TABLE_ROWS); ++i) {
        const row = element("tr", {}, element("th", { scope: "row", textContent: view.times[i].toFixed(6) }),
          ...this.event(view, i).map(text => element("td", { textContent: text })));
        if (i === this.index) row.setAttribute("aria-current", "true");
        this.body.append(row);
      }
    }
  }

  async function start(place) {
    try {
      place.views = new Views(place, await unpack(place.querySelector("script").textContent));
    } catch (error) {
      place.append(element("p", { textContent: `This browser cannot show the events (${error.message}). The figure above and the files have them.` }));
    }
  }

  // A run is unpacked when a reader comes near it.
  const observer = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        observer.unobserve(target);
        start(target);
      }
    }
  }, { rootMargin: "800px" });
  for (const place of document.querySelectorAll(".views")) observer.observe(place);
})();
