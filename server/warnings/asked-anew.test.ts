/** Somebody presses or falls again after staff confirmed the first time: that is another emergency, whatever is open. */
import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { disposals, type RuleName } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { person, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, type TestDevice } from '#test/ingest.ts';
import { instant } from '../db/instants.ts';
import type { Occurrence } from '../local-events.ts';
import { raiseWarning } from './raise.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
let nurse: TestUser;
let clock = Date.parse('2026-11-16T03:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  nurse = await t.user(await t.tenant(), { name: '李护士' });
  const step = (delay: number) => ({ delay, to: [{ kind: 'user', id: nurse.userId, address: null }], channels: ['popup'] });
  assert.equal((await t.route(warningPolicies.create, nurse, { name: '默认', steps: [step(0), step(600)] })).status, 200);
});
after(() => t?.close());

/** The device tells at the clock's time; gives the warning as it is then. */
async function press(device: TestDevice, rule: RuleName = 'sos', more: Partial<Occurrence> = {}) {
  const raised = await t.deps.inTenant(nurse.tenantId, (tx) =>
    raiseWarning(tx, t.deps, { rule, deviceId: device.deviceId, code: rule, at: clock, late: false, place: null, ...more }),
  );
  return read(raised!.warningId);
}
const read = async (id: number) => (await t.route(warnings.get, nurse, { id })).data;
/** As if it had been confirmed so long ago. */
const confirmed = (id: number, seconds: number) =>
  t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.run(
      sql`update warnings set acknowledged_at = ${instant(clock - seconds * 1000)}
        where tenant_id = ${nurse.tenantId} and id = ${id}`,
    ),
  );
const told = async (id: number) => {
  await sweepWarnings(t.deps, false);
  return t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.rows<{ title: string }>(
      sql`select m.title from messages m
        where m.tenant_id = ${nurse.tenantId} and m.link = ${`/warning/warning/index?id=${id}`} order by m.id`,
    ),
  );
};

describe('a button pressed again', () => {
  it('in a moment is the same press; minutes later it waits to be confirmed, and somebody is told', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id } = await press(device);
    assert.equal((await told(id)).length, 1);
    assert.equal((await t.route(warnings.acknowledge, nurse, { id })).status, 200);
    clock += MINUTE;
    const same = await press(device);
    assert.deepEqual([same.count, same.acknowledgeName, same.version], [2, '李护士', 1]);
    clock += 5 * MINUTE;
    const again = await press(device);
    assert.deepEqual([again.id, again.count, again.acknowledgeTime, again.version], [id, 3, null, 2]);
    assert.equal(again.askTime, '2026-11-16 03:06:00');
    const messages = await told(id);
    assert.equal(messages.length, 2);
    assert.doesNotMatch(messages[1]!.title, /已等待/);
    assert.equal((await t.route(warnings.acknowledge, nurse, { id })).status, 200);
    assert.equal((await read(id)).acknowledgeName, '李护士');
  });

  it('every minute by somebody to whom nobody comes asks anew, two minutes after it was confirmed', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id } = await press(device);
    clock += MINUTE;
    await confirmed(id, 100);
    assert.notEqual((await press(device)).acknowledgeTime, null);
    clock += MINUTE;
    await confirmed(id, 130);
    assert.equal((await press(device)).acknowledgeTime, null);
  });

  it('is not put off by the first one that waits: the next step comes at its time', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id, askTime } = await press(device);
    await told(id);
    for (let passed = 0; passed < 10; passed += 5) {
      clock += 5 * MINUTE;
      const { askTime: still } = await press(device);
      assert.equal(still, askTime);
    }
    assert.equal((await told(id)).length, 2);
  });

  it('while its warning is being handled asks anew, and nobody closes what they have not seen', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const seen = await press(device);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id: seen.id, isDisposed: 2, version: seen.version })).status, 200);
    const handling = await read(seen.id);
    clock += 10 * MINUTE;
    await press(device);
    const refused = await t.route(warnings.updateStatus, nurse, { id: seen.id, isDisposed: 1, remark: '无恙', version: handling.version });
    assert.deepEqual([refused.status, refused.msg, refused.data.count], [409, '该预警又触发了，共2次，请了解情况后再确定', 2]);
    const fresh = await read(seen.id);
    assert.deepEqual([fresh.isDisposed, fresh.acknowledgeTime, fresh.remark], [disposals.inProgress, null, null]);
    const places = (await t.route(warnings.places, nurse)).data;
    assert.ok(places.some(({ unanswered }: any) => unanswered > 0));
    assert.equal(
      (await t.route(warnings.updateStatus, nurse, { id: seen.id, isDisposed: 1, remark: '无恙', version: fresh.version })).status,
      200,
    );
  });

  it('is not said of a page that merely knew another version', async () => {
    const { id } = await press(await addDevice(t, nurse.tenantId));
    const refused = await t.route(warnings.updateStatus, nurse, { id, isDisposed: 1, remark: '无恙', version: 7 });
    assert.deepEqual([refused.status, refused.msg, refused.data.count], [409, '该预警刚刚有变化，请看清后再操作', 1]);
    assert.equal((await read(id)).isDisposed, disposals.open);
  });

  it('by a hundred at once is counted exactly, and asks once', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id, version } = await press(device);
    await told(id);
    await confirmed(id, 10);
    clock += 5 * MINUTE;
    const at = clock;
    await Promise.all(Array.from({ length: 100 }, (_, index) => press(device, 'sos', { at: at + index })));
    const now = await read(id);
    assert.deepEqual([now.count, now.acknowledgeTime, now.version], [101, null, version + 1]);
    assert.equal((await told(id)).length, 2);
  });

  it('is not what a sensor goes on telling of one cause; an hour later it is another', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id } = await press(device, 'alarm');
    assert.equal((await t.route(warnings.acknowledge, nurse, { id })).status, 200);
    clock += 30 * MINUTE;
    assert.notEqual((await press(device, 'alarm')).acknowledgeTime, null);
    clock += 61 * MINUTE;
    assert.equal((await press(device, 'alarm')).acknowledgeTime, null);
  });

  it('that was sent late, from before the last press, asks for nothing', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id } = await press(device);
    await confirmed(id, 600);
    const late = await press(device, 'sos', { at: clock - 30 * MINUTE, late: true });
    assert.deepEqual([late.count, late.acknowledgeTime === null], [2, false]);
  });
});

describe('what was put off', () => {
  it('is told at once when it becomes critical', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id } = await press(device, 'removed');
    assert.equal((await t.route(warnings.snooze, nurse, { id, minutes: 720, reason: '正在充电' })).status, 200);
    assert.equal((await told(id)).length, 0);
    clock += MINUTE;
    const graver = await press(device, 'removed', { severity: 1 });
    assert.deepEqual([graver.severity, graver.snoozeTime], [1, null]);
    assert.equal((await told(id)).length, 1);
  });

  it('stays put off while it only comes and goes', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const { id } = await press(device, 'removed');
    await t.route(warnings.snooze, nurse, { id, minutes: 720, reason: '正在充电' });
    clock += 5 * MINUTE;
    assert.notEqual((await press(device, 'removed')).snoozeTime, null);
  });
});

describe('what has to be heard', () => {
  it('asks for a session and the right, and is one’s own', async () => {
    assert.equal((await t.route(warnings.alarms, null)).status, 401);
    assert.equal((await t.route(warnings.alarms, await t.user(nurse.tenantId, { permissions: [] }))).status, 403);
    assert.deepEqual((await t.route(warnings.alarms, await t.user(await t.tenant()))).data, []);
  });

  it('is not hidden behind a hundred that are open', async () => {
    const chief = await t.user(await t.tenant());
    const make = async (rule: RuleName, severity: number, at: string) =>
      warning(t, chief.tenantId, await person(t, chief.tenantId), { rule, severity, at });
    const lost = await make('fall', 1, '2026-11-01 00:00:00');
    const known = await make('sos', 1, '2026-11-01 00:00:01');
    await t.route(warnings.acknowledge, chief, { id: known });
    for (let count = 0; count < 120; count++) await make('heart_rate', 2, '2026-11-10 00:00:00');
    const call = await make('service_call', 3, '2026-11-16 02:59:00');
    await make('low_battery', 3, '2026-11-16 02:59:30');
    // Confirmed once, and now again: by its first press it is the oldest of all.
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.run(
        sql`update warnings set count = 2, last_at = now() + interval '1 minute' where tenant_id = ${chief.tenantId} and id = ${known}`,
      ),
    );
    const heard = (await t.route(warnings.alarms, chief)).data.map(({ id }: any) => id);
    assert.deepEqual([heard.length, heard[0], heard[1]], [61, lost, known]);
    assert.ok(heard.includes(call));
    const top = (await t.route(warnings.top, chief)).data;
    assert.deepEqual([top.total, top.unanswered], [124, 123]);
  });

  it('is a call also when a hundred critical ones wait', async () => {
    const chief = await t.user(await t.tenant());
    const one = await person(t, chief.tenantId);
    for (let count = 0; count < 100; count++)
      await warning(t, chief.tenantId, await person(t, chief.tenantId), { at: '2026-11-10 00:00:00' });
    const call = await warning(t, chief.tenantId, one, { rule: 'service_call', severity: 3 });
    const heard = (await t.route(warnings.alarms, chief)).data;
    assert.deepEqual([heard.filter(({ severity }: any) => severity === 1).length >= 60, heard.at(-1).id], [true, call]);
  });

  it('leaves out what somebody confirmed and what is ordinary', async () => {
    const chief = await t.user(await t.tenant());
    const make = async (rule: RuleName, severity: number) =>
      warning(t, chief.tenantId, await person(t, chief.tenantId), { rule, severity });
    const [serious, critical, ordinary] = [await make('heart_rate', 2), await make('sos', 1), await make('low_battery', 3)];
    const heard = async () => (await t.route(warnings.alarms, chief)).data.map(({ id }: any) => id);
    assert.deepEqual(await heard(), [critical, serious]);
    for (const id of [serious, critical, ordinary]) await t.route(warnings.acknowledge, chief, { id });
    assert.deepEqual(await heard(), [critical]);
    await t.route(warnings.updateStatus, chief, { id: critical, remark: '无恙' });
    assert.deepEqual(await heard(), []);
  });
});
