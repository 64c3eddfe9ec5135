import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { patrols as routes } from '#contract/care/patrols.ts';
import { residents } from '#contract/elderly/residents.ts';
import type { Output } from '#contract/http.ts';
import { HOUR, MINUTE, clockOf, dayOf, instantOf, textOf } from '#contract/time.ts';
import { careHouse, type CareHouse } from '#test/care-house.ts';
import { refusal, type TestUser } from '#test/harness.ts';

let h: CareHouse;
const floor = { building: '3号楼', floor: '3' };
const walkOf = (digit: number) => `3f0c9a52-7b1d-4c1e-9a57-00000000000${digit}`;
const ago = (minutes: number) => textOf(h.clock.now - minutes * MINUTE);
before(async () => {
  h = await careHouse(['members_round_view', 'members_round_do', 'members_oldman_view']);
  h.clock.now = instantOf(dayOf(h.clock.now)) + 14 * HOUR;
});
after(() => h.t.close());

type Input = Record<string, unknown>;
type Person = Output<typeof residents.list>['people'][number];
const start = (input: Input, as: TestUser = h.nurse, key = '') =>
  h.t.call('POST', routes.start.path, { as, input: { ...floor, ...input }, headers: key === '' ? {} : { 'idempotency-key': key } });
const walked = (input: Input, as: TestUser = h.nurse, key = '') =>
  h.t.call('PUT', routes.walked.path, { as, input: { ...floor, ...input }, headers: key === '' ? {} : { 'idempotency-key': key } });
const rows = (walk: string) =>
  h.t.deps.inTenant(h.tenantId, (tx) =>
    tx.rows<{ id: number; state: number; startedAt: string; endedAt: string | null; well: number; marks: number }>(sql`
      select id, state, started_at as "startedAt", ended_at as "endedAt", well,
        (select count(*)::integer from patrol_marks m where m.tenant_id = p.tenant_id and m.patrol_id = p.id) as marks
      from patrols p where tenant_id = ${h.tenantId} and walk = ${walk}`),
  );

describe('a round of a phone', () => {
  it('has the residents with what is to be minded, as far as the session reaches', async () => {
    await h.run(sql`update people set flags = '{}' where tenant_id = ${h.tenantId} and id = ${h.li}`);
    const all = (await h.t.route(residents.list, h.nurse, {})).data;
    assert.deepEqual((all.people as Person[]).map(({ userName, floor: on, flags }) => [userName, on, flags]).sort(), [
      ['李建国', '3', []],
      ['王秀英', '3', ['跌倒高危']],
    ]);
    assert.equal(all.more, false);
    assert.equal((await h.t.route(residents.list, h.carer, {})).data.people.length, 1);
    assert.deepEqual((await h.t.route(residents.list, h.stranger, {})).data.people, []);
    assert.equal((await h.t.route(residents.list, h.outsider, {})).status, 403);
    assert.ok((await h.t.route(routes.floors, h.nurse, {})).data.windows.length > 3, 'those of this shift and the next');
  });

  it('begins when the phone says, once, also when it is sent twice at once or with another key', async () => {
    const walk = walkOf(1);
    const form = { walk, startTime: ago(20) };
    const both = await Promise.all([start(form, h.nurse, 'a'), start(form, h.nurse, 'a')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await start(form, h.nurse, 'b')).data, both[0]!.data);
    const found = await rows(walk);
    assert.deepEqual([found.length, found[0]?.state, textOf(instantOf(found[0]!.startedAt))], [1, 1, ago(20)]);
    assert.deepEqual(refusal(await start(form, h.carer)), [409, '该次巡视由他人登记，请刷新后重新开始']);
    const other = `该楼层正由赵敏巡视（${clockOf(h.clock.now - 20 * MINUTE)}开始），请与其确认，结束或取消后再开始`;
    assert.deepEqual(refusal(await start({ walk: walkOf(2), startTime: ago(5) }, h.carer)), [409, other]);
    assert.deepEqual(refusal(await start({ walk: 'x' })), [400, '巡视编号格式不正确']);
    assert.deepEqual(refusal(await start({ walk: walkOf(3), startTime: ago(73 * 60) })), [422, '只能补录72小时内的巡视']);
    assert.deepEqual(refusal(await start({ walk: walkOf(3), startTime: ago(-60) })), [422, '巡视时间不能晚于现在，请检查手机时间']);
  });

  it('ends as of when the phone says, by who walked, once', async () => {
    const walk = walkOf(1);
    const marks = [{ oldmanId: h.wang, mark: 3, note: '要水' }];
    const form = { walk, startTime: ago(20), endTime: ago(5), marks };
    assert.deepEqual(refusal(await walked(form, h.carer)), [409, '该次巡视由他人登记，请刷新后重新开始']);
    assert.equal((await walked(form, h.looker)).status, 403);
    assert.deepEqual(refusal(await walked({ ...form, marks: [{ ...marks[0], note: '' }] })), [422, '请说明需要处理的情况']);
    assert.deepEqual(refusal(await walked({ ...form, endTime: ago(30) })), [422, '结束时间不能早于开始时间']);
    const both = await Promise.all([walked(form, h.nurse, 'c'), walked(form, h.nurse, 'c'), walked(form, h.nurse, 'd')]);
    assert.deepEqual(
      both.map(({ status, data }) => [status, data]),
      Array.from({ length: 3 }, () => [200, both[0]!.data]),
    );
    const [found] = await rows(walk);
    assert.deepEqual([found?.state, textOf(instantOf(found!.endedAt!)), found?.well, found?.marks], [2, ago(5), 1, 1]);
    assert.deepEqual(refusal(await walked({ ...form, endTime: ago(1) })), [409, '该次巡视已完成，不能结束']);
  });

  it('is whole where the server heard of no beginning, late by hours, beside the open round of another', async () => {
    // Of two who begin at once one is told who was first, or that there was one.
    const begun = await Promise.all([start({ walk: walkOf(4) }, h.carer), start({ walk: walkOf(9) }, h.nurse)]);
    const first = begun.findIndex(({ status }) => status === 200);
    const open = begun[first]!.data as number;
    const [status, said] = refusal(begun[1 - first]!);
    const text = String(said);
    assert.equal(status, 409);
    assert.ok(text === '该楼层刚刚有人开始巡视，请刷新后再看' || /^该楼层正由.+巡视/.test(text), text);
    const form = { walk: walkOf(5), startTime: ago(10 * 60), endTime: ago(9 * 60), marks: [{ oldmanId: h.li, mark: 2 }] };
    const all = await Promise.all([walked(form, h.nurse, 'e'), walked(form, h.nurse, 'f'), walked(form, h.nurse, 'e')]);
    assert.deepEqual(
      all.map(({ status, data }) => [status, data]),
      Array.from({ length: 3 }, () => [200, all[0]!.data]),
    );
    const found = await rows(form.walk);
    assert.deepEqual([found.length, found[0]?.state, found[0]?.well, found[0]?.marks], [1, 2, 1, 1]);
    assert.equal((await h.t.route(routes.cancel, h.nurse, { id: open, version: 1 })).status, 200);
    const late = { walk: walkOf(first === 0 ? 4 : 9), startTime: ago(0), endTime: ago(0) };
    assert.deepEqual(refusal(await walked(late, first === 0 ? h.carer : h.nurse)), [409, '该次巡视已取消，不能结束']);
    assert.deepEqual(refusal(await walked({ ...form, walk: walkOf(6), startTime: ago(80 * 60) })), [422, '只能补录72小时内的巡视']);
  });

  it('keeps a mark of who has moved, and says of one that the session does not reach its person', async () => {
    const bed = sql`(select bed_id from people where tenant_id = ${h.tenantId} and id = ${h.li})`;
    const [{ id }] = (await h.t.deps.inTenant(h.tenantId, (tx) => tx.rows<{ id: number }>(sql`select ${bed} as id`))) as [{ id: number }];
    await h.run(sql`update people set bed_id = null where tenant_id = ${h.tenantId} and id = ${h.li}`);
    const form = { walk: walkOf(7), startTime: ago(30), endTime: ago(20), marks: [{ oldmanId: h.li, mark: 1 }] };
    assert.equal((await walked(form)).status, 200);
    assert.equal((await rows(form.walk))[0]?.well, 1);
    await h.run(sql`update people set bed_id = ${id} where tenant_id = ${h.tenantId} and id = ${h.li}`);
    const text = '有标记的服务对象已不在您的名单中，请去掉其标记后重新结束';
    assert.deepEqual(refusal(await walked({ ...form, walk: walkOf(8) }, h.carer)), [422, text]);
    assert.deepEqual(await rows(walkOf(8)), []);
  });
});
