/**
 * A process on a test's own database, to be killed: `fork('test/ticket-process.ts', [database, tenant, ticket])` solves that ticket in one
 * transaction, says when all of it is written, and never commits.
 */
import { pino } from 'pino';
import { connections } from '#server/dependencies.ts';
import { applyTo } from '#server/db/transitions.ts';
import { workIn } from '#server/events.ts';
import { lockTicket, ticketMachine } from '#server/tickets/ticket-machine.ts';
import { testConfig } from './config.ts';
import { cluster } from './harness.ts';

const [database, tenant, ticket] = process.argv.slice(2) as [string, string, string];
const { secrets, at, admin } = await cluster();
await admin.end();
const own = connections(
  (user) => at(database, user),
  'ticket process',
  2,
  secrets,
  () => {},
);
const deps = { config: testConfig({}), secrets, ...own, log: pino({ level: 'silent' }), now: Date.now };
process.on('disconnect', () => process.exit());
await deps.inTenant(Number(tenant), async (tx) => {
  const by = { id: 0, name: '被终止的进程' };
  const row = await lockTicket(tx, Number(ticket));
  await applyTo(ticketMachine, workIn(tx, deps, { userId: null, name: by.name }), row, { action: 'solve', by, result: '已换阀门' });
  process.send!('written');
  await new Promise(() => {});
});
