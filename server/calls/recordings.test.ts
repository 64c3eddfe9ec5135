import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { callRecordings as routes } from '#contract/calls/call-recordings.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import { DAY } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { FRAME } from '../call-media/alaw.ts';
import { RecordingWriter } from '../call-media/recording-writer.ts';
import { workIn } from '../events.ts';
import { SYSTEM } from './call-clock.ts';
import { beginRecording, endRecording, recordingFile } from './call-recordings.ts';
import { removeRecordings } from './recording-removal.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

const LISTENER = ['cloudcall_call_own', 'cloudcall_call_view', 'cloudcall_recording_play', 'cloudcall_recording_download'];
let t: Harness;
let house: CallHouse;
let seat: Seat;
let chief: TestUser;
before(async () => {
  t = await harness();
  house = await callHouse(t);
  seat = await house.seat([], ['cloudcall_call_own', 'cloudcall_recording_play']);
  chief = await t.user(house.tenantId, { permissions: LISTENER, name: '质检员' });
});
after(() => t.close());

/** A call of the seat with a recording of a second; its sound is as the media would have written it. */
async function recorded(warningId: number | null = null) {
  const [call] = await house.run<{ id: number }>(sql`
    insert into calls (tenant_id, kind, status, phase, caller, callee, seat_id, warning_id, began_at, established_at)
    values (${house.tenantId}, 1, 1, 5, ${sealed('13800001111')}, '4001', ${seat.id}, ${warningId}, now(), now()) returning id`);
  const begun = await t.deps.inTenant(house.tenantId, (tx) => beginRecording(workIn(tx, t.deps, SYSTEM), call!.id));
  const path = recordingFile(t.deps.config.dataDir, begun!.path);
  mkdirSync(dirname(path), { recursive: true });
  const writer = new RecordingWriter({ path, key: begun!.key, left: [], right: [] }, (reason) => assert.fail(reason));
  for (let frame = 0; frame < 50; frame += 1) writer.add(new Uint8Array(FRAME).fill(0x2a), new Uint8Array(FRAME).fill(0xd5));
  await writer.end();
  await t.deps.inTenant(house.tenantId, async (tx) => {
    await endRecording(tx, begun!.path, 2, 1000, 16_000);
    await tx.run(sql`update calls set status = 2, phase = 7, ended_at = now() where tenant_id = ${house.tenantId} and id = ${call!.id}`);
  });
  return { id: begun!.id, callId: call!.id, path };
}
const fetched = async (address: string, range?: string) => {
  const answer = await fetch(t.url + address, { headers: range ? { range } : {} });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('recordings of calls', () => {
  it('are heard by who may, in parts, and each listening is written down with its address', async () => {
    const { id } = await recorded();
    assert.equal(
      (await t.route(routes.listen, await t.user(house.tenantId, { permissions: ['cloudcall_call_view'] }), { id })).status,
      403,
    );
    const { data } = await t.route(routes.listen, seat.user, { id });
    assert.deepEqual([data.durationMs, data.complete, data.left.length, data.right.length], [1000, true, 600, 600]);
    assert.ok(Math.max(...data.left) > 10 * Math.max(...data.right));
    const whole = await fetched(data.address);
    assert.deepEqual([whole.status, whole.bytes.length, whole.bytes.toString('latin1', 0, 4)], [200, 16_058, 'RIFF']);
    const part = await fetched(data.address, 'bytes=100-199');
    assert.deepEqual([part.status, part.bytes.equals(whole.bytes.subarray(100, 200))], [206, true]);
    const beyond = await fetched(data.address, 'bytes=99999-');
    assert.deepEqual([beyond.status, JSON.parse(beyond.bytes.toString()).msg], [416, '请求的范围超出录音大小']);
    const forged = await fetched(`${data.address}x`);
    assert.deepEqual([forged.status, JSON.parse(forged.bytes.toString()).msg], [403, '录音地址已过期，请重新打开']);
    const [listened] = (await t.route(routes.listen, chief, { id })).data.listens;
    assert.deepEqual([listened.what, listened.userName, listened.address.length > 0], [1, '质检员', true]);
  });

  it('take the notes of a score from who may score it, and its agent reads them', async () => {
    const { id, callId } = await recorded();
    const [sheet] = await house.run<{ id: number }>(sql`
      insert into call_sheets (tenant_id, name) values (${house.tenantId}, '来电') returning id`);
    await house.run(sql`
      insert into call_sheet_versions (tenant_id, sheet_id, serial, groups, pass_points, user_name, at)
      values (${house.tenantId}, ${sheet!.id}, 1, '[{"name": "礼仪", "items": [{"key": "a", "name": "问候", "points": 100, "fatal": false,
        "note": ""}]}]', 80, '', now())`);
    const [one] = await house.run<{ id: number }>(sql`
      insert into call_inspections (tenant_id, call_id, sheet_id, seat_id, agent_id, agent_name, call_at, talk_seconds)
      values (${house.tenantId}, ${callId}, ${sheet!.id}, ${seat.id}, ${seat.user.userId}, '李', now(), 60) returning id`);
    const scores = ['cloudcall_inspection_own', 'cloudcall_inspection_view', 'cloudcall_inspection_score'];
    const inspector = await t.user(house.tenantId, { permissions: [...LISTENER, ...scores], name: '质检甲' });
    const note = (as: TestUser, recordingId = id) =>
      t.route(routes.note, as, { id: recordingId, atMs: 500, note: '这里打断了', inspectionId: one!.id });
    assert.equal((await note(chief)).status, 404);
    assert.deepEqual(refusal(await note(inspector, (await recorded()).id)), [404, '质检记录不存在']);
    assert.equal((await note(inspector)).status, 200);
    const given = { id: one!.id, version: 1, serial: 1, answers: [{ key: 'a', points: 90 }] };
    assert.equal((await t.route(callInspections.score, inspector, given)).status, 200);
    assert.deepEqual(refusal(await note(inspector)), [422, '该通话已评分，或不能由您评分；标注请在通话记录中添加']);
    const agent = await t.user(house.tenantId, { permissions: ['cloudcall_inspection_own'] });
    await house.run(sql`update call_inspections set agent_id = ${agent.userId} where tenant_id = ${house.tenantId}`);
    const { data } = await t.route(callInspections.get, agent, { id: one!.id });
    const [read] = data.notes;
    assert.deepEqual([data.notes.length, read.atMs, read.note, read.userName], [1, 500, '这里打断了', '质检甲']);
  });

  it('of another tenant, of a colleague, and of no call are not found', async () => {
    const { id } = await recorded();
    const stranger = await t.user(await t.tenant(), { permissions: LISTENER });
    const colleague = await house.seat([], ['cloudcall_call_own', 'cloudcall_recording_play']);
    for (const as of [stranger, colleague.user]) {
      assert.equal((await t.route(routes.listen, as, { id })).status, 404);
      assert.equal((await t.route(routes.note, as, { id, atMs: 0, note: '好' })).status, 404);
    }
    assert.equal((await t.route(routes.download, stranger, { ids: String(id) })).status, 404);
    assert.deepEqual(refusal(await t.route(routes.listen, chief, { id: id + 1000 })), [404, '录音不存在']);
  });

  it('are marked at a moment within them, and downloaded one as WAV, several as zip', async () => {
    const [one, two] = [await recorded(), await recorded()];
    assert.equal((await t.route(routes.note, chief, { id: one.id, atMs: 1001, note: '过长' })).msg, '标注时刻超出录音时长');
    assert.equal((await t.route(routes.note, chief, { id: one.id, atMs: 400, note: '问候规范' })).status, 200);
    const { notes } = (await t.route(routes.listen, chief, { id: one.id })).data;
    assert.deepEqual(
      notes.map(({ atMs, note }: { atMs: number; note: string }) => [atMs, note]),
      [[400, '问候规范']],
    );
    assert.equal((await t.route(routes.download, chief, { ids: String(one.id) })).status, 200);
    assert.equal((await t.route(routes.download, chief, { ids: `${one.id},${two.id}` })).status, 200);
    assert.equal((await t.route(routes.download, seat.user, { ids: String(one.id) })).status, 403);
    assert.deepEqual(refusal(await t.route(routes.download, chief, { ids: 'a' })), [400, '请选择1到100段录音']);
    rmSync(two.path);
    assert.deepEqual(refusal(await t.route(routes.listen, chief, { id: two.id })), [404, '录音文件不存在']);
    const counted = await house.run<{ count: number }>(sql`
      select count(*)::integer as count from call_listens 
      where tenant_id = ${house.tenantId} and what = 2 and recording_id in (${one.id}, ${two.id})`);
    assert.deepEqual(counted, [{ count: 3 }]);
  });

  it('are destroyed when their time is over, unless their warning is open; the row stays and says so', async () => {
    const [warning] = await house.run<{ id: number }>(sql`
      insert into warnings (tenant_id, rule, severity, source_type, subject, content, happened_at, last_at)
      values (${house.tenantId}, 'sos', 4, 1, '王秀英', '呼救', now(), now()) returning id`);
    const [free, bound] = [await recorded(), await recorded(warning!.id)];
    assert.equal(await removeRecordings(t.deps, Date.now() + 179 * DAY, 100), 0);
    assert.ok((await removeRecordings(t.deps, Date.now() + 181 * DAY, 100)) >= 1);
    assert.deepEqual([existsSync(free.path), existsSync(bound.path)], [false, true]);
    assert.equal((await t.route(routes.listen, chief, { id: free.id })).msg, '录音已超过保存期限，声音已销毁');
    const row = (await t.route(callRecords.get, chief, { id: free.callId })).data.recordingList[0];
    assert.ok(row.removeTime !== null);
    assert.equal((await t.route(callRecords.get, chief, { id: bound.callId })).data.recordingList[0].held, '所属预警未关闭');
    await house.run(sql`update warnings set status = 1 where tenant_id = ${house.tenantId} and id = ${warning!.id}`);
    assert.equal(await removeRecordings(t.deps, Date.now() + 181 * DAY, 100), 1);
    assert.equal(existsSync(bound.path), false);
  });
});
