import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { afterQuiet } from '#contract/warnings/policies.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { harness, refusal, type Harness } from '#test/harness.ts';
import { overtaken } from '#test/overtaking.ts';
import { addDevice } from '#test/ingest.ts';
import { raiseWarning } from './raise.ts';
import type { Tx } from '../db/tenant.ts';
import { startJobs } from '../jobs/runner.ts';
import { warningJobs } from './deliveries.ts';
import { startSweeps, sweepWarnings } from './sweeps.ts';

let t: Harness;
let clock = Date.parse('2026-11-16T23:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
});
after(() => t?.close());

const time = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);

/** A tenant with a nurse of the night, one of the day, and a head; gives their names by what they are told. */
async function house(policy: object) {
  clock = time('2026-11-16 23:00');
  const tenantId = await t.tenant();
  const head = await t.user(tenantId, { name: '护士长' });
  const night = await t.user(tenantId, { name: '夜班', permissions: [] });
  const day = await t.user(tenantId, { name: '白班', permissions: [] });
  await t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`insert into duties (tenant_id, user_id, starts_at, ends_at) values
      (${tenantId}, ${night.userId}, '2026-11-16 20:00', '2026-11-17 00:10'),
        (${tenantId}, ${day.userId}, '2026-11-17 00:10', '2026-11-17 08:00')`),
  );
  const made = await t.route(warningPolicies.create, head, { name: '默认', ...policy });
  assert.equal(made.status, 200, made.msg ?? '');
  const device = await addDevice(t, tenantId);
  const raise = async (rule: 'sos' | 'removed' = 'sos') => {
    const raised = await t.deps.inTenant(tenantId, (tx) =>
      raiseWarning(tx, t.deps, { rule, deviceId: device.deviceId, code: rule, at: clock, late: false, place: null }),
    );
    return raised!.warningId;
  };
  const told = async (id: number) =>
    (
      await t.deps.inTenant(tenantId, (tx) =>
        tx.rows<any>(
          sql`select user_name, channel, state from warning_deliveries where tenant_id = ${tenantId} and warning_id = ${id} order by id`,
        ),
      )
    ).map(({ user_name: name, channel, state }) => `${name}/${channel}/${state}`);
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) {
      clock += MINUTE;
      await sweepWarnings(t.deps);
    }
  };
  return { tenantId, head, night, day, raise, told, pass, device };
}
const to = (kind: string, id: number | null = null, address: string | null = null) => ({ kind, id, address });
const ladder = {
  steps: [
    { delay: 0, to: [to('duty')], channels: ['popup'] },
    { delay: 3600, to: [to('duty')], channels: ['browser'] },
  ],
};

describe('quiet hours', () => {
  it('put off what is not critical to their end, over midnight', () => {
    const quiet = { from: '22:00', to: '06:00' };
    assert.equal(afterQuiet(quiet, 2, time('2026-11-16 23:00')), time('2026-11-17 06:00'));
    assert.equal(afterQuiet(quiet, 1, time('2026-11-16 23:00')), time('2026-11-16 23:00'));
    assert.equal(afterQuiet(quiet, 3, time('2026-11-16 12:00')), time('2026-11-16 12:00'));
    assert.equal(afterQuiet(null, 3, time('2026-11-16 23:00')), time('2026-11-16 23:00'));
  });
});

describe('a policy', () => {
  it('tells who is on duty at that minute, over midnight and the change of shifts', async () => {
    const { raise, told, pass } = await house({
      steps: [
        { delay: 0, to: [to('duty')], channels: ['popup'] },
        { delay: 7200, to: [to('duty')], channels: ['popup'] },
      ],
    });
    const id = await raise();
    await pass(1);
    assert.deepEqual(await told(id), ['夜班/popup/2']);
    await pass(118);
    assert.deepEqual(await told(id), ['夜班/popup/2']);
    await pass(1);
    assert.deepEqual(await told(id), ['夜班/popup/2', '白班/popup/2']);
  });

  it('reminds until somebody confirms, and survives restarts', async () => {
    const { raise, told, pass, head, tenantId } = await house({
      steps: [{ delay: 0, to: [to('duty')], channels: ['popup'], repeatMinutes: 5, repeats: 10 }],
    });
    const id = await raise();
    await pass(1);
    await Promise.all([sweepWarnings(t.deps), sweepWarnings(t.deps), sweepWarnings(t.deps)]);
    assert.equal((await told(id)).length, 1);
    await pass(11);
    assert.equal((await told(id)).length, 3);
    assert.equal((await t.route(warnings.acknowledge, head, { id })).status, 200);
    assert.equal((await t.route(warnings.updateStatus, head, { id, isDisposed: 2 })).status, 200);
    await pass(20);
    assert.equal((await told(id)).length, 3);
    const outcomes = await t.deps.inTenant(tenantId, (tx) =>
      tx.rows<any>(sql`select outcome from warning_dues where tenant_id = ${tenantId} and warning_id = ${id} order by id`),
    );
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['told', 'told', 'told', 'answered'],
    );
    const { data } = await t.route(warnings.timeline, head, { id });
    assert.deepEqual(
      data.filter(({ kind }: any) => kind === 'escalated').map(({ note }: any) => note),
      ['第1级：夜班', '第1级第1次提醒：夜班', '第1级第2次提醒：夜班'],
    );
  });

  it('that is deleted hands its open warnings to the one that is there then', async () => {
    const { head, tenantId, raise, told, pass } = await house(ladder);
    const id = await raise();
    await pass(1);
    assert.deepEqual(await told(id), ['夜班/popup/2']);
    const [first] = (await t.route(warningPolicies.page, head, {})).data.records;
    const other = { name: '接替', steps: [{ delay: 0, to: [to('user', head.userId)], channels: ['popup'] }] };
    assert.equal((await t.route(warningPolicies.create, head, other)).status, 200);
    assert.equal((await t.route(warningPolicies.remove, head, { id: first.id, version: first.version })).status, 200);
    await pass(61);
    assert.deepEqual(await told(id), ['夜班/popup/2', '护士长/popup/2']);
    const left = await t.deps.inTenant(tenantId, (tx) =>
      tx.rows(sql`select 1 from warning_dues where tenant_id = ${tenantId} and done_at is null`),
    );
    assert.equal(left.length, 0);
  });

  it('waits out quiet hours and snoozing, but not when it is critical', async () => {
    const { raise, told, pass, head } = await house({ ...ladder, quietFrom: '22:00', quietTo: '23:30' });
    const [critical, mild] = [await raise('sos'), await raise('removed')];
    await pass(1);
    assert.deepEqual([(await told(critical)).length, (await told(mild)).length], [1, 0]);
    const refused = await t.route(warnings.snooze, head, { id: critical, minutes: 30, reason: '在洗澡' });
    assert.deepEqual([refused.status, refused.msg], [422, '紧急预警不能暂缓，请先确认收到并处理']);
    assert.equal((await t.route(warnings.snooze, head, { id: mild, minutes: 60, reason: '' })).status, 400);
    assert.equal((await t.route(warnings.snooze, head, { id: mild, minutes: 60, reason: '充电中' })).status, 200);
    await pass(35);
    assert.equal((await told(mild)).length, 0);
    await pass(26);
    assert.deepEqual(
      (await told(mild)).filter((one) => one.includes('popup')),
      ['夜班/popup/2'],
    );
    assert.equal((await t.route(warnings.get, head, { id: mild })).data.snoozeReason, '充电中');
  });

  it('falls back to the pages when a message cannot leave, and to all handlers when nobody is on duty', async () => {
    const { raise, told, pass, tenantId } = await house({
      steps: [
        { delay: 0, to: [to('duty')], channels: ['sms'] },
        { delay: 36_000, to: [to('duty')], channels: ['popup'] },
      ],
    });
    await t.deps.inTenant(tenantId, (tx) => tx.run(sql`update users set phone = null where tenant_id = ${tenantId} and name = '夜班'`));
    const id = await raise();
    await pass(1);
    assert.deepEqual(await told(id), ['夜班/sms/3', '夜班/popup/2']);
    clock = time('2026-11-17 10:00');
    await sweepWarnings(t.deps);
    assert.deepEqual((await told(id)).slice(2), ['护士长/popup/2']);
    const log = (await t.route(warnings.deliveries, await t.user(tenantId), { id })).data;
    assert.deepEqual([log[0].state, log[0].error, log[0].channel], [3, '没有登记手机号', 'sms']);
  });

  it('tells all handlers when nobody is on duty, also beside a mail that leaves the house', async () => {
    const { raise, told } = await house({
      steps: [{ delay: 0, to: [to('duty'), to('email', null, 'a@example.com')], channels: ['popup'] }],
    });
    clock = time('2026-11-17 10:00');
    const id = await raise();
    await sweepWarnings(t.deps);
    assert.deepEqual((await told(id)).toSorted(), ['null/email/2', '护士长/popup/2']);
  });

  it('mails and posts by ports that write down what they have no gateway for', async () => {
    const { raise, told, pass } = await house({
      steps: [{ delay: 0, to: [to('email', null, 'a@example.com'), to('webhook', null, 'https://example.com/hook')], channels: [] }],
    });
    const id = await raise();
    await pass(1);
    assert.deepEqual(await told(id), ['null/email/2', 'null/webhook/2']);
    assert.match(readFileSync(join(t.deps.config.dataDir, 'outbox', 'mail.log'), 'utf8'), /a@example\.com/);
    assert.match(readFileSync(join(t.deps.config.dataDir, 'outbox', 'webhook.log'), 'utf8'), /example\.com\/hook/);
  });

  it('waits for no gateway that is slow: others are told meanwhile', async () => {
    const slow = await house({ steps: [{ delay: 0, to: [to('duty')], channels: ['sms'] }] });
    await t.deps.inTenant(slow.tenantId, (tx) =>
      tx.run(sql`update users set phone = '13900000001' where tenant_id = ${slow.tenantId} and name = '夜班'`),
    );
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const gateway = createServer((_request, response) => (ask(), void free.then(() => response.end('{}'))));
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const sms = { adapter: 'http', url, body: '{"to":"{phone}"}', type: 'application/json', key: '' } as const;
    const message = await slow.raise();
    const sweeps = startSweeps(t.deps, 20);
    const jobs = startJobs({ ...t.deps, config: { ...t.deps.config, sms } }, warningJobs, { lookMs: 20 });
    await asked;
    const other = await house(ladder);
    const id = await other.raise();
    while ((await other.told(id))[0] !== '夜班/popup/2') await wait(20);
    assert.deepEqual(await slow.told(message), ['夜班/sms/1']);
    release();
    while ((await slow.told(message))[0] !== '夜班/sms/2') await wait(20);
    await Promise.all([sweeps.stop(), jobs.stop()]);
    gateway.close();
  });

  it('starts anew when a confirmed warning grows graver', async () => {
    const { raise, told, pass, head, tenantId, device } = await house({ steps: [{ delay: 0, to: [to('duty')], channels: ['popup'] }] });
    const id = await raise('removed');
    await pass(1);
    await t.route(warnings.acknowledge, head, { id });
    await t.deps.inTenant(tenantId, (tx) =>
      raiseWarning(tx, t.deps, {
        rule: 'removed',
        deviceId: device.deviceId,
        code: 'removed',
        at: clock,
        late: false,
        place: null,
        severity: 1,
      }),
    );
    await pass(1);
    assert.deepEqual(await told(id), ['夜班/popup/2', '夜班/popup/2']);
  });
});

describe('a policy that cannot be read', () => {
  it('takes no warning with it', async () => {
    const { raise, tenantId, head } = await house(ladder);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update warning_policies set steps = '[{"delay": "soon"}]'::jsonb where tenant_id = ${tenantId}`),
    );
    const id = await raise('sos');
    assert.equal((await t.route(warnings.get, head, { id })).data.rule, 'sos');
  });
});

describe('assignment', () => {
  it('names somebody who is there, tells them, and is in the timeline', async () => {
    const { raise, head, night } = await house(ladder);
    const id = await raise();
    assert.equal((await t.route(warnings.assign, night, { id, userId: head.userId })).status, 403);
    assert.equal((await t.route(warnings.assign, head, { id, userId: 999_999 })).msg, '人员不存在或已停用');
    assert.equal((await t.route(warnings.assign, head, { id, userId: night.userId })).status, 200);
    const { data } = await t.route(warnings.get, head, { id });
    assert.equal(data.assigneeName, '夜班');
    assert.equal((await t.route(warnings.timeline, head, { id })).data.at(-1).note, '夜班');
    await t.route(warnings.updateStatus, head, { id, remark: '无恙' });
    assert.deepEqual(refusal(await t.route(warnings.assign, head, { id, userId: night.userId })), [422, '该预警已关闭，不能指派']);
    assert.deepEqual(refusal(await t.route(warnings.snooze, head, { id, minutes: 30, reason: '在洗澡' })), [422, '该预警已关闭，无需暂缓']);
    assert.equal((await t.route(warnings.get, head, { id })).data.snoozeTime, null);
  });
});

describe('putting off', () => {
  it('is refused when the warning has become critical meanwhile', async () => {
    const { raise, head, tenantId } = await house(ladder);
    const id = await raise('removed');
    const graver = (tx: Tx) => tx.run(sql`update warnings set severity = 1 where tenant_id = ${tenantId} and id = ${id}`);
    const late = await overtaken(t, tenantId, graver, () => t.route(warnings.snooze, head, { id, minutes: 30, reason: '充电中' }));
    assert.deepEqual([...refusal(late), late.data.severity], [409, '该预警刚刚有变化，请看清后再操作', 1]);
    assert.equal((await t.route(warnings.get, head, { id })).data.snoozeTime, null);
  });
});
