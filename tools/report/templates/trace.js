// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only
// Aligned views of a traced run: uPlot has the axes, the scales and the selection; the events are drawn here,
// as there is a kind of mark for each, and never more than a few for each column of pixels.
"use strict";
(() => {
  const SEGMENT = 0, RETRANSMISSION = 1, ACK = 2, WINDOW = 3, SACK = 4;
  const KINDS = ["segment", "retransmission", "ACK", "receiver's window", "SACK block"];
  const COLOURS = ["blue", "vermilion", "green", "orange", "purple"];
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

  /// What is drawn, as arrays; a sequence is split by the kinds of its events.
  function prepare(view) {
    for (const one of view.series) {
      one.view = view;
      one.times = addUp(one.t, 1e-9);
      if (view.kind === "sequence") {
        one.values = addUp(one.v, 1);
        one.byKind = KINDS.map((_, kind) => {
          const chosen = [];
          one.kind.forEach((k, i) => { if (k === kind) chosen.push(i); });
          return {
            times: Float64Array.from(chosen, i => one.times[i]),
            low: Float64Array.from(chosen, i => one.values[i]),
            high: Float64Array.from(chosen, i => one.values[i] + one.len[i]),
          };
        });
      } else {
        one.values = Float64Array.from(one.v);
      }
      delete one.t;
      delete one.v;
    }
  }

  /// Draws one kind of mark into the box of a view.
  class Pen {
    constructor(plot, begin, end) {
      const { left, top, width, height } = plot.bbox, { min, max } = plot.scales.y;
      this.context = plot.ctx;
      this.ratio = devicePixelRatio;
      this.x = left - begin * width / (end - begin);
      this.perSecond = width / (end - begin);
      this.y = top + height + min * height / (max - min);
      this.perUnit = height / (max - min);
      this.columns = width;
      this.begin = begin;
      this.end = end;
      this.floor = Math.min(this.y, top + height);
    }
    range(times) {
      return [Math.max(0, find(times, this.begin) - 1), Math.min(times.length, find(times, this.end, true) + 1)];
    }
    stroke(colour, width) {
      this.context.strokeStyle = colour;
      this.context.lineWidth = width * this.ratio;
      this.context.stroke();
    }
    /// Vertical lines from low to high; those of one column of pixels become one where they meet.
    spans({ times, low, high }, colour, width) {
      const { context } = this, [first, last] = this.range(times);
      context.beginPath();
      let column = NaN, from = 0, to = 0;
      const end = () => { if (column === column) { context.moveTo(column, this.y - from * this.perUnit); context.lineTo(column, this.y - to * this.perUnit); } };
      for (let i = first; i < last; ++i) {
        const x = Math.round(this.x + times[i] * this.perSecond) + .5;
        if (x === column && low[i] <= to + 1 && high[i] >= from - 1) {
          if (low[i] < from) from = low[i];
          if (high[i] > to) to = high[i];
        } else {
          end();
          column = x;
          from = low[i];
          to = high[i];
        }
      }
      end();
      this.stroke(colour, width);
      return last - first;
    }
    /// Dots or crosses, one for each pixel at most.
    marks(times, values, colour, isCross) {
      const { context, ratio } = this, [first, last] = this.range(times);
      const isDense = last - first > this.columns / 3, size = (isCross ? 3.5 : isDense ? 1 : 2) * ratio;
      context.beginPath();
      let before = NaN, beforeY = NaN;
      for (let i = first; i < last; ++i) {
        const x = Math.round(this.x + times[i] * this.perSecond), y = Math.round(this.y - values[i] * this.perUnit);
        if (x === before && y === beforeY) continue;
        before = x;
        beforeY = y;
        if (isCross) {
          context.moveTo(x - size, y - size);
          context.lineTo(x + size, y + size);
          context.moveTo(x - size, y + size);
          context.lineTo(x + size, y - size);
        } else {
          context.rect(x - size, y - size, 2 * size, 2 * size);
        }
      }
      if (isCross) return this.stroke(colour, 1.5);
      context.fillStyle = colour;
      context.fill();
    }
    /// A line that goes on to the next value; a column of pixels gets its first, least, largest and last one.
    line(times, values, colour, width, isStep, isFilled) {
      const { context } = this, [first, last] = this.range(times);
      if (first === last) return;
      const height = value => this.y - value * this.perUnit;
      context.beginPath();
      let column = Math.round(this.x + times[first] * this.perSecond), y = height(values[first]);
      let low = y, high = y;
      context.moveTo(column, y);
      for (let i = first + 1; i < last; ++i) {
        const x = Math.round(this.x + times[i] * this.perSecond), next = height(values[i]);
        if (x !== column) {
          if (low !== high) { context.lineTo(column, low); context.lineTo(column, high); context.lineTo(column, y); }
          if (isStep) context.lineTo(x, y);
          context.lineTo(x, next);
          column = x;
          low = high = next;
        } else {
          if (next < low) low = next;
          if (next > high) high = next;
        }
        y = next;
      }
      if (low !== high) { context.lineTo(column, low); context.lineTo(column, high); context.lineTo(column, y); }
      const right = this.x + this.end * this.perSecond;
      if (isStep && last === times.length && right > column) { context.lineTo(right, y); column = right; }
      this.stroke(colour, width);
      if (isFilled) {
        context.lineTo(column, this.floor);
        context.lineTo(this.x + times[first] * this.perSecond, this.floor);
        context.globalAlpha = .2;
        context.fillStyle = colour;
        context.fill();
        context.globalAlpha = 1;
      }
    }
  }

  class Views {
    constructor(place, content) {
      this.place = place;
      this.content = content;
      this.title = place.dataset.title;
      content.views.forEach(prepare);
      this.span = content.span[1] > content.span[0] ? content.span : [content.span[0], content.span[0] + 1];
      this.series = content.views.flatMap(view => view.series).filter(one => one.times.length);
      this.active = 0;
      this.index = 0;
      [this.begin, this.end] = this.span;
      this.paint();
      this.build();
      this.show(...(content.parts[0] || this.span));
      if (this.series.length) this.move(Math.min(find(this.series[0].times, this.begin), this.series[0].times.length - 1), false);
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
      keys.textContent = "Keys: ← and → to the event before and after, ↑ and ↓ to another line, Home and End to the first and last event, " +
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
          this.point();
        }
      }).observe(this.board);
      document.addEventListener("theme", () => { this.paint(); for (const view of this.content.views) view.plot.redraw(false, true); });
    }

    name(i) {
      const title = this.content.titles[i];
      return title[0].toUpperCase() + title.slice(1);
    }

    legend() {
      const marks = {
        segment: '<path d="M8 1v14" stroke="var(--blue)" stroke-width="2"/><circle cx="8" cy="13" r="2.5" fill="var(--blue)"/>',
        retransmission: '<path d="M3 3l10 10M3 13L13 3" stroke="var(--vermilion)" stroke-width="2"/>',
        ACK: '<path d="M0 13h8V4h8" stroke="var(--green)" stroke-width="2" fill="none"/>',
        "receiver's window": '<path d="M0 13h8V4h8" stroke="var(--orange)" stroke-width="2" fill="none"/>',
        "SACK block": '<path d="M8 1v14" stroke="var(--purple)" stroke-width="3"/>',
      };
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
      const sequences = this.content.views.filter(view => view.kind === "sequence");
      KINDS.forEach((kind, i) => { if (sequences.some(view => view.series[0].byKind[i].times.length)) add(marks[kind], kind); });
      for (const view of this.content.views) {
        if (view.series.length > 1) {
          for (const one of view.series) {
            const stroke = `stroke="var(--${one.colour})" stroke-width="2" fill="none"`;
            const mark = one.draw === "crosses" ? `<path d="M3 3l10 10M3 13L13 3" ${stroke}/>` :
              one.draw === "dots" ? `<circle cx="8" cy="8" r="2" ${stroke}/>` : `<path d="M0 13h8V4h8" ${stroke}/>`;
            add(mark, one.label);
          }
        }
      }
      if (this.content.parts.length) {
        add('<path d="M1 1h14v14H1z" fill="var(--orange)" opacity=".35"/>', "part that has a button");
      }
      return list;
    }

    paint() {
      this.colours = Object.fromEntries([...COLOURS, "ink", "muted", "grid"].map(name => [name, colour(name)]));
    }

    plot(view) {
      const isLast = view === this.content.views.at(-1);
      const axis = { stroke: () => this.colours.ink, grid: { stroke: () => this.colours.grid, width: 1 }, ticks: { stroke: () => this.colours.grid, width: 1 }, font: "12px system-ui, sans-serif" };
      const number = new Intl.NumberFormat("en", { maximumFractionDigits: 9, useGrouping: false });
      const options = {
        width: Math.max(280, this.board.clientWidth),
        height: (view.kind === "sequence" ? SEQUENCE_HEIGHT : VALUES_HEIGHT) + (isLast ? 45 : 25),
        legend: { show: false },
        padding: [6, 12, 0, 0],
        scales: { x: { time: false, auto: false }, y: { range: () => this.heights(view) } },
        series: [{}, { paths: () => null, points: { show: false } }],
        axes: [
          { ...axis, size: isLast ? 45 : 25, label: isLast ? "time, s" : null, labelSize: 18, labelFont: axis.font, space: 90, values: (_, ticks) => ticks.map(tick => number.format(tick)) },
          { ...axis, size: 74, label: view.kind === "sequence" ? "kB" : view.unit, labelSize: 18, labelFont: axis.font, space: 26,
            values: (_, ticks) => ticks.map(tick => number.format(view.kind === "sequence" ? tick / 1000 : tick)) },
        ],
        cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false }, bind: { dblclick: () => () => { this.show(...this.span); return null; } } },
        hooks: {
          draw: [plot => this.draw(view, plot)],
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
      view.plot = new uPlot(options, [this.span, [0, 0]], box);
      view.line = element("div", { className: "cursor-line", hidden: true });
      view.dot = element("div", { className: "cursor-dot", hidden: true });
      view.plot.over.append(view.line, view.dot);
      view.plot.over.addEventListener("click", event => {
        const box = view.plot.over.getBoundingClientRect();
        this.pick(view, event.clientX - box.left, event.clientY - box.top);
      });
    }

    /// Lowest and highest value that is seen, with a margin; all sequence views have the same, so that they can be
    /// compared. The window may be far above and is not counted.
    heights(view) {
      let low = Infinity, high = -Infinity;
      const see = (times, lows, highs) => {
        const last = find(times, this.end, true);
        for (let i = Math.max(0, find(times, this.begin) - 1); i < last; ++i) {
          if (lows[i] < low) low = lows[i];
          if (highs[i] > high) high = highs[i];
        }
      };
      if (view.kind !== "sequence") {
        for (const one of view.series) see(one.times, one.values, one.values);
        const top = high > 0 ? 1.15 * high : 1, bottom = Math.min(0, low === Infinity ? 0 : low);
        return [bottom - .04 * (top - bottom), top];
      }
      if (this.known && this.known.begin === this.begin && this.known.end === this.end) return this.known.edges;
      for (const other of this.content.views) {
        if (other.kind !== "sequence") continue;
        other.series[0].byKind.forEach((events, kind) => { if (kind !== WINDOW) see(events.times, events.low, events.high); });
      }
      const margin = .05 * Math.max(high - low, 1000);
      const edges = low === Infinity ? [0, 1] : [low - margin, high + margin];
      this.known = { begin: this.begin, end: this.end, edges };
      return edges;
    }

    draw(view, plot) {
      const pen = new Pen(plot, this.begin, this.end), { context } = pen, { left, top, width, height } = plot.bbox;
      context.save();
      context.beginPath();
      context.rect(left, top, width, height);
      context.clip();
      context.globalAlpha = .13;
      context.fillStyle = this.colours.orange;
      for (const [from, to] of this.content.parts) {
        if (to - from < this.end - this.begin) context.fillRect(pen.x + from * pen.perSecond, top, (to - from) * pen.perSecond, height);
      }
      context.globalAlpha = 1;
      for (const one of view.series) {
        if (view.kind === "sequence") {
          const { byKind } = one, paint = kind => this.colours[COLOURS[kind]];
          pen.line(byKind[WINDOW].times, byKind[WINDOW].low, paint(WINDOW), 1, true);
          pen.line(byKind[ACK].times, byKind[ACK].low, paint(ACK), 1.3, true);
          pen.spans(byKind[SACK], paint(SACK), 2);
          for (const kind of [SEGMENT, RETRANSMISSION]) {
            pen.spans(byKind[kind], paint(kind), 1);
            pen.marks(byKind[kind].times, byKind[kind].low, paint(kind), kind === RETRANSMISSION);
          }
        } else if (one.draw === "level" || one.draw === "line") {
          pen.line(one.times, one.values, this.colours[one.colour], 1.2, one.draw === "level", one.draw === "level" && view.series.length === 1);
        } else {
          pen.marks(one.times, one.values, this.colours[one.colour], one.draw === "crosses");
        }
      }
      context.restore();
    }

    /// Show a stretch of the run in all views.
    show(begin, end) {
      const [first, last] = this.span, whole = last - first;
      const length = Math.min(whole, Math.max(SHORTEST, end - begin));
      this.begin = Math.min(Math.max(first, begin), last - length);
      this.end = this.begin + length;
      for (const view of this.content.views) view.plot.setScale("x", { min: this.begin, max: this.end });
      this.point();
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
      return this.series.length ? this.series[this.active].times[this.index] : (this.begin + this.end) / 2;
    }

    /// Put the cursor on an event of the active line.
    move(index, isSaid = true) {
      const { times } = this.series[this.active];
      this.index = Math.max(0, Math.min(times.length - 1, index));
      const time = this.time(), length = this.end - this.begin;
      if (time < this.begin || time > this.end) this.show(time - length / 2, time + length / 2);
      this.point();
      if (isSaid) this.said.textContent = this.describe();
      this.tabulate();
    }

    /// The nearest event to a place in a view.
    pick(view, x, y) {
      let best = Infinity, found = null;
      for (const one of view.series) {
        const reach = (this.end - this.begin) / 40, time = view.plot.posToVal(x, "x");
        const last = find(one.times, time + reach, true);
        for (let i = find(one.times, time - reach); i < last; ++i) {
          const distance = Math.hypot(view.plot.valToPos(one.times[i], "x") - x, (view.plot.valToPos(one.values[i], "y") - y) / 3);
          if (distance < best) [best, found] = [distance, [one, i]];
        }
      }
      if (found) {
        this.active = this.series.indexOf(found[0]);
        this.move(found[1]);
      }
    }

    press(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || !this.series.length) return;
      const { times } = this.series[this.active];
      const line = step => {
        const time = this.time();
        this.active = (this.active + step + this.series.length) % this.series.length;
        this.move(find(this.series[this.active].times, time));
      };
      const act = {
        ArrowLeft: () => this.move(this.index - 1), ArrowRight: () => this.move(this.index + 1),
        ArrowUp: () => line(-1), ArrowDown: () => line(1),
        Home: () => this.move(0), End: () => this.move(times.length - 1),
        "+": () => this.zoom(.5), "=": () => this.zoom(.5), "-": () => this.zoom(2),
        PageUp: () => this.pan(-.5), PageDown: () => this.pan(.5), 0: () => this.show(...this.span),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }

    /// The words for one event.
    event(one, i) {
      const { view } = one, value = one.values[i];
      if (view.kind !== "sequence") return [one.label, `${+value.toPrecision(7)} ${view.unit}`];
      const kind = one.kind[i], end = value + one.len[i];
      const text = kind === ACK ? `all before byte ${value}` : kind === WINDOW ? `open up to byte ${value}` : `bytes ${value} to ${end}`;
      return [KINDS[kind] || `kind ${kind}`, text];
    }

    describe() {
      const one = this.series[this.active], [what, value] = this.event(one, this.index);
      return `${one.view.label}: ${what}, ${value}, at ${one.times[this.index].toFixed(6)} s (event ${this.index + 1} of ${one.times.length})`;
    }

    /// Draw the cursor in all views, above what is drawn there.
    point() {
      if (!this.series.length || !this.content.views[0].plot) return;
      const one = this.series[this.active], time = one.times[this.index];
      const isSeen = time >= this.begin && time <= this.end;
      for (const view of this.content.views) {
        const { plot, line, dot } = view;
        line.hidden = !isSeen;
        dot.hidden = !isSeen || view !== one.view;
        // uPlot draws a little later, so that its own scales may still be the former ones.
        const width = plot.over.clientWidth, height = plot.over.clientHeight;
        const [low, high] = this.heights(view);
        const left = (time - this.begin) / (this.end - this.begin) * width;
        line.style.left = dot.style.left = `${left}px`;
        dot.style.top = `${(1 - (one.values[this.index] - low) / (high - low)) * height}px`;
      }
    }

    tabulate() {
      if (!this.details.open || !this.series.length) return;
      const one = this.series[this.active], count = one.times.length;
      const first = Math.max(0, Math.min(this.index - (TABLE_ROWS >> 1), count - TABLE_ROWS));
      this.caption.textContent = `${one.view.label}: events ${first + 1} to ${Math.min(count, first + TABLE_ROWS)} of ${count}`;
      this.body.replaceChildren();
      for (let i = first; i < Math.min(count, first + TABLE_ROWS); ++i) {
        const row = element("tr", {}, element("th", { scope: "row", textContent: one.times[i].toFixed(6) }),
          ...this.event(one, i).map(text => element("td", { textContent: text })));
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
