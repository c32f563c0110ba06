// Reads what `sonde trace --format jsonl` writes: an object on each line, terms as text.

class JsonlReader {
  constructor(bytes) {
    this.text = new TextDecoder().decode(bytes);
    this.columns = new Columns();
    this.messages = new Numbers();
  }

  read() {
    const {text, columns} = this;
    columns.ending = "incomplete: the file has no last line";
    for (let at = 0; at < text.length;) {
      let end = text.indexOf("\n", at);
      if (end < 0) end = text.length;
      if (end > at) this.line(at, end);
      at = end + 1;
    }
    return columns.finish(this.order(), (at) => this.describe(at));
  }

  line(at, end) {
    const {columns} = this;
    let event;
    try {
      event = JSON.parse(this.text.slice(at, end));
    } catch (error) {
      columns.notes.push({time: 0, text: `character ${at}: ${error.message}`});
      return;
    }
    if (event.note !== undefined) {
      const last = /^\d+ events?, (.*)$/.exec(event.note);
      if (last) columns.ending = last[1];
      else columns.notes.push({time: columns.count ? columns.time[columns.count - 1] : 0, text: event.note});
      return;
    }
    if (event.event === undefined) return;
    const process = columns.pids.of(event.pid);
    if (event.name !== undefined) columns.given[process] = event.name;
    const fn = event.function === undefined ? -1 : columns.functions.of(event.function);
    const hash = event.message !== undefined ? this.messages.of(event.message) : this.isTailCall(event) ? 1 : 0;
    columns.add(event.time_ns, process, columns.kinds.of(event.event), fn, this.other(event), hash, at);
  }

  isTailCall({event, terms}) {
    return event === "call" && terms !== undefined && /^(tail_call|\{tail_call,.*\})$/s.test(terms[0]);
  }

  other(event) {
    if (event.event === "spawn") return this.columns.pids.of(event.terms[0]);
    if (event.event === "register") return -2 - this.columns.names.of(event.terms[0]);
    if (event.to === undefined) return -1;
    // A reference is the alias of a process, which is known when that receives the message.
    return /^(<|#Port<)/.test(event.to) ? this.columns.pids.of(event.to) : -2 - this.columns.names.of(event.to);
  }

  // The events of different processes may be out of order by a little.
  order() {
    const times = this.columns.time.subarray(0, this.columns.count);
    if (times.every((time, at) => at === 0 || times[at - 1] <= time)) return null;
    return Uint32Array.from(times.keys()).sort((a, b) => times[a] - times[b] || a - b);
  }

  describe(at) {
    const end = this.text.indexOf("\n", at);
    const event = JSON.parse(this.text.slice(at, end < 0 ? this.text.length : end));
    const shown = {function: "function", arguments: "arguments", value: "value", class: "class", reason: "reason", to: "to", message: "message",
                   terms: "terms"};
    return Object.entries(shown).filter(([key]) => event[key] !== undefined)
      .map(([key, label]) => [label, Array.isArray(event[key]) ? event[key].join(", ") : event[key]]);
  }
}
