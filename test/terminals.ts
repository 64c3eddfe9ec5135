/** A simulated device's own connection, step by step, for tests that decide what is said when. */
import { connect } from 'node:net';
import { createFramer } from '#server/ingest/tcp/framer.ts';
import { bracketFrame, positionContent } from '../scripts/simulator/frames.ts';
import type { Heard, Speaker } from '../scripts/simulator/speaker.ts';

export interface TerminalLink {
  readonly speaker: Speaker;
  send(bytes: Uint8Array): void;
  /** What the server says next; null when the connection ends first. Answers of the login are given by themselves. */
  next(): Promise<Heard | null>;
  /** Says hello and goes through the login; says how it ended, null when the connection did. */
  login(): Promise<Heard['kind'] | null>;
  readonly closed: Promise<void>;
  close(): void;
}

/** A bracket watch in the words of the other speakers; every frame that it hears and did not ask for is a command. */
export function watchSpeaker(id: string): Speaker {
  const framer = createFramer();
  const say = (content: string) => bracketFrame({ vendor: '3G', id }, content);
  const KINDS: Record<string, Heard['kind']> = { LK: 'welcome', UD: 'data', AL: 'alarm' };
  return {
    protocol: 'watch',
    hello: () => say('LK,0,0,80'),
    heartbeat: ({ battery = 80 }) => say(`LK,0,0,${battery}`),
    position: (fix) => say(positionContent('UD', fix)),
    vitals: () => [],
    alarm: (kind, fix) => say(positionContent('AL', { ...fix, status: kind === 'fall' ? 0x200000 : 0x10000 })),
    hear: (chunk) => framer.push(chunk).map(({ text }) => ({ kind: KINDS[text.split(',')[0] ?? ''] ?? 'command' })),
  };
}

/** Connects a speaker to a gateway on this machine, from the address `from`. */
export function dialTerminal<S extends Speaker>(
  port: number,
  speaker: S,
  from = '127.0.0.1',
): Promise<TerminalLink & { readonly speaker: S }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    const waiting: Heard[] = [];
    const takers: ((heard: Heard | null) => void)[] = [];
    let ended = false;
    const closed = new Promise<void>((done) => {
      socket.once('close', () => {
        ended = true;
        for (const take of takers.splice(0)) take(null);
        done();
      });
    });
    socket.on('data', (chunk) => {
      for (const heard of speaker.hear(chunk as Buffer)) {
        if (heard.answer) socket.write(heard.answer);
        const take = takers.shift();
        if (take) take(heard);
        else waiting.push(heard);
      }
    });
    const next = (): Promise<Heard | null> => {
      const heard = waiting.shift();
      if (heard || ended) return Promise.resolve(heard ?? null);
      return new Promise((take) => takers.push(take));
    };
    async function login() {
      socket.write(speaker.hello());
      for (;;) {
        const heard = await next();
        if (heard?.kind !== 'step') return heard?.kind ?? null;
      }
    }
    socket.once('connect', () =>
      resolve({ speaker, send: (bytes) => void socket.write(bytes), next, login, closed, close: () => void socket.destroy() }),
    );
    socket.on('error', reject);
  });
}
