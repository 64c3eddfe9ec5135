/** Service recipients: finding, registering, moving between beds, leaving. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { people as routes } from '#contract/elderly/people.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { matching, readOne, reads, selection } from '../crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../errors.ts';
import { releaseDevices } from '../devices/wearers.ts';
import { exporting } from '../export.ts';
import type { Handlers } from '../implement.ts';
import { freeBed, markBed, takeBed } from '../rooms/beds.ts';
import { reachesDepartment } from '../users/scopes.ts';
import { peopleRows, reach } from './people-rows.ts';
import { personSheet, readLabels } from './people-sheet.ts';

type Form = z.output<typeof routes.create.input>;

/** Dictionary `oldman_status`. */
const status = { inCare: 1, onLeave: 2, inHospital: 3, left: 4, deceased: 5 } as const;
const isAway = (value: number) => value === status.onLeave || value === status.inHospital;
const hasGone = (value: number) => value === status.left || value === status.deceased;

interface Row {
  name: string;
  mobile: string | null;
  status: number;
  department_id: number | null;
  bed_id: number | null;
  version: number;
}

/** Wire → columns; what is undefined is left alone. */
const columns = (form: Form) => ({
  name: form.userName,
  gender: form.gender,
  birth_date: form.birthDate,
  mobile: form.mobile,
  address: form.address,
  region_code: form.regionCode,
  longitude: form.lng,
  latitude: form.lat,
  status: form.status,
  service_type: form.serviceType,
  care_level: form.careLevel,
  ability: form.anergy,
  department_id: form.departmentId,
  carer_id: form.carerId,
  photo: form.avatar,
  contact_name: form.contactName,
  contact_phone: form.contactPhone,
  remarks: form.remarks,
  flags: form.flags,
});

/** `inDepartment` is where the person is already: who may edit them need not reach that department. */
function check(form: Form, { session, deps }: Context, inDepartment: number | null = null): void {
  const { lng, lat, birthDate, departmentId } = form;
  const given = (value: number | null | undefined) => value !== null && value !== undefined;
  if (given(lng) !== given(lat) || Math.abs(lng ?? 0) > 180 || Math.abs(lat ?? 0) > 90) throw invalid('坐标不正确');
  const today = new Date(deps.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  if (birthDate && (birthDate > today || birthDate < '1880-01-01')) throw invalid('请检查出生日期');
  if (departmentId && departmentId !== inDepartment && !reachesDepartment(session, departmentId)) throw forbidden('只能选择本部门及下级部门');
}

/** The same name with the same number is the same person. The lock makes two registrations at once take turns. */
async function refuseTwin(tx: Tx, userName: string, mobile: string | null, except: number | null): Promise<void> {
  if (mobile === null) return;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`person ${tx.tenantId} ${mobile}`}, 0))`);
  const twin = await tx.row<{ id: number }>(sql`
    select id from people where tenant_id = ${tx.tenantId} and mobile = ${mobile} and name = ${userName} and deleted_at is null and id is distinct from ${except}::bigint`);
  if (twin) throw refused('已有姓名和电话都相同的服务对象，请勿重复登记', twin);
}

/** A person's row, locked, as far as the session reaches. */
async function lock(id: number, { tx, session }: Context): Promise<Row> {
  const row = await tx.row<Row>(
    db
      .selectFrom('people')
      .select(['name', 'mobile', 'status', 'department_id', 'bed_id', 'version'])
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
async function move(tx: Tx, from: number | null, to: number | null, away: boolean): Promise<void> {
  if (from === to) return to === null ? undefined : markBed(tx, to, away);
  if (to !== null) await takeBed(tx, to, away);
  if (from !== null) await freeBed(tx, from);
}

export const people: Handlers<typeof routes> = {
  page: (input, context) => reads(peopleRows(context.session)).page(input, context),
  get: (input, context) => reads(peopleRows(context.session)).get(input, context),

  async create(input, context) {
    const { tx, session } = context;
    check(input, context);
    await refuseTwin(tx, input.userName, input.mobile ?? null, null);
    const now = input.status ?? status.inCare;
    const bedId = hasGone(now) ? null : (input.bedId ?? null);
    await move(tx, null, bedId, isAway(now));
    const made = await tx.row<{ id: number }>(
      db
        .insertInto('people')
        .values({ ...columns(input), tenant_id: session.tenantId, bed_id: bedId, created_by: session.userId })
        .returning('id'),
    );
    const { id } = made as { id: number };
    await context.emit('person.changed', { personId: id });
    return id;
  },

  async update(input, context) {
    const { tx, session } = context;
    const { id, version } = input;
    const before = await lock(id, context);
    check(input, context, before.department_id);
    if (version !== undefined && version !== before.version)
      throw conflict('服务对象已被他人修改，请刷新后重试', await readOne(peopleRows(session), id, context));
    const { userName, mobile = before.mobile } = input;
    if (userName !== before.name || mobile !== before.mobile) await refuseTwin(tx, userName, mobile, id);
    const now = input.status ?? before.status;
    const { bedId: wanted = before.bed_id } = input;
    const bedId = hasGone(now) ? null : wanted;
    await move(tx, before.bed_id, bedId, isAway(now));
    await tx.run(
      db
        .updateTable('people')
        .set({ ...columns(input), bed_id: bedId, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', id),
    );
    await context.emit('person.changed', { personId: id });
    return true;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    const { bed_id } = await lock(id, context);
    const { finished, cancelled, rated } = orderStatus;
    const open = await tx.row<{ orders: boolean; warnings: boolean }>(sql`select
      exists (select from work_orders where tenant_id = ${session.tenantId} and person_id = ${id} and status not in (${finished}, ${cancelled}, ${rated})) as orders,
      exists (select from warnings where tenant_id = ${session.tenantId} and person_id = ${id} and status in (${disposals.open}, ${disposals.inProgress})) as warnings`);
    if (open?.orders) throw refused('该服务对象还有未完成的工单，不能删除');
    if (open?.warnings) throw refused('该服务对象还有未处理的预警，不能删除');
    await tx.run(sql`update people set deleted_at = now(), bed_id = null, version = version + 1 where tenant_id = ${session.tenantId} and id = ${id}`);
    if (bed_id !== null) await freeBed(tx, bed_id);
    await releaseDevices(context, id);
    await context.emit('person.changed', { personId: id });
    return true;
  },

  async findByMobile({ mobile }, { tx, session }) {
    const options = peopleRows(session);
    const found = await tx.row(
      matching({ ...options, filters: {} }, {}, session)
        .where('mobile', '=', mobile)
        .select(selection(options.columns))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    );
    return (found as never) ?? null;
  },

  async export(input, context) {
    const sheet = personSheet(await readLabels(context.tx));
    return exporting(peopleRows(context.session), '服务对象', sheet)(input, context);
  },
};
