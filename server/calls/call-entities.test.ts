/** The four entities of the call centre, and whose number it is that calls. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callCustomers } from '#contract/calls/call-customers.ts';
import { callGroups } from '#contract/calls/call-groups.ts';
import { callSeats } from '#contract/calls/call-seats.ts';
import { callServices } from '#contract/calls/call-services.ts';
import { columnLabel } from '#contract/system/change-labels.ts';
import { tableLabels } from '#contract/system/table-labels.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant(), {});
  stranger = await t.user(await t.tenant(), {});
});
after(() => t.close());

const run = <T>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(admin.tenantId, (tx) => tx.rows<T>(query));
/** Saves a row as it was read, with changes. */
const change = async (
  entity: typeof callGroups | typeof callSeats | typeof callServices | typeof callCustomers,
  id: number,
  more: object,
) => t.route(entity.update, admin, { ...(await t.route(entity.get, admin, { id })).data, ...more });
const group = async (code: string, more: object = {}) =>
  (await t.route(callGroups.create, admin, { name: code, code, ...more })).data as number;
const person = async (name: string, mobile: string, contact: string | null = null) => {
  const [row] = await run<{ id: number }>(sql`
    insert into people (tenant_id, name, gender, birth_date, status, mobile, contact_name, contact_phone)
    values (${admin.tenantId}, ${name}, 2, '1940-01-01', 1, ${sealed(mobile)}, '王芳', ${sealed(contact)}) returning id`);
  return row!.id;
};

describe('skill groups', () => {
  it('lead on to another group or number, never back to themselves', async () => {
    const desk = await group('desk');
    assert.deepEqual(refusal(await t.route(callGroups.create, admin, { name: '又', code: 'desk' })), [409, '技能组编码已存在']);
    const add = (more: object) => t.route(callGroups.create, admin, { name: '夜班', code: 'night', ...more });
    assert.deepEqual(refusal(await add({ overflow: 2 })), [400, '请选择溢出技能组']);
    assert.deepEqual(refusal(await add({ overflow: 3, overflowNumber: '值班' })), [400, '请输入溢出号码，3至20位数字']);
    assert.deepEqual(refusal(await add({ overflow: 2, overflowGroupId: 999_999 })), [422, '溢出技能组不存在']);
    const night = (await add({ overflow: 2, overflowGroupId: desk })).data as number;
    const back = await change(callGroups, desk, { overflow: 2, overflowGroupId: night });
    assert.deepEqual(refusal(back), [422, '溢出技能组最终又转回本组，请另选']);
    assert.equal((await t.route(callGroups.get, admin, { id: night })).data.overflowGroupName, 'desk');
    assert.deepEqual(refusal(await t.route(callGroups.remove, admin, { id: desk })), [
      422,
      '技能组有通话记录或被其他技能组引用，不能删除，请停用',
    ]);
    assert.equal((await t.route(callGroups.get, stranger, { id: desk })).status, 404);
    assert.equal((await t.route(callGroups.update, stranger, { id: desk, name: '别家', code: 'other' })).status, 404);
    assert.equal((await t.route(callGroups.remove, stranger, { id: desk })).status, 404);
  });
});

describe('seats', () => {
  it('are of one person with one extension; their secrets are written and never read', async () => {
    const groupId = await group('skills');
    const [one, two] = [await t.user(admin.tenantId, {}), await t.user(admin.tenantId, {})];
    const add = (more: object) => t.route(callSeats.create, admin, { userId: one.userId, extension: '8001', ...more });
    const secrets = { sipPassword: 'geheim-1', accessKeyId: 'k', accessKeySecret: 's' };
    const id = (await add({ groups: [{ id: groupId, level: 7 }], device: 2, ...secrets })).data as number;
    assert.deepEqual(refusal(await add({ extension: '8002' })), [409, '该员工已有坐席']);
    assert.deepEqual(refusal(await add({ userId: two.userId })), [409, '分机号已被使用']);
    for (const userId of [999_999, stranger.userId])
      assert.deepEqual(refusal(await add({ userId, extension: '8003' })), [422, '员工不存在']);
    assert.deepEqual(refusal(await add({ userId: two.userId, extension: '8004', groups: [{ id: 999_999 }] })), [422, '技能组不存在']);
    const half = await change(callSeats, id, { accessKeyId: 'k2' });
    assert.deepEqual(refusal(half), [400, 'AccessKey ID和Secret须同时填写']);
    const { data } = await t.route(callSeats.get, admin, { id });
    assert.deepEqual(
      [data.hasSipPassword, data.hasAccessKey, data.state, data.groups],
      [true, true, 1, [{ id: groupId, name: 'skills', level: 7 }]],
    );
    assert.ok(!JSON.stringify(data).includes('geheim-1'));
    const [kept] = await run<{ sip: string }>(sql`select encode(sip_cipher, 'escape') as sip from call_seats where id = ${id}`);
    assert.ok(kept && kept.sip !== '' && !kept.sip.includes('geheim-1'));
    // What an update leaves out stays, null takes away.
    assert.equal((await change(callSeats, id, { remarks: '一号', accessKeyId: null, accessKeySecret: null })).status, 200);
    const after = (await t.route(callSeats.get, admin, { id })).data;
    assert.deepEqual([after.hasSipPassword, after.hasAccessKey, after.groups.length], [true, false, 1]);
    assert.equal((await t.route(callSeats.get, stranger, { id })).status, 404);
    // On duty it is neither switched off nor removed.
    await run(sql`update call_presences set state = 3 where tenant_id = ${admin.tenantId} and seat_id = ${id} returning 1`);
    const off = await change(callSeats, id, { enabled: false });
    assert.deepEqual(refusal(off), [422, '坐席正在值守，请先下线再停用或更换员工']);
    assert.deepEqual(refusal(await t.route(callSeats.remove, admin, { id })), [422, '坐席正在值守，不能删除']);
    await run(sql`update call_presences set state = 1 where tenant_id = ${admin.tenantId} and seat_id = ${id} returning 1`);
    await run(sql`insert into calls (tenant_id, kind, caller, callee, seat_id, began_at)
      values (${admin.tenantId}, 2, '8001', ${sealed('13800001111')}, ${id}, now()) returning id`);
    assert.deepEqual(refusal(await t.route(callSeats.remove, admin, { id })), [422, '坐席有通话记录，不能删除，请停用']);
  });
});

describe('call services', () => {
  it('are used one at a time, when they have what they need; a change waits for calls that are open', async () => {
    const embedded = (await t.route(callServices.create, admin, { name: '内置', provider: 1, enabled: true })).data as number;
    const save = (more: object) => t.route(callServices.create, admin, { name: '云', ...more });
    assert.deepEqual(refusal(await save({ provider: 2, enabled: true })), [422, '请先填写中继地址，再启用']);
    assert.deepEqual(refusal(await save({ provider: 3, enabled: true })), [422, '请先填写实例ID、SDK地址和AccessKey，再启用']);
    const foreign = [422, 'SDK地址的域名evil.example不是阿里云的，需由运维人员在CALL_SDK_HOSTS中允许'];
    assert.deepEqual(refusal(await save({ provider: 3, sdkUrl: 'https://g.alicdn.com/a.js https://evil.example/a.js' })), foreign);
    const numbers = [{ number: '4001' }, { number: '4001' }];
    assert.deepEqual(refusal(await save({ provider: 1, numbers })), [400, '号码4001重复']);
    assert.deepEqual(refusal(await save({ provider: 1, numbers: [{ number: '4001', groupId: 999_999 }] })), [
      422,
      '号码指向的技能组不存在',
    ]);
    const menus = [{ number: '4001', menuId: 999_999 }];
    assert.deepEqual(refusal(await save({ provider: 1, numbers: menus })), [422, '号码指向的语音菜单不存在']);
    const trunk = { host: 'sip.example', port: 5060, username: 'u', registers: true };
    const sip = (await save({ name: '中继', provider: 2, trunk, trunkPassword: 'geheim-2' })).data as number;
    const read = (await t.route(callServices.get, admin, { id: sip })).data;
    assert.deepEqual([read.trunk, read.hasSecret], [trunk, true]);
    assert.ok(!JSON.stringify(read).includes('geheim-2'));
    assert.deepEqual(refusal(await change(callServices, sip, { enabled: true })), [409, '还有1个通话未结束，请稍后再切换服务']);
    await run(sql`update calls set status = 2, phase = 7, ended_at = now() where tenant_id = ${admin.tenantId} returning id`);
    assert.equal((await change(callServices, sip, { enabled: true })).status, 200);
    assert.equal((await t.route(callServices.get, admin, { id: embedded })).data.enabled, false);
    assert.deepEqual(refusal(await t.route(callServices.remove, admin, { id: sip })), [422, '正在使用的呼叫服务不能删除，请先停用']);
    assert.equal((await t.route(callServices.remove, admin, { id: embedded })).status, 200);
    assert.equal((await t.route(callServices.get, stranger, { id: sip })).status, 404);
  });
});

describe('temporary customers', () => {
  it('have a number once; a blocked one is freed before it is removed', async () => {
    const add = (more: object = {}) => t.route(callCustomers.create, admin, { name: '王芳', mobile: '13800002222', ...more });
    const id = (await add({ level: 2, levelReason: '骚扰' })).data as number;
    assert.deepEqual(refusal(await add()), [409, '该电话已登记为临时客户']);
    assert.equal((await add({ mobile: '13800003333', oldmanId: 999_999 })).status, 404);
    assert.deepEqual(refusal(await t.route(callCustomers.remove, admin, { id })), [422, '已拦截的号码请先解除，再删除']);
    assert.equal((await change(callCustomers, id, { level: 0 })).status, 200);
    assert.deepEqual(
      (await t.route(callCustomers.page, admin, { mobile: '138 0000 2222' })).data.records.map((row: { id: number }) => row.id),
      [id],
    );
    assert.equal((await t.route(callCustomers.get, stranger, { id })).status, 404);
    assert.equal((await t.route(callCustomers.remove, admin, { id })).status, 200);
  });
});

describe('whose number it is', () => {
  const find = async (as: TestUser, mobile: string) => (await t.route(callCustomers.find, as, { mobile })).data;

  it('names residents and temporary customers of the own house only', async () => {
    const mobile = '13700004444';
    await person('李秀兰', mobile);
    await t.route(callCustomers.create, admin, { name: '李强', mobile, relation: '儿子', level: 1 });
    const found = await find(admin, '137 0000 4444');
    assert.deepEqual(
      [found.mobile, found.level, found.callers.map(({ kind, name }: { kind: number; name: string }) => [kind, name])],
      [
        mobile,
        1,
        [
          [1, '李秀兰'],
          [3, '李强'],
        ],
      ],
    );
    const other = await find(stranger, mobile);
    assert.deepEqual([other.level, other.callers], [0, []]);
  });

  it('names each resident of a contact; the card is of one resident', async () => {
    const wang = await person('王秀英', '13800001111', '13900003333');
    await person('李建国', '13800002222', '13900003333');
    const contact = await find(admin, '139 0000 3333');
    assert.deepEqual(
      contact.callers.map(({ kind, oldmanName }: { kind: number; oldmanName: string }) => [kind, oldmanName]),
      [
        [2, '王秀英'],
        [2, '李建国'],
      ],
    );
    assert.equal(contact.card, null);
    const own = await find(admin, '13800001111');
    assert.deepEqual([own.callers.length, own.callers[0].oldmanId, own.card.balance, own.card.warnings], [1, wang, 0, []]);
    assert.deepEqual((await find(stranger, '13800001111')).callers, []);
  });

  it('shows money, warnings and orders to who has the right to each', async () => {
    const agent = await t.user(admin.tenantId, { permissions: ['cloudcall_workbench', 'members_workorder_view'] });
    const { card } = await find(agent, '13800001111');
    assert.deepEqual([card.balance, card.warnings, card.orders, card.packages], [null, null, [], null]);
    const narrow = await t.user(admin.tenantId, { permissions: ['cloudcall_workbench'], dataScope: 3 });
    const hidden = await find(narrow, '13800001111');
    assert.deepEqual([hidden.callers, hidden.card], [[], null]);
  });

  it('names a customer that has just been registered', async () => {
    const { data: id } = await t.route(callCustomers.create, admin, { name: '咨询者', mobile: '13700005555' });
    assert.deepEqual(
      (await find(admin, '13700005555')).callers.map(({ kind, id: of }: { kind: number; id: number }) => [kind, of]),
      [[3, id]],
    );
  });
});

describe('the record of changes', () => {
  it('has words for the tables of calls and for each of their columns', async () => {
    const rows = await run<{ table: string; column: string }>(sql`
      select c.relname as table, a.attname as column from pg_trigger g join pg_class c on c.oid = g.tgrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where g.tgname = 'record_change' and c.relname like 'call\\_%'
        and a.attname not in ('tenant_id', 'version', 'created_at', 'updated_at')`);
    assert.ok(rows.length > 70);
    const HAN = /\p{Script=Han}|AccessKey/u;
    const missing = rows.filter(({ table, column }) => !tableLabels[table] || !HAN.test(columnLabel(table, column)));
    assert.deepEqual(missing, []);
  });
});
