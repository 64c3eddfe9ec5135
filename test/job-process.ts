/**
 * A process on a test's own database, to be killed: `fork('test/job-process.ts',
 * [database, gateway, tenant, phone, run])` commits a text to that number, with `run` as
 * a process that also sends it, and says when that is done.
 */
import { pino } from 'pino';
import { connections } from '#server/dependencies.ts';
import { startJobs } from '#server/jobs/runner.ts';
import { smsLater, textJobs } from '#server/messages/text-messages.ts';
import { testConfig } from './config.ts';
import { cluster } from './harness.ts';

const [database, url, tenant, phone, run] = process.argv.slice(2) as [string, string, string, string, string];
const { secrets, at, admin } = await cluster();
await admin.end();
const own = connections(
  (user) => at(database, user),
  'job process',
  2,
  secrets,
  () => {},
);
const sms = { adapter: 'http', url, body: '{"to":"{phone}"}', type: 'application/json', key: '' } as const;
const deps = { config: testConfig({ sms }), secrets, ...own, log: pino({ level: 'silent' }), now: Date.now };
process.on('disconnect', () => process.exit());
if (run === 'run') startJobs(deps, textJobs, { lookMs: 50 });
await deps.inTenant(Number(tenant), (tx) => smsLater({ tx, deps }, phone, '请立即上门'));
process.send!('committed');
