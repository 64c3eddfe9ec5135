/**
 * Another web process on a test's own database, to be killed: `fork('test/second-server.ts', [database])` sends its port once it listens.
 */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { connections } from '#server/dependencies.ts';
import { cluster, testConfig } from './harness.ts';

const { secrets, at, admin } = await cluster();
await admin.end();
const own = connections(
  (user) => at(process.argv[2]!, user),
  'second',
  4,
  secrets.context,
  () => {},
);
const deps = { config: testConfig(), secrets, ...own, log: pino({ level: 'silent' }), now: Date.now };
const { app } = await buildApp(deps, { webDir: null, rateFactor: 1000 });
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', () => process.exit());
process.send!((app.server.address() as AddressInfo).port);
