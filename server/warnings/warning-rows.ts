/** A warning as the wire shows it: its row, and by joins who, what, where. */
import { sql, type SelectQueryBuilder } from 'kysely';
import { metricOf, roundTo } from '#contract/health/metrics.ts';
import { passedBelow } from '#contract/health/thresholds.rules.ts';
import { isRule, rules, sourceLabels } from '#contract/warnings/warnings.rules.ts';
import type { Warning } from '#contract/warnings/warnings.ts';
import type { z } from 'zod';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { toMap } from '../geo/coordinates.ts';
import { answerSeconds } from './answer-targets.ts';
import { placeOfWarning } from '../rooms/places.ts';
import type { SelectedBy } from '../lists/query.ts';

const nameOf = (column: 'handled_by' | 'acknowledged_by' | 'assigned_to') =>
  sql<string | null>`(select u.name from users u where u.tenant_id = warnings.tenant_id and u.id = ${sql.ref(`warnings.${column}`)})`;

/** Of the newest order that was not cancelled: one that asked anew after its visit may have several. */
const orderOf = (column: 'id' | 'status') =>
  sql<
    number | null
  >`(select ${sql.ref(`o.${column}`)} from work_orders o where o.tenant_id = warnings.tenant_id and o.warning_id = warnings.id
    and o.status <> 6
    order by o.id desc limit 1)`;

type Contact = z.input<typeof Warning>['contacts'][number];

/** Adds the columns of the wire to a query over `warnings`. */
export const withDetails = (query: SelectQueryBuilder<Tables, 'warnings', object>) =>
  query
    .leftJoin('people as person', (on) =>
      on.onRef('person.tenant_id', '=', 'warnings.tenant_id').onRef('person.id', '=', 'warnings.person_id'),
    )
    .leftJoin('beds as bed', (on) => on.onRef('bed.tenant_id', '=', 'person.tenant_id').onRef('bed.id', '=', 'person.bed_id'))
    .leftJoin('rooms as room', (on) =>
      on.onRef('room.tenant_id', '=', 'warnings.tenant_id').on('room.id', '=', sql`coalesce(warnings.room_id, bed.room_id)`),
    )
    .leftJoin('devices as device', (on) =>
      on.onRef('device.tenant_id', '=', 'warnings.tenant_id').onRef('device.id', '=', 'warnings.device_id'),
    )
    .leftJoin('device_states as state', (on) =>
      on.onRef('state.tenant_id', '=', 'warnings.tenant_id').onRef('state.device_id', '=', 'warnings.device_id'),
    )
    .selectAll('warnings')
    .select([
      sql<string>`coalesce(person.name, device.name, device.imei, '未知设备')`.as('name'),
      sql<string | null>`coalesce(person.mobile, person.contact_phone)`.as('mobile'),
      'person.contact_name',
      'person.contact_phone',
      'person.contact_relation',
      sql<Contact[]>`(select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'phone', c.phone, 'relation', c.relation)
        order by c.position), '[]') from person_contacts c
        where c.tenant_id = warnings.tenant_id and c.person_id = warnings.person_id)`.as('further_contacts'),
      'person.photo as avatar',
      'person.flags',
      'device.imei',
      'device.model',
      'state.longitude as last_longitude',
      'state.latitude as last_latitude',
      'room.id as place_room_id',
      placeOfWarning('room', 'bed').as('room_name'),
      sql<string | null>`case when warnings.person_id is null then (select string_agg(lives.name, '、' order by place.id) from beds place
        join people lives on lives.tenant_id = place.tenant_id and lives.bed_id = place.id and lives.deleted_at is null and lives.status = 1
        where place.tenant_id = warnings.tenant_id and place.room_id = warnings.room_id) end`.as('residents'),
      answerSeconds('warnings.tenant_id', 'warnings.rule', 'warnings.severity').as('answer_seconds'),
      nameOf('handled_by').as('handler_name'),
      nameOf('acknowledged_by').as('receiver_name'),
      nameOf('assigned_to').as('assignee_name'),
      sql<number>`coalesce((select g.count from warning_groups g where g.tenant_id = warnings.tenant_id
        and g.id = warnings.group_id), 0)`.as('group_count'),
      orderOf('id').as('order_id'),
      orderOf('status').as('order_status'),
    ]);

type Detailed = SelectedBy<ReturnType<typeof withDetails>>;

/** "lng,lat" for the map. */
const place = (longitude: number | null, latitude: number | null) =>
  longitude === null || latitude === null ? null : toMap([longitude, latitude]).join(',');

/** `141 次/分`, `≥131 次/分`. */
function valuesOf({ rule, metric, value, limit_value: limit }: Pick<Detailed, 'rule' | 'metric' | 'value' | 'limit_value'>) {
  const known = metric === null ? undefined : metricOf(metric);
  if (!known || value === null) return { lastValue: null, limitValue: null };
  const typed = (number: number) => `${roundTo(number, known.decimals)} ${known.unit}`;
  const below = limit !== null && (rule === 'orthostatic' || passedBelow(known.number, value, limit));
  return { lastValue: typed(value), limitValue: limit === null ? null : `${below ? '≤' : '≥'}${typed(limit)}` };
}

/** The first contact stands in the person's own row. */
const contactsOf = ({ contact_name: name, contact_phone: phone, contact_relation: relation, further_contacts: further }: Detailed) => [
  ...(name === null && phone === null ? [] : [{ name, phone, relation }]),
  ...further,
];

export function toWire(row: Detailed): z.input<typeof Warning> {
  const location = place(row.longitude, row.latitude);
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    avatar: row.avatar,
    oldmanId: row.person_id,
    elderlyId: row.person_id,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    contacts: contactsOf(row),
    flags: row.flags ?? [],
    warningContent: row.content,
    warningText: row.title ?? (isRule(row.rule) ? rules[row.rule].label : row.rule),
    rule: row.rule,
    severity: row.severity,
    dataHappenTime: row.happened_at,
    lastTime: row.last_at,
    count: row.count,
    ...valuesOf(row),
    clearTime: row.cleared_at,
    sourceType: row.source_type,
    source: sourceLabels[row.source_type] ?? '--',
    modelName: row.model,
    deviceId: row.device_id,
    imei: row.imei,
    type: location ? 2 : 1,
    location,
    // Where the device was last seen; an alarm without a place of its own still says where to look.
    lastLocation: place(row.last_longitude, row.last_latitude) ?? location,
    lastAddress: row.address,
    approximate: row.approximate,
    roomId: row.place_room_id,
    roomName: row.room_name,
    residents: row.residents,
    processMode: row.process_mode,
    isDisposed: row.status,
    remark: row.remark,
    workOrderId: row.order_id,
    workOrderState: row.order_status,
    askTime: row.asked_at ?? row.created_at,
    askReason: row.asked_why,
    acknowledgeTime: row.acknowledged_at,
    acknowledgeName: row.receiver_name,
    handleTime: row.handled_at,
    handlerName: row.handler_name,
    answerSeconds: row.answer_seconds,
    assigneeId: row.assigned_to,
    assigneeName: row.assignee_name,
    snoozeTime: row.snoozed_until,
    snoozeReason: row.snooze_reason,
    groupId: row.group_id,
    groupCount: row.group_count,
    version: row.version,
    createTime: row.created_at,
  };
}

export const warningsOf = (tenantId: number) => db.selectFrom('warnings').where('warnings.tenant_id', '=', tenantId);

/** One warning; 404 when the tenant has none of that id. */
export async function readWarning(tx: Tx, id: number) {
  const row = await tx.row(withDetails(warningsOf(tx.tenantId).where('warnings.id', '=', id)));
  if (!row) throw notFound('预警');
  return toWire(row);
}
