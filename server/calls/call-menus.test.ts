import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { callRecords } from '#contract/calls/call-records.ts';
import { callMenus as routes } from '#contract/calls/call-menus.ts';
import { callSounds } from '#contract/calls/call-sounds.ts';
import { callLinks, publicCalls } from '#contract/calls/call-links.ts';
import { callHouse, type CallHouse } from '#test/calls.ts';
import { share } from '#test/tone-meter.ts';
import { uploadSound, wav } from '#test/wav.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let house: CallHouse;
let admin: TestUser;
let group: number;
before(async () => {
  t = await harness();
  house = await callHouse(t);
  group = await house.group('服务台');
  admin = await t.user(house.tenantId);
});
after(() => t.close());

const tree = (groupId: number) => ({
  greeting: '服务台请按1',
  soundId: null,
  keys: [{ key: '1', name: '服务台', action: { to: 'group', groupId } }],
  seconds: 5,
  repeats: 1,
  otherwise: { to: 'hangup' },
});

describe('menus of callers', () => {
  it('are written, read, changed, and refused where a key leads nowhere', async () => {
    const make = (form: object) => t.route(routes.create, admin, { name: '总机', tree: tree(group), ...form });
    const { data: id } = await make({});
    assert.deepEqual(refusal(await make({})), [409, '已有同名的语音菜单']);
    const foreign = await (await callHouse(t)).group('别家');
    assert.deepEqual(refusal(await make({ name: '二', tree: tree(foreign) })), [404, '技能组不存在']);
    assert.deepEqual(refusal(await make({ name: '' })), [400, '请输入菜单名称']);
    const seat = (seatId: number) => ({ ...tree(group), keys: [{ key: '1', name: '护士', action: { to: 'seat', seatId } }] });
    assert.deepEqual(refusal(await make({ name: '二', tree: seat(999_999) })), [404, '坐席不存在']);
    const up = { ...tree(group), otherwise: { to: 'up' } };
    assert.deepEqual(refusal(await make({ name: '二', tree: up })), [400, '第一层没有上一层']);
    const hours = [{ days: [1], from: '08:00', to: '18:00' }];
    assert.deepEqual(refusal(await t.route(routes.update, admin, { id, name: '总机', tree: tree(group), hours })), [200, '更新成功']);
    const { data } = await t.route(routes.get, admin, { id });
    assert.deepEqual([data.tree, data.hours, data.holidays], [tree(group), hours, true]);
    const stranger = await t.user(await t.tenant());
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id })), [404, '语音菜单不存在']);
    const link = (await t.route(callLinks.create, admin, { name: '大厅', menuId: id })).data;
    assert.deepEqual(refusal(await t.route(routes.remove, admin, { id })), [
      422,
      '语音菜单正被通话链接“大厅”使用，不能删除，请先在那里更换，或停用菜单',
    ]);
    await t.route(callLinks.remove, admin, { id: link.id });
    assert.equal((await t.route(routes.remove, admin, { id })).status, 200);
  });

  it('are said by sounds of the institution, which stay while something plays them', async () => {
    const upload = (name: string, file: Buffer) => uploadSound(t.url, admin.token, name, file);
    const made = await upload('欢迎', wav({ seconds: 1.5 }));
    assert.deepEqual([made.status, made.msg], [200, '上传成功']);
    assert.deepEqual(refusal(await upload('欢迎', wav({}))), [409, '已有同名的语音文件']);
    assert.deepEqual(refusal(await upload('歌', Buffer.from('ID3 an MP3'))), [400, '这不是 WAV 文件，请上传 WAV 格式的录音']);
    const id = made.data;
    const { content } = (await t.route(callSounds.listen, admin, { id })).data;
    const wave = Buffer.from(content, 'base64');
    assert.deepEqual([wave.toString('latin1', 0, 4), share(wave.subarray(58), 500) > 0.9], ['RIFF', true]);
    const foreign = await t.user((await callHouse(t)).tenantId);
    for (const route of [callSounds.listen, callSounds.remove])
      assert.deepEqual(refusal(await t.route(route, foreign, { id })), [404, '语音文件不存在']);
    const form = { name: '有声', tree: { ...tree(group), soundId: id } };
    const theirs = { name: '别家', tree: { ...tree(0), keys: [], soundId: id } };
    assert.deepEqual(refusal(await t.route(routes.create, foreign, theirs)), [404, '语音文件不存在']);
    const { data: menu } = await t.route(routes.create, admin, form);
    const [row] = (await t.route(callSounds.page, admin, { name: '欢迎' })).data.records;
    assert.deepEqual([row.durationMs, row.usedBy], [1500, ['语音菜单“有声”']]);
    assert.deepEqual(refusal(await t.route(callSounds.remove, admin, { id })), [422, '语音文件正被语音菜单“有声”使用，请先在那里更换']);
    await t.route(routes.remove, admin, { id: menu });
    assert.equal((await t.route(callSounds.update, admin, { id, name: '欢迎词', said: '欢迎' })).status, 200);
    assert.equal((await t.route(callSounds.remove, admin, { id })).status, 200);
    assert.deepEqual(refusal(await t.route(callSounds.listen, admin, { id })), [404, '语音文件不存在']);
  });
});

describe('permanent links', () => {
  it('keep their address sealed, send it, and lead only to people whom the session reaches', async () => {
    const [first, second] = await house.run<{ id: number }>(sql`
      insert into departments (tenant_id, name) values (${house.tenantId}, '一部'), (${house.tenantId}, '二部') returning id`);
    const [here, elsewhere] = await Promise.all([
      t.user(house.tenantId, { departmentId: first!.id, dataScope: 2 }),
      t.user(house.tenantId, { departmentId: second!.id, dataScope: 2 }),
    ]);
    const [person] = await house.run<{ id: number }>(sql`
      insert into people (tenant_id, name, gender, birth_date, status, department_id)
      values (${house.tenantId}, '王秀英', 2, '1940-01-01', 1, ${first!.id}) returning id`);
    const form = { name: '王秀英家属', groupId: group, oldmanId: person!.id, welcome: '请直接呼叫' };
    assert.deepEqual(refusal(await t.route(callLinks.create, elsewhere, form)), [404, '服务对象不存在']);
    const { data } = await t.route(callLinks.create, here, form);
    assert.equal((await t.route(callLinks.address, here, { id: data.id })).data.path, data.path);
    for (const as of [elsewhere, await t.user(await t.tenant())]) {
      assert.equal((await t.route(callLinks.page, as, {})).data.total, 0);
      for (const route of [callLinks.get, callLinks.address, callLinks.renew, callLinks.remove])
        assert.deepEqual(refusal(await t.route(route, as, { id: data.id })), [404, '通话链接不存在']);
      assert.equal((await t.route(callLinks.update, as, { id: data.id, name: '改' })).status, 404);
    }
    const token = data.path.split('/').at(-1);
    assert.equal((await t.route(publicCalls.look, null, { token })).data.welcome, '请直接呼叫');
    const phone = '13800007777';
    assert.deepEqual(refusal(await t.route(callLinks.send, here, { id: data.id, phone })), [200, '已发送']);
    const [text] = await house.run<{ n: number }>(
      sql`select count(*)::integer as n from text_messages where tenant_id = ${house.tenantId}`,
    );
    assert.equal(text?.n, 1);
    assert.equal((await t.route(callLinks.update, here, { id: data.id, name: form.name, enabled: false })).status, 200);
    assert.deepEqual(refusal(await t.route(callLinks.send, here, { id: data.id, phone })), [422, '链接已停用或已到期，不能发送']);
    const renewed = (await t.route(callLinks.renew, here, { id: data.id })).data.path;
    assert.notEqual(renewed, data.path);
    assert.equal((await t.route(callLinks.address, here, { id: data.id })).data.path, renewed);
    await house.run(sql`update call_links set enabled = true, token_cipher = null where tenant_id = ${house.tenantId} and id = ${data.id}`);
    assert.equal((await t.route(callLinks.address, here, { id: data.id })).data.path, null);
    assert.deepEqual(refusal(await t.route(callLinks.send, here, { id: data.id, phone })), [422, '该链接的地址没有保存，请先更换地址']);
    const changes = await house.run<{ text: string }>(sql`
      select coalesce(before::text, '') || coalesce(after::text, '') as text from row_changes
      where tenant_id = ${house.tenantId} and table_name = 'call_links'`);
    assert.ok(changes.length > 0 && changes.every(({ text: row }) => !row.includes(token)));
    assert.equal((await t.route(callLinks.remove, here, { id: data.id })).status, 200);
  });

  it('promise a call back only to who left a number', async () => {
    const part = { ...tree(group), keys: [{ key: '3', name: '预约回电', action: { to: 'callback' } }] };
    const { data: menuId } = await t.route(routes.create, admin, { name: '回电', tree: part });
    const { data } = await t.route(callLinks.create, admin, { name: '门口', menuId });
    const token = data.path.split('/').at(-1);
    const ended = async (phone: string | null) => {
      const pageId = randomUUID();
      assert.equal((await t.route(publicCalls.join, null, { token, pageId, offer: 'v=0', phone })).status, 200);
      assert.equal((await t.route(publicCalls.keys, null, { token, pageId, keys: '3' })).status, 200);
      return (await t.route(publicCalls.answer, null, { token, pageId })).data.ended;
    };
    assert.equal(await ended(null), '没有留下电话，无法回电，请填写电话后重新呼叫');
    assert.equal(await ended('13800006666'), '已登记，我们会尽快回电');
    const came = (await t.route(callRecords.page, admin, { linkId: data.id })).data.records;
    assert.deepEqual(
      came.map(({ callback, caller }: any) => [callback, caller]),
      [
        [1, '13800006666'],
        [0, ''],
      ],
    );
  });

  it('of one call are written down with a masked number', async () => {
    const seat = await house.seat([group]);
    await house.onDuty(seat);
    assert.equal((await house.act(seat, 'MakeCall', { Callee: '13812345678' })).status, 200);
    const [change] = await house.run<{ phone: string }>(sql`
      select after->>'phone' as phone from row_changes where tenant_id = ${house.tenantId} and table_name = 'call_links'
      order by id desc limit 1`);
    assert.match(change?.phone ?? '', /^[*]{3}[0-9a-f]{4}$/);
  });
});
