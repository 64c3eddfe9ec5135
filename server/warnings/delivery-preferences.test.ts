import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deliveryPreferences } from '#contract/warnings/delivery-preferences.ts';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice } from '#test/ingest.ts';
import { raiseWarning } from './raise.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
const evening = Date.parse('2026-11-16T21:50:00+08:00');
let clock = evening;
before(async () => {
  t = await harness({ now: () => clock });
});
after(() => t?.close());

const night = [{ days: [], from: '22:00', to: '06:00' }];
const own = (user: TestUser) => t.route(deliveryPreferences.own, user);
const quiet = async (user: TestUser, channel: string, windows: object[] = night) => {
  const answer = await t.route(deliveryPreferences.save, user, { preferences: [{ channel, quiet: windows }] });
  assert.equal(answer.status, 200, answer.msg ?? '');
};

/** A house with two nurses on duty and a head; the policy names the first nurse. */
async function house(steps?: object[]) {
  clock = evening;
  const tenantId = await t.tenant();
  const head = await t.user(tenantId, { name: '护士长' });
  const first = await t.user(tenantId, { name: '甲', permissions: [] });
  const second = await t.user(tenantId, { name: '乙', permissions: [] });
  const duty = (user: TestUser) =>
    t.deps.inTenant(tenantId, (tx) =>
      tx.run(
        sql`insert into duties (tenant_id, user_id, starts_at, ends_at)
          values (${tenantId}, ${user.userId}, '2026-11-16 20:00', '2026-11-17 08:00')`,
      ),
    );
  await duty(first);
  const to = [{ kind: 'user', id: first.userId, address: null }];
  const made = await t.route(warningPolicies.create, head, {
    name: '默认',
    steps: steps ?? [{ delay: 0, to, channels: ['popup', 'browser'] }],
  });
  assert.equal(made.status, 200, made.msg ?? '');
  const device = await addDevice(t, tenantId);
  const raise = async (rule: 'sos' | 'fall' | 'removed' | 'no_activity', severity?: number) => {
    const raised = await t.deps.inTenant(tenantId, (tx) =>
      raiseWarning(tx, t.deps, {
        rule,
        deviceId: device.deviceId,
        code: rule,
        at: clock,
        late: false,
        place: null,
        ...(severity ? { severity } : {}),
      }),
    );
    await sweepWarnings(t.deps);
    return raised!.warningId;
  };
  const told = async (id: number) =>
    (
      await t.deps.inTenant(tenantId, (tx) =>
        tx.rows<any>(
          sql`select user_name, channel, state from warning_deliveries
            where tenant_id = ${tenantId} and warning_id = ${id} order by user_name, channel, id`,
        ),
      )
    ).map(({ user_name: name, channel, state }) => `${name}/${channel}/${state}`);
  return { tenantId, head, first, second, duty, raise, told };
}

describe('when somebody does not want to be told', () => {
  it('is their own business', async () => {
    const { first, second } = await house();
    assert.equal((await t.route(deliveryPreferences.own, null)).status, 401);
    assert.equal((await t.route(deliveryPreferences.save, null, { preferences: [] })).status, 401);
    for (const preferences of [
      [],
      [{ channel: 'email', quiet: [] }],
      [{ channel: 'sms', quiet: [{ days: [], from: '22:00', to: '22:00' }] }],
      [{ channel: 'sms', quiet: [{ days: [8], from: '22:00', to: '06:00' }] }],
      [
        { channel: 'sms', quiet: [] },
        { channel: 'sms', quiet: night },
      ],
    ])
      assert.equal((await t.route(deliveryPreferences.save, first, { preferences })).status, 400);
    await quiet(first, 'sms');
    assert.deepEqual((await own(first)).data, [
      { channel: 'popup', quiet: [] },
      { channel: 'browser', quiet: [] },
      { channel: 'sms', quiet: night },
    ]);
    assert.deepEqual(
      (await own(second)).data.map((one: any) => one.quiet),
      [[], [], []],
    );
  });

  it('leaves out that channel in those hours, and says so in the log', async () => {
    const { first, head, raise, told } = await house();
    await quiet(first, 'browser');
    assert.deepEqual(await told(await raise('removed')), ['甲/browser/2', '甲/popup/2']);
    clock = evening + 10 * MINUTE;
    const id = await raise('no_activity', 3);
    assert.deepEqual(await told(id), ['甲/browser/4', '甲/popup/2']);
    assert.deepEqual(
      (await t.route(warnings.deliveries, head, { id })).data.map(({ channel, state }: any) => [channel, state]).toSorted(),
      [
        ['browser', 4],
        ['popup', 2],
      ],
    );
  });

  it('never keeps SOS, falls and what is critical away', async () => {
    const { first, raise, told } = await house();
    for (const channel of ['popup', 'browser']) await quiet(first, channel);
    clock = evening + 60 * MINUTE;
    for (const [rule, severity] of [['sos'], ['fall'], ['no_activity', 1]] as const)
      assert.deepEqual(await told(await raise(rule, severity)), ['甲/browser/2', '甲/popup/2']);
  });

  it('goes on to the next person on duty', async () => {
    const { first, second, duty, raise, told } = await house();
    await duty(second);
    for (const channel of ['popup', 'browser']) await quiet(first, channel);
    clock = evening + 60 * MINUTE;
    assert.deepEqual(await told(await raise('removed')), ['乙/browser/2', '乙/popup/2', '甲/browser/4', '甲/popup/4']);
  });

  it('goes on with the next step at once when nobody else is on duty', async () => {
    const { tenantId, head, first } = await house();
    for (const channel of ['popup', 'browser']) await quiet(first, channel);
    const steps = [
      { delay: 0, to: [{ kind: 'user', id: first.userId, address: null }], channels: ['popup'] },
      { delay: 3600, to: [{ kind: 'user', id: head.userId, address: null }], channels: ['popup'] },
    ];
    assert.equal((await t.route(warningPolicies.create, head, { name: '先甲后护士长', steps, sort: 0, rules: ['removed'] })).status, 200);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update warning_policies set sort = 9 where tenant_id = ${tenantId} and name = '默认'`),
    );
    clock = evening + 60 * MINUTE;
    const device = await addDevice(t, tenantId);
    const raised = await t.deps.inTenant(tenantId, (tx) =>
      raiseWarning(tx, t.deps, { rule: 'removed', deviceId: device.deviceId, code: 'removed', at: clock, late: false, place: null }),
    );
    await sweepWarnings(t.deps);
    await sweepWarnings(t.deps);
    const rows = await t.deps.inTenant(tenantId, (tx) =>
      tx.rows<any>(
        sql`select user_name as name, state from warning_deliveries
          where tenant_id = ${tenantId} and warning_id = ${raised!.warningId} order by id`,
      ),
    );
    assert.deepEqual(
      rows.map(({ name, state }) => [name, state]),
      [
        ['甲', 4],
        ['护士长', 2],
      ],
    );
  });

  it('tells them after all, without a sound, when there is nobody else', async () => {
    const { first, raise, told } = await house();
    for (const channel of ['popup', 'browser']) await quiet(first, channel);
    clock = evening + 60 * MINUTE;
    assert.deepEqual(await told(await raise('removed')), ['甲/browser/4', '甲/popup/4', '甲/popup/2']);
  });
});
