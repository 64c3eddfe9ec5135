/**
 * Parts of long messages in the database: each is kept before its terminal is
 * answered, so that a message is whole also when the connection or this process ends between two
 * parts and the terminal sends only the rest (docs/device-protocols.md).
 */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import type { KnownDevice, MessagePart, PartStore } from './events.ts';

/** Also in app.clear_message_parts: what is there longer is cleared. */
const AGE = sql`interval '3 days'`;
/** A message whose last part is older gives way to a new one. */
const QUIET = sql`interval '1 hour'`;
const MOST_BYTES = 32 * 1024;
const MOST_MESSAGES = 4;

interface Kept {
  part: number;
  body: Buffer;
  done: boolean;
}

const deviceOf = ({ key }: KnownDevice) => Number(key.slice(key.indexOf(':') + 1));
const mine = (tenantId: number, deviceId: number) => sql`tenant_id = ${tenantId} and device_id = ${deviceId}`;
const same = (tenantId: number, deviceId: number, { type, serial, total }: MessagePart) =>
  sql`${mine(tenantId, deviceId)} and type = ${type} and serial = ${serial} and total = ${total}`;

/** Makes room for one more message: what is stored goes first, then what has been quiet. Throws when all are still coming. */
async function makeRoom(tx: Tx, deviceId: number): Promise<void> {
  const [oldest, ...others] = await tx.rows<{ type: number; serial: number; total: number; free: boolean }>(sql`
    select type, serial, total, bool_or(done) or max(received_at) < now() - ${QUIET} as free
    from device_message_parts where ${mine(tx.tenantId, deviceId)} group by type, serial, total
    order by not bool_or(done), max(received_at)`);
  if (!oldest || others.length + 1 < MOST_MESSAGES) return;
  if (!oldest.free) throw new Error('The device sends too many long messages at once');
  await tx.run(sql`delete from device_message_parts where ${same(tx.tenantId, deviceId, oldest as unknown as MessagePart)}`);
}

async function keepIn(tx: Tx, deviceId: number, one: MessagePart): Promise<Awaited<ReturnType<PartStore['keep']>>> {
  const own = same(tx.tenantId, deviceId, one);
  const clear = (which = sql``) => tx.run(sql`delete from device_message_parts where ${own} ${which}`);
  // Two parts at once would each find the other missing.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`parts:${tx.tenantId}:${deviceId}`}, 0))`);
  await clear(sql`and received_at < now() - ${AGE}`);
  let known = await tx.rows<Kept>(sql`select part, body, done from device_message_parts where ${own}`);
  const again = known.find(({ part }) => part === one.part);
  // A terminal that was restarted counts from the beginning: another text under a known number is another message.
  if (again && !again.body.equals(one.body)) {
    await clear();
    known = [];
  } else if (again?.done) return 'stored';
  if (known.length === 0) await makeRoom(tx, deviceId);
  const all = again && known.length > 0 ? known : [...known, { part: one.part, body: Buffer.from(one.body), done: false }];
  if (all.reduce((sum, { body }) => sum + body.length, 0) > MOST_BYTES) {
    await clear();
    return 'refused';
  }
  await tx.run(sql`insert into device_message_parts (tenant_id, device_id, type, serial, total, part, body)
    values (${tx.tenantId}, ${deviceId}, ${one.type}, ${one.serial}, ${one.total}, ${one.part}, ${Buffer.from(one.body)})
      on conflict do nothing`);
  if (all.length < one.total) return 'waiting';
  return Buffer.concat(all.toSorted((a, b) => a.part - b.part).map(({ body }) => body));
}

/** Makes the store on a process's database. Bounds: 32 KiB a message, four messages of one device. */
export function partStore({ inTenant }: Pick<Dependencies, 'inTenant'>): PartStore {
  return {
    keep: (device, part) => inTenant(device.tenantId, (tx) => keepIn(tx, deviceOf(device), part)),
    async finish(device, part) {
      await inTenant(device.tenantId, (tx) =>
        tx.run(sql`update device_message_parts set done = true where ${same(tx.tenantId, deviceOf(device), part)}`),
      );
    },
  };
}
