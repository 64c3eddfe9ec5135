import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { personContacts as routes } from '#contract/elderly/person-contacts.ts';
import { people } from '#contract/elderly/people.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { phoneMessages } from '#contract/phones.rules.ts';
import { person, warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const son = { name: '王建国', phone: '13900000001', relation: 2, notes: null };
const daughter = { name: '王丽', phone: '0571-87654321', relation: 3, notes: '夜间可联系' };
const friend = { name: '老李', phone: '13900000003', relation: null, notes: null };

const read = async (oldmanId: number, as = nurse) => (await t.route(routes.ofPerson, as, { oldmanId })).data;
const names = async (oldmanId: number) => (await read(oldmanId)).contacts.map(({ name }: { name: string }) => name);
const save = async (oldmanId: number, contacts: unknown[], version?: number) =>
  t.route(routes.save, nurse, { oldmanId, version: version ?? (await read(oldmanId)).version, contacts });
const wire = async (id: number) => {
  const { data } = await t.route(people.get, nurse, { id });
  return [data.contactName, data.contactPhone];
};
const add = async (input: Record<string, unknown>) => (await t.route(people.create, nurse, input)).data as number;

describe('the contacts of a person', () => {
  it('are saved in their order; the first is the one of the specification', async () => {
    const id = await add({ userName: '王秀英', contactName: '邻居', contactPhone: '13900000009' });
    assert.deepEqual((await read(id)).contacts, [{ name: '邻居', phone: '13900000009', relation: null, notes: null }]);
    assert.equal((await save(id, [daughter, son, friend])).msg, '更新成功');
    assert.deepEqual((await read(id)).contacts, [daughter, son, friend]);
    assert.deepEqual(await wire(id), ['王丽', '0571-87654321']);
    await save(id, [son, daughter]);
    assert.deepEqual(
      [await names(id), await wire(id)],
      [
        ['王建国', '王丽'],
        ['王建国', '13900000001'],
      ],
    );
    await save(id, []);
    assert.deepEqual([await names(id), await wire(id)], [[], [null, null]]);
  });

  it('follow a client that knows one contact only', async () => {
    const id = await add({ userName: '李秀英' });
    await save(id, [son, daughter]);
    const update = (input: object) => t.route(people.update, nurse, { id, userName: '李秀英', ...input });
    await update({ remarks: '爱听戏' });
    assert.deepEqual((await read(id)).contacts, [son, daughter], 'what it leaves out stays');
    await update({ contactPhone: '13900000011' });
    assert.deepEqual((await read(id)).contacts[0], { ...son, phone: '13900000011' }, 'another number of the same son');
    await update({ contactName: '老张', contactPhone: '13900000012' });
    assert.deepEqual((await read(id)).contacts[0], { name: '老张', phone: '13900000012', relation: null, notes: null }, 'somebody else');
    await update({ contactName: null, contactPhone: null });
    assert.deepEqual([(await read(id)).contacts, await wire(id)], [[daughter], ['王丽', '0571-87654321']], 'the next one is the first');
    await update({ contactName: null, contactPhone: null });
    assert.deepEqual((await read(id)).contacts, []);
  });

  it('have the relation that the form of the person says, for the first of them', async () => {
    const first = { contactName: '王建国', contactPhone: '13900000021' };
    const id = await add({ userName: '冯秀英', ...first, contactRelation: 2 });
    const contact = async () => {
      const [one] = (await read(id)).contacts;
      assert.equal((await t.route(people.get, nurse, { id })).data.contactRelation, one?.relation ?? null);
      return one && [one.name, one.relation];
    };
    assert.deepEqual(await contact(), ['王建国', 2]);
    const update = (input: object) => t.route(people.update, nurse, { id, userName: '冯秀英', ...input });
    await update({ ...first, contactRelation: 4 });
    assert.deepEqual(await contact(), ['王建国', 4]);
    await update({ contactName: '王丽', contactPhone: '13900000022', contactRelation: 3 });
    assert.deepEqual(await contact(), ['王丽', 3], 'of somebody else, as it was said');
    await update({ remarks: '爱听戏' });
    assert.deepEqual(await contact(), ['王丽', 3]);
    await update({ contactRelation: null });
    assert.deepEqual(await contact(), ['王丽', null]);
    await update({ contactName: null, contactPhone: null, contactRelation: 3 });
    assert.equal(await contact(), undefined, 'nobody is not related');
    await update({ contactRelation: 3 });
    assert.equal((await t.route(people.get, nurse, { id })).data.contactRelation, null);
    assert.deepEqual(refusal(await t.route(people.create, nurse, { userName: '陈秀英', ...first, contactRelation: 100 })), [
      400,
      '不能大于99',
    ]);
  });

  it('are refused when they are wrong, and nothing changes', async () => {
    const id = await add({ userName: '张秀英' });
    await save(id, [son]);
    const wrong: [unknown[], number, string | RegExp][] = [
      [[{ ...son, name: '' }], 400, '请输入联系人姓名'],
      [[{ ...son, phone: '' }], 400, '请输入联系人电话'],
      [[{ ...son, phone: '12' }], 400, phoneMessages.contact],
      [Array.from({ length: 11 }, (_, at) => ({ ...son, phone: `139000001${10 + at}` })), 400, '最多登记10位联系人'],
      [[son, { ...daughter, phone: son.phone }], 422, '电话13900000001登记了两次，请核对'],
    ];
    for (const [contacts, status, text] of wrong) assert.deepEqual(refusal(await save(id, contacts)), [status, text]);
    const stale = await save(id, [daughter], 1);
    assert.deepEqual([stale.status, stale.msg], [409, '服务对象已被他人修改，请刷新后重试']);
    assert.deepEqual(await names(id), ['王建国']);
  });

  it('keep a number that is older than the rule', async () => {
    const id = await add({ userName: '赵秀英' });
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update people set contact_name = '门口小店', contact_phone = '12345' where tenant_id = ${nurse.tenantId} and id = ${id}`),
    );
    const { contacts } = await read(id);
    assert.equal((await save(id, [...contacts, son])).status, 200);
    assert.deepEqual(await names(id), ['门口小店', '王建国']);
  });

  it('are those of one’s own institution', async () => {
    const id = await add({ userName: '孙秀英' });
    for (const [route, input] of [
      [routes.ofPerson, { oldmanId: id }],
      [routes.save, { oldmanId: id, version: 1, contacts: [son] }],
      [routes.calls, { oldmanId: id }],
      [routes.addCall, { oldmanId: id, contact: '甲', phone: '13900000001', outcome: 1, seconds: 5 }],
    ] as const)
      assert.deepEqual(refusal(await t.route(route, stranger, input)), [404, '服务对象不存在'], route.path);
  });

  it('stand in the alarm, all of them, and each may be dialled as it is', async () => {
    const oldmanId = await person(t, nurse.tenantId, '钱秀英');
    await save(oldmanId, [son, daughter]);
    const id = await warning(t, nurse.tenantId, oldmanId);
    const { data } = await t.route(warnings.get, nurse, { id });
    assert.deepEqual(data.contacts, [
      { name: son.name, phone: son.phone, relation: 2 },
      { name: daughter.name, phone: daughter.phone, relation: 3 },
    ]);
    const call = await t.route(warningRecords.startCall, nurse, { warningId: id, phone: daughter.phone, contact: daughter.name });
    assert.equal(call.status, 200, String(call.msg));
  });
});

describe('a call', () => {
  it('is noted with what came of it, the newest first', async () => {
    const oldmanId = await add({ userName: '周秀英' });
    const call = { oldmanId, contact: '王建国', phone: '139 0000 0001', outcome: 2, seconds: 42, note: '' };
    assert.equal((await t.route(routes.addCall, nurse, call)).msg, '通话已记录');
    await t.route(routes.addCall, nurse, { ...call, outcome: 1, note: '已告知体检结果' });
    const { data } = await t.route(routes.calls, nurse, { oldmanId });
    assert.deepEqual(
      data.map(({ contact, phone, outcome, seconds, note }: Record<string, unknown>) => [contact, phone, outcome, seconds, note]),
      [
        ['王建国', '13900000001', 1, 42, '已告知体检结果'],
        ['王建国', '13900000001', 2, 42, null],
      ],
    );
    for (const [wrong, text] of [
      [{ ...call, contact: '' }, '请填写通话对象'],
      [{ ...call, phone: 'abc' }, phoneMessages.dialled],
      [{ ...call, seconds: 99_999 }, '不能大于7200'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.addCall, nurse, wrong)), [400, text]);
  });
});
