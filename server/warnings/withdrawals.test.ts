import { MINUTE, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { measurements } from '#contract/health/measurements.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';

let t: Harness;
let nurse: TestUser;
let sink: ReturnType<typeof ingest>;
let clock = Date.parse('2026-11-16T10:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  nurse = await t.user(await t.tenant(), { name: '李护士' });
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const tenant = () => nurse.tenantId;
async function enter(personId: number, values: [metric: string, value: number][]) {
  clock += MINUTE;
  const answer = await t.route(measurements.create, nurse, {
    oldmanId: personId,
    time: textOf(clock),
    values: values.map(([metric, value]) => ({ metric, value })),
  });
  assert.equal(answer.status, 200, answer.msg ?? '');
}
const rowOf = async (personId: number, value: number) => {
  const rows = await t.deps.inTenant(tenant(), (tx) =>
    tx.rows<{ id: number }>(
      sql`select id from measurements where tenant_id = ${tenant()} and person_id = ${personId} and value = ${value} and voided_at is null`,
    ),
  );
  return rows[0]!.id;
};
const correct = (id: number, value: number) => t.route(measurements.correct, nurse, { id, value, reason: '录错' });
const warned = (personId: number) =>
  t.deps.inTenant(tenant(), (tx) =>
    tx.rows<any>(sql`select id, rule, severity, status, count, content, value, cleared_at is not null as cleared,
      acknowledged_at is not null as seen,
      to_char(last_at, 'HH24:MI:SS') as last from warnings where tenant_id = ${tenant()} and person_id = ${personId} order by id`),
  );
const told = async (id: number) =>
  (await t.route(warnings.timeline, nurse, { id })).data
    .filter(({ kind }: any) => kind === 'withdrawn')
    .map(({ note, userName }: any) => [note, userName]);
const levels = (personId: number) =>
  t.deps.inTenant(tenant(), (tx) =>
    tx.rows<any>(
      sql`select metric, level, hot from threshold_states where tenant_id = ${tenant()} and person_id = ${personId} and (level > 0 or hot)
        order by metric`,
    ),
  );

describe('a value of staff that was wrong', () => {
  it('takes back the warning that it alone caused, and says so', async () => {
    const id = await person(t, tenant());
    await enter(id, [['temperature', 39.5]]);
    assert.equal((await correct(await rowOf(id, 39.5), 36.5)).status, 200);
    const [one, ...more] = await warned(id);
    assert.deepEqual([one.status, one.count, one.cleared, more.length], [0, 0, true, 0]);
    assert.deepEqual(await told(one.id), [['体温39.5℃更正为36.5℃（录错）；预警仅由此读数产生，已撤回', '李护士']]);
    assert.deepEqual(await levels(id), []);
    // The next real one is told like any other.
    await enter(id, [['temperature', 39.1]]);
    assert.deepEqual(
      (await warned(id)).map((row: any) => [row.count, row.cleared]),
      [[1, false]],
    );
  });

  it('voided is as good as corrected; corrected into another urgent one it stands, and nobody is asked twice', async () => {
    const id = await person(t, tenant());
    await enter(id, [['temperature', 41]]);
    const [{ id: warningId }] = await warned(id);
    await t.route(warnings.acknowledge, nurse, { id: warningId });
    await correct(await rowOf(id, 41), 39.4);
    let [one] = await warned(id);
    assert.deepEqual(
      [one.count, one.content, one.value, one.cleared, one.seen, one.severity],
      [1, '体温过高 39.4 ℃（≥37.9）', 39.4, false, true, 2],
    );
    assert.equal((await t.route(measurements.remove, nurse, { id: await rowOf(id, Math.fround(39.4)), reason: '量错人' })).status, 200);
    [one] = await warned(id);
    assert.deepEqual([one.count, one.cleared], [0, true]);
    assert.deepEqual(
      (await told(warningId)).map(([note]: any) => note),
      ['体温41℃更正为39.4℃（录错）', '体温39.4℃已作废（量错人）；预警仅由此读数产生，已撤回'],
    );
  });

  it('leaves what others caused, with the count put right and the newest that stands', async () => {
    const id = await person(t, tenant());
    await enter(id, [['glucose', 2.5]]);
    await enter(id, [['glucose', 2.2]]);
    const at = textOf(clock - MINUTE).slice(11);
    assert.equal((await warned(id))[0].count, 2);
    await correct(await rowOf(id, 2.2), 5.2);
    const [one] = await warned(id);
    // The newest value is normal now: the level ends, but what was measured before stays counted.
    assert.deepEqual([one.count, one.content, one.last, one.cleared], [1, '血糖过低 2.5 mmol/L（≤2.9）', at, true]);
    assert.match((await told(one.id))[0][0], /预警次数改为1$/);
  });

  it('of one pressure leaves the other', async () => {
    const id = await person(t, tenant());
    await enter(id, [
      ['systolic', 190],
      ['diastolic', 115],
    ]);
    await correct(await rowOf(id, 190), 130);
    let [one] = await warned(id);
    assert.deepEqual([one.count, one.cleared, one.content], [1, false, '舒张压过高 115 mmHg（≥110）']);
    await correct(await rowOf(id, 115), 80);
    [one] = await warned(id);
    assert.deepEqual([one.count, one.cleared], [0, true]);
  });

  it('of a warning that staff have closed only leaves a note', async () => {
    const id = await person(t, tenant());
    await enter(id, [['temperature', 39.5]]);
    const [{ id: warningId }] = await warned(id);
    await t.route(warnings.updateStatus, nurse, { id: warningId, isDisposed: 1 });
    await correct(await rowOf(id, 39.5), 36.5);
    const [one] = await warned(id);
    assert.deepEqual([one.status, one.count, one.cleared], [1, 1, false]);
    assert.deepEqual(await told(warningId), [['体温39.5℃更正为36.5℃（录错）', '李护士']]);
    assert.deepEqual(await levels(id), []);
  });

  it('that was worse than typed raises what it should have raised', async () => {
    const id = await person(t, tenant());
    await enter(id, [['temperature', 36.9]]);
    await correct(await rowOf(id, Math.fround(36.9)), 39.6);
    assert.deepEqual(
      (await warned(id)).map((row: any) => [row.rule, row.count, row.cleared]),
      [['temperature', 1, false]],
    );
  });
});

describe('a device’s reading that was wrong', () => {
  const say = async (device: TestDevice, ...values: number[]) => {
    for (const value of values) {
      clock += MINUTE;
      await sink.pipeline.accept({ ...frame(device, reading(device, 'heartRate', value, clock, clock)), receivedAt: clock });
    }
  };
  const fix = (device: TestDevice, at: number, value: number | null) =>
    t.route(measurements.correctReading, nurse, {
      deviceId: device.deviceId,
      metric: 'heartRate',
      time: textOf(at),
      value,
      reason: '手表松动',
    });

  it('takes back what counted only with it, once, also when the frame comes again', async () => {
    const device = await addDevice(t, tenant());
    const id = device.personId as number;
    await say(device, 150, 151);
    assert.deepEqual(
      (await warned(id)).map((row: any) => [row.rule, row.count]),
      [['heart_rate', 1]],
    );
    // Two of three: the first is not counted itself, but the second needed it.
    assert.equal((await fix(device, clock - MINUTE, 75)).status, 200);
    const [one] = await warned(id);
    assert.deepEqual([one.count, one.cleared], [0, true]);
    await sink.pipeline.accept({ ...frame(device, reading(device, 'heartRate', 151, clock, clock)), receivedAt: clock });
    assert.equal((await warned(id))[0].count, 0);
    // Taken back to what it was, it counts again.
    assert.equal((await fix(device, clock - MINUTE, 150)).status, 200);
    await say(device, 152);
    assert.deepEqual(
      (await warned(id)).map((row: any) => [row.count, row.cleared]),
      [[1, false]],
    );
  });

  it('is the business of those who may correct, of their own people', async () => {
    const device = await addDevice(t, tenant());
    await say(device, 150, 151);
    const input = { deviceId: device.deviceId, metric: 'heartRate', time: textOf(clock), value: 75, reason: '手表松动' };
    assert.equal((await t.route(measurements.correctReading, null, input)).status, 401);
    assert.equal((await t.route(measurements.correctReading, nurse, { ...input, reason: '' })).status, 400);
    assert.equal(
      (await t.route(measurements.correctReading, await t.user(tenant(), { permissions: ['tenant_health_view'] }), input)).status,
      403,
    );
    assert.equal((await t.route(measurements.correctReading, await t.user(await t.tenant()), input)).status, 404);
    assert.equal((await warned(device.personId as number))[0].count, 1);
    // Two who correct the same at once: the occurrence falls once.
    await Promise.all([
      t.route(measurements.correctReading, nurse, input),
      t.route(measurements.correctReading, nurse, { ...input, value: 76 }),
    ]);
    const [one] = await warned(device.personId as number);
    assert.deepEqual([one.count, one.cleared], [0, true]);
  });
});

describe('a value that is entered late', () => {
  it('wakes somebody when it is urgent, with its time; when it is not it only colours its cell', async () => {
    const id = await person(t, tenant());
    const late = (metric: string, value: number, minutes: number) =>
      t.route(measurements.create, nurse, { oldmanId: id, time: textOf(clock - minutes * MINUTE), values: [{ metric, value }] });
    clock = Date.parse('2026-11-16T15:30:00+08:00');
    assert.equal((await late('temperature', 37.5, 90)).status, 200);
    assert.deepEqual([await warned(id), await levels(id)], [[], []]);
    assert.equal((await late('temperature', 39.2, 80)).status, 200);
    const [one] = await warned(id);
    assert.deepEqual([one.severity, one.content], [2, '体温过高 39.2 ℃（≥37.9）（补录，测量于 11-16 14:10）']);
  });
});
