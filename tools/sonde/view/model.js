// What follows from the events: for each process its calls as nested slices, its time on a scheduler, its collections and its other events;
// the ends of arrows; and the tree of stacks with what each has spent.
//
// A call ends with the return or exception of its function; calls inside it whose end was not reported have ended, too. A function of which
// the trace has no return at all makes no slices but marks: nothing says how long it took. A tail call (--durations) ends the slice of the function
// whose place it takes, and begins one beside it; the return that comes is that of the first of them. A process that hibernates has left all calls.

const MAX_DEPTH = 400;       // of slices and of stacks; what is deeper is part of the slice or stack above
const FREE = -0x80000000;     // no number of a process

class Slices {
  constructor() {
    this.start = new Growing(Float64Array);
    this.end = new Growing(Float64Array);
    this.event = new Growing(Int32Array);
  }
  begin(start, event) {
    this.start.push(start);
    this.end.push(NaN);
    this.event.push(event);
    return this.start.count - 1;
  }
  done() { for (const name of ["start", "end", "event"]) this[name] = this[name].done(); }
}

function emptyProcess(number, pid) {
  return {number, pid, name: "", rows: [], runs: null, collections: null, marks: new Growing(Int32Array), stack: [], inside: 0, begun: -1,
          first: Infinity, last: 0, ended: false, events: 0, calls: 0, sent: 0, received: 0, collected: 0, running: 0, collecting: 0, opened: false};
}

class StackNode {
  constructor(fn, parent) {
    this.fn = fn;
    this.parent = parent;
    this.children = new Map();
    this.calls = 0;
    this.total = 0;
    this.own = 0;
    this.depth = parent === null ? 0 : parent.depth + 1;
  }
  child(fn) {
    if (this.depth >= MAX_DEPTH) return this;
    let node = this.children.get(fn);
    if (node === undefined) {
      node = new StackNode(fn, this);
      this.children.set(fn, node);
    }
    return node;
  }
}

// Sends that no receive has taken yet: a queue for each receiver (a process, or -1 for nobody known) and hash of the message. The queues are chains in
// typed arrays, found by open addressing; a Map of objects would take most of the time in which a page opens.
class Waiting {
  constructor(most) {
    let room = 16;
    while (room < 2 * most) room *= 2;
    this.mask = room - 1;
    this.receiver = new Int32Array(room).fill(FREE);
    this.hash = new Uint32Array(room);
    this.first = new Int32Array(room).fill(-1);
    this.last = new Int32Array(room);
    this.after = new Int32Array(most);
  }
  slot(receiver, hash) {
    let at = Math.imul(hash ^ Math.imul(receiver + 1, 0x9e3779b1), 0x85ebca6b) >>> 7 & this.mask;
    while (this.receiver[at] !== FREE && (this.receiver[at] !== receiver || this.hash[at] !== hash)) at = at + 1 & this.mask;
    return at;
  }
  // Behind the others of its queue: the send of this number.
  put(receiver, hash, number) {
    const at = this.slot(receiver, hash);
    this.receiver[at] = receiver;
    this.hash[at] = hash;
    this.after[number] = -1;
    if (this.first[at] < 0) this.first[at] = number;
    else this.after[this.last[at]] = number;
    this.last[at] = number;
  }
  // The oldest one; -1: there is none.
  take(receiver, hash) {
    const at = this.slot(receiver, hash);
    const number = this.first[at];
    if (number >= 0) this.first[at] = this.after[number];
    return number;
  }
}

class Model {
  constructor(trace) {
    this.trace = trace;
    this.processes = trace.pids.map((pid, number) => emptyProcess(number, pid));
    this.end = trace.count ? trace.time[trace.count - 1] : 0;
    this.root = new StackNode(-1, null);
    this.sends = new Growing(Int32Array);
    this.receives = new Growing(Int32Array);
    this.shown = 0;
    this.findReturning();
    this.actions = trace.kinds.map((kind) => this.actionOf(kind));
    const gaps = trace.notes.filter(({text}) => text.includes(" events dropped")).map(({time}) => time).sort((a, b) => a - b);
    let gap = 0;
    for (let event = 0; event < trace.count; ++event) {
      const process = this.processes[trace.process[event]];
      const time = trace.time[event];
      // Returns may be missing here: the calls that are open would stay so, and later ones be inside them.
      for (; gap < gaps.length && gaps[gap] < time; ++gap) this.processes.forEach((each) => this.closeCalls(each, gaps[gap]));
      if (trace.isShown(event)) {
        process.first = Math.min(process.first, time);
        process.last = time;
        ++process.events;
        ++this.shown;
      }
      this.actions[trace.kind[event]](event, process, time);
    }
    this.closeAll();
    this.match();
    this.processes = this.processes.filter((process) => process.events > 0);
    this.byNumber = new Map(this.processes.map((process) => [process.number, process]));
  }

  findReturning() {
    const {trace} = this;
    const ends = trace.kinds.map((kind) => kind === "return_from" || kind === "exception_from" || kind === UNSHOWN);
    this.returning = new Uint8Array(trace.functions.length);
    this.hibernate = trace.functions.indexOf("erlang:hibernate/3");
    for (let event = 0; event < trace.count; ++event) {
      if (ends[trace.kind[event]] && trace.fn[event] >= 0) this.returning[trace.fn[event]] = 1;
    }
  }

  actionOf(kind) {
    const mark = (event, process) => process.marks.push(event);
    switch (kind) {
      case "call":
        return (event, process, time) =>
          (this.trace.hash[event] === 1 && process.stack.length > 0 ? this.tailCall(event, process, time) : this.call(event, process, time));
      case "return_from": case "exception_from": case UNSHOWN: return (event, process, time) => this.ret(event, process, time);
      case "send": case "send_to_non_existing_process":
        return (event, process) => { ++process.sent; this.sends.push(event); process.marks.push(event); };
      case "receive":
        return (event, process) => { ++process.received; this.receives.push(event); process.marks.push(event); };
      case "in": case "in_exiting": return (event, process, time) => begin(process, "runs", event, time);
      case "out": case "out_exiting": return (event, process, time) => { process.running += end(process, "runs", time); };
      case "gc_minor_start": case "gc_major_start":
        return (event, process, time) => { ++process.collected; begin(process, "collections", event, time); };
      case "gc_minor_end": case "gc_major_end":
        return (event, process, time) => { process.collecting += end(process, "collections", time); };
      case "spawn": return (event, process) => { this.born(event); process.marks.push(event); };
      // A recorder has the start of a process only as the process itself reports it.
      case "spawned":
        return (event, process) => { this.named(event, process); process.marks.push(event); };
      case "register":
        return (event, process) => { process.name = this.trace.names[-2 - this.trace.other[event]]; process.marks.push(event); };
      case "exit": return (event, process, time) => { this.exit(process, time); process.marks.push(event); };
      default: return mark;
    }
  }

  call(event, process, time) {
    ++process.calls;
    const fn = this.trace.fn[event];
    const node = (process.stack.length ? process.stack[process.stack.length - 1].node : this.root).child(fn);
    ++node.calls;
    if (fn >= 0 && fn === this.hibernate) this.closeCalls(process, time);
    if (fn < 0 || !this.returning[fn]) { process.marks.push(event); return; }
    this.open(process, {fn, node, time, slice: -1, inside: 0, event, first: event});
  }

  // The frame begins its slice.
  open(process, frame) {
    const depth = process.stack.length;
    if (depth < MAX_DEPTH) {
      if (process.rows.length === depth) process.rows.push(new Slices());
      frame.slice = process.rows[depth].begin(frame.time, frame.event);
    }
    process.stack.push(frame);
  }

  tailCall(event, process, time) {
    ++process.calls;
    const {fn, first} = process.stack[process.stack.length - 1];
    this.close(process, time);
    const caller = process.stack.length ? process.stack[process.stack.length - 1].node : this.root;
    const node = caller.child(this.trace.fn[event]);
    ++node.calls;
    this.open(process, {fn, node, time, slice: -1, inside: 0, event, first});
  }

  ret(event, process, time) {
    const {trace} = this;
    const {stack} = process;
    let depth = stack.length - 1;
    while (depth >= 0 && stack[depth].fn !== trace.fn[event]) --depth;
    const isShown = trace.isShown(event);
    if (depth < 0) {
      if (isShown) process.marks.push(event);
      return;
    }
    if (isShown) {
      const {event: call, first} = stack[depth];
      trace.peer[call] = event;
      trace.peer[first] = event;
      trace.peer[event] = first;
    }
    while (stack.length > depth) this.close(process, time);
  }

  // Ends the innermost call.
  close(process, time) {
    const {node, time: start, slice, inside} = process.stack.pop();
    const total = time - start;
    if (slice >= 0) process.rows[process.stack.length].end.values[slice] = time;
    node.own += Math.max(0, total - inside);
    if (process.stack.length) process.stack[process.stack.length - 1].inside += total;
  }

  born(event) {
    this.named(event, this.processes[this.trace.other[event]]);
  }

  // What the process runs is its name until it registers one.
  named(event, process) {
    if (process.name !== "") return;
    const runs = this.trace.describe(event)[1];
    if (runs) process.name = initialCall(runs[1]);
  }

  closeCalls(process, time) {
    while (process.stack.length) this.close(process, time);
  }

  exit(process, time) {
    this.closeCalls(process, time);
    process.running += end(process, "runs", time);
    process.ended = true;
  }

  closeAll() {
    for (const process of this.processes) {
      this.closeCalls(process, this.end);
      process.running += end(process, "runs", this.end);
      process.collecting += end(process, "collections", this.end);
      if (this.trace.given[process.number] !== undefined) process.name = this.trace.given[process.number];
      for (const row of process.rows) row.done();
      if (process.runs) process.runs.done();
      if (process.collections) process.collections.done();
      process.marks = process.marks.done();
    }
    this.sends = this.sends.done();
    this.receives = this.receives.done();
    sum(this.root);
  }

  // Of several equal messages to the same process the first is received first. What is sent to a name that nobody has registered in the
  // trace is for the process that receives such a message.
  match() {
    const {trace, sends, receives} = this;
    const registered = this.registrations();
    const waiting = new Waiting(sends.length);
    let next = 0;
    for (const event of receives) {
      for (; next < sends.length && sends[next] < event; ++next) {
        const to = trace.other[sends[next]];
        waiting.put(to >= 0 ? to : registered(-2 - to, sends[next]), trace.hash[sends[next]], next);
      }
      let found = waiting.take(trace.process[event], trace.hash[event]);
      if (found < 0) found = waiting.take(-1, trace.hash[event]);
      const send = found < 0 ? -1 : sends[found];
      if (send < 0) continue;
      trace.peer[send] = event;
      trace.peer[event] = send;
    }
  }

  // A function from a name and an event to the process that has the name then; -1: none is known.
  registrations() {
    const {trace} = this;
    const kind = trace.kinds.indexOf("register");
    const byName = new Map();
    for (const process of this.processes) {
      for (const event of process.marks) {
        if (trace.kind[event] !== kind) continue;
        const name = -2 - trace.other[event];
        if (!byName.has(name)) byName.set(name, []);
        byName.get(name).push([event, process.number]);
      }
    }
    for (const list of byName.values()) list.sort((a, b) => a[0] - b[0]);
    return (name, event) => {
      const list = byName.get(name);
      if (list === undefined) return -1;
      let found = list[0][1];
      for (const [since, number] of list) if (since <= event) found = number;
      return found;
    };
  }

  nameOf(number) {
    const process = this.byNumber.get(number);
    const pid = this.trace.pids[number];
    return process !== undefined && process.name !== "" ? `${process.name} ${pid}` : pid;
  }
}

function begin(process, what, event, time) {
  if (process[what] === null) process[what] = new Slices();
  const slices = process[what];
  const last = slices.start.count - 1;
  if (last >= 0 && Number.isNaN(slices.end.values[last])) return;
  slices.begin(time, event);
}

// What began last ends; returns how long it took, 0 where nothing had begun.
function end(process, what, time) {
  const slices = process[what];
  if (slices === null) return 0;
  const last = slices.start.count - 1;
  if (last < 0 || !Number.isNaN(slices.end.values[last])) return 0;
  slices.end.values[last] = time;
  return time - slices.start.values[last];
}

function sum(node) {
  node.total = node.own;
  node.totalCalls = node.calls;
  for (const child of node.children.values()) {
    sum(child);
    node.total += child.total;
    node.totalCalls += child.totalCalls;
  }
}

// The function that a new process runs, from how the trace prints {Module, Function, Arguments}. OTP's functions that call the
// program's say little.
function initialCall(text) {
  const call = /^\{('[^']*'|\w+),('[^']*'|\w+),(.*)\}$/s.exec(text) || /^('[^']*'|\w+):('[^']*'|\w+)[/(](.*?)\)?$/s.exec(text);
  if (call === null) return text;
  const [, module, name, args] = call;
  const fun = /#Fun<([^>]*)>/.exec(args);
  if ((module === "erlang" && name === "apply") || (module === "proc_lib" && name === "init_p")) {
    if (fun !== null) return `fun ${fun[1]}`;
    const inner = /\],(?:\[[^\]]*\]|[^,]+),('[^']*'|\w+),('[^']*'|\w+),/.exec(args);
    if (inner !== null) return `${inner[1]}:${inner[2]}`;
  }
  return `${module}:${name}`;
}
