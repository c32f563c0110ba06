// What all pictures share: times as people read them, colours, and the search for a place in sorted times.

function timeText(ns, unit = ns) {
  const size = Math.abs(unit);
  if (size >= 1e9) return `${(ns / 1e9).toFixed(size >= 1e10 ? 2 : 3)} s`;
  if (size >= 1e6) return `${(ns / 1e6).toFixed(3)} ms`;
  if (size >= 1e3) return `${(ns / 1e3).toFixed(3)} µs`;
  return `${Math.round(ns)} ns`;
}

// The first place of sorted values where the value is at least `wanted`.
function lowerBound(count, valueAt, wanted) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

// A colour for each function, those of a module alike.
function colourOf(text) {
  const hash = (part) => [...part].reduce((sum, c) => Math.imul(sum ^ c.codePointAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  const [module, name = ""] = text.split(":");
  return `hsl(${hash(module) % 360} ${45 + hash(name) % 25}% ${68 + hash(name + "x") % 14}%)`;
}

const GROUPS = {
  calls: ["call", "return_from", "exception_from", "return_to"],
  messages: ["send", "send_to_non_existing_process", "receive"],
  scheduling: ["in", "out", "in_exiting", "out_exiting"],
  gc: ["gc_minor_start", "gc_minor_end", "gc_major_start", "gc_major_end"],
  processes: [],              // what is in no other group
};

const MARK_COLOURS = {call: "#456", send: "#06c", send_to_non_existing_process: "#c00", receive: "#080", spawn: "#a0a", spawned: "#a0a", exit: "#c00",
                      register: "#a60", exception_from: "#c00"};

function groupOf(kind) {
  return Object.keys(GROUPS).find((group) => GROUPS[group].includes(kind)) || "processes";
}

// A canvas that is as large as its element, in the pixels of the screen.
function prepare(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const {clientWidth: width, clientHeight: height} = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "11px ui-monospace, 'DejaVu Sans Mono', monospace";
  context.textBaseline = "middle";
  return {context, width, height};
}

const CHARACTER = 6.7;

// As much of the text as fits.
function fitted(context, text, x, y, width) {
  const room = Math.floor((width - 4) / CHARACTER);
  if (room < 2) return;
  context.fillText(text.length <= room ? text : text.slice(0, room - 1) + "…", x + 3, y);
}

// The same of a process, whose pid is left whole: many may have the same name.
function fittedProcess(context, text, x, y, width) {
  const room = Math.floor((width - 4) / CHARACTER), pid = text.slice(text.lastIndexOf(" ") + 1);
  const left = room - pid.length - 2;
  fitted(context, text.length <= room || left < 1 ? text : `${text.slice(0, left)}… ${pid}`, x, y, width);
}
