/** When members of staff do not want to be told, and who is told instead. */
import { sql } from 'kysely';
import type { deliveryPreferences as routes } from '#contract/warnings/delivery-preferences.ts';
import { inWindows, type TimeWindow } from '#contract/time-windows.rules.ts';
import { channels } from '#contract/warnings/policies.rules.ts';
import { getsThrough, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Tx } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { onDuty, type Told } from './recipients.ts';

interface Row {
  user_id: number;
  channel: string;
  quiet: TimeWindow[];
}

const rowsOf = (tx: Tx, userIds: readonly number[]) =>
  tx.rows<Row>(
    sql`select user_id, channel, quiet from delivery_preferences where tenant_id = ${tx.tenantId} and user_id = any(${userIds}::bigint[])`,
  );

/** Parts those who are to be told at `now` (epoch ms) from those who do not want to be at this hour. */
export async function heardOf(
  tx: Tx,
  told: readonly Told[],
  { rule, severity }: { rule: RuleName; severity: number },
  now: number,
): Promise<{ heard: Told[]; quiet: Told[] }> {
  const ids = [...new Set(told.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
  if (getsThrough(rule, severity) || ids.length === 0) return { heard: [...told], quiet: [] };
  const rows = await rowsOf(tx, ids);
  const silent = new Set(
    rows.filter(({ quiet }) => quiet.length > 0 && inWindows(quiet, now)).map(({ user_id: id, channel }) => `${id}:${channel}`),
  );
  const isQuiet = ({ userId, channel }: Told) => silent.has(`${userId}:${channel}`);
  return { heard: told.filter((one) => !isQuiet(one)), quiet: told.filter(isQuiet) };
}

/** Whoever else is on duty and wants to be told, when none of those who were meant does. */
export async function insteadOf(tx: Tx, quiet: readonly Told[], about: { rule: RuleName; severity: number }, now: number): Promise<Told[]> {
  const meant = new Set(quiet.map(({ userId }) => userId));
  const ways = [...new Set(quiet.map(({ channel }) => channel))];
  const others = (await onDuty(tx, null, now)).filter(({ id }) => !meant.has(id));
  const told = others.flatMap(({ id, name, phone }) =>
    ways.map((channel): Told => ({ userId: id, name, channel, target: channel === 'sms' ? phone : null })),
  );
  return (await heardOf(tx, told, about, now)).heard;
}

export const deliveryPreferences: Handlers<typeof routes> = {
  async own(_input, { tx, session }) {
    const rows = await rowsOf(tx, [session.userId]);
    return channels.map((channel) => ({ channel, quiet: (rows.find((row) => row.channel === channel)?.quiet ?? []) as never }));
  },

  async save({ preferences }, { tx, session }) {
    for (const { channel, quiet } of preferences)
      await tx.run(sql`
        insert into delivery_preferences (tenant_id, user_id, channel, quiet)
        values (${tx.tenantId}, ${session.userId}, ${channel}, ${JSON.stringify(quiet)}::jsonb)
        on conflict (tenant_id, user_id, channel) do update set quiet = excluded.quiet, version = delivery_preferences.version + 1,
          updated_at = now()`);
    return true;
  },
};
