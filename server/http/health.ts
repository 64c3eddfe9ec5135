/** Whether the database answers, and `/health` and `/metrics` (Prometheus text) of one process, on loopback only. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pollEvery } from '../jobs/poller.ts';

export interface Health {
  status: 'ok' | 'away';
  /** Null when it never did. */
  databaseAnsweredSecondsAgo: number | null;
}

export type DatabaseWatch = ReturnType<typeof watchDatabase>;

/**
 * Asks the database every `everyMs` by `ask`, which rejects when it is away. `state`
 * answers from memory, so that a flood of questions about the health of a process costs it nothing; only before the first answer it waits,
 * for `firstMs` at most. Away is what has not answered for `awayMs`.
 */
export function watchDatabase(
  ask: () => Promise<unknown>,
  { everyMs = 2000, awayMs = 10_000, firstMs = 3000, now = () => performance.now() } = {},
) {
  let answeredAt: number | null = null;
  const round = async () => {
    await ask().then(
      () => (answeredAt = now()),
      () => {},
    );
  };
  const first = round();
  const waited = Promise.race([first, sleep(firstMs, undefined, { ref: false })]);
  const rounds = pollEvery(round, () => everyMs);
  return {
    async state(): Promise<Health> {
      if (answeredAt === null) await waited;
      const age = answeredAt === null ? null : now() - answeredAt;
      return {
        status: age !== null && age <= awayMs ? 'ok' : 'away',
        databaseAnsweredSecondsAgo: age === null ? null : Math.round(age / 1000),
      };
    },
    stop: rounds.stop,
  };
}

export interface HealthOptions {
  /** 0 takes any free port. */
  port: number;
  /** Groups of counters; a group's name becomes the middle of the metric's. */
  counters: () => Record<string, object>;
  database: Pick<DatabaseWatch, 'state'>;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The counters as Prometheus reads them: `yian_{group}_{name} value`; booleans as 0 and 1. */
export function metricsText(groups: Record<string, object>): string {
  const lines = Object.entries(groups).flatMap(([group, counts]) =>
    Object.entries(counts)
      .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
      .map(([name, value]) => `yian_${snake(group)}_${snake(name)} ${Number(value)}`),
  );
  const { rss, heapUsed } = process.memoryUsage();
  return [
    ...lines,
    `process_resident_memory_bytes ${rss}`,
    `process_heap_bytes ${heapUsed}`,
    `process_uptime_seconds ${Math.round(process.uptime())}`,
    '',
  ].join('\n');
}

/** Starts serving on 127.0.0.1; rejects when the port cannot be had. */
export async function serveHealth({ port, counters, database }: HealthOptions) {
  const server = createServer({ requestTimeout: 5000, headersTimeout: 5000, keepAliveTimeout: 5000 }, async (request, response) => {
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (request.method !== 'GET') return send(405, 'text/plain', '');
    if (request.url === '/metrics') return send(200, 'text/plain; version=0.0.4; charset=utf-8', metricsText(counters()));
    if (request.url !== '/health') return send(404, 'text/plain', '');
    const state = await database.state();
    if (state.status === 'away') response.setHeader('retry-after', '2');
    send(state.status === 'ok' ? 200 : 503, 'application/json', JSON.stringify(state));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
