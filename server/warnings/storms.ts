/**
 * Storms: when one room or one rule raises more than a few warnings within a minute, the
 * list shows them as one line. Each stays recorded and open.
 */
import { sql } from 'kysely';
import type { RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Tx } from '../db/tenant.ts';

/** More than so many within a minute are a storm. */
export const STORM = { room: 5, rule: 10 } as const;
const CRITICAL = 1;

interface Fresh {
  id: number;
  rule: RuleName;
  roomId: number | null;
  severity: number;
}

const WITHIN = sql.lit('1 minute');

/** The newest group of this cause that still goes on, or a new one; those that come together take turns. */
async function groupOf(tx: Tx, kind: 'room' | 'rule', key: string, rule: RuleName, roomId: number | null): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`storm:${tx.tenantId}:${kind}:${key}`}, 0))`);
  const going = await tx.row<{ id: number }>(sql`
    select id from warning_groups
    where tenant_id = ${tx.tenantId} and kind = ${kind} and key
    = ${key} and last_at > now() - interval ${WITHIN} order by last_at desc limit 1`);
  if (going) return going.id;
  const made = await tx.row<{ id: number }>(sql`
    insert into warning_groups (tenant_id, kind, key, rule, room_id, started_at, last_at)
    values (${tx.tenantId}, ${kind}, ${key}, ${kind === 'rule' ? rule : null}, ${kind === 'room' ? roomId : null}, now(), now())
    returning id`);
  return made!.id;
}

/** Puts a new warning into the group of its storm, if there is one. Critical ones always stand by themselves. */
export async function noticeStorm(tx: Tx, { id, rule, roomId, severity }: Fresh): Promise<void> {
  if (severity === CRITICAL) return;
  const recent = sql`w.tenant_id = ${tx.tenantId} and w.created_at > now() - interval ${WITHIN} and w.severity > ${sql.lit(CRITICAL)}`;
  const counted = await tx.row<{ rules: number; rooms: number }>(sql`
    select (select count(*)::integer
    from (select 1 from warnings w where ${recent} and w.rule = ${rule} limit ${STORM.rule + 1}) as r) as rules,
      (select count(*)::integer
      from (select 1 from warnings w where ${recent} and w.room_id = ${roomId}::bigint limit ${STORM.room + 1}) as o) as rooms`);
  const kind = counted!.rooms > STORM.room ? 'room' : counted!.rules > STORM.rule ? 'rule' : null;
  if (!kind) return;
  const groupId = await groupOf(tx, kind, kind === 'room' ? String(roomId) : rule, rule, roomId);
  const same = kind === 'room' ? sql`w.room_id = ${roomId}` : sql`w.rule = ${rule}`;
  await tx.run(sql`update warnings w set group_id = ${groupId} where ${recent} and ${same} and w.group_id is null`);
  await tx.run(sql`update warnings set group_id = ${groupId} where tenant_id = ${tx.tenantId} and id = ${id} and group_id is null`);
  await tx.run(sql`update warning_groups g set last_at = now(), count = (select count(*) from warnings w where w.tenant_id = g.tenant_id
    and w.group_id = g.id)
    where g.tenant_id = ${tx.tenantId} and g.id = ${groupId}`);
}
