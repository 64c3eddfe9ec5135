/** Virtual beds: people at home with what of them a bed in the house would show. Each part is looked up for the rows of a page only. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { serviceKinds } from '#contract/elderly/service-kinds.ts';
import { titled } from '#contract/labels.ts';
import { virtualBedLabels } from '#contract/work-orders/virtual-beds.labels.ts';
import { virtualBeds as routes, type VirtualBed } from '#contract/work-orders/virtual-beds.ts';
import { isOnline } from '../devices/device-rows.ts';
import type { Session } from '../context.ts';
import type { Handlers } from '../http/implement.ts';
import { equals, reads, type ListOf } from '../lists/crud.ts';
import { nameTyped, reach } from '../lists/people-reach.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';

/** As the index of people at home says it. */
const AT_HOME = sql<boolean>`(people.service_type = ${sql.lit(serviceKinds.home)} and people.status < 4)`;

/** A value of the person's last finished service. */
const lastVisit = (value: RawBuilder<unknown>) => sql`(select ${value} from work_orders o
  join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
  where o.tenant_id = people.tenant_id and o.person_id = people.id and j.status = 4
  order by coalesce(j.check_out_at, j.service_at) desc, j.id desc limit 1)`;
/** A value of the person's first service that waits to be done. */
const nextVisit = (value: RawBuilder<unknown>) => sql`(select ${value} from work_orders o
  join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
  where o.tenant_id = people.tenant_id and o.person_id = people.id and o.status in (1, 2, 3) and j.status in (1, 2)
  order by j.service_at, j.id limit 1)`;
const devicesOf = (which: RawBuilder<unknown>) => sql`(select count(*)::integer from devices d
  left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
  where d.tenant_id = people.tenant_id and d.person_id = people.id and d.deleted_at is null and ${which})`;

const virtualBedRows = (session: Session): ListOf<typeof routes.page, 'people'> => ({
  table: 'people',
  noun: '服务对象',
  soft: true,
  scope: (eb, own) => eb.and([AT_HOME, reach(eb, own) ?? eb.lit(true)]),
  columns,
  filters: {
    userName: nameTyped(session.tenantId),
    careLevel: equals('care_level'),
    departmentId: equals('department_id'),
    // Those who were visited are found once, by when services were finished.
    overdue: (_eb, days) => sql`people.id not in (select o.person_id from work_order_jobs j
      join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
      where j.tenant_id = ${session.tenantId} and j.status = 4 and j.check_out_at >= now() - make_interval(days => ${days}::integer))`,
  },
});

const columns = {
  id: 'id',
  userName: 'name',
  gender: 'gender',
  age: () => sql`extract(year from age(people.birth_date))::integer`,
  careLevel: 'care_level',
  status: 'status',
  address: 'address',
  mobile: 'mobile',
  packageNames: () => sql`(select string_agg(k.name, '、' order by k.ends_on, k.id) from person_packages k
    where k.tenant_id = people.tenant_id and k.person_id = people.id and k.deleted_at is null and k.status = 1
      and current_date between k.starts_on and k.ends_on)`,
  deviceOnline: () => devicesOf(isOnline('d')),
  deviceTotal: () => devicesOf(sql`true`),
  lastVisitTime: () => lastVisit(sql`coalesce(j.check_out_at, j.service_at)`),
  lastVisitName: () => lastVisit(sql`j.user_name`),
  nextVisitTime: () => nextVisit(sql`j.service_at`),
  nextVisitName: () => nextVisit(sql`j.user_name`),
  openWarnings: () => sql`(select count(*)::integer from warnings w
    where w.tenant_id = people.tenant_id and w.person_id = people.id and w.status in (0, 2))`,
} as const;

const sheet: Export<z.output<typeof VirtualBed>> = {
  name: '虚拟床位',
  list: (session) => listOf(virtualBedRows(session)),
  columns: titled(virtualBedLabels, [
    { key: 'userName', width: 12 },
    { key: 'gender', dictionary: virtualBedLabels.gender.dictionary, width: 8 },
    { key: 'age', width: 8 },
    { key: 'careLevel', dictionary: virtualBedLabels.careLevel.dictionary, width: 12 },
    { key: 'status', dictionary: virtualBedLabels.status.dictionary, width: 10 },
    { key: 'address', width: 40 },
    { key: 'mobile', width: 16 },
    { key: 'packageNames', width: 24 },
    { key: 'deviceOnline', width: 10 },
    { key: 'deviceTotal', width: 8 },
    { key: 'lastVisitTime', format: 'dateTime', width: 20 },
    { key: 'lastVisitName', width: 12 },
    { key: 'nextVisitTime', format: 'dateTime', width: 20 },
    { key: 'nextVisitName', width: 12 },
    { key: 'openWarnings', width: 12 },
  ]),
};

export const virtualBeds: Handlers<typeof routes> = {
  page: (input, context) => reads(virtualBedRows(context.session)).page(input, context),
  export: exporting(routes.export, sheet),
};
