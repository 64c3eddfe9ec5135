/** What the cloud of TTLock posts of a lock: openings, force, a door left open, batteries. */
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { locks } from '#contract/devices/locks.ts';
import { LOCK_ID, lockHouse } from '#test/lock-house.ts';

const { t, clock, tenant, admin, lock, rows, one, settings, code, codeRow, later, told, close } = await lockHouse();
after(close);
assert.equal((await t.route(locks.save, admin, settings())).status, 200);
// Only a lock whose account has been tried is listened to.
assert.equal((await t.route(locks.check, admin, { id: lock })).status, 200);

const warningsOf = () =>
  rows<{ rule: string; content: string; cleared: boolean; count: number }>(
    sql`select rule, content, cleared_at is not null as cleared, count from warnings
      where tenant_id = ${tenant} and device_id = ${lock} order by id`,
  );

describe('what TTLock posts', () => {
  it('is heard with the operator’s key only, and once', async () => {
    assert.equal((await told([{}], {}, 'x'.repeat(40)))[0], 404);
    const [status, text] = await told([], { records: 'no list' });
    assert.deepEqual([status, JSON.parse(text).msg], [400, '门锁消息格式不正确']);
    const record = {
      recordTypeFromLock: 27,
      recordType: 10,
      success: 1,
      lockDate: clock.now - 1000,
      username: '机械钥匙',
      electricQuantity: 64,
    };
    for (let turn = 0; turn < 3; turn++) assert.deepEqual(await told([record]), [200, 'success']);
    assert.deepEqual(await told([record], { lockId: '4711' }), [200, 'success']);
    assert.equal((await rows(sql<any>`select 1 from lock_records where tenant_id = ${tenant} and source = 1`)).length, 1);
    // An institution that only types in another one's number hears nothing.
    const thief = await t.tenant();
    await t.deps.inTenant(thief, async (tx) => {
      const made = await tx.row<{ id: number }>(
        sql`insert into devices (tenant_id, imei, type) values (${thief}, 'THIEF001', 'lock') returning id`,
      );
      await tx.run(
        sql`insert into locks (tenant_id, device_id, provider, external_id) values (${thief}, ${made?.id}, 'ttlock', ${LOCK_ID})`,
      );
    });
    await told([{ ...record, lockDate: clock.now - 500 }]);
    assert.equal((await t.deps.inTenant(thief, (tx) => tx.rows(sql`select 1 from lock_records where tenant_id = ${thief}`))).length, 0);
    assert.deepEqual(await warningsOf(), []);
  });

  it('names whose code it was, uses up a one-time code, and knows a code that says help', async () => {
    const once = await code({ kind: 3, label: '送药员' });
    const forced = await code({ duress: true, label: '李桂芳' });
    await later(0);
    const opened = (number: string, at: number) => ({
      recordTypeFromLock: 4,
      recordType: 4,
      success: 1,
      lockDate: at,
      username: 'YA1-2',
      keyboardPwd: number,
    });
    await told([opened(once.code, clock.now - 2000)]);
    const record = await one(
      sql<any>`select who, kind, passcode_id from lock_records where tenant_id = ${tenant} order by id desc limit 1`,
    );
    assert.deepEqual([record.who, record.kind, record.passcode_id], ['送药员', 'unlock', once.id]);
    assert.deepEqual([(await codeRow(once.id)).state], [5]);
    await later(0);
    assert.equal((await codeRow(once.id)).removal, 2);
    await told([opened(forced.code, clock.now - 1000)]);
    const [sos] = await warningsOf();
    assert.deepEqual([sos?.rule, /胁迫开锁.*李桂芳/.test(sos?.content ?? '')], ['sos', true]);
    const text = JSON.stringify(await rows(sql<any>`select * from lock_records where tenant_id = ${tenant}`));
    assert.ok(!text.includes(forced.code) && !text.includes(once.code));
  });

  it('warns of force, of a door left open and of weak batteries, and takes back what is mended', async () => {
    const at = (recordTypeFromLock: number, electricQuantity?: number) => ({
      recordTypeFromLock,
      recordType: 1,
      success: 1,
      lockDate: clock.now,
      ...(electricQuantity === undefined ? {} : { electricQuantity }),
    });
    const before = (await warningsOf()).length;
    const since = async () => (await warningsOf()).slice(before);
    await told([at(31)]);
    await later(299);
    assert.deepEqual(await since(), []);
    await later(2);
    await later(60);
    let [open] = await since();
    assert.deepEqual([open?.rule, open?.count, /门打开后一直没有关上/.test(open?.content ?? ''), open?.cleared], ['alarm', 1, true, false]);
    await told([at(30)]);
    [open] = await since();
    assert.equal(open?.cleared, true);
    await told([at(26, 20)]);
    clock.now += 1000;
    await told([at(26, 19)]);
    let low = (await since())[1];
    assert.deepEqual([low?.rule, low?.count], ['low_battery', 1]);
    clock.now += 1000;
    await told([at(26, 100)]);
    low = (await since())[1];
    assert.equal(low?.cleared, true);
    await told([at(44)]);
    assert.match((await since())[2]?.content ?? '', /被撬/);
    // A closed door mends no forced lock.
    await told([at(31)]);
    await later(301);
    clock.now += 1000;
    await told([at(30)]);
    assert.deepEqual(
      (await since()).filter(({ cleared }) => !cleared).map(({ rule }) => rule),
      ['alarm', 'alarm'],
    );
  });
});
