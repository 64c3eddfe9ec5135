/** The demonstration's types of devices, the watches' numbers and commands, and where their wearers were yesterday and today. */
import { MINUTE, midnightOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { commandKinds, protocolCommands } from '../../contract/devices/device-types.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { seedBatches } from './device-batches.ts';
import { badgeNumber, type Staff } from './institutions.ts';
import type { Random } from './random.ts';
import { imeiOf, PENDANTS, type Resident } from './residents.ts';
import { phone as sealed, sealedJson } from '../../server/db/sealed-phones.ts';

const TYPES = [
  {
    name: '平安腕表 SG-4G',
    description: '定位、SOS、跌倒、心率血压血氧，续航约2天，每晚充电',
    kind: 'watch',
    protocol: 'watch',
    manufacturer: '颐安演示',
    model: 'SG-4G',
    fall_levels: sql<number[]>`'{2,4,6}'::smallint[]`,
    commands: [...commandKinds],
  },
  {
    name: 'EV07B 呼叫挂件',
    description: '颈挂式SOS按钮，带跌倒检测',
    kind: 'pendant',
    protocol: 'ev07b',
    manufacturer: 'Eview',
    model: 'EV07B',
    commands: [...protocolCommands.ev07b],
  },
  {
    name: '定位工牌 B20',
    description: '胸卡式，SOS与定位，带心率血压（附加信息E1）',
    kind: 'pendant',
    protocol: 'jt808',
    manufacturer: '颐安演示',
    model: 'B20',
    commands: [...protocolCommands.jt808],
    profile: JSON.stringify({
      alarms: { 3: 'removed', 20: 'none' },
      items: { e1: (['heartRate', 'systolic', 'diastolic', 'oxygen'] as const).map((metric, at) => ({ metric, at })) },
    }),
  },
  {
    name: '体征床垫',
    description: '离床、心率、呼吸，经网关以MQTT上报',
    kind: 'bed',
    protocol: 'mqtt',
    manufacturer: null,
    model: null,
    commands: [],
  },
  {
    name: '床带网关',
    description: '一台网关代报一层楼的床带',
    kind: 'hub',
    protocol: 'mqtt',
    manufacturer: null,
    model: null,
    commands: [],
  },
  {
    name: '跌倒检测雷达',
    description: '卫生间与卧室，不采集图像',
    kind: 'radar',
    protocol: 'mqtt',
    manufacturer: null,
    model: null,
    commands: [],
  },
] as const;

const METRE = 1 / 111_195;

/** A walk around the house after breakfast and in the afternoon; the rest of the day at home, a fix every quarter of an hour. */
function wayOf({ place }: Resident, random: Random, from: number, until: number): { at: number[]; lng: number[]; lat: number[] } {
  const way = { at: [] as number[], lng: [] as number[], lat: [] as number[] };
  const far = random.int(250, 700);
  const turn = random.next() * 2 * Math.PI;
  for (let minute = 6 * 60; minute < 21 * 60;) {
    const out = [8 * 60 + 30, 15 * 60].find((start) => minute >= start && minute < start + 60);
    const share = out === undefined ? 0 : (minute - out) / 60;
    const distance = far * Math.sin(share * Math.PI);
    const angle = turn + share * Math.PI;
    const at = from + minute * MINUTE;
    if (at < until) {
      way.at.push(at);
      way.lng.push(place[0] + (Math.cos(angle) * distance + random.around(0, 4)) * METRE * 1.16);
      way.lat.push(place[1] + (Math.sin(angle) * distance + random.around(0, 4)) * METRE);
    }
    minute += out === undefined ? 15 : 3;
  }
  return way;
}

/** Two badges: one whose terminal has registered, and was mimicked once, and one that waits for its terminal. */
async function seedBadges(tx: Tx, typeId: number, staff: readonly Staff[], now: number): Promise<void> {
  const { tenantId } = tx;
  const badges = await tx.rows<{ id: number }>(sql`
    insert into devices (tenant_id, imei, type, type_id, name, manufacturer, model, created_by, created_at)
    select ${tenantId}, number, 'pendant', ${typeId}::bigint, name, '颐安演示', 'B20', ${staff[0]?.id ?? null}::bigint,
      to_timestamp(${now / 1000}::float8) - interval '30 days'
    from (values (${badgeNumber(tenantId, 1)}, '门卫工牌'), (${badgeNumber(tenantId, 2)}, '备用工牌')) as b (number, name) returning id`);
  await tx.run(sql`insert into device_states (tenant_id, device_id, last_seen_at, battery, signal)
    values (${tenantId}, ${badges[0]?.id}, to_timestamp(${now / 1000}::float8) - interval '3 minutes', 84, 71)`);
  await tx.run(sql`insert into device_registrations (tenant_id, device_id, given_id, given_at, bound_id, bound_at, refused_id, refused_at)
    values (${tenantId}, ${badges[0]?.id}, 'B200017', to_timestamp(${now / 1000}::float8) - interval '12 days', 'B200017',
      to_timestamp(${now / 1000}::float8) - interval '12 days',
      'X000000', to_timestamp(${now / 1000}::float8) - interval '2 days')`);
}

/** A pendant of somebody without a watch, and a radar in the first room. The simulator speaks for them. */
async function seedPendantAndRadar(
  tx: Tx,
  typeIds: Record<'pendant' | 'radar', number>,
  residents: readonly Resident[],
  staff: readonly Staff[],
): Promise<void> {
  const { tenantId } = tx;
  const wearer = residents.find(({ deviceId }) => deviceId === null);
  const room = residents.find(({ roomId }) => roomId !== null)?.roomId ?? null;
  const rows = [
    ...(wearer
      ? [
          {
            imei: imeiOf(PENDANTS + (tenantId % 100)),
            type: 'pendant',
            type_id: typeIds.pendant,
            name: `${wearer.name}的挂件`,
            person_id: wearer.id,
            room_id: wearer.roomId,
          },
        ]
      : []),
    ...(room ? [{ imei: `RADAR${tenantId}001`, type: 'radar', type_id: typeIds.radar, name: '卫生间雷达', room_id: room }] : []),
  ];
  for (const row of rows) await tx.run(db.insertInto('devices').values({ tenant_id: tenantId, created_by: staff[0]?.id ?? null, ...row }));
}

/** To be called after `seedWatches`. `now` in epoch ms. */
export async function seedDevices(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  const tenant_id = tx.tenantId;
  const created_by = staff[0]?.id ?? null;
  const types = await tx.rows<{ id: number }>(
    db
      .insertInto('device_types')
      .values(
        TYPES.map((type) => ({
          fall_levels: null,
          profile: '{}',
          ...type,
          commands: sql<string[]>`${[...type.commands]}::text[]`,
          tenant_id,
          created_by,
        })) as never,
      )
      .returning('id'),
  );
  await tx.run(sql`update devices set type_id = ${types[0]?.id} where tenant_id = ${tenant_id} and type = 'watch'`);
  const typeOf = (wanted: string) => types[TYPES.findIndex(({ protocol, kind }) => protocol === wanted || kind === wanted)]!.id;
  await seedBadges(tx, typeOf('jt808'), staff, now);
  await seedPendantAndRadar(tx, { pendant: typeOf('ev07b'), radar: typeOf('radar') }, residents, staff);
  const today = midnightOf(now);
  for (const wearer of residents) {
    const { deviceId } = wearer;
    if (deviceId === null) continue;
    for (const day of [today - 86_400_000, today]) {
      const { at, lng, lat } = wayOf(wearer, random, day, now);
      await tx.run(sql`insert into positions (tenant_id, device_id, at, longitude, latitude, person_id)
        select ${tenant_id}, ${deviceId}, to_timestamp(t / 1000), x,
          y, ${wearer.id} from unnest(${at}::float8[], ${lng}::float8[], ${lat}::float8[]) as p (t, x, y)
        on conflict do nothing`);
    }
    const numbers = [`139${String(wearer.id).padStart(8, '0')}`, `138${String(wearer.id + 500).padStart(8, '0')}`];
    await tx.run(sql`insert into device_contacts (tenant_id, device_id, kind, slot, name, phone)
      select ${tenant_id}, ${deviceId}, kind, slot, name, phone from (values (1, 1, null, ${sealed(numbers[0]!)}),
        (1, 2, null, ${sealed(numbers[1]!)}), (2, 1, '女儿', ${sealed(numbers[0]!)}),
        (2, 2, '儿子', ${sealed(numbers[1]!)})) as c (kind, slot, name, phone)`);
    await tx.run(sql`insert into device_commands (tenant_id, device_id, kind, parameters, state, attempts, expires_at, sent_at, answered_at,
      created_by, created_at)
      select ${tenant_id}, ${deviceId}, kind, parameters::jsonb, 3, 1, at + interval '1 day', at + interval '1 second',
        at + interval '3 seconds', ${created_by}, at
      from (values ('sosNumbers', ${sealedJson({ numbers })}, to_timestamp(${now / 1000}) - interval '20 days'),
        ('uploadInterval', '{"seconds": 600}', to_timestamp(${now / 1000}) - interval '6 days')) as c (kind, parameters, at)`);
  }
  await seedBatches(tx, typeOf('watch'), created_by, now);
}
