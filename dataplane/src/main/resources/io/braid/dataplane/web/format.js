// Numbers for people.

const BITS = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'];

// Bits per second of bytes per second, with three digits.
export function bits(bytesPerSecond) {
  let value = 8 * bytesPerSecond;
  let unit = 0;
  while (value >= 1000 && unit < BITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${digits(value)} ${BITS[unit]}`;
}

// The same of a round value, such as an axis has, without zeros after the point.
export function roundBits(bytesPerSecond) {
  return bits(bytesPerSecond).replace(/(\.[0-9]*?)0+ /, '$1 ').replace('. ', ' ');
}

// Three digits, no more after the point than they leave.
function digits(value) {
  if (value === 0) {
    return '0';
  }
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
}

// A whole number with thousands apart.
export function count(value) {
  return Math.round(value).toLocaleString('en');
}

export function percent(part) {
  return `${(100 * part).toFixed(1)} %`;
}

export function micros(value) {
  return value < 1000 ? `${digits(value)} µs` : value < 1e6 ? `${(value / 1000).toFixed(1)} ms` : `${(value / 1e6).toFixed(1)} s`;
}

export function span(seconds) {
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) {
    return `${days} d ${hours} h`;
  }
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
