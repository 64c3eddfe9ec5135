/** Nights as devices report them, from a push to the page: once for a device and a night, and for whoever had the device then. */
import { HOUR } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { Mapping } from '#contract/devices/mappings.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { measurements } from '#contract/health/measurements.ts';
import { vitals } from '#contract/health/vitals.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ingest, type TestDevice } from '#test/ingest.ts';
import { addOfType, addType } from '#test/mqtt.ts';
import { instant } from '../db/instants.ts';
import { deliver } from './deliveries.ts';
import type { Integration } from './integrations.ts';

const clock = Date.parse('2026-11-21T09:00:00+08:00');
let t: Harness;
let nurse: TestUser;
let type: number;
let sink: ReturnType<typeof ingest>;
before(async () => {
  t = await harness({ now: () => clock });
  nurse = await t.user(await t.tenant());
  type = await addType(t, nurse.tenantId, 'http');
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const at = (text: string) => Date.parse(`2026-11-${text.replace(' ', 'T')}:00+08:00`);
async function addBelt(boundAt = at('01 00:00'), kind = 'bed'): Promise<TestDevice> {
  const device = await addOfType(t, nurse.tenantId, type, { password: false, kind });
  await t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.run(
      sql`update device_bindings set bound_at = ${instant(boundAt)}
        where tenant_id = ${nurse.tenantId} and device_id = ${device.deviceId}`,
    ),
  );
  return device;
}
/** What the vendor posts at a moment; gives how many rows were new. */
async function post(body: object, now: number): Promise<number> {
  const integration = {
    tenantId: nurse.tenantId,
    id: 0,
    kind: 'webhook',
    enabled: true,
    mapping: Mapping.parse(mappingTemplates.plain.mapping),
  } as Integration;
  return (await deliver(integration, body, { sink: sink.pipeline, directory: sink.directory, clock: () => now })).stored;
}
const push = (device: TestDevice, sleep: object, time = clock) => post({ id: device.imei, time, sleep }, clock);
const night = async (device: TestDevice, day = '2026-11-21') => {
  const { status, data } = await t.route(vitals.night, nurse, { oldmanId: device.personId, day });
  assert.equal(status, 200);
  return data;
};
const usual = {
  bed: at('20 21:30'),
  left: at('21 06:10'),
  asleep: at('20 22:00'),
  awakened: at('21 05:50'),
  deep: 90,
  light: 250,
  rem: 70,
  awake: 40,
  turns: 18,
  heartRate: 61,
  breathing: 15,
  score: 82,
};

describe('a report of a night', () => {
  it('stands on the page of whoever lay there, with the device that says so', async () => {
    const belt = await addBelt();
    assert.equal(await push(belt, usual), 1);
    const found = await night(belt);
    assert.deepEqual([found.sleep, found.sleepBy, found.reports.length], [6.8, belt.imei, 1]);
    const { device, bedTime, leaveTime, asleep, deep, turns, score } = found.reports[0];
    assert.deepEqual(
      [device, bedTime, leaveTime, asleep, deep, turns, score],
      [belt.imei, '2026-11-20 21:30:00', '2026-11-21 06:10:00', 410, 90, 18, 82],
    );
    assert.deepEqual((await night(belt, '2026-11-20')).reports, []);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(vitals.night, stranger, { oldmanId: belt.personId, day: '2026-11-21' })).status, 404);
  });

  it('stands beside when we saw the bed fill and empty ourselves, only of whoever lay there', async () => {
    const belt = await addBelt();
    await push(belt, usual);
    assert.deepEqual((await night(belt)).bed, []);
    // Each turn as it comes; what is said again is none.
    for (const [time, state] of [
      ['20 21:34', 'in'],
      ['21 02:10', 'out'],
      ['21 02:12', 'out'],
      ['21 02:22', 'in'],
      ['21 06:08', 'out'],
    ] as const) {
      const seen = at(time);
      await post({ id: belt.imei, time: seen, bed: state }, seen);
    }
    const { bed, reports } = await night(belt);
    assert.deepEqual(
      bed.map(({ out, from, to, minutes }: any) => [out, from, to, minutes]),
      [
        [false, '2026-11-20 21:34:00', '2026-11-21 02:10:00', 276],
        [true, '2026-11-21 02:10:00', '2026-11-21 02:22:00', 12],
        [false, '2026-11-21 02:22:00', '2026-11-21 06:08:00', 226],
        [true, '2026-11-21 06:08:00', null, 112],
      ],
    );
    assert.equal(reports.length, 1);
    assert.deepEqual((await night(await addBelt())).bed, []);
  });

  it('is a value like any other: in the trend, the list and among the newest', async () => {
    const belt = await addBelt();
    await push(belt, {
      ...usual,
      bed: at('19 21:30'),
      left: at('20 06:00'),
      asleep: at('19 22:00'),
      awakened: at('20 05:30'),
      deep: null,
      light: null,
      rem: null,
    });
    await push(belt, usual);
    const asked = { oldmanId: belt.personId, metric: 'sleep' } as const;
    for (const span of ['week', 'month'] as const) {
      const { points } = (await t.route(vitals.series, nurse, { ...asked, span })).data;
      assert.deepEqual(
        points.map(({ time, value, manual }: any) => [time, value, manual]),
        [
          ['2026-11-20 06:00:00', 6.8, false],
          ['2026-11-21 06:10:00', 6.8, false],
        ],
      );
    }
    const { records } = (await t.route(vitals.page, nurse, asked)).data;
    assert.deepEqual(
      records.map(({ time, value, unit, source, sourceName }: any) => [time, value, unit, source, sourceName]),
      [
        ['2026-11-21 06:10:00', 6.8, '小时', 'device', belt.imei],
        ['2026-11-20 06:00:00', 6.8, '小时', 'device', belt.imei],
      ],
    );
    assert.equal((await t.route(vitals.page, nurse, { ...asked, source: 'manual' })).data.total, 0);
    const newest = (await t.route(vitals.latest, nurse, { oldmanId: belt.personId })).data.find(({ metric }: any) => metric === 'sleep');
    assert.deepEqual([newest?.value, newest?.time, newest?.source], [6.8, '2026-11-21 06:10:00', 'device']);
  });

  it('sent again changes nothing; corrected it takes the place of the former; an older one does not', async () => {
    const belt = await addBelt();
    assert.deepEqual([await push(belt, usual), await push(belt, usual)], [1, 0]);
    assert.equal(await push(belt, { ...usual, left: at('21 06:40'), deep: 110 }, clock + 60_000), 1);
    assert.equal(await push(belt, usual, clock - HOUR), 0);
    const { reports } = await night(belt);
    assert.deepEqual(
      reports.map(({ leaveTime, deep }: any) => [leaveTime, deep]),
      [['2026-11-21 06:40:00', 110]],
    );
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => push(belt, { ...usual, score: 50 + n }, clock + 120_000)));
    assert.equal(all.filter((stored) => stored === 1).length, 8);
    assert.equal((await night(belt)).reports.length, 1);
  });

  it('of two parts of one night the longer one stays; a nap and what cannot be are none', async () => {
    const belt = await addBelt();
    await push(belt, { bed: at('20 21:00'), left: at('21 02:30') });
    assert.equal(await push(belt, { bed: at('21 03:30'), left: at('21 06:00') }), 0);
    assert.equal((await night(belt)).reports[0].leaveTime, '2026-11-21 02:30:00');
    for (const sleep of [
      { bed: at('20 13:00'), left: at('20 14:30') },
      { bed: at('21 06:00'), left: at('20 21:00') },
      { bed: at('21 21:00'), left: at('22 06:00') },
      { bed: clock - 50 * 24 * HOUR, left: clock - 50 * 24 * HOUR + 8 * HOUR },
    ])
      assert.equal(await push(belt, sleep), 0);
    assert.equal((await night(belt, '2026-11-20')).reports.length, 0);
  });

  it('belongs to whoever had the device when the night ended', async () => {
    const fresh = await addBelt(at('21 08:30'));
    await push(fresh, usual);
    assert.deepEqual((await night(fresh)).reports, []);
    const moved = await addBelt();
    const next = await addBelt();
    await t.deps.inTenant(nurse.tenantId, async (tx) => {
      await tx.run(
        sql`update device_bindings set released_at = ${'2026-11-21 07:00:00'}::timestamptz
          where tenant_id = ${nurse.tenantId} and device_id = ${moved.deviceId}`,
      );
      await tx.run(sql`update devices set person_id = null where tenant_id = ${nurse.tenantId} and id = ${moved.deviceId}`);
      await tx.run(sql`update devices set person_id = ${next.personId} where tenant_id = ${nurse.tenantId} and id = ${moved.deviceId}`);
    });
    await push(moved, usual);
    assert.equal((await night(moved)).reports.length, 1);
    assert.deepEqual((await night(next)).reports, []);
  });

  it('counts less than what staff wrote down, and a bed’s more than a radar’s', async () => {
    const radar = await addBelt(undefined, 'radar');
    const belt = await addBelt();
    await t.deps.inTenant(nurse.tenantId, async (tx) => {
      await tx.run(sql`update devices set person_id = ${radar.personId} where tenant_id = ${nurse.tenantId} and id = ${belt.deviceId}`);
      await tx.run(
        sql`update device_bindings set bound_at = '2026-11-01'
          where tenant_id = ${nurse.tenantId} and device_id = ${belt.deviceId} and released_at is null`,
      );
    });
    await push(radar, { ...usual, bed: at('20 21:00') });
    await push(belt, usual);
    const both = await night(radar);
    assert.deepEqual([both.reports.map(({ device }: any) => device), both.sleepBy], [[belt.imei, radar.imei], belt.imei]);
    const onSheet = async () =>
      (await t.route(vitals.sheet, nurse, { oldmanId: radar.personId, first: '2026-11-16' })).data
        .filter(({ metric }: any) => metric === 'sleep')
        .map(({ value, manual }: any) => [value, manual]);
    assert.deepEqual(await onSheet(), [[6.8, false]]);
    const made = await t.route(measurements.create, nurse, {
      oldmanId: radar.personId,
      time: '2026-11-21 07:30:00',
      values: [{ metric: 'sleep', value: 5.5 }],
    });
    assert.equal(made.status, 200, made.msg ?? '');
    const now = await night(radar);
    assert.deepEqual([now.sleep, now.sleepBy, now.reports.length], [5.5, '人工录入', 2]);
    assert.deepEqual(await onSheet(), [[5.5, true]]);
    for (const span of ['week', 'year']) {
      const { points } = (await t.route(vitals.series, nurse, { oldmanId: radar.personId, metric: 'sleep', span })).data;
      assert.deepEqual(
        points.map(({ value, manual }: any) => [value, manual]),
        [[5.5, true]],
        `one night is one point of a ${span}`,
      );
    }
  });
});
