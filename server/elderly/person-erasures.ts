/** Erasing people whose records need not be kept any more: asked for by one, confirmed by another, in one transaction (docs/decisions/091). */
import { sql } from 'kysely';
import type { z } from 'zod';
import { erasedName, erasureRefusal, LEAST_KEPT_YEARS, type ErasureAction } from '#contract/elderly/person-erasures.rules.ts';
import type { ErasableRow, personErasures as routes } from '#contract/elderly/person-erasures.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { lockOne, readOne, reads, type ListOf } from '../lists/crud.ts';
import { countErasure, eraseAll } from './erasing.ts';
import { nameContains, reach } from '../lists/people-reach.ts';
import { recordName } from './record-names.ts';

const CHANGED = '档案已被他人修改，请刷新后重试';
const { finished, cancelled, rated } = orderStatus;

const leftAt = sql<string>`coalesce(people.left_at, people.deleted_at, people.updated_at)`;
/** Who is gone for as long as the institution keeps records. */
const isDue = (tenantId: number, now: number) => sql<boolean>`((people.status in (4, 5) or people.deleted_at is not null)
  and people.erased_at is null and people.merged_into is null
  and ${leftAt} <= ${instant(now)} - make_interval(years => greatest(${sql.lit(LEAST_KEPT_YEARS)}, coalesce((select value::integer
    from parameters
    where tenant_id = ${tenantId} and key = 'PERSON_KEPT_YEARS' and value ~ '^[0-9]{1,2}$'), 0))))`;

const state = sql<number>`(case when people.hold_reason is not null then 3 when people.erasure_user_id is not null then 2 else 1 end)::integer`;

/** People whose time is over, as far as the session reaches. */
const erasable = ({ session, deps }: Context): ListOf<typeof routes.page, 'people'> => ({
  table: 'people',
  noun: '可删除的档案',
  scope: (eb, of) => sql<boolean>`(${isDue(session.tenantId, deps.now())} and ${reach(eb, of) ?? eb.lit(true)})`,
  columns: {
    id: 'id',
    userName: 'name',
    gender: 'gender',
    status: 'status',
    leftTime: () => leftAt,
    state: () => state,
    askId: 'erasure_user_id',
    askName: 'erasure_name',
    askTime: 'erasure_at',
    askReason: 'erasure_reason',
    holdName: 'hold_name',
    holdTime: 'hold_at',
    holdReason: 'hold_reason',
    version: 'version',
  },
  filters: { userName: nameContains(session.tenantId), state: (_eb, value) => sql`${state} = ${value}` },
  sorts: { id: 'id' },
  order: 'id',
});

type Row = z.input<typeof ErasableRow>;

/** What is still open of a person, in words. */
async function openOf(tx: Tx, id: number): Promise<string[]> {
  const found = (await tx.row<{ money: boolean; orders: boolean; warnings: boolean; cases: boolean; devices: boolean; stays: boolean }>(sql`
    select exists (select from person_accounts where tenant_id = ${tx.tenantId} and id = ${id}
        and (cash_fen <> 0 or grant_fen <> 0 or deposit_fen <> 0)) as money,
      exists (select from work_orders where tenant_id = ${tx.tenantId} and person_id = ${id}
        and status not in (${finished}, ${cancelled}, ${rated})) as orders,
      exists (select from warnings where tenant_id = ${tx.tenantId} and person_id = ${id}
        and status in (${disposals.open}, ${disposals.inProgress})) as warnings,
      exists (select from approval_cases where tenant_id = ${tx.tenantId} and person_id = ${id} and state in (1, 5)) as cases,
      exists (select from devices where tenant_id = ${tx.tenantId} and person_id = ${id} and deleted_at is null) as devices,
      exists (select from contracts where tenant_id = ${tx.tenantId} and person_id = ${id} and ended_on is null) as stays`))!;
  return [
    ...(found.money ? ['账户还有余额、押金或欠费，请先结清'] : []),
    ...(found.orders ? ['还有未完成的工单，请先完成或取消'] : []),
    ...(found.warnings ? ['还有未处理的预警，请先处理'] : []),
    ...(found.cases ? ['还有未结束的审批，请先处理'] : []),
    ...(found.devices ? ['还佩戴着设备，请先解除绑定'] : []),
    ...(found.stays ? ['还有未终止的合同，请先终止'] : []),
  ];
}

/** The row, locked, if it is as the caller read it and `action` may be done by them. Throws 404, 409, 422. */
async function rowFor(action: ErasureAction, { id, version }: { id: number; version: number }, context: Context): Promise<Row> {
  const row = await lockOne(erasable(context), id, context);
  if (row.version !== version) throw conflict(CHANGED, row);
  const problem = erasureRefusal(action, row, context.session.userId);
  if (problem !== null) throw refused(problem);
  return row;
}

/** A request that is over. */
const clearAsked = (tx: Tx, id: number) =>
  tx.run(sql`
    update people set erasure_reason = null, erasure_user_id = null, erasure_name = null, erasure_at = null, version = version + 1
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Empties the person's own row; gives the files that it named. The name says only which record it was. */
async function emptyRow(tx: Tx, id: number): Promise<string[]> {
  const row = await tx.row<{ photo: string | null }>(sql`
    with before as (select id, photo from people where tenant_id = ${tx.tenantId} and id = ${id})
    update people p set name = ${erasedName(id)}, birth_date = null, mobile = null, identity_sealed = null, identity_index = null,
      address = null, region_code = null, longitude = null, latitude = null, photo = null, contact_name = null, contact_phone = null,
      contact_relation = null, contact_notes = null, remarks = null, flags = '{}', meal_note = null, meal_texture = null, meal_diets = '{}',
      erasure_reason = null, hold_reason = null, hold_name = null, hold_at = null, bed_id = null,
      deleted_at = coalesce(p.deleted_at, now()),
      erased_at = now(), version = p.version + 1, updated_at = now()
    from before where p.tenant_id = ${tx.tenantId} and p.id = before.id returning before.photo`);
  if (!row) throw notFound('服务对象');
  return row.photo === null ? [] : [row.photo.slice(row.photo.lastIndexOf('/') + 1)];
}

async function erase(id: number, context: Context): Promise<void> {
  const { tx, deps } = context;
  const merged = await tx.rows<{ id: number }>(sql`select id from people where tenant_id = ${tx.tenantId} and merged_into = ${id}`);
  for (const one of [id, ...merged.map((row) => row.id)]) {
    const files = await emptyRow(tx, one);
    // What still follows the person ends as that of a removed one, before it is emptied.
    await context.emit('person.removed', { personId: one });
    await eraseAll(tx, one, files);
    await context.emit('person.changed', { personId: one });
  }
  deps.log.info({ personId: id }, 'a person was erased');
}

export const personErasures: Handlers<typeof routes> = {
  page: (input, context) => reads(erasable(context)).page(input, context),

  async preview({ id }, context) {
    const person = await readOne(erasable(context), id, context);
    const counts = new Map<string, { label: string; count: number; goes: boolean }>();
    for (const { table, goes, count } of await countErasure(context.tx, id)) {
      const key = `${goes} ${recordName(table)}`;
      counts.set(key, { label: recordName(table), goes, count: (counts.get(key)?.count ?? 0) + count });
    }
    const listed = (wanted: boolean) =>
      [...counts.values()]
        .filter(({ goes }) => goes === wanted)
        .map(({ label, count }) => ({ label, count }))
        .toSorted((a, b) => b.count - a.count);
    return { person, goes: listed(true), emptied: listed(false), against: await openOf(context.tx, id) };
  },

  async ask({ reason, ...input }, context) {
    const { tx, session } = context;
    await rowFor('ask', input, context);
    const [problem] = await openOf(tx, input.id);
    if (problem !== undefined) throw refused(problem);
    await tx.run(sql`
      update people set erasure_reason = ${reason}, erasure_user_id = ${session.userId}, erasure_name = ${session.name},
        erasure_at = ${instant(context.deps.now())}, version = version + 1 where tenant_id = ${tx.tenantId} and id = ${input.id}`);
    return true;
  },

  async withdraw(input, context) {
    await rowFor('withdraw', input, context);
    await clearAsked(context.tx, input.id);
    return true;
  },

  async confirm(input, context) {
    await rowFor('confirm', input, context);
    const [problem] = await openOf(context.tx, input.id);
    if (problem !== undefined) throw refused(problem);
    await erase(input.id, context);
    return true;
  },

  async hold({ reason, ...input }, context) {
    const { tx, session } = context;
    await rowFor('hold', input, context);
    await clearAsked(tx, input.id);
    await tx.run(sql`
      update people set hold_reason = ${reason}, hold_name = ${session.name}, hold_at = ${instant(context.deps.now())}
      where tenant_id = ${tx.tenantId} and id = ${input.id}`);
    return true;
  },

  async release(input, context) {
    const { tx } = context;
    await rowFor('release', input, context);
    await tx.run(sql`
      update people set hold_reason = null, hold_name = null, hold_at = null, version = version + 1
      where tenant_id = ${tx.tenantId} and id = ${input.id}`);
    return true;
  },
};
