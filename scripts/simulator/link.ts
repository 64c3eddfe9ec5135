/** One TCP connection of a watch: what it hears from the server, frame by frame. */
import { connect as dial } from 'node:net';
import { createFramer } from '#server/ingest/tcp/framer.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import { bracketFrame } from './frames.ts';
import type { Sender } from './frames.ts';

export interface Link {
  /** Writes bytes as they are. */
  write(bytes: Uint8Array): void;
  /** The next frame from the server that nobody took yet; null when the connection ends first. */
  next(): Promise<Frame | null>;
  /** Frames that arrived and nobody took. */
  readonly waiting: readonly Frame[];
  /** Called for every frame instead of queueing it. */
  onFrame: ((frame: Frame) => void) | null;
  readonly closed: Promise<void>;
  readonly open: boolean;
  close(): void;
}

/** Connects; rejects when nobody listens. */
export function connect(to: { host: string; port: number }): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = dial({ ...to, noDelay: true });
    const framer = createFramer();
    const waiting: Frame[] = [];
    const takers: ((frame: Frame | null) => void)[] = [];
    let open = false;
    const link: Link = {
      write: (bytes) => void (open && socket.write(bytes)),
      next() {
        const frame = waiting.shift();
        if (frame || !open) return Promise.resolve(frame ?? null);
        return new Promise((take) => takers.push(take));
      },
      waiting,
      onFrame: null,
      closed: new Promise((done) => {
        socket.once('close', () => {
          open = false;
          for (const take of takers.splice(0)) take(null);
          done();
        });
      }),
      get open() {
        return open;
      },
      close: () => void socket.destroy(),
    };
    socket.once('connect', () => {
      open = true;
      resolve(link);
    });
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      for (const frame of framer.push(chunk as Buffer)) {
        const take = link.onFrame ?? takers.shift();
        if (take) take(frame);
        else waiting.push(frame);
      }
    });
  });
}

/** Writes one frame. */
export function sendFrame(link: Link, sender: Sender, content: string): void {
  link.write(bracketFrame(sender, content));
}
