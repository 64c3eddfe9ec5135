import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceContacts } from '#contract/devices/device-contacts.ts';
import { deviceTypes, protocolCommands } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { people } from '#contract/elderly/people.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { phoneMessages } from '#contract/phones.rules.ts';
import { departments } from '#contract/users/departments.ts';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { users } from '#contract/users/users.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { phone as sealed } from './db/sealed-phones.ts';

let t: Harness;
let desk: TestUser;
let projectId: number;
before(async () => {
  t = await harness();
  desk = await t.user(await t.tenant('平安颐养院'));
  ({ projectId } = await project(t, desk, { sos: true }));
});
after(() => t.close());

const set = (query: ReturnType<typeof sql>) => t.deps.inTenant(desk.tenantId, (tx) => tx.run(query));
const job = () => ({ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00' });
const order = (oldmanId: number, more: Record<string, unknown>) => ({
  oldmanId,
  oldmanAddress: '北京市东城区景山前街4号',
  jobLists: [job()],
  ...more,
});
const read = async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder;
/** The order as its form sends it back. */
const sentBack = async (id: number, more: object = {}) => {
  const { oldmanId, oldmanPhone, oldmanAddress, downPhone, payType, emergencyType, workOrderJobs } = await read(id);
  return { id, oldmanId, oldmanPhone, oldmanAddress, downPhone, payType, emergencyType, jobLists: workOrderJobs, ...more };
};

describe('the telephone of who is served', () => {
  it('may be a landline: it gets an order, which can be edited', async () => {
    const { data: oldmanId } = await t.route(people.create, desk, { userName: '陈桂花', mobile: '0571－8765 4321' });
    const { mobile } = (await t.route(people.get, desk, { id: oldmanId })).data;
    assert.equal(mobile, '0571-87654321', 'thirteen characters');
    const made = await t.route(workOrders.create, desk, order(oldmanId, { oldmanPhone: mobile }));
    assert.deepEqual([made.status, made.msg], [200, '创建成功']);
    const saved = await t.route(workOrders.update, desk, await sentBack(made.data, { remarks: '请按门铃' }));
    assert.deepEqual([saved.status, saved.msg], [200, '更新成功']);
    assert.deepEqual([(await read(made.data)).oldmanPhone, (await read(made.data)).remarks], ['0571-87654321', '请按门铃']);
  });

  it('is found however it is typed', async () => {
    await t.route(people.create, desk, { userName: '周阿婆', mobile: '(010)66554433' });
    for (const typed of ['010-66554433', '01066554433', '010 6655 4433']) {
      assert.equal((await t.route(people.findByMobile, desk, { mobile: typed })).data?.userName, '周阿婆', typed);
      assert.deepEqual(
        (await t.route(people.page, desk, { mobile: typed })).data.records.map((row: any) => row.userName),
        ['周阿婆'],
        typed,
      );
    }
  });

  it('may be missing or old on an order that an alarm drafted: the order can be edited all the same', async () => {
    for (const stored of [null, '12345678901']) {
      const oldmanId = await person(t, desk.tenantId);
      await set(sql`update people set mobile = ${sealed(stored)} where id = ${oldmanId}`);
      const id = await warning(t, desk.tenantId, oldmanId);
      const { workOrderId } = (await t.route(warnings.updateStatus, desk, { id, processMode: 2, isDisposed: 2 })).data;
      const saved = await t.route(workOrders.update, desk, await sentBack(workOrderId, { remarks: '带急救箱' }));
      assert.deepEqual([saved.status, saved.msg], [200, '更新成功'], String(stored));
      const wrong = await t.route(workOrders.update, desk, await sentBack(workOrderId, { oldmanPhone: 'abc' }));
      assert.deepEqual([wrong.status, wrong.msg], [400, phoneMessages.contact]);
    }
  });

  it('may be a landline on an order that an alarm drafted', async () => {
    const { data: oldmanId } = await t.route(people.create, desk, {
      userName: '孙玉梅',
      mobile: '057187654321',
      address: '北京市东城区景山前街4号',
    });
    const id = await warning(t, desk.tenantId, oldmanId);
    const { workOrderId } = (await t.route(warnings.updateStatus, desk, { id, processMode: 2, isDisposed: 2 })).data;
    assert.equal((await read(workOrderId)).oldmanPhone, '0571-87654321');
    const saved = await t.route(workOrders.update, desk, await sentBack(workOrderId, { remarks: '带急救箱' }));
    assert.deepEqual([saved.status, saved.msg], [200, '更新成功']);
    const other = await t.route(workOrders.update, desk, await sentBack(workOrderId, { oldmanPhone: '（0571）8888 6666' }));
    assert.deepEqual([other.status, other.msg], [200, '更新成功']);
    assert.deepEqual([(await read(workOrderId)).oldmanPhone, (await read(workOrderId)).remarks], ['0571-88886666', '带急救箱']);
  });

  it('is not taken away from an order that had one', async () => {
    const oldmanId = await person(t, desk.tenantId);
    const { data } = await t.route(workOrders.create, desk, order(oldmanId, { oldmanPhone: '13911112222' }));
    const answer = await t.route(workOrders.update, desk, await sentBack(data, { oldmanPhone: '' }));
    assert.deepEqual([answer.status, answer.msg], [400, '请完善老人信息']);
  });
});

describe('the one telephone rule', () => {
  it('refuses letters and numbers that nobody has, in every form, and changes nothing', async () => {
    const oldmanId = await person(t, desk.tenantId);
    const warningId = await warning(t, desk.tenantId, oldmanId);
    for (const bad of ['abc', '12345678901', '0571-1']) {
      const answers: [any, Record<string, unknown>, string][] = [
        [people.create, { userName: '甲', mobile: bad }, phoneMessages.person],
        [people.create, { userName: '甲', contactPhone: bad }, phoneMessages.contact],
        [people.update, { id: oldmanId, userName: '乙', mobile: bad }, phoneMessages.person],
        [people.update, { id: oldmanId, userName: '乙', contactPhone: bad }, phoneMessages.contact],
        [departments.create, { name: '后勤', parentId: 0, phone: bad }, phoneMessages.contact],
        [workOrders.create, order(oldmanId, { oldmanPhone: bad }), phoneMessages.contact],
        [workOrders.create, order(oldmanId, { oldmanPhone: '13911112222', downPhone: bad }), '电话输入不正确'],
        [workOrders.create, order(oldmanId, { oldmanPhone: '13911112222', downPhone: '0571-87654321' }), '电话输入不正确'],
        [
          goodsOrders.create,
          { oldmanId, nickName: '甲', phone: bad, address: '乙', details: [{ productId: 1, num: 1 }] },
          phoneMessages.contact,
        ],
        [users.create, { username: 'guest01', password: 'kY7!mmPq', phone: bad }, phoneMessages.mobile],
        [users.update, { userId: desk.userId, username: desk.username, phone: bad }, phoneMessages.mobile],
        [users.edit, { phone: bad }, phoneMessages.mobile],
        [ownAccounts.phoneCode, { phone: bad }, phoneMessages.mobile],
        [registrations.register, { phone: bad, code: '123456' }, phoneMessages.mobile],
        [externalAccounts.updateEnterprise, { token: 'x', name: '新名', contactPhone: bad }, phoneMessages.contact],
        [
          warningRecords.tellFamily,
          { warningId, contact: '女儿', phone: bad, way: 1, outcome: 1, time: '2026-01-01 00:00:00' },
          phoneMessages.contact,
        ],
      ];
      for (const [route, input, message] of answers) {
        const answer = await t.route(route, route.access === 'public' ? null : desk, input);
        assert.deepEqual([answer.status, answer.msg], [400, message], `${route.path} ${JSON.stringify(input)}`);
      }
    }
    assert.equal((await t.route(people.get, desk, { id: oldmanId })).data.userName, '王秀英');
  });

  it('refuses what a device cannot dial, among its numbers and in every command', async () => {
    const { data: typeId } = await t.route(deviceTypes.create, desk, {
      name: '腕表',
      kind: 'watch',
      commands: [...protocolCommands.watch],
    });
    const made = await t.route(devices.create, desk, { imei: 'W-4411-0017', type: 'watch', name: '腕表', typeId });
    assert.equal(made.status, 200, String(made.msg));
    const deviceId = made.data as number;
    for (const bad of ['abc', '12', '1,2', '120;', '+']) {
      const contacts = [{ name: '女儿', phone: bad }];
      for (const answer of [
        await t.route(deviceContacts.save, desk, { id: deviceId, sosNumbers: [bad], contacts: [] }),
        await t.route(deviceContacts.save, desk, { id: deviceId, sosNumbers: [], contacts }),
      ])
        assert.deepEqual([answer.status, answer.msg], [400, phoneMessages.dialled], bad);
      for (const [kind, parameters] of Object.entries({
        call: { phone: bad },
        sosNumbers: { numbers: [bad] },
        phoneBook: { contacts },
        guardians: { first: bad },
        whiteList: { numbers: [bad] },
      })) {
        const answer = await t.route(deviceCommands.send, desk, { deviceId, kind, parameters });
        assert.deepEqual([answer.status, answer.msg], [400, phoneMessages.dialled], `${kind} ${bad}`);
      }
    }
    assert.deepEqual((await t.route(deviceContacts.get, desk, { id: deviceId })).data, { sosNumbers: [], contacts: [] });
    assert.equal((await t.route(deviceCommands.page, desk, { deviceId })).data.total, 0);
  });

  it('lets a number that is older than it stay while other fields change', async () => {
    const oldmanId = await person(t, desk.tenantId);
    await set(sql`update people set mobile = ${sealed('12345678901')}, contact_phone = '门口小店' where id = ${oldmanId}`);
    const row = (await t.route(people.get, desk, { id: oldmanId })).data;
    const form = { id: oldmanId, userName: row.userName, mobile: row.mobile, contactPhone: row.contactPhone, remarks: '听力差' };
    assert.equal((await t.route(people.update, desk, form)).status, 200);
    assert.equal((await t.route(people.get, desk, { id: oldmanId })).data.remarks, '听力差');
    assert.equal((await t.route(people.update, desk, { ...form, contactPhone: '门口大店' })).msg, phoneMessages.contact);

    const { data: deptId } = await t.route(departments.create, desk, { name: '护理部', parentId: 0, phone: '400-123-4567' });
    assert.equal((await t.route(departments.get, desk, { id: deptId })).data.phone, '4001234567');
    await set(sql`update departments set phone = '内线 8001' where id = ${deptId}`);
    const renamed = { deptId, name: '护理一部', parentId: 0, phone: '内线 8001' };
    assert.equal((await t.route(departments.update, desk, renamed)).status, 200);
    assert.equal((await t.route(departments.update, desk, { ...renamed, phone: '内线 8002' })).msg, phoneMessages.contact);
  });

  it('notes a call to the number on record, whatever it looks like, and to the ambulance', async () => {
    const oldmanId = await person(t, desk.tenantId);
    await set(sql`update people set contact_phone = '门口小店' where id = ${oldmanId}`);
    const warningId = await warning(t, desk.tenantId, oldmanId);
    for (const [phone, status] of [
      ['门口小店', 200],
      ['我家', 400],
    ] as const)
      assert.equal((await t.route(warningRecords.startCall, desk, { warningId, phone })).status, status, phone);
    const { data } = await t.route(warningRecords.ofWarning, desk, { warningId });
    await t.route(warningRecords.endCall, desk, { id: data.at(-1).id, outcome: 1 });
    assert.equal((await t.route(warningRecords.startCall, desk, { warningId, phone: '120' })).status, 200);
  });
});
