import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { callLinks, publicCalls } from '#contract/calls/call-links.ts';
import { workbench as routes } from '#contract/calls/workbench.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let house: CallHouse;
let group: number;
let foreign: number;
let [one, two]: Seat[] = [];
let admin: TestUser;
before(async () => {
  t = await harness();
  house = await callHouse(t);
  group = await house.group('服务台');
  foreign = await (await callHouse(t)).group('别家');
  one = await house.seat([group]);
  two = await house.seat([group]);
  admin = await t.user(house.tenantId);
  await house.onDuty(one, two);
});
after(() => t.close());

describe('refusals of calls', () => {
  it('say what is wrong with an action, and change nothing', async () => {
    const table: [action: string, request: Record<string, unknown>, status: number, text: string][] = [
      ['MakeCall', {}, 400, '缺少参数Callee'],
      ['MakeCall', { Callee: 'abc' }, 422, '号码格式不正确，请输入分机号、手机号或固定电话'],
      ['MakeCall', { Callee: '95588' }, 422, '未开通电话线路，只能呼叫手机号（对方收到短信链接后接听）'],
      ['MakeCall', { Callee: one!.extension }, 422, '不能呼叫自己'],
      ['MakeCall', { Callee: '13700000000', Tags: '{' }, 400, '参数Tags不是有效的JSON'],
      ['MakeCall', { Callee: '13700000000', Tags: { oldmanId: 999_999 } }, 404, '服务对象不存在'],
      ['MakeCall', { Callee: '13700000000', Tags: { warningId: 999_999 } }, 404, '预警不存在'],
      ['RedialCall', {}, 404, '没有可以重拨的号码'],
      ['ReleaseCall', {}, 409, '坐席当前没有通话'],
      ['ReleaseCall', { JobId: 'x' }, 422, '通话编号格式不正确'],
      ['ReleaseCall', { JobId: randomUUID() }, 404, '通话不存在'],
      ['SendDtmfSignaling', { Dtmf: 'x' }, 400, '按键只能是数字、*、#，最多30个'],
      ['BlindTransfer', { SkillGroupId: 'x' }, 400, '参数SkillGroupId应为数字'],
      ['BlindTransfer', { SkillGroupId: foreign }, 404, '技能组不存在'],
      ['BlindTransfer', { Transferee: '9999', TransfereeType: 'Agent' }, 404, '坐席不存在'],
      ['RemoveParticipant', {}, 400, '缺少参数LegId'],
      ['StartConference', { ParticipantListJson: '{}' }, 400, '参数ParticipantListJson应为1至6个参与者的列表'],
      ['SignInGroup', { SignedSkillGroupIdList: '{}' }, 400, '参数SignedSkillGroupIdList应为技能组编号的列表'],
      ['SignInGroup', { SignedSkillGroupIdList: `[${foreign}]` }, 422, '只能签入坐席所属的技能组'],
      ['ChangeWorkMode', { WorkMode: 'OFF_SITE' }, 422, '工作模式只支持浏览器（ON_SITE）和话机（OFFICE_PHONE）'],
      ['ChangeWorkMode', { WorkMode: 'OFFICE_PHONE' }, 422, '坐席没有设置话机，请先在“坐席”中设置话机密码'],
      ['ListCallDetailRecords', { PageSize: 'x' }, 400, '参数PageSize应为数字'],
    ];
    for (const [action, request, status, text] of table)
      assert.deepEqual(refusal(await house.act(one!, action, request)), [status, text], action);
    const broken = await t.call('POST', `${routes.invoke.path}?action=AnswerCall`, { as: one!.user, input: { request: 'x' } });
    assert.deepEqual(refusal(broken), [400, 'request不是有效的JSON']);
    assert.equal((await house.run(sql`select 1 from calls where tenant_id = ${house.tenantId}`)).length, 0);
  });

  it('leave out a person and a warning that the session does not see; the number is dialled all the same', async () => {
    const person = async (mobile: string) => {
      const [row] = await house.run<{ id: number }>(sql`
        insert into people (tenant_id, name, mobile) values (${house.tenantId}, '张老', ${sealed(mobile)}) returning id`);
      return row!.id;
    };
    const [own, other] = [await person('13700000001'), await person('13700000002')];
    const [warning] = await house.run<{ id: number }>(sql`
      insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at)
      values (${house.tenantId}, 'sos', 'p', 1, ${own}, 1, '求助', now(), now()) returning id`);
    const about = async (permissions: string[], dataScope: number, Tags: object) => {
      const seat = await house.seat([group], permissions, dataScope);
      await house.onDuty(seat);
      const made = await house.act(seat, 'MakeCall', { Callee: '13700000009', Tags });
      assert.equal(made.status, 200, String(made.msg));
      const { oldmanId, warningId } = (await house.state(seat)).call;
      await house.act(seat, 'ReleaseCall');
      return [oldmanId, warningId];
    };
    const warns = ['cloudcall_workbench', 'warning_devicewarning_view'];
    const all = { oldmanId: own, warningId: warning!.id };
    assert.deepEqual(await about(warns, 1, all), [own, warning!.id]);
    assert.deepEqual(await about(['cloudcall_workbench'], 1, all), [own, null]);
    assert.deepEqual(await about(['cloudcall_workbench'], 3, all), [null, null]);
    // Who handles a warning calls its person, but no other of whom the session sees nothing.
    assert.deepEqual(await about(warns, 3, all), [own, warning!.id]);
    assert.deepEqual(await about(warns, 3, { ...all, oldmanId: other }), [null, warning!.id]);
  });

  it('of a seat that is busy, off duty, or of another provider', async () => {
    await house.act(two!, 'TakeBreak', { Code: 'Rest' });
    assert.match((await house.act(one!, 'MakeCall', { Callee: two!.extension })).msg ?? '', /不在空闲状态，请稍后再拨$/);
    await house.act(one!, 'MakeCall', { Callee: '13700000000' });
    assert.deepEqual(refusal(await house.act(one!, 'MakeCall', { Callee: '13700000001' })), [409, '坐席正在通话，请先挂断']);
    assert.deepEqual(refusal(await house.act(one!, 'TakeBreak', { Code: 'Rest' })), [409, '通话中不能切换状态，请先挂断']);
    assert.deepEqual(refusal(await house.act(one!, 'LaunchSurvey')), [409, '对方不是通话链接，不能发送评价']);
    await house.act(one!, 'ReleaseCall');
    await t.route(routes.offer, one!.user, { pageId: one!.pageId, offer: 'v=0' });
    const other = await t.route(routes.offer, one!.user, { pageId: randomUUID(), offer: 'v=0' });
    assert.deepEqual(refusal(other), [409, '另一个页面正在使用语音，可以改在本页接听']);
    assert.deepEqual(refusal(await t.route(routes.answer, one!.user, { legId: 999_999 })), [404, '语音线路不存在']);
    assert.deepEqual(refusal(await t.route(routes.state, admin)), [403, '您没有通话坐席，请联系管理员']);
    await house.run(sql`update call_seats set sip_cipher = '\\x00' where id = ${one!.id}`);
    assert.deepEqual(refusal(await house.act(one!, 'ChangeWorkMode', { WorkMode: 'OFFICE_PHONE' })), [422, '请在“坐席”中更改坐席的设备']);
    const cloud = await callHouse(t, { provider: 3 });
    const theirs = await cloud.seat();
    assert.deepEqual(refusal(await cloud.act(theirs, 'MakeCall')), [422, '您的坐席没有填写阿里云坐席账号，请联系管理员']);
    const sound = await t.route(routes.offer, theirs.user, { pageId: randomUUID(), offer: 'v=0' });
    assert.deepEqual(refusal(sound), [422, '该机构的语音由阿里云联络中心承载']);
    await cloud.run(sql`update call_services set enabled = false where tenant_id = ${cloud.tenantId}`);
    await cloud.onDuty(theirs);
    assert.deepEqual(refusal(await cloud.act(theirs, 'MakeCall', { Callee: '8001' })), [422, '机构没有启用呼叫服务，请在“呼叫服务”中启用']);
  });

  it('of links: made, changed, given another address, taken away', async () => {
    const make = (form: object) => t.route(callLinks.create, admin, { name: '大厅', groupId: group, ...form });
    assert.deepEqual(refusal(await make({ groupId: null })), [400, '请选择技能组或语音菜单中的一个']);
    assert.deepEqual(refusal(await make({ expireTime: '2020-01-01 00:00:00' })), [400, '到期时间应在现在之后']);
    assert.deepEqual(refusal(await make({ groupId: foreign })), [404, '技能组不存在']);
    assert.deepEqual(refusal(await make({ groupId: null, menuId: 999_999 })), [404, '语音菜单不存在']);
    const { id, path } = (await make({})).data;
    assert.deepEqual(refusal(await make({})), [422, '已有同名的通话链接']);
    const token = path.slice(3);
    const look = (of = token) => t.route(publicCalls.look, null, { token: of });
    assert.deepEqual([(await look()).data.title, (await look()).data.open], ['大厅', true]);
    assert.equal((await t.route(callLinks.update, admin, { id, name: '前台' })).status, 200);
    assert.equal((await look()).data.title, '前台');
    await house.run(sql`insert into calls (tenant_id, kind, phase, caller, callee, link_id, began_at)
      select ${house.tenantId}, 1, 2, '', '前台', ${id}, now() from generate_series(1, 20)`);
    const full = await t.route(publicCalls.join, null, { token, pageId: randomUUID(), offer: 'v=0' });
    assert.deepEqual(refusal(full), [429, '线路繁忙，请稍后再拨']);
    const renewed = (await t.route(callLinks.renew, admin, { id })).data.path.slice(3);
    assert.deepEqual(refusal(await look()), [403, '通话链接无效或已失效']);
    assert.equal((await look(renewed)).status, 200);
    const stranger = await t.user(await t.tenant());
    assert.deepEqual(refusal(await t.route(callLinks.renew, stranger, { id })), [404, '通话链接不存在']);
    assert.deepEqual(refusal(await t.route(callLinks.remove, stranger, { id })), [404, '通话链接不存在']);
    const page = (await t.route(callLinks.page, admin)).data;
    assert.deepEqual(
      page.records.map(({ name, groupName }: any) => [name, groupName]),
      [['前台', '服务台']],
    );
    assert.equal((await t.route(callLinks.remove, admin, { id })).data, true);
    assert.equal((await look(renewed)).status, 403);
  });
});
