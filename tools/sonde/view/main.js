// The page: unpacks the trace that stands in it, builds the model, and joins the pictures, the search, the filters and the line of the selected event.

class App {
  constructor(trace) {
    this.trace = trace;
    this.model = new Model(trace);
    this.groups = Object.fromEntries(Object.keys(GROUPS).map((group) => [group, true]));
    this.filter = "";
    this.query = "";
    this.matches = new Growing(Int32Array);
    this.isMatch = null;
    this.selected = -1;
    this.tab = "timeline";
    this.colours = trace.functions.map(colourOf);
    const get = (id) => document.getElementById(id);
    this.get = get;
    this.timeline = new Timeline(get("timeline"), this);
    this.flame = new Flame(get("flame"), this);
    this.chart = new Chart(get("chart-scroll"), get("chart"), get("chart-spacer"), this);
    this.table = new Table(get("table"), this);
    this.connect();
    this.summary();
  }

  summary() {
    const {trace, model} = this;
    const notes = trace.notes.length ? `, ${trace.notes.length} notes` : "";
    this.get("summary").textContent = `${model.shown.toLocaleString("en")} events, ${model.processes.length.toLocaleString("en")} processes, ` +
      `${timeText(model.end)}, ${trace.ending}${notes}`;
    this.get("summary").title = trace.notes.map(({time, text}) => `${timeText(time)}: ${text}`).join("\n");
    this.get("summary").classList.toggle("incomplete", trace.ending !== "complete");
  }

  connect() {
    for (const button of document.querySelectorAll("nav button")) button.addEventListener("click", () => this.show(button.dataset.tab));
    for (const box of document.querySelectorAll("#groups input")) {
      box.addEventListener("change", () => { this.groups[box.name] = box.checked; this.refilter(); });
    }
    this.get("filter").addEventListener("input", (event) => { this.filter = event.target.value.toLowerCase(); this.refilter(); });
    this.get("search").addEventListener("input", (event) => this.search(event.target.value));
    this.get("search").addEventListener("keydown", (event) => { if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1); });
    this.get("weight").addEventListener("change", (event) => { this.flame.weight = event.target.value; this.redraw(); });
    this.get("weight").value = this.flame.weight;
    this.get("detail").addEventListener("click", (event) => {
      if (event.target.dataset.event !== undefined) this.select(Number(event.target.dataset.event));
    });
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => this.redraw());
  }

  key(event) {
    if (event.target.tagName === "INPUT" || event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey) return;
    const actions = {w: () => this.timeline.zoom(0.7), s: () => this.timeline.zoom(1.4), a: () => this.timeline.pan(-0.2), d: () => this.timeline.pan(0.2),
                     0: () => this.timeline.show(0, this.model.end), f: () => this.follow(), n: () => this.step(1), N: () => this.step(-1),
                     ArrowRight: () => this.neighbour(1), ArrowLeft: () => this.neighbour(-1), "/": () => this.get("search").focus()};
    if (actions[event.key] === undefined) return;
    event.preventDefault();
    actions[event.key]();
  }

  show(tab) {
    this.tab = tab;
    for (const button of document.querySelectorAll("nav button")) button.classList.toggle("chosen", button.dataset.tab === tab);
    for (const pane of document.querySelectorAll("main > *")) pane.hidden = pane.dataset.tab !== tab;
    this.get("weights").hidden = tab !== "flame";
    this.say("");
    this.redraw();
    if (this.selected >= 0 && tab === "chart") this.chart.reveal(this.selected);
  }

  refilter() {
    this.timeline.layout();
    this.chart.layout();
    this.redraw();
  }

  // All draws of a frame are one.
  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this[this.tab].draw();
    });
  }

  isShown(kind) { return this.groups[groupOf(kind)]; }
  hasProcess(process) { return this.filter === "" || this.model.nameOf(process.number).toLowerCase().includes(this.filter); }
  isFaded(event) { return this.isMatch !== null && this.isMatch[event] === 0; }
  colourOf(event) { return this.isFaded(event) ? "#e3e3e3" : this.trace.fn[event] < 0 ? "#ccc" : this.colours[this.trace.fn[event]]; }
  functionOf(event) { return this.trace.fn[event] < 0 ? "?" : this.trace.functions[this.trace.fn[event]]; }
  messageOf(event) { return (this.trace.describe(event).find(([label]) => label === "message") || ["", ""])[1]; }

  // --- search ---

  // Events whose function or terms have the text. The trace is searched in parts, so the page answers meanwhile.
  search(text) {
    this.query = text.toLowerCase();
    this.matches = new Growing(Int32Array);
    this.isMatch = this.query === "" ? null : new Uint8Array(this.trace.count);
    this.searched = this.query === "" ? this.trace.count : 0;
    this.found = -1;
    this.searching = {};
    this.searchPart(this.searching);
  }

  searchPart(search) {
    if (search !== this.searching) return;
    const {trace, query} = this;
    const isFunction = trace.functions.map((name) => name.toLowerCase().includes(query));
    for (const stop = performance.now() + 20; this.searched < trace.count && performance.now() < stop;) {
      for (const end = Math.min(trace.count, this.searched + 500); this.searched < end; ++this.searched) {
        const event = this.searched;
        const fn = trace.fn[event];
        if (!trace.isShown(event)) continue;
        if (!(fn >= 0 && isFunction[fn]) && !trace.describe(event).some(([, term]) => term.toLowerCase().includes(query))) continue;
        this.isMatch[event] = 1;
        this.matches.push(event);
      }
    }
    if (this.searched < trace.count) setTimeout(() => this.searchPart(search));
    this.sayFound();
    this.redraw();
  }

  sayFound() {
    const {count} = this.matches;
    const all = this.searched < this.trace.count ? `${count}…` : String(count);
    this.get("found").textContent = this.query === "" ? "" : this.found >= 0 ? `${this.found + 1} of ${all}` : `${all} found`;
  }

  step(by) {
    const {count, values} = this.matches;
    if (count === 0) return;
    this.found = this.found < 0 ? (by > 0 ? 0 : count - 1) : (this.found + by + count) % count;
    this.select(values[this.found]);
    this.sayFound();
  }

  // --- the selected event ---

  select(event) {
    this.selected = event;
    if (event >= 0) {
      this.timeline.reveal(event);
      if (this.tab === "chart") this.chart.reveal(event);
    }
    this.describe();
    this.redraw();
  }

  // To the other end: from a call to its return, from a send to its receive, and back.
  follow() { if (this.selected >= 0 && this.trace.peer[this.selected] >= 0) this.select(this.trace.peer[this.selected]); }

  // The next or previous event of the same process.
  neighbour(by) {
    const {process, count} = this.trace;
    if (this.selected < 0) return;
    for (let event = this.selected + by; event >= 0 && event < count; event += by) {
      if (process[event] === process[this.selected] && this.trace.isShown(event)) { this.select(event); return; }
    }
  }

  showProcess(number) {
    const process = this.model.byNumber.get(number);
    this.show("timeline");
    const room = (process.last - process.first) * 0.05 + 1000;
    this.timeline.show(process.first - room, process.last + room);
    const track = this.timeline.trackOf.get(number);
    if (track !== undefined) this.timeline.scroll = Math.max(0, track.top - 40);
    this.redraw();
  }

  describe() {
    const {trace, selected} = this;
    if (selected < 0) { this.get("detail").textContent = ""; return; }
    const kind = trace.kinds[trace.kind[selected]], peer = trace.peer[selected];
    const pairs = trace.describe(selected).map(([label, text]) => `<span>${escapeHtml(label)}</span> <code>${escapeHtml(text.slice(0, MAX_SHOWN))}</code>`);
    const ends = {call: "its end", return_from: "its call", exception_from: "its call", send: "where it is received", receive: "who sent it"}[kind];
    const link = peer >= 0 && ends !== undefined
      ? `<button data-event="${peer}">${ends}: ${timeText(Math.abs(trace.time[peer] - trace.time[selected]))} ${peer > selected ? "later" : "earlier"} (f)</button>` : "";
    this.get("detail").innerHTML = `<b>${escapeHtml(kind)}</b> at ${timeText(trace.time[selected])} in ` +
      `<b>${escapeHtml(this.model.nameOf(trace.process[selected]))}</b> ${pairs.join(" ")} ${link}`;
  }

  say(text) { this.get("hint").textContent = text; }
}

function base64Bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; ++at) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

async function unpack() {
  const element = document.getElementById("trace");
  document.title = `${element.dataset.name} - Sonde`;
  const packed = new Blob([base64Bytes(element.textContent)]);
  element.remove();
  const plain = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

async function main() {
  try {
    const bytes = await unpack();
    window.sonde = new App((isStrace(bytes) ? new StraceReader(bytes) : new JsonlReader(bytes)).read());
    window.sonde.show("timeline");
    requestAnimationFrame(() => setTimeout(() => { window.sonde.openedAfter = performance.now(); }));
  } catch (error) {
    document.getElementById("summary").textContent = `cannot show this trace: ${error.message}`;
    throw error;
  }
}

document.addEventListener("DOMContentLoaded", main);
