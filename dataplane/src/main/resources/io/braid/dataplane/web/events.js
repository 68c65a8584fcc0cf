// The events that the process remembers, newest first. Only what is new is added, so that a screen reader reads no more than that.

const seen = new Set();

export function show(list, events) {
  const fresh = events.filter((event) => !seen.has(key(event)));
  for (const event of fresh.reverse()) {
    seen.add(key(event));
    list.prepend(item(event));
  }
  // What was there when the page opened is not news.
  setTimeout(() => list.setAttribute('aria-live', 'polite'), 0);
  while (list.children.length > 100) {
    list.lastElementChild.remove();
  }
}

function key(event) {
  return `${event.at} ${event.subject} ${event.text}`;
}

function item(event) {
  const time = document.createElement('time');
  const at = new Date(event.at);
  time.dateTime = at.toISOString();
  time.textContent = at.toLocaleTimeString('en-GB');
  const subject = document.createElement('strong');
  subject.textContent = event.subject;
  const text = document.createElement('span');
  text.textContent = event.text;
  text.className = event.bad ? 'bad' : '';
  const element = document.createElement('li');
  element.append(time, subject, text);
  return element;
}
