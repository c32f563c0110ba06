// The timeline: a track for each process with its calls as nested slices, a line above them while it runs on a scheduler, its collections,
// and marks for everything else. Arrows go from sends to receives.
//
// Level of detail: slices of a row do not overlap, so they are sorted by start and by end. What is narrower than a pixel is drawn as one
// pixel, and a binary search finds the first that ends behind that pixel. So a row costs as much as its picture has pixels, however many slices
// there are.

const LABELS = 210;          // width of the column of names
const RULER = 22;
const ROW = 15;
const LANE = 11;             // of marks
const STRIP = 5;             // of scheduling and collections
const CLOSED_ROWS = 12;      // of a track that is not opened

class Timeline {
  constructor(canvas, app) {
    this.canvas = canvas;
    this.app = app;
    this.from = 0;
    this.to = Math.max(1000, app.model.end);
    this.scroll = 0;
    this.layout();
    canvas.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
    canvas.addEventListener("pointerdown", (event) => this.press(event));
  }

  // Which processes are shown, and where; again whenever that changes.
  layout() {
    const {model, trace} = this.app;
    const kinds = trace.kinds.map((kind) => this.app.isShown(kind));
    let top = 0;
    this.tracks = model.processes.filter((process) => this.app.hasProcess(process)).map((process) => {
      const marks = process.marks.filter((event) => kinds[trace.kind[event]]);
      const rows = this.app.groups.calls ? process.rows.length : 0;
      const shown = process.opened ? rows : Math.min(rows, CLOSED_ROWS);
      const track = {process, marks, top, rows: shown, cut: rows - shown};
      track.lane = top + STRIP + shown * ROW;
      top = track.lane + LANE + 4;
      return track;
    });
    this.height = top;
    this.trackOf = new Map(this.tracks.map((track) => [track.process.number, track]));
  }

  x(time) { return LABELS + (time - this.from) / (this.to - this.from) * (this.canvas.clientWidth - LABELS); }
  time(x) { return this.from + (x - LABELS) / (this.canvas.clientWidth - LABELS) * (this.to - this.from); }

  draw() {
    const {context, width, height} = prepare(this.canvas);
    this.context = context;
    this.width = width;
    this.scroll = Math.max(0, Math.min(this.scroll, this.height - height + RULER + 20));
    context.save();
    context.beginPath();
    context.rect(LABELS, RULER, width - LABELS, height - RULER);
    context.clip();
    const offset = RULER - this.scroll;
    for (const track of this.tracks) {
      if (track.lane + LANE + offset > RULER && track.top + offset < height) this.drawTrack(track, offset);
    }
    if (this.app.groups.messages) this.drawArrows(offset);
    this.drawSelected(offset);
    context.restore();
    this.drawLabels(offset, height);
    this.drawRuler(width, height);
  }

  drawTrack(track, offset) {
    const {context, app} = this;
    const {process} = track;
    context.fillStyle = "#eef1f5";
    const left = Math.max(LABELS, this.x(process.first)), right = Math.max(left + 1, this.x(process.ended ? process.last : this.app.model.end));
    context.fillRect(left, track.top + offset + 1, right - left, track.lane + LANE - track.top);
    if (process.runs && app.groups.scheduling) this.drawSlices(process.runs, track.top + offset + 1, 3, () => "#4a4");
    if (process.collections && app.groups.gc) this.drawSlices(process.collections, track.lane + offset, LANE, () => "#e9b96e");
    for (let row = 0; row < track.rows; ++row)
      this.drawSlices(process.rows[row], track.top + STRIP + row * ROW + offset, ROW - 1, (event) => app.colourOf(event), true);
    this.drawMarks(track, offset);
  }

  drawSlices(slices, y, size, colour, hasText = false) {
    const {start, end, event} = slices;
    const {context} = this;
    const count = start.length;
    let at = lowerBound(count, (n) => end[n], this.from);
    while (at < count && start[at] <= this.to) {
      const x = Math.max(LABELS - 2, this.x(start[at])), wide = Math.min(this.width + 2, this.x(end[at])) - x;
      context.fillStyle = colour(event[at]);
      context.fillRect(x, y, Math.max(1, wide - 0.3), size);
      if (wide < 1) {
        const next = this.time(Math.floor(x) + 1), low = at + 1;
        at = low + lowerBound(count - low, (n) => end[low + n], next);
      } else {
        if (hasText && wide > 20) {
          context.fillStyle = "#123";
          fitted(context, this.app.functionOf(event[at]), x, y + size / 2, wide);
        }
        ++at;
      }
    }
  }

  drawMarks(track, offset) {
    const {marks} = track;
    const {context, app} = this;
    const {time, kind, kinds} = app.trace;
    let at = lowerBound(marks.length, (n) => time[marks[n]], this.from);
    while (at < marks.length && time[marks[at]] <= this.to) {
      const x = this.x(time[marks[at]]);
      context.fillStyle = app.isFaded(marks[at]) ? "#ccc" : MARK_COLOURS[kinds[kind[marks[at]]]] || "#666";
      context.fillRect(x - 1, track.lane + offset + 1, 2, LANE - 2);
      const next = this.time(Math.floor(x) + 1), low = at + 1;
      at = low + lowerBound(marks.length - low, (n) => time[marks[low + n]], next);
    }
  }

  // One arrow for each pixel at most.
  drawArrows(offset) {
    const {sends} = this.app.model;
    const {time, peer} = this.app.trace;
    this.context.strokeStyle = "rgba(0, 90, 200, 0.35)";
    let at = lowerBound(sends.length, (n) => time[sends[n]], this.from);
    while (at < sends.length && time[sends[at]] <= this.to) {
      if (peer[sends[at]] >= 0) this.arrow(sends[at], offset);
      const next = this.time(Math.floor(this.x(time[sends[at]])) + 1), low = at + 1;
      at = low + lowerBound(sends.length - low, (n) => time[sends[low + n]], next);
    }
  }

  arrow(send, offset) {
    const {time, process, peer} = this.app.trace;
    const from = this.trackOf.get(process[send]), to = this.trackOf.get(process[peer[send]]);
    if (from === undefined || to === undefined) return;
    const {context} = this;
    const x0 = this.x(time[send]), y0 = from.lane + offset + LANE / 2, x1 = this.x(time[peer[send]]), y1 = to.lane + offset + LANE / 2;
    const bend = Math.max(12, Math.abs(x1 - x0) / 2);
    context.beginPath();
    context.moveTo(x0, y0);
    context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
    context.moveTo(x1 - 6, y1 - 3);
    context.lineTo(x1, y1);
    context.lineTo(x1 - 6, y1 + 3);
    context.stroke();
  }

  drawSelected(offset) {
    const {app, context} = this;
    const event = app.selected;
    if (event < 0) return;
    const place = this.placeOf(event);
    if (place === null) return;
    context.strokeStyle = "#c00";
    context.lineWidth = 2;
    context.strokeRect(place.x - 1, place.y + offset, Math.max(3, place.width), place.height);
    const {kinds, kind, peer} = app.trace;
    if (peer[event] >= 0 && GROUPS.messages.includes(kinds[kind[event]])) this.arrow(Math.min(event, peer[event]), offset);
    context.lineWidth = 1;
  }

  // Where an event is drawn: the slice of a call, else its mark.
  placeOf(event) {
    const {trace} = this.app;
    const track = this.trackOf.get(trace.process[event]);
    if (track === undefined) return null;
    const begun = trace.kinds[trace.kind[event]] === "call" ? event : trace.peer[event];
    for (let row = 0; row < track.rows; ++row) {
      const {start, end, event: events} = track.process.rows[row];
      const at = lowerBound(events.length, (n) => events[n], begun);
      if (events[at] !== begun || begun < 0) continue;
      const x = this.x(start[at]);
      return {x, width: this.x(end[at]) - x, y: track.top + STRIP + row * ROW, height: ROW - 1};
    }
    return {x: this.x(trace.time[event]) - 2, width: 5, y: track.lane, height: LANE};
  }

  drawLabels(offset, height) {
    const {context} = this;
    context.fillStyle = "#fff";
    context.fillRect(0, RULER, LABELS, height);
    for (const track of this.tracks) {
      const y = track.top + offset;
      if (track.lane + LANE + offset < RULER || y > height) continue;
      context.strokeStyle = "#dde";
      context.strokeRect(-1, y - 1.5, this.width + 2, track.lane + LANE + 4 - track.top);
      context.fillStyle = "#123";
      fittedProcess(context, this.app.model.nameOf(track.process.number), 2, Math.max(y + 9, RULER + 9), LABELS - 6);
      if (track.cut === 0 && !track.process.opened) continue;
      context.fillStyle = "#06c";
      fitted(context, track.process.opened ? "▾ close" : `▸ ${track.cut} more rows`, 2, Math.max(y + 9, RULER + 9) + 14, LABELS - 6);
    }
  }

  drawRuler(width, height) {
    const {context} = this;
    context.fillStyle = "#f6f7f9";
    context.fillRect(0, 0, width, RULER);
    const wish = (this.to - this.from) / Math.max(2, (width - LABELS) / 130);
    const power = 10 ** Math.floor(Math.log10(wish));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= wish);
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      const x = this.x(time);
      context.fillStyle = "#567";
      context.fillText(timeText(time, Math.max(step, this.from)), x + 3, RULER / 2);
      context.fillStyle = "rgba(0, 0, 0, 0.06)";
      context.fillRect(x, RULER, 1, height);
    }
    context.fillStyle = "#fff";
    context.fillRect(0, 0, LABELS, RULER);
    context.fillStyle = "#567";
    context.fillText(`${timeText(this.to - this.from)} shown`, 5, RULER / 2);
    for (const note of this.app.trace.notes) {
      context.fillStyle = "#c00";
      context.fillRect(this.x(note.time), RULER - 5, 3, 5);
    }
  }

  show(from, to) {
    const least = 200, most = Math.max(1000, this.app.model.end * 1.1);
    const size = Math.min(most, Math.max(least, to - from));
    const middle = (from + to) / 2;
    this.from = Math.max(-0.05 * most, Math.min(middle - size / 2, most - size / 2));
    this.to = this.from + size;
    this.app.redraw();
  }

  zoom(factor, middle = (this.from + this.to) / 2) {
    this.show(middle - (middle - this.from) * factor, middle + (this.to - middle) * factor);
  }

  pan(part) {
    const by = (this.to - this.from) * part;
    this.show(this.from + by, this.to + by);
  }

  // Brings an event into view; it stays where it is if it is there already.
  reveal(event) {
    const {trace} = this.app;
    const time = trace.time[event], size = this.to - this.from;
    if (time < this.from + size * 0.02 || time > this.to - size * 0.02) this.show(time - size / 2, time + size / 2);
    const track = this.trackOf.get(trace.process[event]);
    const room = this.canvas.clientHeight - RULER;
    if (track !== undefined && (track.top < this.scroll || track.lane + LANE > this.scroll + room)) this.scroll = Math.max(0, track.lane - room / 2);
    this.app.redraw();
  }

  wheel(event) {
    event.preventDefault();
    if (event.offsetX < LABELS || event.shiftKey) this.scroll += event.deltaY || event.deltaX;
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(event.deltaX / 1000);
    else this.zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY)) / 300), this.time(event.offsetX));
    this.app.redraw();
  }

  press(down) {
    const start = {x: down.offsetX, y: down.offsetY, from: this.from, to: this.to, scroll: this.scroll};
    let moved = false;
    const move = (event) => {
      const dx = event.offsetX - start.x, dy = event.offsetY - start.y;
      moved = moved || Math.abs(dx) + Math.abs(dy) > 4;
      if (!moved) return;
      const by = -dx / (this.canvas.clientWidth - LABELS) * (start.to - start.from);
      this.scroll = start.scroll - dy;
      this.show(start.from + by, start.to + by);
    };
    const up = () => {
      this.canvas.removeEventListener("pointermove", move);
      if (!moved) this.click(start.x, start.y);
    };
    this.canvas.setPointerCapture(down.pointerId);
    this.canvas.addEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", up, {once: true});
  }

  click(x, y) {
    const inside = y - RULER + this.scroll;
    const track = this.tracks.find((one) => inside >= one.top && inside < one.lane + LANE + 4);
    if (track === undefined) return;
    if (x < LABELS) {
      track.process.opened = !track.process.opened && track.cut > 0;
      this.layout();
      this.app.redraw();
    } else {
      this.app.select(this.hit(track, this.time(x), inside));
    }
  }

  // The event that is drawn there, or -1.
  hit(track, time, y) {
    const slack = 5 * (this.to - this.from) / (this.canvas.clientWidth - LABELS);
    if (y >= track.lane) {
      const {time: times} = this.app.trace;
      const at = lowerBound(track.marks.length, (n) => times[track.marks[n]], time);
      const near = [track.marks[at - 1], track.marks[at]].filter((event) => event !== undefined && Math.abs(times[event] - time) <= slack);
      near.sort((a, b) => Math.abs(times[a] - time) - Math.abs(times[b] - time));
      return near.length ? near[0] : -1;
    }
    const row = track.process.rows[Math.floor((y - track.top - STRIP) / ROW)];
    if (row === undefined) return -1;
    const at = lowerBound(row.end.length, (n) => row.end[n], time);
    return at < row.end.length && row.start[at] <= time + slack / 5 ? row.event[at] : -1;
  }
}
