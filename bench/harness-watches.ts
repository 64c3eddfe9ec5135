/** The product as watches and a page see it: the real ingest and web processes on a bench cluster, and the frames that are sent to them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { STOMP_PATH, warningsTopic } from '#contract/realtime.ts';
import type { Cluster } from './harness-cluster.ts';
import type { Server } from './harness-server.ts';

const ROOT = join(import.meta.dirname, '..');
/** The tenant whose page watches; alarms come from its own watches, each only once. */
export const WATCHING = 2;
const WEB = 18_080;
const GATEWAY = 18_841;
export const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;
export const idOf = (device: number) => String(8_900_000_000 + device);
export const place = { lat: 30.2592, lng: 120.1303 };

export interface Path {
  gateway: number;
  servers: Server[];
  /** Opens a page; `onAlarm` hears each alarm once. */
  page(onAlarm: () => void): Promise<WebSocket>;
}

export async function startProduct(c: Cluster): Promise<Path> {
  if (!existsSync(join(ROOT, 'dist/index.html'))) throw new Error('the web process serves the built web: run npm start once');
  const env = {
    ...process.env,
    DATA_DIR: c.dir,
    DEMO: '0',
    HOST: '127.0.0.1',
    PORT: String(WEB),
    WATCH_PORT: String(GATEWAY),
    LOG_LEVEL: 'error',
  };
  const servers = ['server/main.ts', 'server/ingest/main.ts'].map((file, at) => ({
    child: fork(join(ROOT, file), [], { env }),
    port: at ? GATEWAY : WEB,
  }));
  for (const { port } of servers) {
    for (let tries = 0; ; tries++) {
      const socket = dial(port, '127.0.0.1');
      if (
        await once(socket, 'connect').then(
          () => true,
          () => false,
        )
      ) {
        socket.destroy();
        break;
      }
      if (tries === 300) throw new Error(`nothing listens on ${port}`);
      await sleep(100);
    }
  }
  return {
    gateway: GATEWAY,
    servers,
    async page(onAlarm) {
      const ws = new WebSocket(`ws://127.0.0.1:${WEB}${STOMP_PATH}`, { perMessageDeflate: false });
      await once(ws, 'open');
      ws.send(`CONNECT\naccept-version:1.2\nheart-beat:0,0\nAuthorization:Bearer ${token(WATCHING)}\n\n\0`);
      ws.send(`SUBSCRIBE\nid:sub-0\ndestination:${warningsTopic(WATCHING)}\nreceipt:r\n\n\0`);
      await new Promise<void>((resolve, reject) => {
        ws.on('message', (data: Buffer) => {
          const text = data.toString();
          if (text.startsWith('RECEIPT')) resolve();
          // The frame carries a low battery as well, which is another message.
          else if (text.startsWith('MESSAGE') && text.includes('"warning.raised"') && text.includes('"sos"')) onAlarm();
          else if (text.startsWith('ERROR')) reject(new Error(text));
        });
        ws.on('close', () => reject(new Error('the page was cut')));
      });
      return ws;
    },
  };
}
