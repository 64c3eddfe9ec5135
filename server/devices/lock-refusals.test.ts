import { after, before, describe, it, mock } from 'node:test';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { locks } from '#contract/devices/locks.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addedIn, refuses, runIn, type Statement } from '#test/refusing.ts';

let t: Harness;
let admin: TestUser;
let manual: number;
let cloud: number;
let person: number;
const NONE = 987_654;
const run = (statement: Statement) => runIn(t, admin.tenantId, statement);
const added = (statement: Statement) => addedIn(t, admin.tenantId, statement);
const newLock = (imei: string) =>
  added(sql`insert into devices (tenant_id, imei, type, name) values (${admin.tenantId}, ${imei}, 'lock', '正门') returning id`);
const newCode = async (over: object = {}) =>
  (await t.route(lockPasscodes.create, admin, { deviceId: manual, label: '访客', kind: 1, ...over })).data.id as number;

before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
  person = await added(sql`insert into people (tenant_id, name) values (${admin.tenantId}, '李桂芳') returning id`);
  manual = await newLock('LOCKR001');
  cloud = await newLock('LOCKR002');
  await t.route(locks.save, admin, { id: manual, provider: 'manual', doorMinutes: 5 });
  await run(
    sql`insert into locks (tenant_id, device_id, provider, external_id, account)
      values (${admin.tenantId}, ${cloud}, 'ttlock', '12', 'a@example.com')`,
  );
});
after(() => t.close());

describe('a lock is refused', () => {
  it('when it was changed, or the platform has no account at the provider', async () => {
    await refuses(t, admin, locks.save, { id: manual, provider: 'manual', version: 99 }, [409, '门锁设置已被他人修改，请刷新后重试']);
    const form = { id: await newLock('LOCKR003'), provider: 'ttlock', externalId: '13', account: 'a@example.com', password: 'x' };
    await refuses(t, admin, locks.save, form, [422, '平台没有开通通通锁，请联系平台管理员']);
  });

  it('422 a check or an opening from afar that it cannot do', async () => {
    await refuses(t, admin, locks.check, { id: manual }, [422, '现场设置的门锁不联网，无需检测']);
    await refuses(t, admin, locks.unlock, { id: manual, reason: '开门' }, [422, '现场设置的门锁不能远程开锁']);
    await refuses(t, admin, locks.unlock, { id: cloud, reason: '开门' }, [422, '这把门锁没有连接网关，不能远程开锁；连接后请先检测门锁']);
  });

  it('422 another provider, another kind or removal while a code opens it', async () => {
    const id = await newLock('LOCKR004');
    await t.route(locks.save, admin, { id, provider: 'manual', doorMinutes: 5 });
    await newCode({ deviceId: id });
    const form = { id, provider: 'ttlock', externalId: '14', account: 'a@example.com', password: 'x' };
    await refuses(t, admin, locks.save, form, [422, '门锁里还有密码，请先撤销并删除后再更换接入方式或锁编号']);
    await refuses(t, admin, devices.remove, { id }, [422, '门锁里还有密码，请先撤销并从门锁删除']);
  });
});

describe('a member of a lock is refused', () => {
  it('404 when there is none, 422 when the person is not of the house, 409 twice', async () => {
    const form = { deviceId: manual, startDate: '2026-01-01' };
    await refuses(t, admin, lockMembers.end, { id: NONE, reason: '离职' }, [404, '门锁成员不存在']);
    await refuses(t, admin, lockMembers.create, { ...form, userId: NONE }, [422, '员工不存在或账号已停用']);
    await refuses(t, admin, lockMembers.create, { ...form, oldmanId: NONE }, [422, '服务对象不存在或已离开']);
    await t.route(lockMembers.create, admin, { ...form, oldmanId: person });
    await refuses(t, admin, lockMembers.create, { ...form, oldmanId: person }, [409, '此人已是这把门锁的成员']);
  });
});

describe('a code is refused', () => {
  it('404 when there is none, 409 when its state is another one', async () => {
    await refuses(t, admin, lockPasscodes.confirm, { id: NONE }, [404, '门锁密码不存在']);
    const id = await newCode();
    await refuses(t, admin, lockPasscodes.confirm, { id, version: 99 }, [409, '密码状态已变化，请刷新后重试']);
    await refuses(t, admin, lockPasscodes.removed, { id }, [409, '该密码不需要删除']);
    await t.route(lockPasscodes.confirm, admin, { id });
    await refuses(t, admin, lockPasscodes.confirm, { id }, [409, /^密码.+，不能再做此操作$/]);
  });

  it('422 when every number that is drawn is taken', async () => {
    const drawn = mock.method(crypto, 'randomInt', () => 473_829);
    // The named import of the code under test follows.
    syncBuiltinESMExports();
    try {
      const code = { deviceId: await newLock('LOCKR005'), label: '访客', kind: 1 };
      await t.route(locks.save, admin, { id: code.deviceId, provider: 'manual', doorMinutes: 5 });
      await newCode(code);
      await refuses(t, admin, lockPasscodes.create, code, [422, '没有可用的密码，请增加位数后重试']);
    } finally {
      drawn.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('422 to be confirmed by hand in a lock that is set from here', async () => {
    const id = await newCode({ deviceId: cloud });
    await refuses(t, admin, lockPasscodes.confirm, { id }, [422, '联网门锁由系统自动下发，不能手工确认']);
  });

  it('422 for a member who has ended or ends earlier', async () => {
    const form = { deviceId: manual, kind: 1 };
    await refuses(t, admin, lockPasscodes.create, { ...form, memberId: NONE }, [422, '该成员不存在或已结束']);
    const nurse = await t.user(admin.tenantId);
    const { data: memberId } = await t.route(lockMembers.create, admin, {
      deviceId: manual,
      userId: nurse.userId,
      startDate: '2026-01-01',
      endDate: '2098-01-01',
    });
    const late = { ...form, kind: 2, memberId, endTime: '2099-01-01 08:00:00' };
    await refuses(t, admin, lockPasscodes.create, late, [422, '成员有效期到2098-01-01，密码不能更晚结束']);
  });

  it('409 a second time for a resident', async () => {
    const room = await added(sql`insert into rooms (tenant_id, building, floor, name)
      values (${admin.tenantId}, '1号楼', '1', '101') returning id`);
    const bed = await added(sql`insert into beds (tenant_id, room_id, name) values (${admin.tenantId}, ${room}, '1') returning id`);
    await run(sql`update people set bed_id = ${bed} where tenant_id = ${admin.tenantId} and id = ${person}`);
    await run(sql`update devices set room_id = ${room} where tenant_id = ${admin.tenantId} and id = ${manual}`);
    const resident = { deviceId: manual, oldmanId: person };
    await t.route(lockPasscodes.ofResident, admin, resident);
    await refuses(t, admin, lockPasscodes.ofResident, resident, [409, '李桂芳在这把门锁上已有密码']);
  });
});
