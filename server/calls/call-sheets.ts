/** Scoring sheets: a change of what a sheet asks is a new version; versions stay as they are, since scores name them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { refusedSheet, type SheetGroup as Group } from '#contract/calls/call-sheets.rules.ts';
import { callSheets as routes, type SheetGroup } from '#contract/calls/call-sheets.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, lockOne, merged, reads, writes, type ListOf } from '../lists/crud.ts';

const own = { table: 'call_sheets', noun: '评分表' } as const;
const ofVersion = (column: string) => sql`(select v.${sql.ref(column)} from call_sheet_versions v
  where v.tenant_id = call_sheets.tenant_id and v.sheet_id = call_sheets.id and v.serial = call_sheets.serial)`;
const counted = (table: string) => sql<number>`(select count(*)::integer from ${sql.table(table)} x
  where x.tenant_id = call_sheets.tenant_id and x.sheet_id = call_sheets.id)`;

const list: ListOf<typeof routes.page, 'call_sheets'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    enabled: 'enabled',
    serial: 'serial',
    passPoints: () => ofVersion('pass_points'),
    appealDays: 'appeal_days',
    groups: () => ofVersion('groups'),
    plans: () => counted('call_sample_plans'),
    inspections: () => counted('call_inspections'),
    remarks: 'remarks',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), enabled: equals('enabled') },
};
const written = writes({
  ...own,
  fields: { name: 'name', enabled: 'enabled', serial: 'serial', appealDays: 'appeal_days', remarks: 'remarks' },
});
const refusals = { call_sheets_tenant_id_name_key: conflict('已有同名的评分表') };

interface Asked {
  groups: readonly Group[];
  passPoints: number;
}
/** As text that is the same for the same questions: the database does not keep the order of keys. */
const textOf = ({ groups, passPoints }: Asked): string =>
  JSON.stringify([
    passPoints,
    groups.map(({ name, items }) => [name, items.map((item) => [item.key, item.name, item.points, item.fatal, item.note])]),
  ]);

function need({ groups }: Asked): void {
  const wrong = refusedSheet(groups);
  if (wrong !== null) throw invalid(wrong);
}

async function addVersion({ tx, session, deps }: Context, id: number, serial: number, { groups, passPoints }: Asked): Promise<void> {
  await tx.run(sql`
    insert into call_sheet_versions (tenant_id, sheet_id, serial, groups, pass_points, user_id, user_name, at)
    values (${tx.tenantId}, ${id}, ${serial}, ${JSON.stringify(groups)}, ${passPoints}, ${session.userId}, ${session.name},
      ${isoOf(deps.now())})`);
}

/** Throws 422 unless a sheet is there and in use. */
export async function needSheet({ tx }: Context, id: number): Promise<void> {
  const found = await tx.row(sql`select 1 from call_sheets where tenant_id = ${tx.tenantId} and id = ${id} and enabled for share`);
  if (!found) throw refused('评分表不存在或已停用');
}

/** What a version of a sheet asks; the one in use without a serial. Throws 404. */
export async function sheetOf(tx: Tx, id: number, serial: number | null = null) {
  type Version = { serial: number; groups: z.output<typeof SheetGroup>[]; passPoints: number; appealDays: number };
  const row = await tx.row<Version>(sql`
    select v.serial, v.groups, v.pass_points::integer as "passPoints", s.appeal_days::integer as "appealDays" from call_sheet_versions v
      join call_sheets s on s.tenant_id = v.tenant_id and s.id = v.sheet_id
    where v.tenant_id = ${tx.tenantId} and v.sheet_id = ${id} and v.serial = coalesce(${serial}::integer, s.serial)`);
  if (!row) throw notFound('评分表');
  return row;
}

export const callSheets: Handlers<typeof routes> = {
  ...reads(list),
  async create(form, context) {
    need(form);
    const id = await explaining(refusals, written.create(form, context));
    await addVersion(context, id, 1, form);
    return id;
  },
  async update(form, context) {
    const { tx } = context;
    const before = await lockOne(list, form.id, context);
    const after = merged(before, form);
    need(after);
    if (before.enabled && !after.enabled) {
      const used = await tx.row(sql`
        select 1 from call_sample_plans where tenant_id = ${tx.tenantId} and sheet_id = ${form.id} and enabled limit 1`);
      if (used) throw refused('评分表正被抽检计划使用，请先停用或更换计划中的评分表');
    }
    const changed = textOf(before) !== textOf(after);
    const serial = changed ? before.serial + 1 : before.serial;
    await explaining(refusals, written.update({ ...form, serial }, context));
    if (changed) await addVersion(context, form.id, serial, after);
    return true;
  },
  async remove(input, context) {
    const { plans, inspections } = await lockOne(list, input.id, context);
    if (plans + inspections > 0) throw refused('评分表已被抽检计划或质检记录使用，不能删除；不再使用请停用');
    return written.remove(input, context);
  },
};
