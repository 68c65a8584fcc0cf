// The packet graph: where packets come from, what happens to them, and where they go.
import {svg} from './chart.js';
import {count} from './format.js';
import {fill} from './tables.js';

const BOX = {width: 132, height: 54};
const BOXES = {
  fromUplinks: {x: 10, y: 20, name: 'Uplinks'},
  fromTasks: {x: 10, y: 122, name: 'Tasks'},
  fromKernel: {x: 10, y: 224, name: 'Kernel'},
  parse: {x: 250, y: 122, name: 'Parse, check'},
  forward: {x: 490, y: 122, name: 'Choose path'},
  toUplinks: {x: 818, y: 20, name: 'Uplinks'},
  toTasks: {x: 818, y: 122, name: 'Tasks'},
  toKernel: {x: 818, y: 224, name: 'Kernel'},
  dropped: {x: 490, y: 224, name: 'Dropped'},
  consumed: {x: 250, y: 224, name: 'For Braid'},
  generated: {x: 490, y: 20, name: 'Made here'},
};
const EDGES = [
  ['fromUplinks', 'parse', 'fromUplinks'], ['fromTasks', 'parse', 'fromTasks'], ['fromKernel', 'parse', 'fromKernel'],
  ['parse', 'forward', 'parse'], ['forward', 'toUplinks', 'toUplinks'], ['forward', 'toTasks', 'toTasks'],
  ['forward', 'toKernel', 'toKernel'],
];
const DOWN = [['parse', 'consumed', 'consumed'], ['forward', 'dropped', 'dropped'], ['generated', 'forward', 'generated']];
const WORDS = {
  fromUplinks: 'From uplinks', fromTasks: 'From tasks', fromKernel: 'From the kernel', toUplinks: 'To uplinks',
  toTasks: 'To tasks', toKernel: 'To the kernel', generated: 'Made here (fragments, ICMP errors, ARP)',
  consumed: 'For Braid itself (ARP, neighbor discovery)', dropped: 'Dropped',
};

export class Graph {
  #counts = {};
  #edges = {};
  #table;

  constructor(root, table) {
    this.#table = table;
    for (const [from, to, key] of [...EDGES, ...DOWN]) {
      const edge = svg('path', {class: 'edge', d: DOWN.some((one) => one[2] === key) ? down(from, to) : across(from, to)});
      this.#edges[key] = edge;
      root.append(edge);
    }
    for (const [key, box] of Object.entries(BOXES)) {
      root.append(svg('rect', {class: 'box', x: box.x, y: box.y, width: BOX.width, height: BOX.height, rx: 7}));
      root.append(svg('text', {class: 'name', x: box.x + BOX.width / 2, y: box.y + 22}, box.name));
      this.#counts[key] = svg('text', {class: 'count', x: box.x + BOX.width / 2, y: box.y + 42}, '0');
      root.append(this.#counts[key]);
    }
  }

  show(rates) {
    const of = Object.fromEntries(Object.keys(WORDS).map((key) => [key, rates.of((status) => status.stages[key])]));
    of.parse = of.fromUplinks + of.fromTasks + of.fromKernel;
    of.forward = of.toUplinks + of.toTasks + of.toKernel;
    for (const [key, text] of Object.entries(this.#counts)) {
      text.textContent = count(of[key]);
    }
    for (const [key, edge] of Object.entries(this.#edges)) {
      const busy = Math.round(of[key]) > 0;
      edge.setAttribute('class', !busy ? 'edge' : key === 'dropped' ? 'edge losing' : 'edge busy');
    }
    fill(this.#table, Object.entries(WORDS).map(([key, words]) => ({key, cells: [words, count(of[key])]})), '');
  }
}

function across(from, to) {
  const x1 = BOXES[from].x + BOX.width;
  const y1 = BOXES[from].y + BOX.height / 2;
  const x2 = BOXES[to].x;
  const y2 = BOXES[to].y + BOX.height / 2;
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

function down(from, to) {
  const x = BOXES[from].x + BOX.width / 2;
  return `M${x} ${BOXES[from].y + BOX.height}V${BOXES[to].y}`;
}
