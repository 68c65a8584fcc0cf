// Rates between two answers of /api/status. A counter that is smaller than before belongs to something new (a task that was attached again): its rate is not known, and shown as 0.

export class Rates {
  #before = null;
  #now = null;

  // Whether the answer is another moment than the one before.
  take(status) {
    if (this.#now !== null && this.#now.at === status.at) {
      return false;
    }
    // A dataplane that was started anew counts from 0.
    this.#before = this.#now !== null && status.uptimeSeconds < this.#now.uptimeSeconds ? null : this.#now;
    this.#now = status;
    return true;
  }

  get known() {
    return this.#before !== null;
  }

  // Per second; pick finds the counter in an answer, or gives undefined.
  of(pick) {
    if (this.#before === null) {
      return 0;
    }
    const before = pick(this.#before);
    const now = pick(this.#now);
    if (before === undefined || now === undefined || now < before) {
      return 0;
    }
    return (now - before) / ((this.#now.at - this.#before.at) / 1000);
  }

  // How much a counter grew, as a part of another one's growth.
  part(pick, whole) {
    const all = this.of(whole);
    return all === 0 ? 0 : this.of(pick) / all;
  }
}

export function named(list, name) {
  return list.find((one) => one.name === name);
}
