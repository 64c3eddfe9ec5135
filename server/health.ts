/** `/health` and `/metrics` (Prometheus text) of one process, on loopback only. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HealthOptions {
  /** 0 takes any free port. */
  port: number;
  /** Groups of counters; a group's name becomes the middle of the metric's. */
  counters: () => Record<string, object>;
  /** Rejects when the process cannot do its work. */
  healthy: () => Promise<void>;
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
export async function serveHealth({ port, counters, healthy }: HealthOptions) {
  const server = createServer({ requestTimeout: 5000, headersTimeout: 5000, keepAliveTimeout: 5000 }, async (request, response) => {
    const send = (status: number, type: string, body: string) => response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (request.method !== 'GET') return send(405, 'text/plain', '');
    if (request.url === '/metrics') return send(200, 'text/plain; version=0.0.4; charset=utf-8', metricsText(counters()));
    if (request.url !== '/health') return send(404, 'text/plain', '');
    try {
      await healthy();
      send(200, 'application/json', '{"status":"ok"}');
    } catch {
      response.setHeader('retry-after', '2');
      send(503, 'application/json', '{"status":"away"}');
    }
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
