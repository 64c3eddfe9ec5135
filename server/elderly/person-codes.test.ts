import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { MOST_CARDS, personCodes as routes } from '#contract/elderly/person-codes.ts';
import { people } from '#contract/elderly/people.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const VOID = [404, '身份码无效或已更换'];
const said = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
const add = async (input: Record<string, unknown>) =>
  (await t.route(people.create, nurse, { userName: '王秀英', ...input })).data as number;
const renew = (oldmanId: number, version?: number, as = nurse) => t.route(routes.renew, as, { oldmanId, version });
const find = (code: string, as = nurse) => t.route(routes.find, as, { code });
const rights = async (dataScope: number, permissions = ['members_oldman_view', 'members_oldmanqrcode_add']) =>
  t.user(nurse.tenantId, { permissions, dataScope });

describe('the code of a person', () => {
  it('is made once asked for, says nothing by itself, and leads whoever scans it to the person', async () => {
    const id = await add({
      gender: 2,
      birthDate: '1940-01-01',
      careLevel: 2,
      flags: ['跌倒高危', '青霉素过敏'],
      contactName: '王建国',
      contactPhone: '13900000001',
      contactRelation: 2,
    });
    assert.equal((await t.route(routes.get, nurse, { id })).data, null);
    const made = await renew(id);
    assert.deepEqual(said(made), [200, '身份码已生成']);
    assert.match(made.data.code, /^[0-9a-v]{26}$/);
    assert.deepEqual((await t.route(routes.get, nurse, { id })).data, made.data);
    const { data } = await find(`https://yian.example/p/${made.data.code.toUpperCase()}`);
    assert.deepEqual(
      [data.id, data.userName, data.allergies, data.flags, data.contactName, data.contactPhone],
      [id, '王秀英', ['青霉素过敏'], ['跌倒高危'], '王建国', '139****0001'],
    );
    for (const hidden of ['identityNumber', 'mobile', 'remarks']) assert.equal(hidden in data, false, hidden);
  });

  it('is void once another was made, and one who left gets none', async () => {
    const id = await add({ userName: '陈德福' });
    const { code, version } = (await renew(id)).data;
    const next = (await renew(id, version)).data;
    assert.notEqual(next.code, code);
    assert.deepEqual(said(await find(code)), VOID);
    assert.equal((await find(next.code)).data.id, id);
    await t.route(people.update, nurse, { id, userName: '陈德福', status: 4 });
    assert.deepEqual(said(await renew(id)), [422, '该服务对象已离开机构，不能生成身份码']);
    assert.deepEqual(said(await t.route(routes.prepare, nurse, { ids: [id] })), [422, '该服务对象已离开机构，不能生成身份码']);
    await t.route(people.remove, nurse, { id, reason: '录错' });
    assert.deepEqual(said(await find(next.code)), VOID);
  });

  it('is given to one of two who renew it at once', async () => {
    const id = await add({ userName: '赵玉兰' });
    const answers = await Promise.all([renew(id, 0), renew(id, 0)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const won = answers.find(({ status }) => status === 200)!.data;
    const lost = answers.find(({ status }) => status === 409)!;
    assert.deepEqual([lost.msg, lost.data.code], ['身份码已被他人更换，请刷新后重试', won.code]);
    assert.equal((await find(won.code)).data.id, id);
  });

  it('opens nothing to another institution, to whoever does not reach the person, or to nonsense', async () => {
    const id = await add({ userName: '孙桂芳' });
    const { code } = (await renew(id)).data;
    const narrow = await rights(3);
    assert.deepEqual(said(await find(code, stranger)), VOID);
    assert.deepEqual(said(await find(code, narrow)), VOID);
    for (const nonsense of ['0'.repeat(26), 'https://yian.example/p/', '%']) assert.deepEqual(said(await find(nonsense)), VOID, nonsense);
    assert.deepEqual(said(await find(' ')), [400, '请扫描身份码']);
    for (const as of [stranger, narrow]) {
      assert.equal((await renew(id, undefined, as)).status, 404);
      assert.equal((await t.route(routes.get, as, { id })).status, 404);
      assert.equal((await t.route(routes.prepare, as, { ids: [id] })).status, 404);
      assert.deepEqual((await t.route(routes.cards, as, { ids: [id] })).data, []);
    }
    assert.equal((await find(code)).data.id, id);
  });

  it('is read by those who see people, and made only by those who may', async () => {
    const id = await add({ userName: '周凤英' });
    const reader = await rights(1, ['members_oldman_view']);
    const nobody = await rights(1, ['nothing']);
    assert.equal((await renew(id, undefined, reader)).status, 403);
    assert.equal((await t.route(routes.prepare, reader, { ids: [id] })).status, 403);
    assert.equal((await t.route(routes.get, reader, { id })).status, 200);
    for (const [route, input] of [
      [routes.get, { id }],
      [routes.find, { code: 'x' }],
      [routes.cards, { ids: [id] }],
    ] as const)
      assert.deepEqual([(await t.route(route, nobody, input)).status, (await t.route(route, null, input)).status], [403, 401]);
  });
});

describe('cards', () => {
  it('are prepared for many at once: who has a code keeps it', async () => {
    const first = await add({ userName: '吴国强', flags: ['鼻饲'] });
    const second = await add({ userName: '郑淑珍' });
    const { code } = (await renew(first)).data;
    const ids = [second, first, second];
    const cards = async () =>
      (await t.route(routes.cards, nurse, { ids })).data as { oldmanId: number; code: string | null; flags: string[] }[];
    assert.deepEqual(
      (await cards()).map((card) => [card.oldmanId, card.code]),
      [
        [second, null],
        [first, code],
      ],
    );
    const both = await Promise.all([1, 2].map(() => t.route(routes.prepare, nurse, { ids })));
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    const [of, kept] = await cards();
    assert.deepEqual([kept!.code, kept!.flags], [code, ['鼻饲']]);
    assert.equal((await find(of!.code!)).data.id, second);
    assert.equal((await t.route(routes.prepare, nurse, { ids })).status, 200);
    assert.equal((await cards())[0]!.code, of!.code);
  });

  it('are asked for by the people that they are of, and not for too many', async () => {
    assert.deepEqual(said(await t.route(routes.prepare, nurse, { ids: [] })), [400, '请选择服务对象']);
    const many = Array.from({ length: MOST_CARDS + 1 }, (_, at) => at + 1);
    assert.deepEqual(said(await t.route(routes.prepare, nurse, { ids: many })), [400, `每次最多打印${MOST_CARDS}位服务对象`]);
    const id = await add({ userName: '冯秀兰' });
    assert.equal((await t.route(routes.cards, nurse, { ids: id })).data.length, 1);
    assert.equal((await t.route(routes.prepare, nurse, { ids: [id, 9_999_999] })).status, 404);
    const none = await t.deps.inTenant(nurse.tenantId, (tx) => tx.rows(sql`select 1 from person_codes where person_id = ${id}`));
    assert.equal(none.length, 0);
  });
});
