// The views of a report. Everything that comes from the program is put into the page as text, never as HTML.
import { html, svg, render, nothing } from "lit-html";

const ROW = 34;
const CHUNK = 100;
const MOST_PRINTED = 100;
const MOST_RELATED = 50;

let data = JSON.parse(document.getElementById("data").textContent);
let shown = [];
let start = 0; // of those that are shown, the first and the last in the page
let rendered = CHUNK;
const query = { text: "", rule: "", sort: "place", grouped: true };
let groups = group(data.races); // those that probably have one cause, by the number of the first

function group(races) {
  const found = new Map();
  for (const race of races) {
    if (!found.has(race.group)) found.set(race.group, []);
    found.get(race.group).push(race);
  }
  return found;
}

// ---- what is said of a race ----

const fileName = (path) => path.slice(path.lastIndexOf("/") + 1);
const fromHere = (path) => (path.startsWith(`${data.here}/`) ? path.slice(data.here.length + 1) : path);
const place = (at) => (at.line > 0 ? `${fileName(at.file)}:${at.line}` : "an unknown line");
const by = (rank) => (rank < 0 ? "" : ` by rank ${rank}`);
const times = (count) => (count === 1 ? "once" : `${count.toLocaleString("en")} times`);

function ranges(ranks) {
  const parts = [];
  for (let i = 0; i < ranks.length; ) {
    let end = i;
    while (end + 1 < ranks.length && ranks[end + 1] === ranks[end] + 1) end++;
    parts.push(end > i + 1 ? `${ranks[i]} to ${ranks[end]}` : ranks.slice(i, end + 1).join(", "));
    i = end + 1;
  }
  return parts.join(", ");
}

const certainties = {
  "observed": "seen in a run",
  "confirmed": "predicted, and seen in a run that was steered",
  "observed-unproven": "seen in a run of which records are missing that may order the two",
  "predicted": "not seen in this run, but another run of the same program has it",
  "static-must": "an execution exists that has it",
  "static-may": "some way through the program may have it",
};

// ---- the space-time diagram ----

/** Rows are events in an order that respects happens-before; columns are the strands, and the memory between them. */
function layout(race) {
  const d = race.diagram;
  const rows = Math.max(...d.events.map((e) => e.row)) + 2; // one more for what was never completed
  const lanes = d.lanes.map((_, i) => (i === 0 ? 20 : 920));
  return { rows, lanes, memory: d.lanes.length === 1 ? 700 : 470, height: 64 + rows * ROW, last: 70 + (rows - 1) * ROW, y: (i) => 70 + d.events[i].row * ROW };
}

function eventText(race, event, i) {
  const d = race.diagram;
  const what = { issue: "issues", completion: "completes it with", synchronisation: "synchronises in" }[event.what];
  const known = i === d.known ? "; the other side knew what came before this" : "";
  const effect = d.effects.findIndex((e) => e.issue === i);
  const on = effect < 0 ? "" : `, a ${race.accesses[effect].access} of the memory in question`;
  return `rank ${d.lanes[event.lane].rank} ${what} ${event.call}${on} at ${place(event)}${known}`;
}

function describe(race) {
  const d = race.diagram;
  const list = d.events.map((e, i) => eventText(race, e, i)).join(". ");
  return `Space-time diagram, time goes down. ${list}. Nothing orders the two effects: that edge is missing.`;
}

/** Two strands of one rank are told apart by the functions that they are in. */
function laneName(race, i) {
  const d = race.diagram;
  const side = d.effects.findIndex((e) => d.events[e.issue].lane === i);
  const alike = d.lanes.length === 2 && d.lanes[0].rank === d.lanes[1].rank;
  return `rank ${d.lanes[i].rank}${alike && side >= 0 ? ` in ${race.accesses[side].function}` : ""}`;
}

function arrow(x1, y1, x2, y2, name) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const point = (turn, length) => `${x2 - length * Math.cos(angle + turn)},${y2 - length * Math.sin(angle + turn)}`;
  return svg`<line class=${name} x1=${x1} y1=${y1} x2=${x2} y2=${y2} />
    <polygon class=${name + "head"} points="${x2},${y2} ${point(0.4, 12)} ${point(-0.4, 12)}" />`;
}

function diagram(race) {
  const d = race.diagram;
  const l = layout(race);
  const explain = (text) => (event) => {
    const out = event.currentTarget.closest("figure").querySelector(".explain");
    out.textContent = text;
  };
  const bar = (effect, i) => {
    const from = l.y(effect.issue);
    const never = effect.completion < 0;
    const to = never ? l.last + ROW / 2 : Math.max(l.y(effect.completion), from + 8);
    const x = l.memory - 26 + i * 30;
    const lane = l.lanes[d.events[effect.issue].lane];
    const side = race.accesses[i];
    return svg`<line class="wire${i}" x1=${lane} y1=${from} x2=${x + 11} y2=${from} />
      <rect class="span${i} ${never ? "open" : ""}" x=${x} y=${from} width="22" height=${to - from} rx="3">
        <title>${side.operation}, from its issue ${never ? "on: nothing completes it" : "to its completion"}</title></rect>
      ${never ? svg`<text class="small" x=${l.memory + 40} y=${to}>never completed</text>` : nothing}`;
  };
  const dot = (event, i) => {
    const x = l.lanes[event.lane];
    const right = event.lane === 1;
    const text = eventText(race, event, i);
    const label = `${event.call} ${place(event)}`;
    return svg`<g class="event" tabindex="0" role="img" aria-label=${text} @focus=${explain(text)} @mouseenter=${explain(text)}>
      <title>${text}</title>
      <circle class="dot" cx=${x} cy=${l.y(i)} r="6" />
      <text x=${right ? x - 14 : x + 14} y=${l.y(i) - 7} text-anchor=${right ? "end" : "start"}>${label}</text></g>`;
  };
  const one = d.lanes.length === 1;
  const early = d.events[d.effects[0].issue].row <= d.events[d.effects[1].issue].row ? d.effects[0] : d.effects[1];
  const late = d.effects[0] === early ? d.effects[1] : d.effects[0];
  const end = early.completion < 0 ? l.last : l.y(early.completion);
  const endLane = early.completion < 0 ? d.events[early.issue].lane : d.events[early.completion].lane;
  const goal = [l.lanes[d.events[late.issue].lane], l.y(late.issue)];
  const source = one ? [l.memory + (d.effects.indexOf(early) === 0 ? -15 : 15), Math.max(end, l.y(early.issue) + 8)] : [l.lanes[endLane], end];
  const missing = [source[0], source[1], goal[0] + (one ? 14 : goal[0] > source[0] ? -9 : 9), goal[1]];
  const middle = [(missing[0] + missing[2]) / 2, (missing[1] + missing[3]) / 2];
  const orders = known(d);
  return html`<figure class="spacetime">
    <figcaption>What happened, time goes down</figcaption>
    <div class="scroll" tabindex="0" role="region" aria-label="Space-time diagram of race ${race.id}">
    <svg viewBox="0 0 940 ${l.height}" width="940" height=${l.height} role="group" aria-label=${describe(race)}>
      ${d.lanes.map((lane, i) => svg`<text class="head" x=${i === 0 ? 8 : 932} y="18" text-anchor=${i === 0 ? "start" : "end"}>${laneName(race, i)}</text>
        <line class="lane" x1=${l.lanes[i]} y1="30" x2=${l.lanes[i]} y2=${l.height - 6} />`)}
      <text class="head" x=${l.memory} y="18" text-anchor="middle">memory of rank ${race.location.rank}</text>
      <line class="memory" x1=${l.memory} y1="30" x2=${l.memory} y2=${l.height - 6} />
      ${d.effects.map(bar)}
      ${orders.map(([from, to]) => svg`<g><title>this order is there</title>${arrow(l.lanes[0] + 8, l.y(from), l.lanes[1] - 9, l.y(to), "known")}</g>`)}
      <g><title>nothing orders the completion of the one before the other: this edge is missing</title>
        ${arrow(...missing, "missing")}
        <line class="cross" x1=${middle[0] - 7} y1=${middle[1] - 7} x2=${middle[0] + 7} y2=${middle[1] + 7} />
        <line class="cross" x1=${middle[0] - 7} y1=${middle[1] + 7} x2=${middle[0] + 7} y2=${middle[1] - 7} /></g>
      ${d.events.map(dot)}
    </svg></div>
    <p class="explain" aria-live="polite">Green: an order that is there. Red, dashed: the order that is missing.</p>
  </figure>`;
}

/** From the last event that the second strand's effect knew of, to where that strand can have learned it. */
function known(d) {
  if (d.known < 0 || d.lanes.length === 1) return [];
  const issue = d.effects.map((e) => e.issue).find((i) => d.events[i].lane === 1);
  const candidates = d.events.map((_, i) => i).filter((i) => d.events[i].lane === 1 && d.events[i].row >= d.events[d.known].row && i <= issue);
  const same = candidates.find((i) => d.events[i].row === d.events[d.known].row);
  return candidates.length === 0 ? [] : [[d.known, same ?? candidates[0]]];
}

// ---- bytes ----

function bytes(race) {
  const at = race.location;
  const effects = race.diagram?.effects;
  const text = at.offset < 0 ? at.object : `bytes ${at.offset} to ${at.offset + at.bytes - 1} of ${at.object}${at.rank < 0 ? "" : ` of rank ${at.rank}`}`;
  if (!effects) return html`<p>Both touch ${text}.</p>`;
  const low = Math.min(0, ...effects.map((e) => e.from));
  const high = Math.max(race.diagram.size, ...effects.map((e) => e.to));
  const x = (byte) => 10 + ((byte - low) / Math.max(1, high - low)) * 900;
  const width = (from, to) => Math.max(3, x(to) - x(from));
  return html`<figure><figcaption>Where they meet: ${text}</figcaption>
    <svg viewBox="0 0 940 96" width="940" height="96" role="img" aria-label="${text}; ${race.accesses.map((a, i) => `${a.operation} touches bytes ${effects[i].from} to ${effects[i].to - 1}`).join("; ")}">
      <rect class="box" x=${x(0)} y="22" width=${width(0, Math.max(1, race.diagram.size || high))} height="40" />
      ${effects.map((e, i) => svg`<rect class="span${i}" x=${x(e.from)} y=${26 + i * 18} width=${width(e.from, e.to)} height="14"><title>${race.accesses[i].operation}: bytes ${e.from} to ${e.to - 1}</title></rect>`)}
      <rect class="overlap" x=${x(at.offset) - 2} y="18" width=${width(at.offset, at.offset + at.bytes) + 4} height="48" />
      <text class="small" x="10" y="12">${low}</text>
      <text class="small" x="910" y="12" text-anchor="end">${high}</text>
      <text class="small" x=${Math.min(x(at.offset), 760)} y="84">overlap: ${at.offset} to ${at.offset + at.bytes - 1}</text>
    </svg></figure>`;
}

// ---- source ----

function excerpt(race, i) {
  const side = race.accesses[i];
  const lines = data.sources?.[side.file] ?? {};
  const numbers = [...Array(7).keys()].map((n) => side.line - 3 + n).filter((n) => n in lines);
  const width = String(numbers.at(-1) ?? "").length;
  const line = (n) => {
    const text = `${String(n).padStart(width)} ${n === side.line ? ">" : "|"} ${lines[n]}`;
    return n === side.line ? html`<mark class="at">${text}</mark>` : `${text}\n`; // the mark is a block
  };
  return html`<figure><figcaption><span class=${i === 0 ? "one" : "two"}>${side.operation}</span> (${side.access})${by(side.rank)}
      ${side.function ? html` in <code>${side.function}</code>` : nothing}</figcaption>
    <code class="file">${side.line > 0 ? `${fromHere(side.file)}:${side.line}` : "no source line known: was this file compiled with fencepost cc?"}</code>
    ${numbers.length > 0 ? html`<pre tabindex="0" role="region" aria-label="Source of ${side.operation}, ${place(side)}">${numbers.map(line)}</pre>` : nothing}
    ${side.stack.length > 1 ? html`<details><summary>Called from</summary><ol>${side.stack.slice(1).map((f) => html`<li><code>${f.function} ${fromHere(f.file)}:${f.line}</code></li>`)}</ol></details>` : nothing}
  </figure>`;
}

function patch(race) {
  if (!race.patch) return nothing;
  const p = race.patch;
  const lines = data.sources?.[p.file] ?? {};
  const around = (n) => (n in lines ? ` ${lines[n]}\n` : "");
  return html`<pre tabindex="0" role="region" aria-label="The fix as a change of the source">${`--- ${fromHere(p.file)}\n+++ ${fromHere(p.file)}\n@@ -${p.line - 1},2 +${p.line - 1},3 @@\n${around(p.line - 1)}`}<ins class="add">${`+${p.insert}`}</ins>${around(p.line)}</pre>`;
}

// ---- one race ----

const sides = (race) => html`<span class="one">${race.accesses[0].operation} ${place(race.accesses[0])}</span> and
    <span class="two">${race.accesses[1].operation} ${place(race.accesses[1])}</span>`;
const others = (race) => groups.get(race.group).filter((other) => other !== race);

/** What ends one race of a group often ends the others, too. */
function related(race) {
  const rest = others(race);
  if (rest.length === 0) return nothing;
  const more = rest.length - MOST_RELATED;
  return html`<h3>Probably of the same cause</h3><ul class="related">
    ${rest.slice(0, MOST_RELATED).map((other) => html`<li><a href="#race-${other.id}">Race ${other.id}</a>: ${sides(other)}, seen ${times(other.count)}</li>`)}
    ${more > 0 ? html`<li>and ${more.toLocaleString("en")} more</li>` : nothing}</ul>`;
}

function body(race) {
  const rule = data.rules[race.rule];
  return html`<p>${race.message}: <span class="one">${race.accesses[0].operation}</span> and
      <span class="two">${race.accesses[1].operation}</span>, ${certainties[race.certainty]}.</p>
    ${race.diagram ? diagram(race) : nothing}
    <div class="pair">${excerpt(race, 0)}${excerpt(race, 1)}</div>
    ${bytes(race)}
    <h3>Why</h3>${race.ordering.map((text) => html`<p>${text}</p>`)}
    <h3>Fix</h3><p>${race.fix}</p>${patch(race)}
    <h3>Rule</h3><p><code>${race.rule}</code>, ${race.standard}</p>
    ${rule ? html`<details><summary>More about ${race.rule}</summary><pre tabindex="0" role="region" aria-label="About ${race.rule}">${rule}</pre></details>` : nothing}
    <h3>Occurrences</h3><p>Seen ${times(race.count)}${race.ranks.length > 0 ? `, between ranks ${ranges(race.ranks)}` : ""}.
      ${race.baseline ? `In the baseline: ${race.baseline}.` : ""} Fingerprint <code>${race.fingerprint}</code>.</p>
    ${race.path ? html`<h3>How the program gets there</h3><ul>${race.path.map((step) => html`<li>${step}</li>`)}</ul>` : nothing}
    ${related(race)}`;
}

function open(details, race) {
  const target = details.querySelector(".body");
  if (details.open && !target.hasChildNodes()) render(body(race), target);
}

const row = (race) => html`<li><details id="race-${race.id}" @toggle=${(e) => e.target === e.currentTarget && open(e.currentTarget, race)}>
  <summary><span class="name">Race ${race.id}</span> ${race.rule}: ${sides(race)}
    ${others(race).length > 0 ? html`<span class="badge">${others(race).length.toLocaleString("en")} more of this cause</span>` : nothing}
    ${race.baseline === "known" ? html`<span class="badge">known</span>` : nothing}
    <span class="object">${race.location.object}, seen ${times(race.count)}</span></summary>
  <div class="body"></div></details></li>`;

// ---- the list ----

const haystack = (race) => (race.text ??= JSON.stringify([race.rule, race.message, race.accesses, race.location, race.ordering, race.fix]).toLowerCase());

const orders = {
  place: (a, b) => a.id - b.id,
  count: (a, b) => b.count - a.count,
  rule: (a, b) => a.rule.localeCompare(b.rule) || a.id - b.id,
  rank: (a, b) => (a.ranks[0] ?? 0) - (b.ranks[0] ?? 0) || a.id - b.id,
};

function select() {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const causes = new Set();
  const isFirst = (race) => !query.grouped || (!causes.has(race.group) && causes.add(race.group));
  shown = data.races
    .filter((race) => (!query.rule || race.rule === query.rule) && words.every((word) => haystack(race).includes(word)))
    .filter(isFirst)
    .sort(orders[query.sort]);
  start = 0;
  rendered = CHUNK;
  list();
}

function list() {
  const rules = [...new Set(data.races.map((race) => race.rule))].sort();
  const set = (name, value = "value") => (event) => {
    query[name] = event.target[value];
    select();
  };
  const rest = shown.length - rendered;
  render(
    html`<div class="controls" role="search">
        <label>Search <input type="search" id="search" .value=${query.text} @input=${set("text")} placeholder="file, function, call, rank ..." /></label>
        <label>Kind <select .value=${query.rule} @change=${set("rule")}><option value="">all</option>${rules.map((rule) => html`<option>${rule}</option>`)}</select></label>
        <label>Sort by <select @change=${set("sort")}><option value="place">place</option><option value="count">times seen</option><option value="rule">kind</option><option value="rank">rank</option></select></label>
        ${groups.size < data.races.length ? html`<label class="check"><input type="checkbox" id="grouped" .checked=${query.grouped} @change=${set("grouped", "checked")} /> One for each cause</label>` : nothing}
        <span role="status" id="matches">${shown.length.toLocaleString("en")} of ${data.races.length === 1 ? "1 race" : `${data.races.length.toLocaleString("en")} races`}</span>
      </div>
      ${shown.length === 0 ? html`<p>${data.races.length === 0 ? "No race was found." : "No race matches."}</p>` : nothing}
      ${start > 0 ? html`<button @click=${fewer}>Show ${Math.min(start, CHUNK)} before these</button>` : nothing}
      <ol class="races">${keyed(shown.slice(start, rendered))}</ol>
      ${rest > 0 ? html`<button id="more" @click=${more}>Show ${Math.min(rest, CHUNK)} more of ${rest.toLocaleString("en")}</button>` : nothing}`,
    document.getElementById("list"),
  );
  const button = document.getElementById("more");
  if (button) nearTheEnd.observe(button);
}

/** Rows are made once; sorting and filtering moves them, with what is open in them. */
const rows = new Map();
function keyed(races) {
  return races.map((race) => {
    if (!rows.has(race.id)) {
      const holder = document.createElement("template").content;
      render(row(race), holder);
      rows.set(race.id, holder.querySelector("li"));
    }
    return rows.get(race.id);
  });
}

function fewer() {
  start = Math.max(0, start - CHUNK);
  list();
}

function more() {
  rendered += CHUNK;
  list();
}

const nearTheEnd = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && more(), { rootMargin: "600px" });

// ---- the timeline of a run ----

const view = { from: 0, zoom: 1 };

function timeline() {
  const lanes = data.timeline;
  const section = document.getElementById("timeline");
  if (!lanes || lanes.length === 0) return;
  section.hidden = false;
  const end = Math.max(1, ...lanes.map((lane) => lane.times.at(-1) ?? 0));
  const height = Math.min(480, Math.max(60, lanes.length * 18)) + 20;
  const set = (name) => (event) => {
    view[name] = Number(event.target.value);
    requestAnimationFrame(paint);
  };
  const holder = section.querySelector(".timeline") ?? section.appendChild(Object.assign(document.createElement("div"), { className: "timeline" }));
  const ranks = new Set(lanes.map((lane) => lane.rank)).size;
  const threads = lanes.length > ranks ? ` with ${lanes.length} threads` : "";
  const named = (lane) => `rank ${lane.rank}${lane.thread > 0 ? `, thread ${lane.thread}` : ""}`;
  const about = `${ranks} ranks${threads}, ${(end / 1e9).toFixed(3)} seconds. Each line is a ${threads ? "thread of a rank" : "rank"}; a change of shade is a call in which it may have waited for others; a red mark is where a race was seen first.`;
  render(
    html`<p>${about}</p><div class="controls">
      <label>From <input type="range" min="0" max="1" step="0.001" .value=${"0"} @input=${set("from")} /></label>
      <label>Zoom <input type="range" min="1" max="50" step="0.1" .value=${"1"} @input=${set("zoom")} /></label></div>
      <canvas role="img" aria-label="Timeline: ${about}" height=${height}></canvas><p class="explain" aria-live="polite"></p>`,
    holder,
  );
  const canvas = holder.querySelector("canvas");
  const explain = holder.querySelector(".explain");
  const marks = data.races.flatMap((race) => (race.diagram?.effects ?? []).map((e, i) => ({ race, time: e.time, lane: lanes.findIndex((l) => l.rank === race.accesses[i].rank && l.thread === race.accesses[i].thread) })).filter((m) => m.time >= 0 && m.lane >= 0));
  let scale = null;

  function paint() {
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.setProperty("height", `${height}px`);
    const draw = canvas.getContext("2d");
    draw.scale(ratio, ratio);
    const colors = getComputedStyle(document.documentElement);
    const color = (name) => colors.getPropertyValue(`--${name}`).trim();
    const left = threads ? 120 : 60;
    const span = end / view.zoom;
    const start = view.from * (end - span);
    const x = (time) => left + ((time - start) / span) * (width - left - 4);
    const step = (height - 20) / lanes.length;
    scale = { left, span, start, width, step };
    const tints = [color("line"), color("faint")];
    lanes.forEach((lane, n) => {
      const y = n * step;
      let last = -1;
      for (let i = 0; i < lane.times.length; i++) {
        const from = Math.max(left, x(i === 0 ? 0 : lane.times[i - 1]));
        const to = Math.min(width, x(lane.times[i]));
        if (to < left || from > width || to - last < 0.5) continue; // smaller than can be seen
        draw.fillStyle = tints[i % 2];
        draw.fillRect(from, y + step * 0.15, Math.max(0.5, to - from), Math.max(0.7, step * 0.7));
        last = to;
      }
    });
    draw.fillStyle = color("race");
    for (const mark of marks) {
      const at = x(mark.time);
      if (at >= left && at <= width) draw.fillRect(at - 2, mark.lane * step - 1, 4, Math.max(3, step + 2));
    }
    draw.fillStyle = color("ink");
    draw.font = "12px sans-serif";
    const every = Math.ceil(16 / step);
    for (let n = 0; n < lanes.length; n += every) draw.fillText(named(lanes[n]), 2, n * step + Math.min(step, 16) * 0.8);
    draw.fillText(`${(start / 1e9).toFixed(3)} s`, left, height - 4);
    draw.fillText(`${((start + span) / 1e9).toFixed(3)} s`, width - 64, height - 4);
  }

  canvas.addEventListener("mousemove", (event) => {
    if (!scale) return;
    const time = scale.start + ((event.offsetX - scale.left) / (scale.width - scale.left - 4)) * scale.span;
    const lane = lanes[Math.floor(event.offsetY / scale.step)];
    if (!lane || time < 0) return;
    const i = lane.times.findIndex((t) => t >= time);
    explain.textContent = `${named(lane)}, ${(time / 1e9).toFixed(6)} s${i >= 0 ? `, until ${data.calls[lane.calls[i]]}` : ""}`;
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  addEventListener("resize", () => requestAnimationFrame(paint));
  requestAnimationFrame(paint);
}

// ---- keys, print, links ----

addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
  if (event.ctrlKey || event.altKey || event.metaKey || typing) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("search").focus();
  } else if (event.key === "j" || event.key === "k") {
    const all = [...document.querySelectorAll("ol.races > li > details > summary")];
    const here = all.indexOf(document.activeElement?.closest("li")?.querySelector("summary"));
    const next = all[Math.max(0, here + (event.key === "j" ? 1 : -1))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
});

let openedForPrint = [];
addEventListener("beforeprint", () => {
  openedForPrint = [...document.querySelectorAll("ol.races > li > details:not([open])")].slice(0, MOST_PRINTED);
  for (const details of openedForPrint) {
    details.open = true;
    open(details, shown.find((race) => details.id === `race-${race.id}`));
  }
});
addEventListener("afterprint", () => openedForPrint.forEach((details) => (details.open = false)));

function follow() {
  const wanted = /^#race-(\d+)$/.exec(location.hash);
  if (!wanted) return;
  const position = () => shown.findIndex((race) => race.id === Number(wanted[1]));
  if (position() < 0) {
    Object.assign(query, { text: "", rule: "", grouped: false }); // it may stand behind another one of its cause
    select();
  }
  const index = position();
  if (index < 0) return;
  if (index < start || index >= rendered) {
    start = Math.max(0, index - (index % CHUNK));
    rendered = start + CHUNK;
    list();
  }
  const details = document.getElementById(location.hash.slice(1));
  if (details) {
    details.open = true;
    details.querySelector("summary").focus();
  }
}
addEventListener("hashchange", follow);

select();
timeline();
follow();
if (groups.size === 1 && !("live" in document.body.dataset)) document.getElementById("race-1").open = true;

// ---- a run that is still going on ----

async function watch() {
  for (;;) {
    let state;
    try {
      state = await (await fetch("state.json", { cache: "no-store" })).json();
    } catch {
      document.getElementById("progress").textContent += " (the tool has ended)";
      return;
    }
    document.getElementById("progress").textContent = state.progress;
    document.getElementById("verdict").textContent = state.verdict;
    document.querySelector("header").className = state.outcome;
    document.getElementById("race-count").textContent = String(state.races);
    if (state.version !== data.version) {
      data = await (await fetch("data.json", { cache: "no-store" })).json();
      groups = group(data.races);
      rows.clear();
      select();
    }
    if (state.over) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
if ("live" in document.body.dataset) watch();
