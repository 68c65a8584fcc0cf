// A line chart of the last two minutes in an SVG, one line for each name. What it says is in a table, too.
import {roundBits} from './format.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const WIDTH = 560;
const HEIGHT = 190;
const LEFT = 84;
const BOTTOM = 22;
const TOP = 8;
const SPAN = 120_000;

export function svg(name, attributes, text) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

export class Chart {
  #root;
  #points = [];

  constructor(root) {
    this.#root = root;
    root.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  }

  // values: for each name in order, bytes per second.
  add(at, values) {
    this.#points.push({at, values});
    while (this.#points.length > 0 && this.#points[0].at < at - SPAN - 2000) {
      this.#points.shift();
    }
    this.#draw(at);
  }

  #draw(now) {
    const top = ceiling(Math.max(1000, ...this.#points.flatMap((point) => point.values)));
    const x = (at) => LEFT + (WIDTH - LEFT - 6) * Math.max(0, 1 - (now - at) / SPAN);
    const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
    const parts = [];
    for (const part of [0, 0.5, 1]) {
      parts.push(svg('line', {class: 'axis', x1: LEFT, x2: WIDTH - 6, y1: y(part * top), y2: y(part * top)}));
      parts.push(svg('text', {class: 'tick', x: LEFT - 8, y: y(part * top) + 4, 'text-anchor': 'end'}, roundBits(part * top)));
    }
    for (const [back, label] of [[SPAN, '2 min ago'], [SPAN / 2, '1 min'], [0, 'now']]) {
      const anchor = back === SPAN ? 'start' : back === 0 ? 'end' : 'middle';
      parts.push(svg('text', {class: 'tick', x: x(now - back), y: HEIGHT - 5, 'text-anchor': anchor}, label));
    }
    const lines = this.#points.length === 0 ? 0 : this.#points[0].values.length;
    for (let i = 0; i < lines; i++) {
      const line = this.#points.map((point) => `${x(point.at).toFixed(1)},${y(point.values[i] ?? 0).toFixed(1)}`).join(' ');
      parts.push(svg('polyline', {class: `series c${i % 8}`, points: line}));
    }
    this.#root.replaceChildren(...parts);
  }
}

// The next of 1, 2, 5, 10, 20 ... in bits per second, as bytes, so that the axis has round numbers and does not jump with each value.
function ceiling(bytes) {
  const value = 8 * bytes;
  const power = 10 ** Math.floor(Math.log10(value));
  return (power * [1, 2, 5, 10].find((step) => step * power >= value)) / 8;
}
