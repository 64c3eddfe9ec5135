import { HOUR, MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { conditionRules } from '#contract/warnings/condition-rules.ts';
import { lifeWindows } from '#contract/warnings/life-windows.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { instant } from '../db/instants.ts';
import type { DeviceEvent } from '../ingest/events.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
let chief: TestUser;
let sink: ReturnType<typeof ingest>;
// A Monday.
let clock = Date.parse('2026-11-16T08:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const tell = (device: TestDevice, name: string, value: string): DeviceEvent => ({
  deviceKey: device.known.key,
  at: clock,
  receivedAt: clock,
  clock: 'device',
  kind: 'info',
  name,
  value,
});
const send = (device: TestDevice, ...events: DeviceEvent[]) => sink.pipeline.accept({ ...frame(device, ...events), receivedAt: clock });
const say = (device: TestDevice, name: string, value: string) => send(device, tell(device, name, value));
const alive = (device: TestDevice) => send(device, reading(device, 'battery', 80, clock, clock));

/** Somebody who is watched, with devices of these kinds, all bound two days ago. */
async function watched(kinds: string[], sources: string[], extra: object = {}) {
  clock = Date.parse('2026-11-16T08:00:00+08:00');
  chief = await t.user(await t.tenant(), { name: '张护士长' });
  const devices: TestDevice[] = [];
  for (const type of kinds) devices.push(await addDevice(t, chief.tenantId, { type }));
  const { personId } = devices[0] as TestDevice;
  await t.deps.inTenant(chief.tenantId, async (tx) => {
    await tx.run(sql`update devices set person_id = ${personId} where tenant_id = ${chief.tenantId}`);
    await tx.run(sql`update device_bindings set bound_at = ${instant(clock - 48 * HOUR)} where tenant_id = ${chief.tenantId}`);
  });
  await sink.close();
  sink = ingest(t);
  const { status, msg } = await t.route(lifeWindows.create, chief, {
    from: '06:00',
    to: '22:00',
    quietMinutes: 60,
    sources,
    personId,
    ...extra,
  });
  assert.equal(status, 200, msg ?? '');
  return { devices: devices.map((device) => ({ ...device, personId })) as TestDevice[], personId: personId as number };
}
async function pass(minutes: number, ...living: TestDevice[]) {
  for (let passed = 0; passed < minutes; passed += 10) {
    clock += 10 * MINUTE;
    for (const device of living) await alive(device);
    await sweepWarnings(t.deps);
  }
}
const warned = (personId: number) =>
  t.deps.inTenant(chief.tenantId, (tx) =>
    tx.rows<any>(sql`select id, rule, severity, count, content, cleared_at is not null as cleared from warnings
      where tenant_id = ${chief.tenantId} and person_id = ${personId} and rule <> 'device_offline' order by id`),
  );
const beds = () =>
  t.deps.inTenant(chief.tenantId, async (tx) =>
    (
      await tx.rows<{ code: string }>(
        sql`select code from device_events where tenant_id = ${chief.tenantId} and code like 'bed_%' order by at`,
      )
    ).map(({ code }) => code),
  );

describe('signs of life', () => {
  it('are a state that turns, not one that is said again', async () => {
    const { devices, personId } = await watched(['radar', 'lock'], ['presence', 'door']);
    const [radar, lock] = devices as [TestDevice, TestDevice];
    await say(radar, 'presence', 'yes');
    await say(lock, 'door', 'closed');
    await pass(50, radar, lock);
    await say(radar, 'presence', 'no');
    await pass(50, radar, lock);
    assert.deepEqual(await warned(personId), []);
    await say(lock, 'door', 'open');
    await pass(50, radar, lock);
    assert.deepEqual(await warned(personId), []);
    // The same said again is no movement.
    await say(radar, 'presence', 'no');
    await pass(10, radar, lock);
    const [quiet] = await warned(personId);
    assert.deepEqual([quiet.rule, quiet.severity], ['no_activity', 1]);
    assert.match(quiet.content, /最后活动 09:40 开关门/);
    await say(radar, 'presence', 'yes');
    assert.equal((await warned(personId))[0].cleared, true);
  });

  it('of a bed are getting up and lying down, each kept once, also over a restart', async () => {
    const { devices } = await watched(['bed'], ['bed']);
    const [bed] = devices as [TestDevice];
    for (const value of ['in', 'in', 'out', 'out', 'in']) {
      clock += MINUTE;
      await say(bed, 'bed', value);
    }
    await sink.close();
    sink = ingest(t);
    clock += MINUTE;
    await say(bed, 'bed', 'in');
    assert.deepEqual(await beds(), ['bed_in', 'bed_out', 'bed_in']);
  });

  it('that cannot come say nothing: a dead watch beside an empty bed is no quiet person', async () => {
    const { devices, personId } = await watched(['watch', 'bed'], ['steps', 'bed']);
    const [, bed] = devices as [TestDevice, TestDevice];
    await say(bed, 'bed', 'in');
    clock += MINUTE;
    await say(bed, 'bed', 'out');
    await pass(180, bed);
    assert.deepEqual(await warned(personId), []);
    // Back in bed the sensor would notice: from now on silence means something.
    await say(bed, 'bed', 'in');
    await pass(70, bed);
    assert.equal((await warned(personId))[0]?.rule, 'no_activity');
  });
});

describe('the second stage', () => {
  it('sends somebody: one SOS order, in the warning’s timeline', async () => {
    const { devices, personId } = await watched(['watch'], ['steps'], { secondMinutes: 10 });
    const [watch] = devices as [TestDevice];
    await send(watch, reading(watch, 'steps', 10, clock, clock));
    await pass(60, watch);
    const orders = () =>
      t.deps.inTenant(chief.tenantId, (tx) =>
        tx.rows<any>(sql`select o.warning_type, o.emergency, o.status, o.orderer_name, o.warning_id, (select count(*)::integer
          from work_order_jobs j
          where j.tenant_id = o.tenant_id and j.work_order_id = o.id) as jobs from work_orders o where o.tenant_id = ${chief.tenantId}`),
      );
    assert.deepEqual([(await warned(personId))[0]?.severity, await orders()], [3, []]);
    await pass(10, watch);
    const [quiet] = await warned(personId);
    assert.equal(quiet.severity, 1);
    assert.deepEqual(await orders(), [
      {
        warning_type: 'no_activity',
        emergency: 2,
        status: (await orders())[0].status,
        orderer_name: '生命守护',
        warning_id: quiet.id,
        jobs: 1,
      },
    ]);
    chief = await t.user(chief.tenantId);
    const timeline = (await t.route(warnings.timeline, chief, { id: quiet.id })).data;
    assert.ok(
      timeline.some(({ kind, userName }: any) => kind === 'draft' && userName === '生命守护'),
      JSON.stringify(timeline),
    );
    assert.ok((await t.route(warnings.get, chief, { id: quiet.id })).data.workOrderId);
    await pass(120, watch);
    assert.equal((await orders()).length, 1);
  });
});

describe('a rule about the bed', () => {
  it('warns of a long absence at night, and ends when they lie down', async () => {
    const { devices, personId } = await watched(['bed'], ['bed'], { enabled: false });
    const [bed] = devices as [TestDevice];
    const form = {
      name: '夜间离床过久',
      severity: 2,
      groups: [{ every: true, conditions: [{ kind: 'situation', situation: 'bedOut', minutes: 20 }] }],
      windows: [{ days: [], from: '22:00', to: '06:00' }],
      content: '{姓名}离床{时长}未归',
    };
    assert.equal((await t.route(conditionRules.create, chief, form)).status, 200);
    await sink.close();
    sink = ingest(t);
    clock = Date.parse('2026-11-16T23:50:00+08:00');
    await say(bed, 'bed', 'in');
    clock += MINUTE;
    await say(bed, 'bed', 'out');
    await pass(10, bed);
    assert.deepEqual(await warned(personId), []);
    await pass(10, bed);
    const [gone] = await warned(personId);
    assert.deepEqual([gone.rule, gone.severity, gone.cleared], ['condition', 2, false]);
    assert.match(gone.content, /^老人\d+离床20分钟未归$/);
    // Nothing new comes from an empty bed: it is told again all the same, while its sensor speaks for the present.
    await pass(30, bed);
    const [still] = await warned(personId);
    assert.deepEqual([still.count, still.id], [2, gone.id]);
    await say(bed, 'bed', 'in');
    assert.equal((await warned(personId))[0].cleared, true);
  });
});
