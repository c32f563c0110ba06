// The flame graph: the tree of stacks of all processes, as wide as the time that was spent in each (or the calls), the outermost function on top. A click
// makes a part as wide as the page.

const BAR = 17;

class Flame {
  constructor(canvas, app) {
    this.canvas = canvas;
    this.app = app;
    this.top = app.model.root;
    this.weight = app.model.root.total > 0 ? "total" : "totalCalls";
    this.hits = [];
    this.hover = null;
    canvas.addEventListener("click", (event) => this.click(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
  }

  draw() {
    const {context, width} = prepare(this.canvas);
    this.hits = [];
    const above = [];
    for (let node = this.top.parent; node !== null; node = node.parent) above.unshift(node);
    above.forEach((node, depth) => this.bar(context, node, 0, width, depth, 0.5));
    this.node(context, this.top, 0, width, above.length);
    if (this.hits.length < 2) {
      context.fillStyle = "#567";
      context.fillText("no calls in this trace", 8, 60);
    }
  }

  node(context, node, x, width, depth) {
    this.bar(context, node, x, width, depth, 1);
    const all = node[this.weight];
    if (all === 0) return;
    let at = x;
    for (const child of [...node.children.values()].sort((a, b) => b[this.weight] - a[this.weight])) {
      const wide = width * child[this.weight] / all;
      if (wide < 0.5) break;
      this.node(context, child, at, wide, depth + 1);
      at += wide;
    }
  }

  bar(context, node, x, width, depth, alpha) {
    const name = this.nameOf(node);
    context.globalAlpha = alpha;
    context.fillStyle = node.fn < 0 ? "#dde3ea" : this.app.query !== "" && !name.toLowerCase().includes(this.app.query) ? "#e5e5e5" : colourOf(name);
    context.fillRect(x, depth * BAR, Math.max(0.5, width - 0.5), BAR - 1);
    context.globalAlpha = 1;
    context.fillStyle = "#123";
    fitted(context, name, x, depth * BAR + BAR / 2, width);
    this.hits.push({node, x, width, depth});
  }

  nameOf(node) { return node.fn < 0 ? (node.parent === null ? "all processes" : "?") : this.app.trace.functions[node.fn]; }

  at(event) {
    const depth = Math.floor(event.offsetY / BAR);
    return this.hits.find((hit) => hit.depth === depth && event.offsetX >= hit.x && event.offsetX < hit.x + hit.width);
  }

  click(event) {
    const hit = this.at(event);
    if (hit === undefined) return;
    this.top = hit.node;
    this.app.redraw();
  }

  move(event) {
    const hit = this.at(event);
    this.hover = hit === undefined ? null : hit.node;
    this.app.say(hit === undefined ? "" : this.textOf(hit.node));
  }

  textOf(node) {
    const part = (100 * node[this.weight] / Math.max(1, this.app.model.root[this.weight])).toFixed(1);
    return `${this.nameOf(node)}  ${node.calls} calls, total ${timeText(node.total)}, own ${timeText(node.own)}, ${part}% of all`;
  }
}
