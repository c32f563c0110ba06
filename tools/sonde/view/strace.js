// Reads a log of sonde_trace_log: docs/strace.md describes the form. Terms stay as they are in the file, and become text when they are shown.

const STRACE_MAGIC = [0x89, 0x53, 0x54, 0x52, 0x41, 0x43, 0x45, 0x0a];
// Of a term that is shown.
const MAX_SHOWN = 4000;

// Four tables of 256: that of number n has what a byte does to the sum n bytes later. So four bytes are one step.
const CRC_TABLES = crcTables();

function crcTables() {
  const tables = new Int32Array(4 * 256);
  for (let byte = 0; byte < 256; ++byte) {
    let value = byte;
    for (let bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    tables[byte] = value;
  }
  for (let at = 256; at < tables.length; ++at) tables[at] = tables[tables[at - 256] & 255] ^ (tables[at - 256] >>> 8);
  return tables;
}

function crc32(bytes, from, to) {
  const tables = CRC_TABLES;
  let sum = -1, at = from;
  for (; at + 4 <= to; at += 4) {
    sum ^= bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24;
    sum = tables[768 + (sum & 255)] ^ tables[512 + (sum >>> 8 & 255)] ^ tables[256 + (sum >>> 16 & 255)] ^ tables[sum >>> 24];
  }
  for (; at < to; ++at) sum = tables[(sum ^ bytes[at]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

function isStrace(bytes) { return STRACE_MAGIC.every((byte, at) => bytes[at] === byte); }

// A place in the bytes of a log, from which numbers and terms are taken.
// The type of a term that the log has as text.
const PRINTED = 12;

class StraceCursor {
  constructor(bytes, names) {
    this.bytes = bytes;
    this.names = names;   // by number: {kind, text}
    this.at = 0;
  }

  varint() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    let value = byte & 127;
    for (let factor = 128; byte > 127; factor *= 128) {
      byte = bytes[this.at++];
      value += (byte & 127) * factor;
    }
    return value;
  }

  signed() {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  // A signed number with all of its 64 bits, as text.
  integer() {
    let value = 0n;
    for (let shift = 0n, byte = 128; byte > 127; shift += 7n) {
      byte = this.bytes[this.at++];
      value |= BigInt(byte & 127) << shift;
    }
    return String(value & 1n ? -((value + 1n) >> 1n) : value >> 1n);
  }

  u32() {
    const {bytes, at} = this;
    this.at += 4;
    return (bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24) >>> 0;
  }

  text() {
    const size = this.varint();
    this.at += size;
    return new TextDecoder().decode(this.bytes.subarray(this.at - size, this.at));
  }

  // Goes over a term without looking at it.
  skip() {
    for (let terms = 1; terms > 0; --terms) {
      const type = this.bytes[this.at++];
      if (type <= 1) this.varint();
      else if (type === 2) this.at += 8;
      else if (type === 3 || type === 5 || type === 7) terms += this.varint();
      else if (type === 4) { this.varint(); terms += this.varint(); }
      else if (type === 6) terms += this.varint() + 1;
      else if (type === 8) terms += 2 * this.varint();
      else if (type === 9) { this.varint(); terms += 2 * this.varint(); }
      else if (type === 10 || type === 12) { const size = this.varint(); this.at += size; }
      else if (type === 11) { this.varint(); const size = this.varint(); this.at += size; }
      else if (type !== 13) throw new Error(`byte ${this.at - 1}: there is no term of type ${type}`);
    }
  }

  // The term as Erlang writes it, in about `room` characters.
  print(room = MAX_SHOWN) {
    const type = this.bytes[this.at++];
    switch (type) {
      case 0: return printName(this.names[this.varint()]);
      case 1: return this.integer();
      case 2: {
        const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 8);
        this.at += 8;
        const text = String(view.getFloat64(0, true));
        return /[.eEIN]/.test(text) ? text : text + ".0";
      }
      case 3: return `{${this.printMany(this.varint(), room).join(",")}}`;
      case 4: this.varint(); return `{${[...this.printMany(this.varint(), room), "..."].join(",")}}`;
      case 5: return this.printList(this.varint(), room);
      case 6: {
        const elements = this.printMany(this.varint(), room);
        return `[${elements.join(",")}|${this.print(room)}]`;
      }
      case 7: return `[${this.printMany(this.varint(), room).join(",")}|...]`;
      case 8: return this.printMap(this.varint(), room, []);
      case 9: this.varint(); return this.printMap(this.varint(), room, ["..."]);
      case 10: return this.printBinary(this.varint(), "");
      case 11: this.varint(); return this.printBinary(this.varint(), "...");
      case PRINTED: return this.text();
      default: return "...";
    }
  }

  printMany(count, room) {
    const texts = [];
    for (let left = room; count > 0; --count) {
      if (left > 0) {
        const text = this.print(left);
        left -= text.length + 1;
        texts.push(text);
        if (left <= 0 && count > 1) texts.push("...");
      } else {
        this.skip();
      }
    }
    return texts;
  }

  // A list of characters that can be printed is a string.
  printList(count, room) {
    const start = this.at;
    let text = "";
    for (let left = count; left > 0 && text !== null; --left) {
      const code = this.bytes[this.at] === 1 ? (++this.at, this.signed()) : -1;
      text = code === 10 || (code >= 32 && code < 127) ? text + String.fromCharCode(code) : null;
    }
    if (count > 0 && text !== null) return JSON.stringify(text.length > room ? text.slice(0, room) + "..." : text);
    this.at = start;
    return `[${this.printMany(count, room).join(",")}]`;
  }

  printMap(count, room, more) {
    const texts = this.printMany(2 * count, room);
    const pairs = [];
    for (let at = 0; at < texts.length; at += 2) pairs.push(at + 1 < texts.length ? `${texts[at]} => ${texts[at + 1]}` : texts[at]);
    return `#{${[...pairs, ...more].join(",")}}`;
  }

  printBinary(size, more) {
    const part = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    if (part.every((byte) => byte === 10 || (byte >= 32 && byte < 127)))
      return `<<${JSON.stringify(new TextDecoder().decode(part) + more)}>>`;
    return `<<${Array.from(part.subarray(0, 100)).join(",")}${more !== "" || size > 100 ? ",..." : ""}>>`;
  }
}

function printName({kind, text}) {
  return kind !== 0 || /^[a-z][\w@]*$/.test(text) ? text : `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

// {Module, Function, Arity or arguments} as a call, or as the name of a function; another term as it is.
function printCall(cursor) {
  const start = cursor.at;
  if (cursor.bytes[cursor.at++] === 3 && cursor.varint() === 3) {
    const module = cursor.print(), name = cursor.print(), type = cursor.bytes[cursor.at++];
    if (type === 1) return `${module}:${name}/${cursor.signed()}`;
    if (type === 5) return `${module}:${name}(${cursor.printMany(cursor.varint(), MAX_SHOWN).join(", ")})`;
  }
  cursor.at = start;
  return cursor.print();
}

// By tag of a record: which of its terms are columns, or that it is no event.
const CONTENTS = {other: 1, call: 2, return_from: 2, exception_from: 2, send: 3, send_to_non_existing_process: 3, receive: 4, spawn: 5, register: 6,
                  process_name: 7, trace_dropped: 8, trace_stopped: 9, seq_trace: 10, hidden: 11};

class StraceReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.names = [null];
    this.cursor = new StraceCursor(bytes, this.names);
    this.columns = new Columns();
    this.threads = new Map();       // number of a thread to the events of that thread, in their order
    this.kindOfName = [];           // by number of the tag's name
    this.contentOfName = [];
    this.processOfName = [];
    this.functionsOfName = [];      // by number of the function's name, in its module: those that were seen
    this.dropped = 0;
    this.beyond = 0;                // what the session's bounds rejected
    this.ended = "";                // why the session ended before the program
    this.hidden = [];               // tags of events that end calls and are not shown
  }

  read() {
    const {cursor, bytes, columns} = this;
    if (bytes[8] !== 1 || bytes[9] !== 0) throw new Error(`expected a log of version 1, found version ${bytes[8] | bytes[9] << 8}`);
    cursor.at = 12;
    columns.ending = "incomplete: the log has no end";
    while (cursor.at + 12 <= bytes.length) {
      const start = cursor.at;
      const sum = cursor.u32(), type = String.fromCharCode(cursor.u32() & 255), size = cursor.u32();
      const end = start + 12 + size;
      if (end > bytes.length) break;
      if (crc32(bytes, start + 4, end) !== sum) {
        columns.ending = `incomplete: the log is damaged at byte ${start}`;
        break;
      }
      this.chunk(type, end);
      cursor.at = end;
    }
    // Only now: the record may stand behind events of other threads.
    columns.kinds.texts.forEach((kind, number, kinds) => { if (this.hidden.includes(kind)) kinds[number] = UNSHOWN; });
    return columns.finish(this.order(), (at, kind) => this.describe(at, kind));
  }

  chunk(type, end) {
    const {cursor, columns, names} = this;
    if (type === "N") {
      const first = cursor.varint(), count = cursor.varint();
      for (let n = 0; n < count; ++n) names[first + n] = {kind: this.bytes[cursor.at++], text: cursor.text()};
    } else if (type === "E") {
      const thread = cursor.varint();
      if (!this.threads.has(thread)) this.threads.set(thread, new Growing(Uint32Array));
      this.events(this.threads.get(thread), cursor.varint(), end);
    } else if (type === "D") {
      this.dropped = cursor.varint();
      for (let n = cursor.varint(); n > 0; --n) { cursor.varint(); this.dropped += cursor.varint(); }
    } else if (type === "F") {
      cursor.varint();
      cursor.varint();
      const dropped = cursor.varint();
      const reasons = [dropped > 0 ? `${dropped} dropped` : "", this.beyond > 0 ? `${this.beyond} dropped by the session's bounds` : "",
                       this.ended !== "" ? `ended by ${this.ended}` : ""].filter((reason) => reason !== "");
      columns.ending = reasons.length === 0 ? "complete" : `incomplete: ${reasons.join(", ")}`;
    }
  }

  events(thread, time, end) {
    const {cursor, columns} = this;
    while (cursor.at < end) {
      const size = cursor.varint(), start = cursor.at;
      const flags = this.bytes[cursor.at++];
      if (flags === 128) {
        columns.notes.push({time, text: `${cursor.varint()} events dropped`});
      } else {
        time += cursor.signed();
        const event = this.event(time, start, flags);
        if (event >= 0) thread.push(event);
      }
      cursor.at = start + size;
    }
  }

  // The number of the event; -1 for a record that is none.
  event(time, start, flags) {
    const {cursor, columns} = this;
    const tracee = cursor.at;
    let process = this.bytes[tracee] === 0 ? this.process() : (cursor.skip(), -1);
    ++cursor.at;                                         // the tag is an atom
    const tag = cursor.varint();
    let content = this.contentOfName[tag];
    if (content === undefined) content = this.contentOfName[tag] = CONTENTS[this.names[tag].text] || CONTENTS.other;
    if (content === CONTENTS.process_name) {
      ++cursor.at;
      columns.given[process] = cursor.text();
      return -1;
    }
    if (content === CONTENTS.hidden) {
      this.hidden = cursor.print().match(/\w+/g) || [];
      return -1;
    }
    if (content === CONTENTS.trace_dropped || content === CONTENTS.trace_stopped) {
      this.ofSession(time, content, cursor.print());
      return -1;
    }
    if (content === CONTENTS.seq_trace) process = this.sequentialProcess();
    else if (process < 0) process = columns.pids.of(this.printAt(tracee));
    let kind = this.kindOfName[tag];
    if (kind === undefined) kind = this.kindOfName[tag] = columns.kinds.of(this.names[tag].text);
    let fn = -1, other = -1, hash = 0;
    switch (content) {
      case CONTENTS.call:
        if (flags & 2) hash = this.isTailCall(flags) ? 1 : 0;
        fn = this.functionHere();
        break;
      case CONTENTS.send:
        hash = this.hashHere();
        other = this.receiverHere();
        break;
      case CONTENTS.receive: hash = this.hashHere(); break;
      case CONTENTS.spawn: other = this.process(); break;
      case CONTENTS.register: other = -2 - columns.names.of(cursor.print()); break;
    }
    return columns.add(time, process, kind, fn, other, hash, start);
  }

  // What a session with bounds says of itself.
  ofSession(time, content, text) {
    const isDrop = content === CONTENTS.trace_dropped;
    this.columns.notes.push({time, text: isDrop ? `${text} events dropped by the session's bounds` : `tracing stopped: ${text}`});
    if (isDrop) this.beyond += Number(text);
    else this.ended = text;
  }

  // The number of the process or port here.
  process() {
    const {cursor, columns} = this;
    if (this.bytes[cursor.at] !== 0) return columns.pids.of(cursor.print());
    ++cursor.at;
    const name = cursor.varint();
    let process = this.processOfName[name];
    if (process === undefined) process = this.processOfName[name] = columns.pids.of(printName(this.names[name]));
    return process;
  }

  // The process of {What, Serials, Process, To, Message}: an event of sequential tracing has its label in the place of the tracee.
  sequentialProcess() {
    const {cursor} = this;
    ++cursor.at;                                         // a tuple
    if (cursor.varint() < 3) return this.columns.pids.of("");
    cursor.skip();
    cursor.skip();
    return this.process();
  }

  printAt(at) {
    const cursor = new StraceCursor(this.bytes, this.names);
    cursor.at = at;
    return cursor.print();
  }

  // The number of the function {Module, Function, Arity or arguments} here.
  functionHere() {
    const {cursor, bytes} = this;
    const type = bytes[cursor.at++];
    if (type !== 3 && type !== 4) return -1;
    cursor.varint();
    if (type === 4) cursor.varint();
    if (bytes[cursor.at++] !== 0) return -1;
    const module = cursor.varint();
    if (bytes[cursor.at++] !== 0) return -1;
    const name = cursor.varint();
    const isList = bytes[cursor.at++] !== 1;
    const arity = isList ? cursor.varint() : cursor.signed();
    // Few functions have the same name, so a list is faster than a map.
    const seen = this.functionsOfName[name];
    if (seen !== undefined) {
      for (let n = 0; n < seen.length; ++n) if (seen[n].module === module && seen[n].arity === arity) return seen[n].fn;
    }
    const fn = this.columns.functions.of(`${printName(this.names[module])}:${printName(this.names[name])}/${arity}`);
    (this.functionsOfName[name] ||= []).push({module, arity, fn});
    return fn;
  }

  // Whether the result of the match spec of the call here is `tail_call` or {tail_call, _}.
  isTailCall(flags) {
    const {cursor, bytes} = this;
    const start = cursor.at;
    cursor.skip();
    if (flags & 1) cursor.skip();
    if (bytes[cursor.at] === 3) {
      ++cursor.at;
      cursor.varint();
    }
    const is = bytes[cursor.at] === 0 && this.names[this.peek()].text === "tail_call";
    cursor.at = start;
    return is;
  }

  hashHere() {
    const {cursor, bytes} = this;
    const start = cursor.at;
    cursor.skip();
    let hash = 0x811c9dc5;
    for (let at = start; at < cursor.at; ++at) hash = Math.imul(hash ^ bytes[at], 0x01000193);
    return hash >>> 0;
  }

  receiverHere() {
    const {cursor, columns} = this;
    const type = this.bytes[cursor.at];
    const isName = type === 0 && this.names[this.peek()].kind === 0;
    if (!isName && type !== PRINTED) return this.process();
    // A reference is the alias of a process, which is known when that receives the message.
    const text = cursor.print();
    return isName || text.startsWith("#Ref<") ? -2 - columns.names.of(text) : columns.pids.of(text);
  }

  peek() {
    const {cursor} = this;
    const at = cursor.at++;
    const name = cursor.varint();
    cursor.at = at;
    return name;
  }

  // Each thread's events are in the order of their times; this merges them.
  order() {
    const {time} = this.columns;
    const threads = [...this.threads.values()].map((thread) => thread.done()).filter((events) => events.length > 0);
    if (threads.length < 2) return null;
    const order = new Uint32Array(this.columns.count);
    const next = new Uint32Array(threads.length);
    const when = Float64Array.from(threads, (events) => time[events[0]]);       // of the next one of each thread
    for (let n = 0; n < order.length; ++n) {
      let first = 0;
      for (let thread = 1; thread < when.length; ++thread) if (when[thread] < when[first]) first = thread;
      const events = threads[first], at = next[first]++;
      order[n] = events[at];
      when[first] = at + 1 < events.length ? time[events[at + 1]] : Infinity;
    }
    return order;
  }

  describe(at, kind) {
    const cursor = new StraceCursor(this.bytes, this.names);
    cursor.at = at;
    const flags = this.bytes[cursor.at++];
    cursor.signed();
    cursor.skip();
    cursor.skip();
    const terms = [kind === "call" || kind.endsWith("_from") ? printCall(cursor) : cursor.print()];
    for (let flag = 1; flag <= 4; flag *= 2) terms.push(flags & flag ? cursor.print() : null);
    return describeTerms(kind, terms[0], terms[1], terms[2]);
  }
}

// Labels for what an event has: the term, and what comes with it.
function describeTerms(kind, term, extra, result) {
  const labels = {call: ["call", ""], return_from: ["function", "value"], exception_from: ["function", "exception"], send: ["message", "to"],
                  send_to_non_existing_process: ["message", "to"], receive: ["message", ""], spawn: ["process", "runs"],
                  spawned: ["by", "runs"], exit: ["reason", ""], register: ["name", ""]}[kind] || ["", ""];
  const pairs = [[labels[0], term]];
  if (extra !== null && extra !== undefined) pairs.push([labels[1], extra]);
  if (result !== null && result !== undefined) pairs.push(["match spec", result]);
  return pairs;
}
