import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { skinFindings as routes } from '#contract/care/skin-findings.ts';
import { HOUR, MINUTE, textOf } from '#contract/time.ts';
import { careHouse, type CareHouse } from '#test/care-house.ts';
import { refusal, type TestUser } from '#test/harness.ts';

let h: CareHouse;
before(async () => {
  h = await careHouse(['members_skin_view', 'members_skin_add']);
});
after(() => h.t.close());

const form = (more: object = {}) => ({ oldmanId: h.wang, part: 'sacrum', kind: 2, length: 3, width: 2.5, note: '创面红润', ...more });
const add = (more: object = {}, as: TestUser = h.nurse, headers: Record<string, string> = {}) =>
  h.t.call('POST', routes.create.path, { as, input: form(more), headers });
const get = async (id: number, as: TestUser = h.nurse) => (await h.t.route(routes.get, as, { id })).data;
const look = (id: number, more: object = {}, as: TestUser = h.nurse) =>
  h.t.route(routes.look, as, { id, kind: 2, length: 2, width: 2, note: '缩小', ...more } as never);

describe('a finding of the skin', () => {
  it('is written down once, by who reaches the person', async () => {
    assert.equal((await add({}, h.looker)).status, 403);
    assert.deepEqual(refusal(await add({}, h.stranger)), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await add({ oldmanId: h.li }, h.carer)), [404, '服务对象不存在']);
    const refused: [object, string][] = [
      [{ part: 'tail' }, '请选择部位'],
      [{ kind: 7 }, '请选择类别'],
      [{ oldmanId: null }, '请选择服务对象'],
      [{ length: 0 }, '长应为0.1至100厘米，最多一位小数'],
      [{ width: 1.25 }, '宽应为0.1至100厘米，最多一位小数'],
      [{ photos: Array.from({ length: 7 }, () => '/admin/sys-file/files/00000000-0000-4000-8000-000000000000.jpg') }, '最多6张图片'],
    ];
    for (const [more, said] of refused) assert.deepEqual(refusal(await add(more)), [400, said]);
    assert.deepEqual(refusal(await add({ time: textOf(h.clock.now + HOUR) })), [422, '观察时间不能晚于现在']);
    assert.deepEqual(refusal(await add({ time: textOf(h.clock.now - 73 * HOUR) })), [422, '只能补记72小时内的观察']);
    assert.equal((await h.t.route(routes.page, h.nurse, {})).data.total, 0);
    const key = { 'idempotency-key': 'skin-1' };
    const twice = await Promise.all([add({}, h.carer, key), add({}, h.carer, key)]);
    assert.equal(twice[0]!.data, twice[1]!.data);
    const found = await get(twice[0]!.data as number);
    assert.deepEqual(
      [found.oldmanName, found.part, found.kind, found.length, found.width, found.state, found.looks],
      ['王秀英', 'sacrum', 2, 3, 2.5, 1, 1],
    );
    assert.deepEqual([found.course[0]?.note, found.course[0]?.userName], ['创面红润', '王芳']);
  });

  it('is looked at again and again until it has healed; of two at once one wins', async () => {
    const id = (await add({ part: 'heel.left' })).data as number;
    h.clock.now += HOUR;
    const { version } = await get(id);
    assert.deepEqual(refusal(await look(id, { kind: 1 })), [422, '压疮分期不能回退，愈合中的压疮仍按最深时的分期记录']);
    assert.deepEqual(refusal(await look(id, { kind: 12 })), [422, '压疮不能改为其他类别']);
    assert.deepEqual(refusal(await look(id, { time: textOf(h.clock.now - 2 * HOUR) })), [422, '观察时间不能早于上一次观察']);
    assert.equal((await get(id)).looks, 1);
    const both = await Promise.all([look(id, { version }), look(id, { version, note: '另一次' })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)?.msg, '皮肤记录已被他人修改，请刷新后重试');
    const after = await get(id);
    assert.deepEqual([after.length, after.width, after.looks, after.version], [2, 2, 2, version + 1]);
    h.clock.now += MINUTE;
    const heal = (more: object = {}, as: TestUser = h.nurse) => h.t.route(routes.heal, as, { id, note: '已结痂脱落', ...more } as never);
    assert.equal((await heal({}, h.looker)).status, 403);
    assert.deepEqual(refusal(await heal({}, h.stranger)), [404, '皮肤记录不存在']);
    assert.equal((await heal()).status, 200);
    const healed = await get(id);
    assert.deepEqual([healed.state, healed.healTime, healed.course[0]?.healed], [2, textOf(h.clock.now), true]);
    assert.deepEqual(refusal(await look(id)), [409, '该皮肤记录已愈合，不能登记观察']);
  });

  it('is found by name, kind and state, as far as the session reaches', async () => {
    const other = (await add({ oldmanId: h.li, kind: 12, part: 'back', length: null, width: null })).data as number;
    const total = async (search: object, as: TestUser = h.nurse) => (await h.t.route(routes.page, as, search as never)).data.total;
    assert.equal(await total({}), 3);
    assert.equal(await total({}, h.carer), 2);
    assert.equal(await total({}, h.stranger), 0);
    assert.equal(await total({ state: 1 }), 2);
    assert.equal(await total({ pressure: 'true' }), 2);
    assert.equal(await total({ kind: 12 }), 1);
    assert.equal(await total({ oldmanName: '建国' }), 1);
    assert.equal((await h.t.route(routes.get, h.carer, { id: other })).status, 404);
    assert.equal((await h.t.route(routes.get, h.stranger, { id: other })).status, 404);
  });
});
