/**
 * Another web process on a test's own database, to be killed: `fork('test/second-server.ts', [database])` sends its port once it listens.
 * A second argument says how many connections it has, for tests that hold many requests at once: then no statement is ended for its length.
 */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { connections } from '#server/dependencies.ts';
import { testConfig } from './config.ts';
import { cluster } from './harness.ts';

const { secrets, at, admin } = await cluster();
await admin.end();
const own = connections(
  (user) => at(process.argv[2]!, user),
  'second',
  Number(process.argv[3] ?? 4),
  secrets,
  () => {},
);
if (process.argv[3] !== undefined) {
  const { options } = own.pool as unknown as { options: { options: string; connectionTimeoutMillis: number } };
  Object.assign(options, { options: `${options.options} -c statement_timeout=0`, connectionTimeoutMillis: 0 });
}
const deps = { config: testConfig(), secrets, ...own, log: pino({ level: 'silent' }), now: Date.now };
const { app } = await buildApp(deps, { webDir: null, rateFactor: 1000 });
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', () => process.exit());
process.send!((app.server.address() as AddressInfo).port);
