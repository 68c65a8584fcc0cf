// Asks for the state each second and shows it. Nothing can be changed from here.
import {Chart} from './chart.js';
import * as events from './events.js';
import {bits, count, micros, percent, span} from './format.js';
import {Graph} from './graph.js';
import {named, Rates} from './rates.js';
import {bar, fill, swatch} from './tables.js';

const PERIOD = 1000;
const $ = (id) => document.getElementById(id);
const rates = new Rates();
const sent = new Chart($('chart-sent'));
const received = new Chart($('chart-received'));
const graph = new Graph($('graph'), $('graph-table'));
let paused = false;

// Rewrites only what differs: a status region speaks at each change.
function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

function uplinks(status) {
  const tx = (name, what) => rates.of((s) => named(s.uplinks, name)?.tx[what]);
  const rx = (name, what) => rates.of((s) => named(s.uplinks, name)?.rx[what]);
  const all = status.uplinks.reduce((sum, uplink) => sum + tx(uplink.name, 'bytes'), 0);
  if (rates.known) {
    sent.add(status.at, status.uplinks.map((uplink) => tx(uplink.name, 'bytes')));
    received.add(status.at, status.uplinks.map((uplink) => rx(uplink.name, 'bytes')));
  }
  fill($('uplink-table'), status.uplinks.map((uplink, index) => {
    const share = all === 0 ? 0 : tx(uplink.name, 'bytes') / all;
    return {key: uplink.name, cells: [
      swatch(uplink.name, index),
      state(uplink),
      bits(tx(uplink.name, 'bytes')),
      percent(share),
      bar(uplink.name, share, index),
      bits(rx(uplink.name, 'bytes')),
      count(tx(uplink.name, 'packets')),
      count(rx(uplink.name, 'packets')),
      peers(status, uplink.name),
    ]};
  }), 'none');
}

function state(uplink) {
  const families = [uplink.ipv4 ? 'IPv4' : '', uplink.ipv6 ? 'IPv6' : ''].filter((text) => text !== '').join(', ');
  return uplink.reason === null
    ? {text: `usable (${families})`, kind: 'good'}
    : {text: families === '' ? uplink.reason : `${uplink.reason}; usable for ${families}`, kind: 'bad'};
}

function peers(status, uplink) {
  const own = status.peers.filter((peer) => peer.uplink === uplink);
  if (own.length === 0) {
    return {text: 'no session', kind: 'quiet'};
  }
  // One session for each family: what is so of both is said once.
  const words = own.map((peer) => `BGP ${peer.bgp}${peer.bfd === null ? '' : `, BFD ${peer.bfd}`}`);
  const text = [...new Set(words)].map((word) => {
    const times = words.filter((one) => one === word).length;
    return times === 1 ? word : `${times} × ${word}`;
  }).join('; ');
  const good = own.every((peer) => peer.bgp === 'established' && (peer.bfd === null || peer.bfd === 'up'));
  return {text, kind: good ? 'good' : 'bad'};
}

function tasks(status) {
  const of = (name, way) => rates.of((s) => named(s.tasks, name)?.[way].bytes);
  fill($('task-table'), status.tasks.map((task) => ({key: task.name, cells: [
    task.name,
    task.ips.join(', '),
    task.announcement === null
      ? {text: 'no bgp', kind: 'quiet'}
      : {text: task.announcement, kind: task.announced ? 'good' : 'bad'},
    bits(of(task.name, 'rx')),
    bits(of(task.name, 'tx')),
    count(task.drops),
    task.connected ? task.worker : {text: 'application missing', kind: 'bad'},
  ]})), 'No task is attached.');
}

function drops(status) {
  const reasons = Object.entries(status.drops).filter(([, packets]) => packets > 0).sort((a, b) => b[1] - a[1]);
  fill($('drop-table'), reasons.map(([reason, packets]) => ({key: reason, cells: [
    reason.replaceAll('_', ' '),
    count(packets),
    count(rates.of((s) => s.drops[reason] ?? 0)),
  ]})), 'None since start.');
}

function workers(status) {
  fill($('worker-table'), status.workers.map((worker) => {
    const of = (key) => (s) => named(s.workers, worker.name)?.[key];
    return {key: worker.name, cells: [
      worker.name,
      String(worker.cpu),
      count(rates.of(of('packets'))),
      percent(rates.part(of('busy'), of('cycles'))),
      micros(worker.longestMicros),
      count(worker.stalls),
    ]};
  }), 'none');
  const flows = status.flows;
  say($('flows'), `${count(flows.pinned)} of ${count(flows.capacity)} flows remembered, ${count(rates.of((s) => s.flows.inserted))} new a second, ${count(flows.moved)} moved since start.`);
  say($('mempool'), `${count(status.mempool.available)} of ${count(status.mempool.size)} packet buffers free.`);
  const pauses = status.pauses;
  say($('pauses'), pauses.count === 0
    ? 'No collection of garbage has stopped the workers.'
    : `${count(pauses.count)} ${pauses.count === 1 ? 'collection' : 'collections'} of garbage stopped all workers, the longest for ${count(pauses.longestMillis)} ms, the longest of the last minute for ${count(pauses.recentLongestMillis)} ms.`);
}

function latencies(status) {
  fill($('latency-table'), status.latencies.map((latency) => ({key: `${latency.worker} ${latency.stage}`, cells: [
    latency.worker,
    latency.stage === 'ring' ? 'in its ring' : 'with the worker',
    ...['p50Nanos', 'p90Nanos', 'p99Nanos', 'p999Nanos', 'mostNanos'].map((key) => micros(latency[key] / 1000)),
    count(latency.samples),
  ]})), 'No packets of late.');
}

function show(status) {
  say($('host'), status.host);
  document.title = `Braid ${status.host}`;
  say($('summary'), `version ${status.version}, up ${span(status.uptimeSeconds)}`);
  $('warnings').hidden = status.warnings.length === 0;
  if ($('warning-list').dataset.shown !== status.warnings.join('\n')) {
    $('warning-list').dataset.shown = status.warnings.join('\n');
    $('warning-list').replaceChildren(...status.warnings.map((text) => {
      const item = document.createElement('li');
      item.textContent = text;
      return item;
    }));
  }
  uplinks(status);
  graph.show(rates);
  tasks(status);
  drops(status);
  workers(status);
  latencies(status);
  events.show($('events'), status.events);
}

async function poll() {
  if (paused || document.hidden) {
    return;
  }
  let status;
  try {
    const answer = await fetch('/api/status', {signal: AbortSignal.timeout(5 * PERIOD)});
    if (!answer.ok) {
      throw new Error(`HTTP ${answer.status}`);
    }
    status = await answer.json();
  } catch (error) {
    say($('live'), `No answer (${error.message}); trying again`);
    $('live').className = 'bad';
    return;
  }
  say($('live'), paused ? 'Paused' : 'Live');
  $('live').className = 'good';
  if (!paused && rates.take(status)) {
    show(status);
  }
}

async function loop() {
  await poll();
  setTimeout(loop, PERIOD);
}

$('pause').addEventListener('click', () => {
  paused = !paused;
  $('pause').setAttribute('aria-pressed', String(paused));
  say($('live'), paused ? 'Paused' : 'Live');
  $('live').className = '';
});

loop();
