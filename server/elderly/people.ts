/** Service recipients: finding, registering, moving between beds, leaving. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { people as routes } from '#contract/elderly/people.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { matching, readOne, reads, withColumns } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { freeBed, markBed, takeBed } from '../rooms/occupancy.ts';
import { needQuota } from '../db/quotas.ts';
import { exporting } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { peopleRows } from './people-rows.ts';
import { reach } from '../lists/people-reach.ts';
import { peopleImport } from './people-import.ts';
import { personSheet } from './people-sheet.ts';
import { checkForm, columnsOf, hasGone, isAway, refuseTwin, status } from './registrations.ts';

interface Row {
  name: string;
  mobile: string | null;
  contact_phone: string | null;
  status: number;
  department_id: number | null;
  bed_id: number | null;
  version: number;
}

/** A person's row, locked, as far as the session reaches. */
export async function lock(id: number, { tx, session }: Context): Promise<Row> {
  const row = await tx.row<Row>(
    db
      .selectFrom('people')
      .select(['name', 'mobile', 'contact_phone', 'status', 'department_id', 'bed_id', 'version'])
      .where('tenant_id', '=', session.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where((eb) => reach(eb as never, session) ?? (eb.lit(true) as never))
      .forUpdate(),
  );
  if (!row) throw notFound('服务对象');
  return row;
}

/** Moves a person from one bed to another; the bed stays with somebody on leave. */
export async function moveBed(tx: Tx, from: number | null, to: number | null, away: boolean): Promise<void> {
  if (from === to) return to === null ? undefined : markBed(tx, to, away);
  if (to !== null) await takeBed(tx, to, away);
  if (from !== null) await freeBed(tx, from);
}

export const people: Handlers<typeof routes> = {
  page: (input, context) => reads(peopleRows(context.session)).page(input, context),
  get: (input, context) => reads(peopleRows(context.session)).get(input, context),

  async create(input, context) {
    const { tx, session } = context;
    checkForm(input, context);
    await refuseTwin(tx, input.userName, input.mobile ?? null, null);
    await needQuota(tx, 'people');
    const now = input.status ?? status.inCare;
    const bedId = hasGone(now) ? null : (input.bedId ?? null);
    await moveBed(tx, null, bedId, isAway(now));
    const made = await tx.row<{ id: number }>(
      db
        .insertInto('people')
        .values({ ...columnsOf(input), tenant_id: session.tenantId, bed_id: bedId, created_by: session.userId })
        .returning('id'),
    );
    const { id } = made as { id: number };
    await context.emit('person.changed', { personId: id, ...(bedId === null ? {} : { bedBefore: null }) });
    return id;
  },

  async update(input, context) {
    const { tx, session } = context;
    const { id, version } = input;
    const before = await lock(id, context);
    checkForm(input, context, before);
    if (version !== undefined && version !== before.version)
      throw conflict('服务对象已被他人修改，请刷新后重试', await readOne(peopleRows(session), id, context));
    const { userName, mobile = before.mobile } = input;
    if (userName !== before.name || mobile !== before.mobile) await refuseTwin(tx, userName, mobile, id);
    const now = input.status ?? before.status;
    const { bedId: wanted = before.bed_id } = input;
    const bedId = hasGone(now) ? null : wanted;
    await moveBed(tx, before.bed_id, bedId, isAway(now));
    await tx.run(
      db
        .updateTable('people')
        .set({ ...columnsOf(input), bed_id: bedId, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', id),
    );
    const moved = bedId !== before.bed_id || (now === status.inCare) !== (before.status === status.inCare);
    await context.emit('person.changed', { personId: id, ...(moved ? { bedBefore: before.bed_id } : {}) });
    return true;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    const { bed_id } = await lock(id, context);
    const { finished, cancelled, rated } = orderStatus;
    const open = await tx.row<{ orders: boolean; warnings: boolean }>(sql`select
      exists (select from work_orders
      where tenant_id = ${session.tenantId} and person_id = ${id} and status not in (${finished}, ${cancelled}, ${rated})) as orders,
      exists (select from warnings
      where tenant_id = ${session.tenantId} and person_id = ${id} and status in (${disposals.open}, ${disposals.inProgress})) as warnings`);
    if (open?.orders) throw refused('该服务对象还有未完成的工单，不能删除');
    if (open?.warnings) throw refused('该服务对象还有未处理的预警，不能删除');
    await tx.run(
      sql`update people set deleted_at = now(), bed_id = null, version = version + 1 where tenant_id = ${session.tenantId} and id = ${id}`,
    );
    if (bed_id !== null) await freeBed(tx, bed_id);
    await context.emit('person.removed', { personId: id });
    await context.emit('person.changed', { personId: id, bedBefore: bed_id });
    return true;
  },

  async findByMobile({ mobile }, { tx, session }) {
    const options = peopleRows(session);
    const ofNumber = matching({ ...options, filters: {} }, {}, session).where('mobile', '=', mobile);
    const found = await tx.row(
      withColumns<z.input<typeof routes.get.output>>(ofNumber, options.columns)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    );
    return found ?? null;
  },

  export: exporting(routes.export, personSheet),
  ...importing(
    routes,
    peopleImport((form, context) => people.create(form, context)),
  ),
};
