/** What a process of the tests is configured with. Apart from the harness, which reads the whole server: journeys need none of it. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';

const ROOT = join(import.meta.dirname, '..');

/** Where the shared test cluster lives; `npm test` names a fresh one. */
export const clusterDir =
  process.env.YIAN_TEST_CLUSTER ||
  join(tmpdir(), `yian-test-${process.getuid?.() ?? 0}-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);

/** The configuration of a server of the tests, with what is to be otherwise. */
export const testConfig = (overrides: Partial<Config> = {}): Config => ({
  demo: false,
  production: false,
  host: '127.0.0.1',
  port: 0,
  watchPort: 0,
  dataDir: clusterDir,
  databaseUrl: null,
  poolSize: 8,
  logLevel: 'silent',
  trustProxy: [],
  amapKey: null,
  ...overrides,
});
