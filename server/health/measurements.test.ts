import { HOUR, MINUTE, dayOf, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { measurements } from '#contract/health/measurements.ts';
import { vitals } from '#contract/health/vitals.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';

let t: Harness;
let tenant: number;
let nurse: TestUser;
let stranger: TestUser;
let sink: ReturnType<typeof ingest>;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士' });
  stranger = await t.user(await t.tenant());
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions(1, 40)');
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const time = (back = 0) => textOf(Date.now() - back);
const sheet = (oldmanId: number, values: [string, number, number?][], back = MINUTE) => ({
  oldmanId,
  time: time(back),
  values: values.map(([metric, value, manner]) => ({ metric, value, manner: manner ?? null })),
});
const latest = async (oldmanId: number) =>
  Object.fromEntries((await t.route(vitals.latest, nurse, { oldmanId })).data.map((row: any) => [row.metric, row]));
const accept = (device: TestDevice, ...events: Parameters<typeof frame>[1][]) => sink.pipeline.accept(frame(device, ...events));
const page = async (input: object) => (await t.route(vitals.page, nurse, input as never)).data;
const points = async (oldmanId: number, metric: string, span: string) =>
  (await t.route(vitals.series, nurse, { oldmanId, metric, span })).data.points;

describe('entering values', () => {
  it('asks for a session, the permission, their form, and somebody of one’s own', async () => {
    const id = await person(t, tenant);
    const good = sheet(id, [['temperature', 36.5, 1]]);
    const reader = await t.user(tenant, { permissions: ['tenant_health_view'] });
    for (const [route, input, missing] of [
      [measurements.create, good, '服务对象不存在'],
      [measurements.round, { sheets: [good] }, '服务对象不存在'],
      [measurements.correct, { id: 1, value: 1, reason: '录错' }, '体征记录不存在'],
      [measurements.remove, { id: 1, reason: '录错' }, '体征记录不存在'],
      [measurements.correctReading, { deviceId: 1, metric: 'heartRate', time: time(), reason: '录错' }, '设备读数不存在'],
    ] as const) {
      assert.equal((await t.route(route, null, input)).status, 401);
      assert.equal((await t.route(route, reader, input)).status, 403);
      assert.deepEqual(refusal(await t.route(route, stranger, input)), [404, missing]);
    }
    for (const [change, status, text] of [
      [{ values: [{ metric: 'weight', value: 60 }] }, 400, '请选择指标'],
      [{ values: [{ metric: 'temperature', value: '高' }] }, 400, '请输入数字'],
      [{ time: '昨天' }, 400, '时间格式应为yyyy-MM-dd HH:mm:ss'],
      [{ values: [] }, 422, '请至少填写一项数值'],
      [{ values: [{ metric: 'temperature', value: 365 }] }, 422, '体温365℃不可能，应在30到43℃之间，请核对后重新填写'],
      [{ values: [{ metric: 'systolic', value: 120 }] }, 422, '收缩压和舒张压请一起填写'],
      [{ time: time(-10 * MINUTE) }, 422, '测量时间不能晚于现在'],
    ] as const) {
      const answer = await t.route(measurements.create, nurse, { ...good, ...change });
      assert.deepEqual([answer.status, answer.msg], [status, text]);
    }
    assert.deepEqual(await latest(id), {});
    for (const route of [vitals.latest, vitals.series, vitals.page, vitals.falls]) {
      assert.equal((await t.route(route, null, { oldmanId: id, metric: 'oxygen' })).status, 401);
      assert.equal((await t.route(route, stranger, { oldmanId: id, metric: 'oxygen' })).status, 404);
    }
  });

  it('shows them at once with who and how, and says what is out of bounds', async () => {
    const id = await person(t, tenant);
    const typed = sheet(id, [
      ['systolic', 182, 1],
      ['diastolic', 95, 1],
      ['temperature', 36.5, 1],
    ]);
    const answer = await t.route(measurements.create, nurse, typed);
    assert.deepEqual(
      [answer.status, answer.data.saved, answer.data.judged.map(({ metric, level }: any) => [metric, level])],
      [
        200,
        3,
        [
          ['systolic', 4],
          ['diastolic', 3],
        ],
      ],
    );
    const now = await latest(id);
    assert.deepEqual(
      [now.systolic.value, now.systolic.level, now.systolic.source, now.systolic.sourceName, now.systolic.manner, now.temperature.level],
      [182, 4, 'manual', '李护士', 1, 0],
    );
    // Sent again, as by a double click.
    const again = await t.route(measurements.create, nurse, typed);
    assert.deepEqual(refusal(again), [409, `${typed.time}的收缩压已经录入过，如需修改请更正原记录`]);
  });

  it('a round is taken as a whole: a refusal names the person and stores nothing', async () => {
    const [one, two] = [await person(t, tenant, '王秀英'), await person(t, tenant, '张桂兰')];
    const refused = await t.route(measurements.round, nurse, { sheets: [sheet(one, [['oxygen', 97]]), sheet(two, [['oxygen', 9]])] });
    assert.deepEqual(
      [refused.status, refused.msg, refused.data],
      [422, '张桂兰：血氧9%不可能，应在50到100%之间，请核对后重新填写', { oldmanId: two }],
    );
    assert.deepEqual(await latest(one), {});
    const taken = await t.route(measurements.round, nurse, { sheets: [sheet(one, [['oxygen', 97]]), sheet(two, [['oxygen', 88]])] });
    assert.deepEqual([taken.data.saved, taken.data.judged], [2, [{ oldmanId: two, metric: 'oxygen', value: 88, level: 2 }]]);
  });

  it('is corrected with a reason: the old value stays to be read; the loser gets 409', async () => {
    const id = await person(t, tenant);
    await t.route(
      measurements.create,
      nurse,
      sheet(id, [
        ['systolic', 210],
        ['diastolic', 80],
      ]),
    );
    const rows = (await page({ oldmanId: id })).records;
    const wrong = rows.find(({ metric }: any) => metric === 'systolic');
    const fix = { id: -wrong.id, reason: '看错一位' };
    assert.equal((await t.route(measurements.correct, nurse, { ...fix, value: 70 })).msg, '收缩压70应高于舒张压80，请核对');
    const race = await Promise.all([120, 121].map((value) => t.route(measurements.correct, nurse, { ...fix, value })));
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, 409]);
    const after = (await page({ oldmanId: id, metric: 'systolic' })).records;
    const kept = race[0]?.status === 200 ? 120 : 121;
    assert.deepEqual(
      after.map(({ value, was, state, reason, changeName }: any) => [value, was, state, reason, changeName]).sort(),
      [
        [kept, 210, 1, '看错一位', '李护士'],
        [210, null, 2, '看错一位', '李护士'],
      ].sort(),
    );
    assert.equal((await latest(id)).systolic.value, kept);
    const made = after.find(({ state }: any) => state === 1);
    assert.equal((await t.route(measurements.remove, nurse, { id: -made.id, reason: '不是本人' })).status, 200);
    assert.equal((await latest(id)).systolic, undefined);
    assert.deepEqual(refusal(await t.route(measurements.remove, nurse, { id: -made.id, reason: '不是本人' })), [
      409,
      '该记录已被更正或作废，请刷新后查看',
    ]);
  });
});

describe('an urgent value', () => {
  it('raises the warning that a device would have raised', async () => {
    const id = await person(t, tenant);
    await t.route(measurements.create, nurse, sheet(id, [['temperature', 39.4, 1]]));
    const raised = async () =>
      (await t.route(warnings.page, nurse, { oldmanId: id })).data.records.map(({ rule, isDisposed }: any) => [rule, isDisposed]);
    assert.deepEqual(await raised(), [['temperature', 0]]);
    // One that the nurse does not trust wakes nobody.
    const other = await person(t, tenant);
    await t.route(measurements.create, nurse, { ...sheet(other, [['temperature', 39.4, 1]]), doubtful: true });
    assert.equal((await t.route(warnings.page, nurse, { oldmanId: other })).data.total, 0);
  });
});

describe('what devices sent', () => {
  it('is beside what staff entered, the later first', async () => {
    const device = await addDevice(t, tenant);
    const id = device.personId as number;
    const now = Date.now();
    await accept(device, reading(device, 'heartRate', 72, now - 10 * MINUTE), reading(device, 'heartRate', 140, now - 5 * MINUTE));
    let shown = await latest(id);
    assert.deepEqual([shown.heartRate.value, shown.heartRate.source, shown.heartRate.level], [140, 'device', 4]);
    await t.route(measurements.create, nurse, sheet(id, [['heartRate', 88]]));
    shown = await latest(id);
    assert.deepEqual([shown.heartRate.value, shown.heartRate.source], [88, 'manual']);
    assert.deepEqual(
      (await points(id, 'heartRate', 'day')).map(({ value, manual }: any) => [value, manual]),
      [
        [72, false],
        [140, false],
        [88, true],
      ],
    );
    assert.deepEqual(
      (await page({ oldmanId: id, abnormal: 'true' })).records.map(({ value }: any) => value),
      [140],
    );
    assert.deepEqual(
      (await page({ oldmanId: id, source: 'manual' })).records.map(({ value }: any) => value),
      [88],
    );
    const first = await page({ oldmanId: id, size: 2, current: 1 });
    const second = await page({ oldmanId: id, size: 2, current: 2 });
    assert.deepEqual(
      [first.total, ...first.records, ...second.records].map((row: any) => row.value ?? row),
      [3, 88, 140, 72],
    );
  });

  it('is corrected or taken back in values, hours and days; what was sent stays to be read', async () => {
    const device = await addDevice(t, tenant);
    const id = device.personId as number;
    const base = Math.floor((Date.now() - 2 * HOUR) / HOUR) * HOUR;
    await accept(
      device,
      reading(device, 'heartRate', 70, base),
      reading(device, 'heartRate', 80, base + MINUTE),
      reading(device, 'heartRate', 240, base + 2 * MINUTE),
    );
    const fix = { deviceId: device.deviceId, metric: 'heartRate', time: textOf(base + 2 * MINUTE), reason: '摘下时误测' };
    const sums = async () => {
      const of = async (span: string) =>
        (await points(id, 'heartRate', span)).map(({ value, low, high, count }: any) => [value, low, high, count]);
      return [await of('week'), await of('year')];
    };
    assert.deepEqual(await sums(), [[[130, 70, 240, 3]], [[130, 70, 240, 3]]]);
    assert.equal((await t.route(measurements.correctReading, nurse, { ...fix, value: 24 })).status, 422);
    assert.deepEqual(refusal(await t.route(measurements.correctReading, nurse, { ...fix, time: textOf(base + 3 * MINUTE) })), [
      404,
      '设备读数不存在',
    ]);
    assert.equal((await t.route(measurements.correctReading, nurse, { ...fix, value: 90 })).status, 200);
    assert.deepEqual(await sums(), [[[80, 70, 90, 3]], [[80, 70, 90, 3]]]);
    assert.equal((await latest(id)).heartRate.value, 90);
    assert.equal((await t.route(measurements.correctReading, nurse, { ...fix, value: null })).status, 200);
    assert.deepEqual(await sums(), [[[75, 70, 80, 2]], [[75, 70, 80, 2]]]);
    assert.deepEqual([(await latest(id)).heartRate.value, (await points(id, 'heartRate', 'day')).length], [80, 2]);
    const [top] = (await page({ oldmanId: id })).records;
    assert.deepEqual([top.value, top.was, top.state, top.reason, top.changeName], [240, 240, 2, '摘下时误测', '李护士']);
    // A frame that comes again changes nothing of it.
    await accept(device, reading(device, 'heartRate', 240, base + 2 * MINUTE));
    assert.deepEqual(await sums(), [[[75, 70, 80, 2]], [[75, 70, 80, 2]]]);
    // Single readings are not kept for ever: then a day is its hours.
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`delete from readings where tenant_id = ${tenant} and device_id = ${device.deviceId}`));
    assert.deepEqual(
      (await points(id, 'heartRate', 'day')).map(({ value, low, high, count }: any) => [value, low, high, count]),
      [[75, 70, 80, 2]],
    );
  });

  it('makes a day’s row once, in Shanghai’s days, however often it is sent', async () => {
    const device = await addDevice(t, tenant);
    const midnight = Date.parse(`${dayOf(Date.now())}T00:00:00+08:00`);
    const events = [
      reading(device, 'oxygen', 95, midnight - 1000),
      reading(device, 'oxygen', 97, midnight - HOUR),
      reading(device, 'oxygen', 90, midnight - 30 * HOUR),
    ];
    await Promise.all([accept(device, ...events), accept(device, ...events), accept(device, ...events)]);
    const year = (await points(device.personId as number, 'oxygen', 'year')).map(({ time: at, value, low, high, count }: any) => [
      at.slice(0, 10),
      value,
      low,
      high,
      count,
    ]);
    assert.deepEqual(year, [
      [dayOf(midnight - 30 * HOUR), 90, 90, 90, 1],
      [dayOf(midnight - HOUR), 96, 95, 97, 2],
    ]);
  });

  it('of a bed makes a night, and says when there is none', async () => {
    const device = await addDevice(t, tenant);
    const id = device.personId as number;
    const day = dayOf(Date.now());
    const midnight = Date.parse(`${day}T00:00:00+08:00`);
    await accept(
      device,
      reading(device, 'breathing', 14, midnight - HOUR),
      reading(device, 'breathing', 18, midnight - HOUR + MINUTE),
      reading(device, 'heartRate', 60, midnight - 2 * HOUR),
    );
    const night = async () => (await t.route(vitals.night, nurse, { oldmanId: id, day })).data;
    assert.deepEqual([(await night()).devices, (await night()).total.covered], [[], 0]);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update devices set type = 'bed', name = '三号床垫' where tenant_id = ${tenant} and id = ${device.deviceId}`),
    );
    const { devices, hours, total, sleep } = await night();
    assert.deepEqual(
      [devices, total.covered, total.breathing, total.heartRate.mean, sleep],
      [['三号床垫'], 2, { mean: 16, low: 14, high: 18, count: 2 }, 60, null],
    );
    assert.deepEqual([hours.length, hours[3].breathing.mean, hours[3].heartRate], [12, 16, null]);
    assert.equal((await t.route(vitals.night, stranger, { oldmanId: id, day })).status, 404);
  });

  it('leaves as a file, with the reason of a correction', async () => {
    const id = await person(t, tenant, '赵大爷');
    await t.route(measurements.create, nurse, sheet(id, [['temperature', 38.2, 1]]));
    const none = await t.user(tenant, { permissions: ['tenant_health_view'] });
    assert.equal((await t.route(vitals.export, none, { oldmanId: id })).status, 403);
    const file = await t.route(vitals.export, nurse, { oldmanId: id, format: 'csv' });
    assert.match(String(file.msg), /体温,38\.2,℃,过高,人工 李护士,腋温,否/);
  });
});
