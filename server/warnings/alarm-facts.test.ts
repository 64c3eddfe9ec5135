import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { alarmFacts } from '#contract/warnings/alarm-facts.ts';
import { person, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let [oldmanId, sos] = [0, 0];

before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  oldmanId = await person(t, nurse.tenantId);
  sos = await warning(t, nurse.tenantId, oldmanId);
  await t.deps.inTenant(nurse.tenantId, async (tx) => {
    await tx.run(sql`update people set birth_date = current_date - interval '82 years' where tenant_id = ${nurse.tenantId}`);
    await tx.run(sql`insert into latest_readings (tenant_id, device_id, metric, at, value, person_id)
      select tenant_id, device_id, m, '2026-11-23 08:00:00+08'::timestamptz, v, person_id from warnings,
        (values (1, 88), (4, 96), (2, 135), (3, 82), (7, 4000)) as x (m, v) where tenant_id = ${nurse.tenantId} and id = ${sos}`);
  });
});
after(() => t?.close());

const read = async (ids: number | number[], as: TestUser | null = nurse) => t.route(alarmFacts.read, as, { ids });

describe('what cards of alarms say of people', () => {
  it('is the age, the care level and the newest vital signs, of several at once', async () => {
    const other = await warning(t, nurse.tenantId, await person(t, nurse.tenantId, '赵六'));
    const nobodys = await warning(t, nurse.tenantId, null);
    const { status, data } = await read([sos, other, nobodys]);
    assert.equal(status, 200);
    const at = '2026-11-23 08:00:00';
    const whole = { id: sos, age: 82, careLevel: 2, vitals: ['心率 88', '血氧 96%', '血压 135/82'].map((text) => ({ text, time: at })) };
    assert.deepEqual(
      data.toSorted((a: any, b: any) => a.id - b.id),
      [whole, { id: other, age: null, careLevel: 2, vitals: [] }],
    );
    assert.deepEqual((await read(sos)).data, [whole], 'one id needs no list');
  });

  it('keeps health data from who may not see it, and from whose reach ends before the person', async () => {
    const { tenantId } = nurse;
    const permissions = ['warning_devicewarning_view'];
    const only = await read(sos, await t.user(tenantId, { permissions }));
    assert.deepEqual([only.status, only.data[0].age, only.data[0].vitals], [200, 82, []]);
    const far = await t.user(tenantId, { permissions: [...permissions, 'tenant_health_view'], dataScope: 3 });
    assert.deepEqual((await read(sos, far)).data[0].vitals, []);
  });

  it('is refused: 401, 403, nothing of another tenant, 400 for too many or none', async () => {
    assert.equal((await read(sos, null)).status, 401);
    assert.equal((await read(sos, await t.user(nurse.tenantId, { permissions: [] }))).status, 403);
    assert.deepEqual((await read(sos, await t.user(await t.tenant()))).data, []);
    assert.equal((await t.route(alarmFacts.read, nurse, {})).status, 400);
    assert.equal((await read(Array.from({ length: 21 }, (_, index) => index + 1))).status, 400);
    const blank = await fetch(`${t.url}/warning/devicewarning/facts?ids=%20`, { headers: { authorization: `Bearer ${nurse.token}` } });
    assert.equal(blank.status, 400);
  });
});
