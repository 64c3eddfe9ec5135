import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { pino } from 'pino';
import { z } from 'zod';
import { people } from '#contract/elderly/people.ts';
import { clearable, date, dateTime, decimal, flag, id, int, picked, required, text } from '#contract/fields.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { mobile } from '#contract/phones.ts';
import { roles } from '#contract/users/roles.ts';
import { users } from '#contract/users/users.ts';
import { duties } from '#contract/warnings/duties.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { amend, unknownKeys } from './lenient-input.ts';

const read = (schema: z.ZodType, value: unknown, updates = false) => schema.safeParse(amend(schema, value, updates));
const form = z.object({
  name: required(20, '请输入姓名'),
  sort: int(0, 99).optional(),
  scale: z.number().optional(),
  on: z.boolean().default(true),
  flag: flag.optional(),
  kind: z.enum(['0', '9']).optional(),
  step: z.literal([1, 2, 3]).optional(),
  day: clearable(date),
  at: dateTime.optional(),
  endTime: dateTime.optional(),
  phone: mobile.optional(),
  ids: z.array(id).optional(),
  lines: z.array(z.object({ num: z.int(), note: text(10).optional() })).optional(),
});

describe('input as clients of this family write it', () => {
  it('takes numbers, flags and choices in texts, with space around them', () => {
    const { data, error } = read(form, {
      name: ' 王 ',
      sort: ' 7 ',
      scale: '1.50',
      on: '0',
      flag: 1,
      kind: 9,
      step: '2',
      phone: 13812345678,
      lines: [{ num: '3' }],
    });
    assert.ifError(error);
    assert.deepEqual(data, {
      name: '王',
      sort: 7,
      scale: 1.5,
      on: false,
      flag: true,
      kind: '9',
      step: 2,
      phone: '13812345678',
      lines: [{ num: 3 }],
    });
    assert.deepEqual(read(z.object({ price: decimal }), { price: ' 12.50 ' }).data, { price: 12.5 });
  });

  it('takes a day with a time, and a moment without one: the end of a range is the last second of its day', () => {
    assert.deepEqual(read(form, { name: 'a', day: '2026-02-28 00:00:00', at: '2026-02-28', endTime: '2026-02-28' }).data, {
      name: 'a',
      on: true,
      day: '2026-02-28',
      at: '2026-02-28 00:00:00',
      endTime: '2026-02-28 23:59:59',
    });
    assert.equal((read(form, { name: 'a', at: '2026-02-28T08:30' }).data as any).at, '2026-02-28 08:30:00');
    for (const at of ['2026-02-30', '2026-02-28 25:00:00', 'tomorrow']) assert.equal(read(form, { name: 'a', at }).success, false, at);
  });

  it('takes a list as one text, with empty parts', () => {
    for (const ids of ['2,23,', ',2,,23', [2, '23', ''], [' 2', 23, null]])
      assert.deepEqual((read(form, { name: 'a', ids }).data as any).ids, [2, 23]);
    assert.deepEqual((read(form, { name: 'a', ids: 2 }).data as any).ids, [2]);
    assert.equal(read(form, { name: 'a', ids: '2,x' }).success, false);
  });

  it('takes an empty value of an optional field as not set, and refuses that of a required one in its own words', () => {
    const empty = {
      sort: '',
      scale: null,
      on: '',
      flag: ' ',
      kind: '',
      step: null,
      at: '',
      endTime: null,
      phone: '',
      ids: '',
      lines: null,
    };
    assert.deepEqual(read(form, { name: 'a', ...empty }).data, { name: 'a', on: true });
    const { error } = read(z.object({ id: picked('请选择服务对象') }), { id: '' });
    assert.match(JSON.stringify(error?.issues), /请选择服务对象/);
  });

  it('leaves a masked number as it was in an update, and refuses it in a new row', () => {
    assert.deepEqual(read(form, { name: 'a', phone: '138****5678' }, true).data, { name: 'a', on: true });
    assert.equal(read(form, { name: 'a', phone: '138****5678' }).success, false);
    assert.equal(read(form, { name: 'a', phone: '138*5678' }, true).success, false);
    const identified = z.object({
      name: required(20, '请输入姓名'),
      identityNumber: z
        .string()
        .regex(/^\d{17}[\dX]$/, { error: '身份证号格式不正确' })
        .optional(),
    });
    for (const masked of ['3301**********123X', '330102********1234'])
      assert.deepEqual(read(identified, { name: 'a', identityNumber: masked }, true).data, { name: 'a' }, masked);
    assert.equal(read(identified, { name: 'a', identityNumber: '3301**********123X' }).success, false, 'of a new row');
  });

  it('names the keys that a schema drops, at any depth', () => {
    const found = unknownKeys(form, { name: 'a', x: 1, lines: [{ num: 1 }, { num: 1, price: 5 }] });
    assert.deepEqual(found, [
      { path: ['x'], value: 1 },
      { path: ['lines', '1', 'price'], value: 5 },
    ]);
  });

  it('gives up on input that is too deep or of another shape, without a crash', () => {
    const deep = { name: 'a', lines: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) };
    assert.equal(read(form, deep).success, false);
    for (const value of [null, 1, 'x', [], [[]], { __proto__: null, constructor: 1 }]) assert.equal(read(form, value).success, false);
  });
});

describe('a call', () => {
  let t: Harness;
  let tenantId: number;
  let chief: TestUser;
  before(async () => {
    t = await harness();
    tenantId = await t.tenant();
    chief = await t.user(tenantId);
  });
  after(() => t.close());
  const done = async (call: ReturnType<Harness['route']>) => {
    const answer = await call;
    assert.equal(answer.status, 200, String(answer.msg));
    return answer.data;
  };

  it('drops unknown keys where neither money nor rights nor identity would change', async () => {
    const personId = await done(
      t.route(people.create, chief, { userName: '陈秀英', $gender: '女', gender: '2', hobby: '下棋', careLevel: '' }),
    );
    const person = await done(t.route(people.get, chief, { id: personId }));
    assert.deepEqual([person.gender, person.careLevel, 'hobby' in person], [2, null, false]);
    await done(
      t.route(duties.create, chief, {
        userId: String(chief.userId),
        day: '2026-11-22 00:00:00',
        from: '08:00',
        to: '16:00',
        tenantId,
        remarks: 'x',
      }),
    );
  });

  it('writes the names of dropped keys to the debug log, and nothing of what they said', async () => {
    const { log } = t.deps;
    const lines: string[] = [];
    const said = { userName: '陈桂花', hobby: '不可外传', nested: { secret: '不可外传' } };
    t.deps.log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    try {
      await done(t.route(people.create, chief, said));
    } finally {
      t.deps.log = log;
    }
    const dropped = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'unknown keys were dropped');
    assert.deepEqual(
      dropped.map(({ route, keys }) => [route, keys]),
      [['/members/oldman', ['hobby', 'nested']]],
    );
    assert.ok(dropped[0].reqId);
    for (const word of ['陈桂花', '不可外传']) assert.ok(!lines.join('').includes(word), word);
  });

  it('refuses a key of rights or identity by name, and writes nothing', async () => {
    const account = { username: 'liberal1', nickName: '赵护理', password: 'Tulip-4827' };
    for (const [extra, field] of [
      [{ superAdmin: 1 }, '“超级管理员”（superAdmin）'],
      [{ tenant_id: tenantId + 1 }, '“所属机构”（tenant_id）'],
      [{ permissions: ['sys_user_add'] }, '“权限”（permissions）'],
      [{ roleIds: [1] }, '“角色”（roleIds）'],
    ] as const) {
      const answer = await t.route(users.create, chief, { ...account, ...extra });
      assert.deepEqual([answer.status, answer.msg], [400, `不允许设置或修改${field}`]);
    }
    assert.equal((await t.route(users.page, chief, { username: account.username })).data.total, 0);
    // What says nothing, and what is no right of anybody, is dropped.
    await done(t.route(users.create, chief, { ...account, superAdmin: 0, permissions: [], tenant_id: tenantId, hobby: '下棋' }));
  });

  it('takes a row of rights back as it was read, and names what was changed in it', async () => {
    const row = (await done(t.route(users.page, chief, { username: 'liberal1' }))).records[0];
    await done(t.route(users.update, chief, row));
    const role = (await done(t.route(roles.page, chief))).records[0];
    const changed = await t.route(users.update, chief, {
      ...row,
      version: undefined,
      roleList: [{ roleId: role.roleId, roleName: 'x', roleCode: 'x' }],
    });
    assert.deepEqual([changed.status, changed.msg], [400, '不允许设置或修改“角色”（roleList）']);
    const external = await t.route(users.update, chief, { ...row, version: undefined, external: true });
    assert.deepEqual([external.status, external.msg], [400, '不允许设置或修改“账号归属”（external）']);
    const self = (await done(t.route(users.info, chief))).sysUser;
    const own = await t.route(users.edit, chief, { avatar: self.avatar, ...self, superAdmin: 1 - self.superAdmin });
    assert.deepEqual([own.status, own.msg], [400, '不允许设置或修改“超级管理员”（superAdmin）']);
  });

  it('refuses a price that is the server’s', async () => {
    const order = {
      oldmanId: 1,
      nickName: '王',
      phone: '13812345678',
      address: '西湖区',
      details: [{ productId: 1, num: 1, price: 0.01 }],
    };
    const answer = await t.route(goodsOrders.create, chief, order);
    assert.deepEqual([answer.status, answer.msg], [400, '不允许设置或修改“价格”（details.0.price）']);
  });
});
