/**
 * Teaching a place by a device that a member of staff holds there, and trying where a
 * device would be placed. The samples are added by the ingest (server/ingest/batch.ts).
 */
import { sql } from 'kysely';
import type { HeardPoint } from '#contract/devices/heard.rules.ts';
import { fingerprintOf, isLasting, likenesses, placeHeard, placingText } from '#contract/devices/indoor.rules.ts';
import { MOST_POINTS, TEACH_SECONDS, type indoorPlaces as routes } from '#contract/devices/indoor-places.ts';
import { placeText } from '#contract/rooms/places.rules.ts';
import { metresText } from '#contract/devices/last-seen.rules.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { matching, readOne } from '../lists/crud.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { deviceRows, isOnline } from './device-rows.ts';
import { lockPlace, pointsOf, replacePoints } from './indoor-points.ts';
import { surveyOf } from './placings.ts';

/** Of so many devices one is chosen. */
const MOST_DEVICES = 200;
/** Places that a trial names. */
const MOST_CANDIDATES = 5;
const STATES = { collecting: 0, saved: 1, givenUp: 2 } as const;

interface Row {
  id: number;
  placeId: number;
  deviceId: number;
  state: number;
  left: number;
  samples: { at: number; heard: HeardPoint[] }[];
}

/** Reports of a teaching; a frame that was sent twice is one. */
const reportsOf = ({ samples }: Pick<Row, 'samples'>) => [...new Map(samples.map(({ at, heard }) => [at, heard])).values()];

async function readTeaching({ tx, deps }: Pick<Context, 'tx' | 'deps'>, id: number, lock = false): Promise<Row> {
  const row = await tx.row<Row>(sql`
    select id, place_id as "placeId", device_id as "deviceId", state, samples,
      greatest(0, ceil(extract(epoch from ends_at) - ${deps.now()}::float8 / 1000))::integer as left
    from indoor_teachings where tenant_id = ${tx.tenantId} and id = ${id} ${lock ? sql`for update` : sql``}`);
  if (!row) throw notFound('采集');
  return row;
}

/** Everything that was heard, also what does not last: staff see why it is not kept. */
function heardIn(reports: readonly (readonly HeardPoint[])[]) {
  const kept = new Map(fingerprintOf(reports).map((point) => [point.mac, point]));
  const all = Map.groupBy(reports.flat(), ({ mac }) => mac);
  return [...all]
    .map(([mac, own]) => {
      const known = kept.get(mac);
      const beacon = own.some((point) => point.beacon === true);
      const rssi = known?.rssi ?? Math.round((own.reduce((sum, point) => sum + (point.rssi ?? -75), 0) / own.length) * 10) / 10;
      return { mac, beacon, rssi, samples: own.length, lasting: isLasting({ mac, beacon }) };
    })
    .toSorted((a, b) => b.rssi - a.rssi)
    .slice(0, MOST_POINTS);
}

type Teaching = Pick<Handlers<typeof routes>, 'devices' | 'teach' | 'teaching' | 'saveTeaching' | 'cancelTeaching' | 'test'>;

export const teachings: Teaching = {
  async devices(_input, { tx, session }) {
    const own = matching(deviceRows(session), {}, session).select(['id', 'imei', 'type', 'type_id', 'name', 'person_id']);
    return tx.rows(sql`
      select own.id, own.imei, own.name, own.type, p.name as "oldmanName", t.protocol, coalesce(${isOnline('own')}, false) as online,
        coalesce(jsonb_array_length(h.access_points), 0) as "accessPoints", h.at as "heardTime"
      from (${own}) as own join device_states s on s.tenant_id = ${tx.tenantId} and s.device_id = own.id
        left join device_surroundings h on h.tenant_id = s.tenant_id and h.device_id = own.id
        left join people p on p.tenant_id = s.tenant_id and p.id = own.person_id
        left join device_types t on t.tenant_id = s.tenant_id and t.id = own.type_id
      where own.type in ('watch', 'pendant') order by coalesce(jsonb_array_length(h.access_points), 0) = 0, h.at desc nulls last, own.id
        limit ${sql.lit(MOST_DEVICES)}`);
  },

  async teach({ id, deviceId }, context) {
    const { tx, session, deps } = context;
    await readOne(deviceRows(session), deviceId, context);
    await lockPlace(context, id);
    // One's own is begun anew; another's minute is waited for.
    const busy = await tx.row<{ name: string; device: boolean }>(sql`
      select coalesce(u.name, '他人') as name, t.device_id = ${deviceId} as device from indoor_teachings t
        left join users u on u.tenant_id = t.tenant_id and u.id = t.created_by
      where t.tenant_id = ${tx.tenantId} and t.state = ${STATES.collecting} and (t.device_id = ${deviceId} or t.place_id = ${id})
        and t.created_by is distinct from ${session.userId}::bigint and t.ends_at > ${instant(deps.now())} limit 1`);
    if (busy) throw conflict(`${busy.name}正在用${busy.device ? '这台设备采集' : '另一台设备采集这个位置'}，请稍候`);
    await tx.run(sql`update indoor_teachings set state = ${STATES.givenUp}, samples = '[]'
      where tenant_id = ${tx.tenantId} and state = ${STATES.collecting} and (device_id = ${deviceId} or place_id = ${id})`);
    const made = await tx.row<{ id: number }>(sql`
      insert into indoor_teachings (tenant_id, place_id, device_id, started_at, ends_at, created_by)
      values (${tx.tenantId}, ${id}, ${deviceId}, ${instant(deps.now())},
        ${instant(deps.now())} + make_interval(secs => ${TEACH_SECONDS}), ${session.userId}) returning id`);
    return (made as { id: number }).id;
  },

  async teaching({ id }, context) {
    const { samples, ...row } = await readTeaching(context, id);
    const reports = reportsOf({ samples });
    return { ...row, reports: reports.length, heard: heardIn(reports) };
  },

  async saveTeaching({ id }, context) {
    const { tx } = context;
    const { placeId, state, samples } = await readTeaching(context, id, true);
    if (state !== STATES.collecting) throw conflict(state === STATES.saved ? '采集已经保存' : '采集已经放弃，请重新开始');
    const heard = fingerprintOf(reportsOf({ samples }));
    if (heard.length === 0) throw refused('这段时间没有收到可用的信号，请确认设备已联网，再采集一次');
    await lockPlace(context, placeId);
    const hung = (await pointsOf(tx, placeId)).filter(({ installed }) => installed);
    const others = heard.filter(({ mac }) => !hung.some((point) => point.mac === mac)).slice(0, MOST_POINTS - hung.length);
    await replacePoints(context, placeId, [...hung, ...others.map((point) => ({ ...point, installed: false }))], true);
    await tx.run(sql`update indoor_teachings set state = ${STATES.saved} where tenant_id = ${tx.tenantId} and id = ${id}`);
    return true;
  },

  async cancelTeaching({ id }, { tx }) {
    const stopped = await tx.run(sql`update indoor_teachings set state = ${STATES.givenUp}, samples = '[]'
      where tenant_id = ${tx.tenantId} and id = ${id} and state = ${STATES.collecting}`);
    if (stopped === 0) throw conflict('采集已经结束');
    return true;
  },

  async test({ id }, context) {
    const { tx, session } = context;
    await readOne(deviceRows(session), id, context);
    const row = await tx.row<{ time: string; heard: HeardPoint[] }>(
      sql`select at as time, access_points as heard from device_surroundings where tenant_id = ${tx.tenantId} and device_id = ${id}`,
    );
    const heard = row?.heard ?? [];
    const points = await surveyOf(tx, [heard]);
    const known = new Set(points.map(({ mac }) => mac));
    const placing = placeHeard(heard, points);
    return {
      heardTime: row?.time ?? null,
      text: placing && placingText(placing),
      level: placing?.level ?? null,
      accuracy: metresText(placing?.metres ?? null),
      heard: heard.map(({ mac, rssi, beacon }) => ({
        mac,
        rssi,
        beacon: beacon === true,
        lasting: isLasting({ mac, beacon: beacon === true }),
        known: known.has(mac),
      })),
      candidates: likenesses(heard, points)
        .slice(0, MOST_CANDIDATES)
        .map(({ building, floor, name, distance, common }) => ({
          text: placeText({ building, floor, roomName: name }) as string,
          distance: Math.round(distance * 10) / 10,
          common,
        })),
    };
  },
};
