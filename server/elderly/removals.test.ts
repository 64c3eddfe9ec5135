import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { people } from '#contract/elderly/people.ts';
import { KEPT_DAYS } from '#contract/removals.ts';
import { DAY } from '#contract/time.ts';
import { warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { clearDue } from '../lists/removals.ts';
import { personRemoval } from './removals.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const row = <T>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(admin.tenantId, (tx) => tx.row<T>(query));
const run = (query: ReturnType<typeof sql>) => t.deps.inTenant(admin.tenantId, (tx) => tx.run(query));
let numbers = 0;
const add = async (input: Record<string, unknown>) => {
  const answer = await t.route(people.create, admin, input);
  assert.equal(answer.status, 200, String(answer.msg));
  return answer.data as number;
};
async function bed(): Promise<number> {
  const room = await row<{ id: number }>(
    sql`insert into rooms (tenant_id, building, floor, name) values (${admin.tenantId}, '1', '3', ${`房${numbers++}`}) returning id`,
  );
  const made = await row<{ id: number }>(
    sql`insert into beds (tenant_id, room_id, name) values (${admin.tenantId}, ${room!.id}, '1') returning id`,
  );
  return made!.id;
}
const bedStatus = async (id: number) => (await row<{ status: number }>(sql`select status from beds where id = ${id}`))?.status;
const remove = (id: number) => t.route(people.remove, admin, { id });
const restore = (id: number, as = admin) => t.route(people.restore, as, { id });
const removed = async (input: Record<string, unknown> = {}, as = admin) =>
  (await t.route(people.removed, as, input)).data.records as Record<string, unknown>[];

describe('removing a person', () => {
  it('says before what goes and what keeps them', async () => {
    const bedId = await bed();
    const id = await add({ userName: '冯克勤', bedId });
    await t.route(devices.create, admin, { imei: 'WATCH-7001', type: 'watch', name: '冯克勤的腕表', oldmanId: id });
    const { data } = await t.route(people.consequences, admin, { id });
    assert.match(data.detail, /^1号楼 3层 房\d+ 1床$/);
    assert.deepEqual([data.name, data.blockers], ['冯克勤', []]);
    assert.deepEqual(
      data.effects.map(({ text }: { text: string }) => text.replace(/房\d+/, '房')),
      ['床位 1号楼 3层 房 1床 变为空闲', '解除佩戴的设备：“冯克勤的腕表”，恢复后需重新绑定', '健康数据、预警和工单记录保留'],
    );
    const warningId = await warning(t, admin.tenantId, id);
    assert.deepEqual((await t.route(people.consequences, admin, { id })).data.blockers, [
      { text: '还有1条未处理的预警，请先处理', to: { page: 'personWarnings', id } },
    ]);
    assert.deepEqual(refusal(await remove(id)), [422, '该服务对象还有未处理的预警，不能删除']);
    await run(sql`update warnings set status = 1 where tenant_id = ${admin.tenantId} and id = ${warningId}`);
    assert.equal((await remove(id)).status, 200);
    assert.deepEqual(refusal(await t.route(people.consequences, admin, { id })), [404, '服务对象不存在']);
  });
});

describe('a removed person', () => {
  it('comes back into the bed, without the devices, and the answer says so', async () => {
    const bedId = await bed();
    const id = await add({ userName: '陈玉兰', mobile: '13700000001', bedId });
    await t.route(devices.create, admin, { imei: 'WATCH-7002', type: 'watch', oldmanId: id });
    await remove(id);
    assert.equal(await bedStatus(bedId), 0);
    const [entry] = await removed({ name: '玉兰' });
    assert.deepEqual([entry?.id, entry?.name, entry?.deleteName !== null, entry?.daysLeft], [id, '陈玉兰', true, KEPT_DAYS - 1]);
    assert.match(String(entry?.detail), /1床 · 13700000001$/);
    const { data } = await restore(id);
    assert.equal(data.name, '陈玉兰');
    assert.match(data.notes.join('；'), /^床位 1号楼 3层 房\d+ 1床；1台设备需重新绑定$/);
    assert.equal(await bedStatus(bedId), 2);
    assert.equal((await t.route(people.get, admin, { id })).data.bedId, bedId);
    assert.deepEqual(await removed({ name: '玉兰' }), []);
    assert.deepEqual(refusal(await restore(id)), [404, '已删除的服务对象不存在']);
  });

  it('comes back without the bed when somebody has it or it is promised', async () => {
    for (const taken of [2, 1]) {
      const bedId = await bed();
      const id = await add({ userName: `何秀珍${taken}`, bedId });
      await remove(id);
      await run(sql`update beds set status = ${taken} where tenant_id = ${admin.tenantId} and id = ${bedId}`);
      const { data } = await restore(id);
      assert.deepEqual(data.notes, ['原床位已不空闲，请重新安排']);
      assert.equal(await bedStatus(bedId), taken);
    }
  });

  it('does not come back beside somebody who is the same', async () => {
    const twin = { userName: '吴秀珍', mobile: '13700000003' };
    const id = await add(twin);
    await remove(id);
    await add(twin);
    assert.deepEqual(refusal(await restore(id)), [422, '已有姓名和电话都相同的服务对象，请勿重复登记']);
    const number = { identityNumber: '330106193806120014' };
    const other = await add({ userName: '郑秀珍', ...number });
    await remove(other);
    await add({ userName: '郑秀珍', ...number });
    assert.deepEqual(refusal(await restore(other)), [422, '已有相同身份证号的服务对象，不能恢复']);
  });

  it('is nothing to another institution', async () => {
    const id = await add({ userName: '秘密' });
    await remove(id);
    assert.deepEqual(refusal(await restore(id, stranger)), [404, '已删除的服务对象不存在']);
    assert.deepEqual(await removed({}, stranger), []);
    assert.deepEqual(refusal(await t.route(people.consequences, stranger, { id })), [404, '服务对象不存在']);
  });

  it('is cleared of contacts and address after a month, and stays in the records by name', async () => {
    const id = await add({
      userName: '沈桂英',
      mobile: '13700000005',
      address: '文三路1号',
      contactName: '沈军',
      contactPhone: '13700000006',
      birthDate: '1940-01-02',
    });
    await run(
      sql`insert into person_contacts (tenant_id, person_id, position, name, phone) values (${admin.tenantId}, ${id}, 2, '沈丽', ${sealed('13700000007')})`,
    );
    await remove(id);
    const clears = { person: personRemoval.clear! };
    assert.equal(await clearDue(t.deps, t.deps.now(), 100, clears), 0, 'not before');
    const later = t.deps.now() + (KEPT_DAYS + 1) * DAY;
    assert.ok((await clearDue(t.deps, later, 100, clears)) >= 1);
    const kept = await row<Record<string, unknown>>(sql`
      select name, birth_date, mobile, address, contact_name, contact_phone,
        (select count(*)::integer from person_contacts c where c.tenant_id = p.tenant_id and c.person_id = p.id) as contacts
      from people p where tenant_id = ${admin.tenantId} and id = ${id}`);
    assert.deepEqual(kept, {
      name: '沈桂英',
      birth_date: '1940-01-02',
      mobile: null,
      address: null,
      contact_name: null,
      contact_phone: null,
      contacts: 0,
    });
    assert.deepEqual(refusal(await restore(id)), [404, '已删除的服务对象不存在']);
    assert.deepEqual(await removed({ name: '桂英' }), []);
  });
});

describe('an identity number', () => {
  const number = '11010519491231002X';
  it('is kept, shown without its birth date, and stays when the masked one is sent back', async () => {
    const id = await add({ userName: '许玉珍', identityNumber: '110105 19491231 002x' });
    const stored = async () => (await t.route(people.get, admin, { id })).data.identityNumber;
    assert.equal(await stored(), number);
    const { data } = await t.route(people.get, admin, { id, masked: true });
    assert.equal(data.identityNumber, '110***********002X');
    const update = (identityNumber: unknown) => t.route(people.update, admin, { id, userName: '许玉珍', identityNumber });
    assert.equal((await update(data.identityNumber)).status, 200);
    assert.equal(await stored(), number);
    assert.deepEqual(refusal(await update('220***********002X')), [400, '请输入完整的身份证号']);
    assert.deepEqual(refusal(await update('110105194912310021')), [400, '身份证号不正确，请核对18位号码']);
    assert.deepEqual(refusal(await t.route(people.create, admin, { userName: '另一人', identityNumber: number })), [
      422,
      '已有相同身份证号的服务对象，请勿重复登记',
    ]);
    assert.equal((await update(null)).status, 200);
    assert.equal(await stored(), null);
  });
});

describe('the initials of names', () => {
  it('find people as they are typed, surnames as they are read', async () => {
    const names = ['冯晓勤', '曾爱华', '单田芳', '欧阳修文', '阿依古丽', '额尔德尼'];
    for (const userName of names) await add({ userName });
    const found = async (keyword: string) =>
      ((await t.route(people.page, admin, { keyword })).data.records as { userName: string }[]).map(({ userName }) => userName);
    assert.deepEqual(await found('fxq'), ['冯晓勤']);
    assert.deepEqual(await found('ZAH'), ['曾爱华']);
    assert.deepEqual(await found('stf'), ['单田芳']);
    assert.deepEqual(await found('oyx'), ['欧阳修文']);
    assert.deepEqual(await found('ayg'), ['阿依古丽']);
    assert.deepEqual(await found('eedn'), ['额尔德尼']);
    assert.deepEqual(await found('qqq'), []);
    for (const typed of ['fengxiaoqin', 'fengxq', 'FengXiao', 'fengx']) assert.deepEqual(await found(typed), ['冯晓勤'], typed);
    assert.deepEqual(await found('zengaihua'), ['曾爱华']);
    assert.deepEqual(await found('shantian'), ['单田芳']);
    assert.deepEqual(await found('ouyangxw'), ['欧阳修文']);
    assert.deepEqual(await found('fengdaqin'), []);
  });
});
