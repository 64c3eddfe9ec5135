/** The demonstration's elderly people, their watches, and a month of readings. */
import { hourOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { metrics } from '../../contract/health/metrics.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { newCode } from '../../server/elderly/person-codes.ts';
import { watchId } from '../simulator/watches.ts';
import type { Institution, Staff } from './institutions.ts';
import { elderName, homeAddress, mobile } from './names.ts';
import type { Random } from './random.ts';

export interface Resident {
  id: number;
  name: string;
  phone: string;
  address: string;
  careLevel: number;
  ability: number;
  roomId: number | null;
  place: [number, number];
  deviceId: number | null;
}

const FLAGS = ['跌倒高危', '青霉素过敏', '鼻饲', '防走失', '糖尿病饮食', '吞咽困难', '压疮风险'];

/** Dictionary care_level by ability: 自理, 三级, 二级, 一级, 特级护理. */
const CARE_LEVELS = [1, 6, 5, 4, 7];

/** So many have a bed card already. */
const CODED = 5;

/** Of the dictionary relation. */
const [SON, DAUGHTER] = [2, 3];

/** People with beds (in an institution) or homes, ability mixed 15/30/25/18/12 %; the first ones wear watches. */
export async function seedPeople(
  tx: Tx,
  random: Random,
  institution: Institution,
  beds: { bedId: number; roomId: number }[],
  staff: Staff[],
): Promise<Resident[]> {
  const tenant_id = tx.tenantId;
  const carers = staff.filter(({ role }) => role === 'carer');
  const residents: Resident[] = [];
  for (let n = 0; n < institution.people; n++) {
    const gender = random.chance(0.42) ? 1 : 2;
    const name = elderName(random, gender);
    const ability = random.weighted([15, 30, 25, 18, 12]);
    const bed = beds[n] ?? null;
    const address = bed ? `浙江省杭州市西湖区古墩路88号${institution.name}` : homeAddress(random);
    const place: [number, number] = bed
      ? institution.place
      : [institution.place[0] + random.around(0, 0.02), institution.place[1] + random.around(0, 0.02)];
    const status = random.chance(0.04) ? 2 : random.chance(0.03) ? 3 : 1;
    const carer = carers[n % carers.length] as Staff;
    const phone = mobile(institution.id * 1000 + 5000 + n);
    const row = (await tx.row(
      db
        .insertInto('people')
        .values({
          tenant_id,
          name,
          gender,
          mobile: phone,
          address,
          status,
          ability,
          region_code: institution.regionCode,
          birth_date: `${random.int(1925, 1962)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
          longitude: place[0],
          latitude: place[1],
          care_level: CARE_LEVELS[ability],
          service_type: bed ? 1 : 2,
          department_id: carer.departmentId,
          bed_id: bed?.bedId ?? null,
          carer_id: carer.id,
          contact_name: elderName(random, 1),
          contact_phone: mobile(institution.id * 1000 + 8000 + n),
          contact_relation: SON,
          flags: random.chance(0.4) ? [random.pick(FLAGS)] : [],
          created_at: sql`now() - make_interval(days => ${random.int(31, 700)})`,
        })
        .returning('id'),
    )) as { id: number };
    residents.push({
      id: row.id,
      name,
      phone,
      address,
      careLevel: CARE_LEVELS[ability] as number,
      ability,
      roomId: bed?.roomId ?? null,
      place,
      deviceId: null,
    });
  }
  const daughters = residents.flatMap(({ id, name }, n) =>
    n % 3 === 0
      ? [
          {
            tenant_id,
            person_id: id,
            position: 2,
            name: `${name.slice(0, 1)}丽`,
            phone: mobile(institution.id * 1000 + 9000 + n),
            relation: DAUGHTER,
          },
        ]
      : [],
  );
  if (daughters.length) await tx.run(db.insertInto('person_contacts').values(daughters));
  const coded = residents.slice(0, CODED).map(({ id }) => ({ tenant_id, person_id: id, code: newCode(), user_name: '系统' }));
  if (coded.length) await tx.run(db.insertInto('person_codes').values(coded));
  const used = beds.slice(0, institution.people).map(({ bedId }) => bedId);
  if (used.length) await tx.run(db.updateTable('beds').set({ status: 2 }).where('tenant_id', '=', tenant_id).where('id', 'in', used));
  const spare = beds.slice(institution.people).map(({ bedId }) => bedId);
  for (const [index, id] of spare.entries())
    await tx.run(
      db
        .updateTable('beds')
        .set({ status: [0, 1, 4, 5, 0][index % 5] as number })
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', id),
    );
  return residents;
}

/**
 * IMEI of a demonstration watch: its middle ten digits are the number that the
 * simulator's n-th watch sends; the last is the Luhn check digit.
 */
export function imeiOf(n: number): string {
  const body = `8637${watchId(n)}`;
  const sum = [...body].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** From here on `imeiOf` numbers pendants. */
export const PENDANTS = 10_000_000;

export async function seedWatches(tx: Tx, institution: Institution, residents: Resident[]): Promise<void> {
  const tenant_id = tx.tenantId;
  for (let n = 0; n < institution.watches; n++) {
    const wearer = residents[n] as Resident;
    const imei = imeiOf(institution.firstWatch + n);
    const row = (await tx.row(
      db
        .insertInto('devices')
        .values({
          tenant_id,
          imei,
          short_id: imei.slice(4, 14),
          type: 'watch',
          manufacturer: '颐安演示',
          model: 'SG-4G',
          name: `${wearer.name}的腕表`,
          person_id: wearer.id,
          room_id: wearer.roomId,
        })
        .returning('id'),
    )) as { id: number };
    wearer.deviceId = row.id;
  }
}

/**
 * Thirty days of readings, every two hours, with the stories of a real ward: a slow rise of
 * pressure (the first), three days without data (the second), a fever seen only against the own baseline (the third).
 */
export async function seedReadings(tx: Tx, random: Random, residents: Resident[], now: number): Promise<number> {
  const tenant_id = tx.tenantId;
  let count = 0;
  for (const [index, wearer] of residents.entries()) {
    if (wearer.deviceId === null) continue;
    const metric: number[] = [];
    const at: string[] = [];
    const value: number[] = [];
    const base = {
      heart: random.around(72, 6),
      systolic: random.around(128, 9),
      oxygen: random.around(96.5, 0.8),
      temperature: random.around(36.4, 0.15),
    };
    for (let hours = 30 * 24; hours >= 1; hours -= 2) {
      const time = now - hours * 3_600_000 + random.int(0, 600_000);
      const day = 30 - hours / 24;
      if (index === 1 && day > 20 && day < 23) continue;
      const night = hourOf(time) < 6;
      const systolic = base.systolic + (index === 0 ? day * 0.8 : 0) + random.around(0, 6);
      const row: [number, number][] = [
        [metrics.heartRate.number, Math.round(base.heart - (night ? 8 : 0) + random.around(0, 5))],
        [metrics.oxygen.number, Math.min(100, Math.round(base.oxygen + random.around(0, 0.8)))],
        [
          metrics.temperature.number,
          Math.round((base.temperature + (index === 2 && day > 28 ? 0.8 : 0) + random.around(0, 0.12)) * 10) / 10,
        ],
        ...(hours % 8 === 0
          ? ([
              [metrics.systolic.number, Math.round(systolic)],
              [metrics.diastolic.number, Math.round(systolic * 0.6 + random.around(2, 3))],
            ] as [number, number][])
          : []),
      ];
      for (const [number, measured] of row) {
        metric.push(number);
        at.push(new Date(time).toISOString());
        value.push(measured);
      }
    }
    count += metric.length;
    await tx.run(sql`
      with raw as (
        insert into readings (tenant_id, device_id, metric, at, value, person_id)
        select ${tenant_id}, ${wearer.deviceId}, m, t,
          v, ${wearer.id} from unnest(${metric}::smallint[], ${at}::timestamptz[], ${value}::real[]) as x (m, t, v)
        on conflict do nothing returning metric, at, value),
      hours as (
        insert into hourly_readings (tenant_id, device_id, metric, hour, person_id, count, sum, lowest, highest)
        select ${tenant_id}, ${wearer.deviceId}, metric, date_trunc('hour', at), ${wearer.id}, count(*), sum(value), min(value), max(value)
        from raw group by metric, date_trunc('hour', at)),
      days as (
        insert into daily_readings (tenant_id, device_id, metric, day, person_id, count, sum, lowest, highest)
        select ${tenant_id}, ${wearer.deviceId}, metric, (at at time zone 'Asia/Shanghai')::date, ${wearer.id}, count(*), sum(value),
          min(value), max(value) from raw group by 3, 4)
      insert into latest_readings (tenant_id, device_id, metric, at, value, person_id)
      select distinct on (metric) ${tenant_id}, ${wearer.deviceId}, metric, at, value, ${wearer.id} from raw order by metric, at desc`);
    await tx.run(
      db.insertInto('device_states').values({
        tenant_id,
        device_id: wearer.deviceId,
        battery: random.int(18, 96),
        signal: random.int(40, 95),
        steps: random.int(200, 5200),
        longitude: wearer.place[0],
        latitude: wearer.place[1],
        approximate: false,
        last_seen_at: new Date(now - random.int(1, 90) * 60_000).toISOString(),
        located_at: new Date(now - random.int(5, 240) * 60_000).toISOString(),
      }),
    );
  }
  return count;
}
