// The message chart: a column for each process that takes part, a row for each message, in the order in which they were sent. Only the rows that can be
// seen are drawn, and only their processes have columns.

const LINE = 22;
const HEAD = 40;
const MAX_SPACER = 8e6;      // pixels; no browser scrolls much further

class Chart {
  constructor(scroller, canvas, spacer, app) {
    Object.assign(this, {scroller, canvas, spacer, app, first: 0});
    this.layout();
    scroller.addEventListener("scroll", () => this.scrolled());
    canvas.addEventListener("click", (event) => this.click(event));
  }

  layout() {
    const {model, trace} = this.app;
    const has = (number) => model.byNumber.has(number) && this.app.hasProcess(model.byNumber.get(number));
    this.sends = this.app.groups.messages ? model.sends.filter((event) => has(trace.process[event]) || has(this.receiver(event))) : new Int32Array(0);
    this.spacer.style.height = `${Math.min(MAX_SPACER, this.sends.length * LINE + HEAD)}px`;
  }

  // The number of the process that gets it, or a name.
  receiver(event) {
    const {trace} = this.app;
    return trace.peer[event] >= 0 ? trace.process[trace.peer[event]] : trace.other[event];
  }

  rows() { return Math.max(1, Math.floor((this.scroller.clientHeight - HEAD) / LINE)); }

  scrolled() {
    const {scrollTop, scrollHeight, clientHeight} = this.scroller;
    const part = scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0;
    this.first = Math.round(part * Math.max(0, this.sends.length - this.rows()));
    this.app.redraw();
  }

  reveal(event) {
    const send = Math.min(event, this.app.trace.peer[event] >= 0 ? this.app.trace.peer[event] : event);
    const row = lowerBound(this.sends.length, (n) => this.sends[n], send);
    if (row >= this.first && row < this.first + this.rows()) return;
    const most = Math.max(1, this.sends.length - this.rows());
    const {scrollHeight, clientHeight} = this.scroller;
    this.scroller.scrollTop = Math.min(1, Math.max(0, row - this.rows() / 2) / most) * (scrollHeight - clientHeight);
  }

  draw() {
    const {context, width, height} = prepare(this.canvas);
    const shown = this.sends.subarray(this.first, this.first + this.rows());
    const {trace} = this.app;
    const columns = [...new Set([...shown].flatMap((event) => [trace.process[event], this.receiver(event)]))].sort((a, b) => (a < 0) - (b < 0) || a - b);
    const wide = Math.max(60, Math.min(260, (width - 20) / Math.max(1, columns.length)));
    const x = new Map(columns.map((number, at) => [number, 10 + wide * (at + 0.5)]));
    this.drawColumns(context, columns, x, wide, height);
    shown.forEach((event, row) => this.drawMessage(context, event, HEAD + (row + 0.5) * LINE, x));
    if (this.sends.length > 0) return;
    context.fillStyle = "#567";
    context.fillText("no messages in this trace", 8, HEAD);
  }

  drawColumns(context, columns, x, wide, height) {
    for (const number of columns) {
      context.fillStyle = "#ccd";
      context.fillRect(x.get(number), HEAD - 6, 1, height);
      context.fillStyle = "#eef1f5";
      context.fillRect(x.get(number) - wide / 2 + 3, 4, wide - 6, HEAD - 12);
      context.fillStyle = "#123";
      const {model, trace} = this.app;
      fittedProcess(context, number >= 0 ? model.nameOf(number) : trace.names[-2 - number], x.get(number) - wide / 2 + 3, HEAD / 2 - 1, wide - 6);
    }
  }

  drawMessage(context, event, y, x) {
    const {trace} = this.app;
    const from = x.get(trace.process[event]), to = x.get(this.receiver(event));
    const isSelected = this.app.selected === event || (trace.peer[event] >= 0 && this.app.selected === trace.peer[event]);
    context.strokeStyle = context.fillStyle = isSelected ? "#c00" : this.app.isFaded(event) ? "#bbb" : trace.peer[event] >= 0 ? "#06c" : "#888";
    context.lineWidth = isSelected ? 2 : 1;
    context.beginPath();
    if (from === to) {
      context.arc(from, y, 5, -Math.PI / 2, Math.PI / 2);
    } else {
      const back = to > from ? -6 : 6;
      context.moveTo(from, y);
      context.lineTo(to, y);
      context.moveTo(to + back, y - 3);
      context.lineTo(to, y);
      context.lineTo(to + back, y + 3);
    }
    context.stroke();
    context.lineWidth = 1;
    fitted(context, this.app.messageOf(event), Math.min(from, to) + 5, y - 7, Math.max(120, Math.abs(to - from)));
  }

  click(event) {
    const row = Math.floor((event.offsetY - HEAD) / LINE);
    const send = this.sends[this.first + row];
    if (row >= 0 && send !== undefined) this.app.select(send);
  }
}
