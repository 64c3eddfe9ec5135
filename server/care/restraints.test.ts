import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { restraints as routes } from '#contract/care/restraints.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { HOUR, MINUTE, dayOf, instantOf, textOf } from '#contract/time.ts';
import { careHouse, type CareHouse } from '#test/care-house.ts';
import { refusal, type TestUser } from '#test/harness.ts';
import { tellOfLimits } from './restraint-limits.ts';

let h: CareHouse;
const P = 'members_restraint';
const FILE = '/admin/sys-file/restraint/3f0c9a52-7b1d-4c1e-9a57-000000000001.png';
before(async () => {
  h = await careHouse([
    `${P}_view`,
    `${P}_do`,
    `${P}_order`,
    `${P}_export`,
    'members_oldman_view',
    'shift_handover_view',
    'shift_handover_add',
  ]);
  h.clock.now = instantOf(dayOf(h.clock.now)) + 10 * HOUR;
});
after(() => h.t.close());

const form = (more: object = {}) => ({
  oldmanId: h.wang,
  kind: 1,
  reason: 1,
  orderedRole: 1,
  orderedName: '陈医生',
  consentName: '王丽',
  consentRelation: '女儿',
  consentDay: dayOf(h.clock.now),
  consentFiles: [FILE],
  hours: 4,
  ...more,
});
const order = (more: object = {}, as: TestUser = h.nurse) => h.t.call('POST', routes.order.path, { as, input: form(more) });
const put = (path: string, input: object, as: TestUser = h.carer, key = '') =>
  h.t.call('PUT', path, { as, input, headers: key === '' ? {} : { 'idempotency-key': key } });
const get = async (id: number) => (await h.t.route(routes.get, h.nurse, { id })).data;
const fine = { blood: 1, skin: 1, mood: 1 };
const flags = async () =>
  (await h.t.deps.inTenant(h.tenantId, (tx) =>
    tx.row<{ flags: string[] }>(sql`
    select flags from people where tenant_id = ${h.tenantId} and id = ${h.wang}`),
  ))!.flags;
const waiting = async (as: TestUser = h.nurse) => (await h.t.route(nowRoutes.read, as, { kind: 'restraint' } as never)).data.rows;
let id = 0;

describe('an order of restraint', () => {
  it('needs who decided it, consent with its paper, and a time within the limit', async () => {
    assert.equal((await order({}, h.looker)).status, 403);
    assert.equal((await order({}, h.stranger)).status, 404);
    assert.equal((await h.t.route(routes.limits, h.nurse, {})).data.mostHours, 8);
    assert.deepEqual(refusal(await order({ consentFiles: [] })), [400, '请上传签字的知情同意书']);
    assert.deepEqual(refusal(await order({ orderedName: '' })), [400, '请填写决定约束的医生或护士']);
    assert.deepEqual(refusal(await order({ kind: 8 })), [400, '请选择约束方式']);
    assert.deepEqual(refusal(await order({ reason: 9 })), [422, '请说明约束原因']);
    assert.deepEqual(refusal(await order({ hours: 9 })), [422, '约束时限不能超过8小时，到时仍需约束的请重新评估并开单']);
    assert.deepEqual(refusal(await order({ consentDay: dayOf(h.clock.now + 48 * HOUR) })), [422, '知情同意日期不能晚于今天']);
    assert.equal((await order({ oldmanId: h.li }, h.carer)).status, 404, 'whom the session does not reach');
  });

  it('is one per person and kind', async () => {
    const both = await Promise.all([order(), order()]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    id = both.find(({ status }) => status === 200)!.data as number;
    assert.deepEqual(refusal(await order()), [409, '该服务对象已有同样方式的约束单没有结束，请先解除或作废']);
    assert.equal((await order({ kind: 6 })).status, 200);
    const row = await get(id);
    assert.deepEqual([row.state, row.lookMinutes, row.loosenMinutes, row.limitTime, row.consentFiles], [1, 30, 120, null, [FILE]]);
    assert.equal((await h.t.route(routes.open, h.carer, {})).data.rows.length, 2);
  });
});

describe('a restraint', () => {
  it('is begun once when the phone says, and is a flag of the person', async () => {
    const time = textOf(h.clock.now);
    assert.deepEqual(refusal(await put(routes.look.path, { id, ...fine })), [409, '该约束单待执行，不能登记观察']);
    const twice = await Promise.all([
      put(routes.begin.path, { id, time }, h.carer, 'a'),
      put(routes.begin.path, { id, time }, h.carer, 'a'),
    ]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(refusal(await put(routes.begin.path, { id, time }, h.nurse)), [409, '该约束单约束中，不能开始约束']);
    const row = await get(id);
    assert.deepEqual([row.state, row.beginName, row.limitTime], [2, '王芳', textOf(h.clock.now + 4 * HOUR)]);
    assert.ok((await flags()).includes('约束中'));
    assert.deepEqual(await waiting(), [], 'nothing is due yet');
  });

  it('waits in 现在 as soon as a look is due; two looks at once are both kept', async () => {
    h.clock.now += 31 * MINUTE;
    const [row] = await waiting();
    assert.deepEqual([row?.name, row?.text, row?.severity], ['王秀英', '手腕约束带：应观察', 2]);
    assert.deepEqual(await waiting(h.outsider), []);
    const at = textOf(h.clock.now - MINUTE);
    assert.deepEqual(refusal(await put(routes.look.path, { id, ...fine, blood: 2 })), [422, '观察有异常，请说明情况和处理']);
    assert.deepEqual(refusal(await put(routes.look.path, { id, ...fine, skin: 4 })), [400, '皮肤应为1至3的整数']);
    const same = { id, ...fine, time: at };
    const [one, two, other] = await Promise.all([
      put(routes.look.path, same, h.carer, 'b'),
      put(routes.look.path, same, h.carer, 'b'),
      put(routes.look.path, { id, ...fine, blood: 2, note: '已放松一指', loosened: true }, h.nurse),
    ]);
    // The nurse and the carer change one row at once: who was slower may be told so, and looks again.
    for (const { status } of [one, two, other]) assert.ok(status === 200 || status === 409, String(status));
    if (other.status === 409) await put(routes.look.path, { id, ...fine, blood: 2, note: '已放松一指', loosened: true }, h.nurse);
    const { looks, loosenTime } = await get(id);
    assert.deepEqual(
      looks.map(({ blood, loosened }: { blood: number; loosened: boolean }) => [blood, loosened]),
      [
        [1, false],
        [2, true],
      ],
    );
    assert.equal(loosenTime, textOf(h.clock.now));
    assert.deepEqual(await waiting(), []);
  });

  it('that was looked at without a network is told late, and sets back no newer look', async () => {
    const before = (await get(id)).lookTime;
    assert.equal((await put(routes.look.path, { id, ...fine, time: textOf(h.clock.now - 20 * MINUTE) })).status, 200);
    const { looks, lookTime } = await get(id);
    assert.deepEqual([looks.length, lookTime], [3, before]);
    assert.deepEqual(refusal(await put(routes.look.path, { id, ...fine, time: textOf(h.clock.now - 5 * HOUR) })), [
      422,
      '时间不能早于约束开始时间',
    ]);
  });

  it('beyond its limit is urgent, and ends with how the person was', async () => {
    h.clock.now += 4 * HOUR;
    const [row] = await waiting();
    assert.deepEqual([row?.text, row?.severity], ['手腕约束带：时限已到，应立即解除', 1]);
    const told = async () => {
      await tellOfLimits(h.t.deps, h.clock.now, 100);
      const found = await h.t.deps.inTenant(h.tenantId, (tx) =>
        tx.rows<{ title: string }>(sql`
          select title from messages where tenant_id = ${h.tenantId} and recipient_id = ${h.nurse.userId} order by id`),
      );
      return found.map(({ title }) => title);
    };
    assert.deepEqual([await told(), await told()], [['约束已到时限：王秀英'], ['约束已到时限：王秀英']]);
    assert.deepEqual(refusal(await order()), [409, '该服务对象已有同样方式的约束单没有结束，请先解除或作废']);
    assert.deepEqual(refusal(await put(routes.release.path, { id })), [422, '请填写解除时的情况']);
    const note = '皮肤完好';
    const both = await Promise.all([put(routes.release.path, { id, note }), put(routes.release.path, { id, note }, h.nurse)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.ok(!(await flags()).includes('约束中'));
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(refusal(await put(routes.look.path, { id, ...fine })), [409, '该约束单已解除，不能登记观察']);
  });

  it('stands in the handover, the month, the list and its file', async () => {
    const span = { startTime: textOf(h.clock.now - 8 * HOUR), endTime: textOf(h.clock.now) };
    assert.match((await h.t.route(handovers.draft, h.nurse, span)).data.people, /王秀英（.+）：手腕约束带，\d\d-\d\d \d\d:\d\d已解除/);
    const month = (await h.t.route(routes.statistics, h.nurse, { month: dayOf(h.clock.now).slice(0, 7) })).data;
    assert.deepEqual(month, [
      { oldmanId: h.wang, oldmanName: '王秀英', place: month[0]?.place, times: 1, hours: 4.5, looks: 3, beyond: 1 },
    ]);
    assert.deepEqual((await h.t.route(routes.statistics, h.stranger, { month: '2026-01' })).data, []);
    assert.equal((await h.t.route(routes.page, h.nurse, { state: 3 } as never)).data.total, 1);
    assert.equal((await h.t.call('GET', `${routes.export.path}?format=csv`, { as: h.nurse })).status, 200);
    assert.equal((await h.t.call('GET', `${routes.export.path}?format=csv`, { as: h.looker })).status, 403);
  });

  it('ends by itself when the person is not in the house any more; an order that was not begun is withdrawn', async () => {
    const next = (await order()).data as number;
    assert.equal((await put(routes.begin.path, { id: next })).status, 200);
    const { emit } = await import('../events.ts');
    const changed = () => h.t.deps.inTenant(h.tenantId, (tx) => emit('person.changed', { personId: h.wang }, tx, h.t.deps));
    await h.run(sql`update people set flags = '{}' where tenant_id = ${h.tenantId} and id = ${h.wang}`);
    await changed();
    assert.ok((await flags()).includes('约束中'), 'a form that left it out does not hide it');
    await h.run(sql`update people set status = 3 where tenant_id = ${h.tenantId} and id = ${h.wang}`);
    await changed();
    const row = await get(next);
    assert.deepEqual([row.state, row.endName, row.endNote], [3, '系统', '离开机构，系统结束']);
    assert.ok(!(await flags()).includes('约束中'));
    assert.equal((await h.t.route(routes.page, h.nurse, { state: 4 } as never)).data.total, 1);
    assert.deepEqual(refusal(await order()), [422, '王秀英不在院，不能开具约束单']);
  });

  it('is withdrawn before it has begun only, with a reason', async () => {
    await h.run(sql`update people set status = 1 where tenant_id = ${h.tenantId} and id = ${h.wang}`);
    const next = (await order()).data as number;
    const withdraw = (note: string) => h.t.route(routes.withdraw, h.nurse, { id: next, version: 1, note });
    assert.deepEqual(refusal(await withdraw('')), [422, '请填写作废原因']);
    assert.equal((await withdraw('改用软垫')).status, 200);
    assert.equal((await withdraw('改用软垫')).status, 409);
    assert.deepEqual(refusal(await h.t.route(routes.get, h.stranger, { id: next })), [404, '约束单不存在']);
  });
});
