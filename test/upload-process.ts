/**
 * A process on a test's own database, to be killed: `fork('test/upload-process.ts',
 * [database, S3 settings as JSON, tenant, file])` stores the file, writes its row, says so, and never commits.
 */
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { connections } from '#server/dependencies.ts';
import { nameFile, withStored } from '#server/files/file-keeping.ts';
import { testConfig } from './config.ts';
import { cluster } from './harness.ts';

const [database, s3, tenant, file] = process.argv.slice(2) as [string, string, string, string];
const { secrets, at, admin } = await cluster();
await admin.end();
const own = connections(
  (user) => at(database, user),
  'upload process',
  2,
  secrets,
  () => {},
);
const deps = { config: testConfig({ s3: JSON.parse(s3) }), secrets, ...own, log: pino({ level: 'silent' }), now: Date.now };
process.on('disconnect', () => process.exit());
await withStored(deps, { filename: 'photo.pdf', bytes: readFileSync(file) }, (stored) =>
  deps.inTenant(Number(tenant), async (tx) => {
    await nameFile(tx, deps, stored, { purpose: 'shared', userId: 1 });
    process.send!(stored.name);
    await new Promise(() => {});
  }),
);
