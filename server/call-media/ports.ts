import { createSocket, type Socket } from 'node:dgram';

/** Ports that one leg to a browser tries: it takes one for each address. */
export const WINDOW = 8;

/** Gives out the UDP ports of sound, in turns, so that a port rests before it is used again. */
export class Ports {
  readonly #first: number;
  readonly #windows: number;
  readonly #used = new Set<number>();
  #next = 0;

  constructor([first, last]: [number, number]) {
    this.#first = first;
    this.#windows = Math.floor((last - first + 1) / WINDOW);
    if (first < 1024 || last > 65535 || this.#windows < 1) throw new Error(`No ports for sound from ${first} to ${last}`);
  }

  /** A range that no other leg has; null when all are taken. */
  take(): [number, number] | null {
    for (let tries = 0; tries < this.#windows; tries += 1) {
      const window = this.#next;
      this.#next = (this.#next + 1) % this.#windows;
      if (this.#used.has(window)) continue;
      this.#used.add(window);
      const begin = this.#first + window * WINDOW;
      return [begin, begin + WINDOW - 1];
    }
    return null;
  }
  free([begin]: [number, number]) {
    this.#used.delete((begin - this.#first) / WINDOW);
  }
}

/** A socket on the first free port of a range. Rejects when none is. */
export async function bindIn([first, last]: [number, number], address: string): Promise<Socket> {
  for (let port = first; port <= last; port += 1) {
    const socket = createSocket('udp4');
    const bound = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false));
      socket.bind(port, address, () => resolve(true));
    });
    if (bound) return socket;
    socket.close();
  }
  throw new Error(`No free UDP port from ${first} to ${last}`);
}
