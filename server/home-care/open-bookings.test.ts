import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { sql } from 'kysely';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import { openBookings as routes } from '#contract/home-care/open-bookings.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { textJobs } from '#server/messages/text-messages.ts';
import { HOME, homeHouse, type HomeHouse } from '#test/home-care.ts';
import { refusal } from '#test/harness.ts';
import { codeFor, newPhone, smsTo } from '#test/phones.ts';

const NOT_FOUND = [404, '没有找到预约，请核对预约码和手机号'];
const OUTSIDE = '该地址暂不在服务区域内，请写明区县和街道或打开定位，也可打电话与机构联系';

let h: HomeHouse;
let admin: Client;
let token: string;
let areaId: number;
before(async () => {
  h = await homeHouse();
  admin = new Client(h.t.target('superuser'));
  await admin.connect();
  areaId = (await h.area({ capacity: 40 })).data as number;
  await h.settings({ publicBooking: true });
  token = (await h.t.route(homeSettings.get, h.chief)).data.path.slice('/home/'.length);
});
after(async () => {
  await admin.end();
  await h.t.close();
});
beforeEach(() => admin.query('delete from code_sends; delete from login_failures'));

const home = { address: '北京市东城区景山前街4号', lng: HOME[0], lat: HOME[1] };
async function book(more: Record<string, unknown> = {}, phone = newPhone()) {
  const smsCode = (more.smsCode as string | undefined) ?? (await codeFor(h.t, 'home', phone));
  const input = { token, ...home, projectIds: [h.projectId], day: h.inDays(2), half: 2, oldmanName: '王秀英', contactName: '王强' };
  return h.t.route(routes.book, null, { ...input, relation: 2, phone, smsCode, ...more });
}
const find = (code: string, phone: string) => h.t.route(routes.find, null, { token, code, phone });
const stored = (code: string) =>
  h.t.deps.inTenant(h.tenant, (tx) =>
    tx.row<{ id: number; person_id: number | null; version: number; day: string }>(
      sql`select id, person_id, version, day from home_bookings where tenant_id = ${h.tenant} and code = ${code}`,
    ),
  );

describe('bookings by family', () => {
  it('see what is offered at their address, and nothing of those who live there', async () => {
    assert.deepEqual((await h.t.route(routes.page, null, { token })).data.tenantName, '平安颐养院');
    const { data } = await h.t.route(routes.offer, null, { token, ...home });
    assert.deepEqual(data.projects, [{ id: h.projectId, name: '助浴', price: 58.5, minutes: 45 }]);
    assert.deepEqual(
      data.halves.find(({ day }: any) => day === h.inDays(2)),
      { day: h.inDays(2), half: 1, startClock: '08:00', endClock: '12:00', free: 40 },
    );
    assert.deepEqual(refusal(await h.t.route(routes.offer, null, { token, address: '上海市黄浦区人民大道' })), [422, OUTSIDE]);
    assert.deepEqual(refusal(await h.t.route(routes.offer, null, { token, ...home, lng: 999 })), [400, '位置不正确']);
    assert.deepEqual(refusal(await h.t.route(routes.offer, null, { token, address: '', lng: null, lat: null })), [400, '请输入服务地址']);
    assert.deepEqual(refusal(await h.t.route(routes.offer, null, { token, address: '某处', lng: 116 })), [400, '位置不正确']);
  });

  it('open nothing by another token, or after the page was closed', async () => {
    const wrong = `${h.tenant}.${'x'.repeat(32)}`;
    assert.deepEqual(refusal(await h.t.route(routes.page, null, { token: wrong })), [403, '预约链接无效或已停用']);
    assert.deepEqual(refusal(await h.t.route(routes.page, null, { token: 'kurz' })), [400, '预约链接无效或已停用']);
    await h.settings({ publicBooking: false });
    assert.equal((await h.t.route(routes.offer, null, { token, ...home })).status, 403);
    await h.settings({ publicBooking: true });
  });

  it('are matched to the one person whose number it is, without telling', async () => {
    const known = await book({}, '13911112222');
    const unknown = await book({ oldmanName: '不认识' });
    assert.deepEqual(Object.keys(known.data), Object.keys(unknown.data));
    assert.deepEqual([known.status, unknown.status, known.msg], [200, 200, unknown.msg]);
    assert.equal((await stored(known.data.code))?.person_id, h.old);
    assert.equal((await stored(unknown.data.code))?.person_id, null);
    // Two of one name and number: staff say who it is.
    await h.atHome('王秀英');
    await admin.query('delete from code_sends');
    const both = await book({ half: 1 }, '13911112222');
    assert.equal((await stored(both.data.code))?.person_id, null);
  });

  it('tell their family by text and by the page who comes and when', async () => {
    const phone = newPhone();
    const made = await book({ day: h.inDays(3) }, phone);
    assert.deepEqual([made.data.state, made.data.serverTime, made.data.cancellable], [1, null, true]);
    const row = (await stored(made.data.code))!;
    assert.equal((await h.confirm(row, { oldmanId: h.old })).status, 200);
    const seen = (await find(made.data.code, phone)).data;
    assert.deepEqual([seen.state, seen.serverTime, seen.serverUserName], [2, `${h.inDays(3)} 09:00:00`, '李娜']);
    await runJobs(h.t.deps, textJobs);
    const texts = (await smsTo(h.t, phone)).map(String).join('\n');
    assert.match(texts, /已提交，确认后短信通知/);
    assert.match(texts, new RegExp(`您的居家预约已确认：${h.inDays(3).slice(5)} 09:00上门，服务人员李娜，预约码${made.data.code}。`));
    assert.equal((await h.t.route(routes.cancel, null, { token, code: made.data.code, phone })).status, 200);
    assert.equal((await find(made.data.code, phone)).data.state, 4);
    const again = await h.t.route(routes.cancel, null, { token, code: made.data.code, phone });
    assert.deepEqual(refusal(again), [409, '该预约已取消，不能取消']);
  });

  it('are cancelled by family only until some hours before the visit', async () => {
    await h.settings({ cancelHours: 168 });
    const phone = newPhone();
    const { code } = (await book({ day: h.inDays(4) }, phone)).data;
    await h.confirm((await stored(code))!, { oldmanId: h.old });
    assert.equal((await find(code, phone)).data.cancellable, false);
    const late = await h.t.route(routes.cancel, null, { token, code, phone });
    assert.deepEqual(refusal(late), [422, '距上门不足168小时，请打电话与机构联系']);
    await h.settings({ cancelHours: 12 });
  });

  it('are moved by family: the order is cancelled, its half day is free again, and staff confirm anew', async () => {
    await h.saveArea(areaId, { capacity: 1 });
    const [phone, day, other] = [newPhone(), h.inDays(10), h.inDays(11)];
    const { code } = (await book({ day, half: 1 }, phone)).data;
    await h.confirm((await stored(code))!, { oldmanId: h.old });
    const seen = (await find(code, phone)).data;
    assert.equal(seen.movable, true);
    const { halves } = (await h.t.route(routes.halves, null, { token, code, phone })).data;
    assert.equal(
      halves.find((half: { day: string; half: number }) => half.day === day && half.half === 1),
      undefined,
      'not to where it is',
    );
    assert.equal(halves.find((half: { day: string; half: number }) => half.day === other && half.half === 2)?.free, 1);
    const move = (to: object) => h.t.route(routes.move, null, { token, code, phone, half: 2, day: other, ...to });
    assert.deepEqual(refusal(await move({ day, half: 1 })), [422, '请选择另一个时段']);
    assert.deepEqual(refusal(await move({ day: h.inDays(40) })), [422, '只能预约今天起14天内的日期']);
    assert.deepEqual(refusal(await h.t.route(routes.move, null, { token, code, phone: newPhone(), day, half: 2 })), NOT_FOUND);
    const moved = await move({});
    assert.deepEqual([moved.status, moved.data.state, moved.data.day, moved.data.half, moved.data.serverTime], [200, 1, other, 2, null]);
    const row = await h.read((await stored(code))!.id);
    assert.deepEqual([row.state, row.workOrderId, row.movedFrom], [1, null, `${day} 09:00`]);
    assert.deepEqual(
      await h.t.deps.inTenant(h.tenant, (tx) => tx.rows(sql`select status from work_orders where remarks like ${`居家预约${code}%`}`)),
      [{ status: 6 }],
    );
    await runJobs(h.t.deps, textJobs);
    assert.match((await smsTo(h.t, phone)).map(String).join('\n'), new RegExp(`已改到${other} 下午，确认后短信通知，预约码${code}`));
    await admin.query('delete from code_sends');
    assert.equal((await book({ day, half: 1 }, newPhone())).status, 200, 'the half day is free');
    assert.deepEqual(refusal(await move({ day, half: 1 })), [409, '该时段已约满，请选择其他时段']);
    await h.saveArea(areaId, { capacity: 40, enabled: false });
    assert.deepEqual(refusal(await move({ day, half: 1 })), [422, '该预约不能在网上改时间，请打电话与机构联系']);
    await h.saveArea(areaId, { enabled: true });
    for (const half of [1, 2]) assert.equal((await move({ day: h.inDays(12), half })).status, 200);
    assert.deepEqual(refusal(await move({})), [422, '已改过3次时间，如需再改请打电话与机构联系']);
    assert.equal((await find(code, phone)).data.movable, false);
  });

  it('are refused outside of days, hours and offers, and change nothing', async () => {
    const wrong: [Record<string, unknown>, number, string][] = [
      [{ day: h.inDays(40) }, 422, '只能预约今天起14天内的日期'],
      [{ day: h.inDays(0), half: 1 }, 422, '该时段不能预约，请选择其他时段'],
      [{ projectIds: [999_999] }, 422, '所选服务项目不在该区域提供，请重新选择'],
      [{ address: '上海市黄浦区', lng: null, lat: null }, 422, OUTSIDE],
      [{ oldmanName: '' }, 400, '请输入老人姓名'],
      [{ contactName: '' }, 400, '请输入您的姓名'],
      [{ smsCode: '' }, 400, '请输入短信验证码'],
      [{ smsCode: '000000' }, 428, '验证码不合法'],
    ];
    const phone = newPhone();
    const smsCode = await codeFor(h.t, 'home', phone);
    for (const [more, status, msg] of wrong) assert.deepEqual(refusal(await book({ smsCode, ...more }, phone)), [status, msg], msg);
    assert.equal((await book({ smsCode }, phone)).status, 200);
  });

  it('are few for one phone, and each half day once', async () => {
    await h.settings({ openMost: 2 });
    const phone = newPhone();
    const first = await book({}, phone);
    await admin.query('delete from code_sends');
    const same = await book({}, phone);
    assert.deepEqual(refusal(same), [409, `该时段已有预约，预约码${first.data.code}`]);
    await admin.query('delete from code_sends');
    assert.equal((await book({ day: h.inDays(5) }, phone)).status, 200);
    await admin.query('delete from code_sends');
    assert.deepEqual(refusal(await book({ day: h.inDays(6) }, phone)), [422, '该手机号已有2个未完成的预约，请先取消或等待完成']);
  });

  it('take the last place once', async () => {
    await h.saveArea(areaId, { capacity: 1 });
    const phones = [newPhone(), newPhone(), newPhone()];
    const codes: string[] = [];
    for (const phone of phones) {
      codes.push(await codeFor(h.t, 'home', phone));
      await admin.query('delete from code_sends');
    }
    const day = h.inDays(9);
    const answers = await Promise.all(phones.map((phone, at) => book({ day, smsCode: codes[at] }, phone)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.msg, '该时段已约满，请选择其他时段');
    await h.saveArea(areaId, { capacity: 40 });
  });

  it('are found by code and phone together; who guesses is stopped', async () => {
    const phone = newPhone();
    const { code } = (await book({ day: h.inDays(7) }, phone)).data;
    assert.deepEqual(refusal(await find(code, newPhone())), NOT_FOUND);
    assert.deepEqual(refusal(await find('ABCDEF', phone)), NOT_FOUND);
    assert.deepEqual(refusal(await find('1', phone)), [400, '预约码应为6位字母和数字']);
    let last = await find('ABCDEF', phone);
    for (let tries = 0; tries < 20 && last.status === 404; tries++) last = await find('ABCDEF', phone);
    assert.deepEqual(refusal(last), [429, '尝试次数过多，请稍后再试']);
  });
});
