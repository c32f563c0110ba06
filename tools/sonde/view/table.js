// The table of processes. A click on a head sorts, a click on a row shows the process in the timeline.

const MAX_ROWS = 1000;
const TABLE = [
  ["process", (process, model) => model.nameOf(process.number)],
  ["first event", (process) => process.first],
  ["last event", (process) => process.last],
  ["ended", (process) => (process.ended ? "yes" : "")],
  ["events", (process) => process.events],
  ["calls", (process) => process.calls],
  ["sent", (process) => process.sent],
  ["received", (process) => process.received],
  ["running", (process) => process.running],
  ["collections", (process) => process.collected],
  ["collecting", (process) => process.collecting],
];
const TIMES = new Set(["first event", "last event", "running", "collecting"]);

class Table {
  constructor(element, app) {
    this.element = element;
    this.app = app;
    this.column = 4;
    this.isDescending = true;
    element.addEventListener("click", (event) => this.click(event));
  }

  draw() {
    const {model} = this.app;
    const value = TABLE[this.column][1];
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0) * (this.isDescending ? -1 : 1);
    const all = model.processes.filter((process) => this.app.hasProcess(process)).sort((a, b) => compare(value(a, model), value(b, model)));
    const head = TABLE.map(([name], at) => `<th data-column="${at}">${name}${at === this.column ? (this.isDescending ? " ▾" : " ▴") : ""}</th>`);
    const rows = all.slice(0, MAX_ROWS).map((process) => `<tr data-process="${process.number}">${TABLE.map((column) => this.cell(column, process)).join("")}</tr>`);
    const rest = all.length > MAX_ROWS ? `<tr><td colspan="${TABLE.length}">${all.length - MAX_ROWS} more; the filter finds them</td></tr>` : "";
    this.element.innerHTML = `<thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}${rest}</tbody>`;
  }

  cell([name, of], process) {
    const value = of(process, this.app.model);
    return typeof value === "number" ? `<td class="number">${TIMES.has(name) ? timeText(value) : value}</td>` : `<td>${escapeHtml(value)}</td>`;
  }

  click(event) {
    const {column} = event.target.dataset;
    if (column !== undefined) {
      this.isDescending = this.column === Number(column) ? !this.isDescending : Number(column) > 0;
      this.column = Number(column);
      this.draw();
      return;
    }
    const row = event.target.closest("tr[data-process]");
    if (row !== null) this.app.showProcess(Number(row.dataset.process));
  }
}

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);
}
