// Tables. A row is made once for each key and changed in place, so that focus, selection and a screen reader's place are kept.

// Fills a table's body. rows: [{key, cells}], the first cell is the row's heading. A cell is text, or {text, kind} or {node}.
export function fill(table, rows, nothing) {
  const body = table.tBodies[0];
  const wanted = rows.length > 0 ? rows : [{key: ' ', cells: [{text: nothing, kind: 'quiet', wide: true}]}];
  const existing = new Map([...body.rows].map((row) => [row.dataset.key, row]));
  wanted.forEach((row, index) => {
    let element = existing.get(row.key);
    existing.delete(row.key);
    if (element === undefined) {
      element = document.createElement('tr');
      element.dataset.key = row.key;
    }
    if (body.rows[index] !== element) {
      body.insertBefore(element, body.rows[index] ?? null);
    }
    cells(element, row.cells, table.tHead.rows[0]);
  });
  existing.forEach((row) => row.remove());
}

function cells(row, wanted, head) {
  while (row.cells.length < wanted.length) {
    const first = row.cells.length === 0 && !wanted[0].wide;
    const cell = document.createElement(first ? 'th' : 'td');
    if (first) {
      cell.scope = 'row';
    }
    if (wanted[0].wide) {
      cell.colSpan = head.cells.length;
    }
    row.append(cell);
  }
  wanted.forEach((cell, index) => {
    const element = row.cells[index];
    if (cell.node !== undefined) {
      if (element.firstChild !== cell.node) {
        element.replaceChildren(cell.node);
      }
      return;
    }
    const text = cell.text ?? cell;
    if (element.textContent !== text) {
      element.textContent = text;
    }
    element.className = `${head.cells[index].className} ${cell.kind ?? ''}`.trim();
  });
}

// A heading cell with the colour of its line in the charts.
const swatches = new Map();
export function swatch(name, index) {
  if (!swatches.has(name)) {
    const node = document.createElement('span');
    const colour = document.createElement('span');
    colour.className = `swatch c${index % 8}`;
    colour.setAttribute('aria-hidden', 'true');
    node.append(colour, name);
    swatches.set(name, node);
  }
  return {node: swatches.get(name)};
}

// A bar for a part of one. The number beside it says the same.
const bars = new Map();
export function bar(key, part, index) {
  if (!bars.has(key)) {
    const node = document.createElement('div');
    node.className = `bar c${index % 8}`;
    node.setAttribute('aria-hidden', 'true');
    node.append(document.createElement('div'));
    bars.set(key, node);
  }
  const node = bars.get(key);
  node.firstChild.style.width = `${(100 * part).toFixed(1)}%`;
  return {node};
}
