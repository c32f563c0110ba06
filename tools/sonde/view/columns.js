// A trace as columns: an event is a number, and what is known of it stands in typed arrays at that place. A million events as objects would
// take ten times the memory and most of the time in which a page may open.
//
// time     nanoseconds since the trace began
// process  number of the process whose event it is
// kind     number of the kind: kinds[kind] is "call", "send", ...
// fn       number of the function of a call, return or exception, else -1
// other    number of the process that a spawn or a send is about; -2 and below: the name -2 - other; -1: none
// hash     of the message of a send or receive; of a call 1 if it is a tail call of a trace that leaves them what they are
// at       where the reader finds the whole event
// peer     number of the event at the other end: call and return, send and receive; -1: none

class Growing {
  constructor(Type) {
    this.values = new Type(1 << 16);
    this.count = 0;
  }
  push(value) {
    if (this.count === this.values.length) {
      const larger = new this.values.constructor(2 * this.count);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.count++] = value;
  }
  done() { return this.values.subarray(0, this.count); }
}

// Numbers for texts, in the order in which they are first seen.
class Numbers {
  constructor() {
    this.texts = [];
    this.numbers = new Map();
  }
  of(text) {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.numbers.set(text, number);
      this.texts.push(text);
    }
    return number;
  }
}

// The kind of events that end calls and are not shown, such as the exceptions in a trace of returns alone.
const UNSHOWN = "unshown";

const COLUMNS = {time: Float64Array, process: Int32Array, kind: Uint8Array, fn: Int32Array, other: Int32Array, hash: Uint32Array, at: Uint32Array};

// What a reader fills, event by event. All columns grow at once, so adding an event looks at one length.
class Columns {
  constructor() {
    this.kinds = new Numbers();
    this.functions = new Numbers();
    this.names = new Numbers();      // that messages were sent to
    this.pids = new Numbers();       // of processes and ports, as Erlang prints them
    this.given = [];                 // names of processes that the reader knows, by number
    this.notes = [];                 // what the trace says about itself
    this.ending = "";
    this.count = 0;
    this.resize(1 << 16);
  }
  resize(room) {
    for (const [name, Type] of Object.entries(COLUMNS)) {
      const larger = new Type(room);
      if (this.count > 0) larger.set(this[name]);
      this[name] = larger;
    }
    this.room = room;
  }
  add(time, process, kind, fn, other, hash, at) {
    const event = this.count;
    if (event === this.room) this.resize(2 * this.room);
    this.time[event] = time;
    this.process[event] = process;
    this.kind[event] = kind;
    this.fn[event] = fn;
    this.other[event] = other;
    this.hash[event] = hash;
    this.at[event] = at;
    this.count = event + 1;
    return event;
  }
  // The columns in the order of `order`, numbers of events; null: as they are. `describe(at, kind)` is the reader's: pairs of a label and a text.
  finish(order, describe) {
    const trace = {count: this.count, kinds: this.kinds.texts, functions: this.functions.texts, names: this.names.texts, pids: this.pids.texts,
                   given: this.given, notes: this.notes, ending: this.ending};
    for (const [name, Type] of Object.entries(COLUMNS)) {
      const values = this[name].subarray(0, this.count);
      trace[name] = order === null ? values : inOrder(values, order, new Type(order.length));
      this[name] = null;
    }
    trace.peer = new Int32Array(trace.count).fill(-1);
    trace.isShown = (event) => trace.kinds[trace.kind[event]] !== UNSHOWN;
    trace.describe = (event) => describe(trace.at[event], trace.kinds[trace.kind[event]]);
    return trace;
  }
}

// A loop: Type.from() with a function goes over an iterator, and takes twenty times as long.
function inOrder(values, order, to) {
  for (let place = 0; place < to.length; ++place) to[place] = values[order[place]];
  return to;
}
