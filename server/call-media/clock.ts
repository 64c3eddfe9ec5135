/** A tick every 20 ms, however long the others of the thread take: what is missed is made up for, up to a fifth of a second. */
const TICK_MS = 20;
const MOST_AT_ONCE = 10;

export class Clock {
  readonly #tick: () => void;
  #due: number;
  #timer: NodeJS.Timeout;
  ticks = 0;
  /** Ticks that came more than 20 ms late. */
  late = 0;

  constructor(tick: () => void) {
    this.#tick = tick;
    this.#due = performance.now() + TICK_MS;
    this.#timer = setTimeout(() => this.#wake(), TICK_MS);
  }

  #wake() {
    try {
      this.#catchUp();
    } finally {
      // Timers come up to a millisecond early.
      this.#timer = setTimeout(() => this.#wake(), Math.max(1, Math.ceil(this.#due - performance.now())));
    }
  }
  #catchUp() {
    const now = performance.now();
    for (let count = 0; this.#due <= now; count += 1) {
      if (count === MOST_AT_ONCE) this.#due = now;
      this.ticks += 1;
      if (now - this.#due > TICK_MS) this.late += 1;
      this.#due += TICK_MS;
      this.#tick();
    }
  }

  stop() {
    clearTimeout(this.#timer);
  }
}
