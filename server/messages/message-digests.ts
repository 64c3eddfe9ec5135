/** What quiet hours held back goes out at their end, as one summary for each person and way; and summaries of the day. */
import { sql } from 'kysely';
import { deliveryStates, nextDaily, READ_MEANWHILE } from '#contract/messages/channels.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { forTenants, pollCounted } from '../jobs/poller.ts';
import { handOverDeliveries } from './message-sending.ts';

/** Of one tenant in one round; the rest is due in the next. */
const MOST = 2000;
const { waiting, held, skipped } = deliveryStates;

/** Adds summaries to be sent; gives them with their ids. */
const summaries = (tx: Tx, kind: 'digest' | 'daily', to: readonly { userId: number; channel: string }[], now: number) =>
  tx.rows<{ id: number; user_id: number; channel: string }>(
    db
      .insertInto('message_deliveries')
      .values(
        to.map(({ userId, channel }) => ({
          tenant_id: tx.tenantId,
          user_id: userId,
          kind,
          channel,
          state: waiting,
          created_at: isoOf(now),
        })),
      )
      .returning(['id', 'user_id', 'channel']),
  );

/** Lets go what was held until `now`; gives how much. What was read meanwhile is not told any more. */
async function release(tx: Tx, now: number): Promise<number> {
  const { tenantId } = tx;
  await tx.run(sql`
    update message_deliveries d set state = ${skipped}, error = ${READ_MEANWHILE}, sealed = null from messages m
    where d.tenant_id = ${tenantId} and d.state = ${sql.lit(held)} and d.due_at <= ${instant(now)}
      and m.tenant_id = d.tenant_id and m.id = d.message_id and (m.read_at is not null or m.cleared_at is not null)`);
  const rows = await tx.rows<{ id: number; userId: number; channel: string }>(sql`
    select id, user_id as "userId", channel from message_deliveries
    where tenant_id = ${tenantId} and state = ${sql.lit(held)} and due_at <= ${instant(now)} order by id limit ${MOST}
    for update skip locked`);
  if (rows.length === 0) return 0;
  const groups = Map.groupBy(rows, ({ userId, channel }) => `${userId}:${channel}`);
  const many = [...groups.values()].filter((group) => group.length > 1).map((group) => group[0]!);
  const made = many.length > 0 ? await summaries(tx, 'digest', many, now) : [];
  const digestOf = new Map(made.map(({ id, user_id: userId, channel }) => [`${userId}:${channel}`, id]));
  const digests = rows.map(({ userId, channel }) => digestOf.get(`${userId}:${channel}`) ?? null);
  await tx.run(sql`
    update message_deliveries d set state = ${waiting}, digest_id = g.digest_id
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${digests}::bigint[]) as g (id, digest_id)
    where d.tenant_id = ${tenantId} and d.id = g.id`);
  const alone = rows.filter((_, at) => digests[at] === null);
  await handOverDeliveries(tx, [...alone, ...made]);
  return rows.length;
}

/** Summaries of the day that are due at `now`; gives how many. Who has read everything gets none. */
async function summarize(tx: Tx, now: number): Promise<number> {
  const { tenantId } = tx;
  const due = await tx.rows<{ userId: number; clock: string; channel: string }>(sql`
    select user_id as "userId", daily_at as clock, daily_channel as channel from message_preferences
    where tenant_id = ${tenantId} and daily_due <= ${instant(now)} order by user_id limit ${MOST} for update skip locked`);
  if (due.length === 0) return 0;
  const ids = due.map(({ userId }) => userId);
  await tx.run(sql`
    update message_preferences p set daily_due = g.due
    from unnest(${ids}::bigint[], ${due.map(({ clock }) => isoOf(nextDaily(clock, now)))}::timestamptz[]) as g (user_id, due)
    where p.tenant_id = ${tenantId} and p.user_id = g.user_id`);
  const unread = await tx.rows<{ userId: number }>(sql`
    select u.id as "userId" from users u where u.tenant_id = ${tenantId} and u.id = any(${ids}::bigint[]) and u.status = 0
      and u.deleted_at is null and exists (select from messages m where m.tenant_id = u.tenant_id and m.recipient_id = u.id
        and m.cleared_at is null and m.read_at is null)`);
  const told = due.filter(({ userId }) => unread.some((one) => one.userId === userId));
  if (told.length > 0) await handOverDeliveries(tx, await summaries(tx, 'daily', told, now));
  return told.length;
}

/** One round over all institutions where something is due. */
export async function sweepReminders(deps: Dependencies): Promise<{ released: number; summaries: number; failed: number }> {
  const now = deps.now();
  const done = { released: 0, summaries: 0 };
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'reminders_due',
    text: 'select tenant_id from app.reminders_due(to_timestamp($1::float8 / 1000)) order by 1',
    values: [now],
  });
  const failed = await forTenants(deps, 'reminding', rows, (tenantId) =>
    deps.inTenant(tenantId, async (tx) => {
      done.released += await release(tx, now);
      done.summaries += await summarize(tx, now);
    }),
  );
  return { ...done, failed };
}

export const startReminders = (deps: Dependencies, everyMs: number) => pollCounted(deps, 'reminding', () => sweepReminders(deps), everyMs);
