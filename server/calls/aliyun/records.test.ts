/** Calls that Aliyun carries, from a peer that speaks its protocol: fetched, known again, told of by notices, heard. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { callJobCases, callJobs } from '#contract/calls/call-jobs.ts';
import { callLinks, publicCalls } from '#contract/calls/call-links.ts';
import { cloudNotices } from '#contract/calls/cloud-notices.ts';
import { callRecordings } from '#contract/calls/call-recordings.ts';
import { HOUR, MINUTE } from '#contract/time.ts';
import { aliyunCcc } from '#test/aliyun-ccc.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness } from '#test/harness.ts';
import { workIn } from '../../events.ts';
import { dial } from '../call-begin.ts';
import { SYSTEM } from '../call-clock.ts';
import { hashOf } from '../call-link-sending.ts';
import { sealCallSecret } from '../call-secrets.ts';
import { noticePath } from './notices.ts';
import { fetchCalls, fetchDue } from './records.ts';

const SOUND = Buffer.from('RIFF of the cloud');
let t: Harness;
let house: CallHouse;
let seat: Seat;
let store: Server;
let ccc: Awaited<ReturnType<typeof aliyunCcc>>;
let now = Date.now();
let serviceId: number;
let jobs = 0;
/** What the cloud has. */
let all: Record<string, unknown>[] = [];
/** A longer window has more pages than are read. */
let longestWindow = Infinity;
const record = (at: number, more: Record<string, unknown> = {}) => ({
  ContactId: `job-${at}`,
  InstanceId: 'ccc-test',
  CallingNumber: '13800000001',
  CalledNumber: '4001',
  AgentIds: 'agent@ccc-test',
  StartTime: now - 10 * MINUTE + at,
  EstablishedTime: now - 9 * MINUTE + at,
  ReleaseTime: now - 8 * MINUTE + at,
  ContactType: 'Inbound',
  ContactDisposition: 'Success',
  ReleaseInitiator: 'customer',
  ...more,
});

before(async () => {
  store = createServer((_request, response) => response.end(SOUND));
  await new Promise<void>((settle) => void store.listen(0, '127.0.0.1', settle));
  const sounds = (store.address() as AddressInfo).port;
  ccc = await aliyunCcc(
    { HOUSEKEY: 'house-secret' },
    {
      ListCallDetailRecords: ({ StartTime, EndTime, PageNumber, PageSize }) => {
        if (Number(EndTime) - Number(StartTime) > longestWindow)
          return [200, { Code: 'OK', Data: { List: Array.from({ length: Number(PageSize) }, () => ({})) } }];
        const within = all.filter(({ StartTime: at }) => Number(at) >= Number(StartTime) && Number(at) < Number(EndTime));
        const first = (Number(PageNumber) - 1) * Number(PageSize);
        return [200, { Code: 'OK', Data: { List: within.slice(first, first + Number(PageSize)), TotalCount: within.length } }];
      },
      MakeCall: () => [200, { Code: 'OK', Data: { CallContext: { JobId: `dialled-${++jobs}` } } }],
      GetMultiChannelRecording: () => [200, { Code: 'OK', Data: { FileUrl: `http://127.0.0.1:${sounds}/sound`, FileName: 'x.wav' } }],
    },
  );
  process.env.POLL_PRIVATE_HOSTS = `127.0.0.1:${ccc.port},127.0.0.1:${sounds}`;
  t = await harness({ now: () => now });
  house = await callHouse(t, { provider: 3 });
  const rights = ['cloudcall_workbench', 'cloudcall_call_view', 'cloudcall_recording_play', 'cloudcall_calllink_edit'];
  seat = await house.seat([], [...rights, 'cloudcall_cloudcallcalljob_add', 'cloudcall_cloudcallcalljob_edit']);
  serviceId = (await house.run<{ id: number }>(sql`select id from call_services where tenant_id = ${house.tenantId}`))[0]!.id;
  const sealed = sealCallSecret(
    t.deps.secrets,
    house.tenantId,
    'call_services',
    serviceId,
    '{"keyId":"HOUSEKEY","keySecret":"house-secret"}',
  );
  await house.run(sql`update call_services set instance_id = 'ccc-test', endpoint = ${ccc.url}, secret_cipher = ${sealed}
    where tenant_id = ${house.tenantId}`);
  await house.run(sql`update call_seats set external_id = 'agent@ccc-test' where tenant_id = ${house.tenantId}`);
});
after(async () => {
  await t.close();
  delete process.env.POLL_PRIVATE_HOSTS;
  await ccc.close();
  store.close();
});

const calls = (test = sql`true`) =>
  house.run<{ contact: string; seatId: number | null; personId: number | null; warningId: number | null; caseId: number | null }>(sql`
    select external_id as contact, seat_id as "seatId", person_id as "personId", warning_id as "warningId", job_case_id as "caseId"
    from calls
    where tenant_id = ${house.tenantId} and ${test} order by id`);
const state = async () =>
  (
    await house.run<{ problem: string; due: boolean }>(sql`
      select fetch_problem as problem, fetch_at <= to_timestamp(${now}::float8 / 1000) as due from call_service_states
      where tenant_id = ${house.tenantId}`)
  )[0];
const asked = () => ccc.calls.filter(({ action }) => action === 'ListCallDetailRecords').length;
const fetchNow = async () => {
  await fetchDue(t.deps);
  await fetchCalls(t.deps, house.tenantId);
};

describe('calls that the cloud carries', () => {
  it('are fetched page by page, each once; those of another instance and what is no record are left out', async () => {
    all = Array.from({ length: 250 }, (_, at) => record(at));
    all.push(record(900, { InstanceId: 'other' }), { ContactId: 'x' }, record(901, { ReleaseTime: 0 }));
    await fetchNow();
    assert.equal((await calls()).length, 250);
    assert.ok(asked() >= 3);
    await fetchNow();
    const kept = await calls();
    assert.equal(kept.length, 250);
    assert.deepEqual([...new Set(kept.map(({ seatId }) => seatId))], [seat.id]);
    const [elsewhere] = await t.deps.inTenant(await t.tenant(), (tx) =>
      tx.rows<{ n: number }>(sql`select count(*)::integer as n from calls`),
    );
    assert.equal(elsewhere?.n, 0);
    // What went on has ended meanwhile.
    all = [record(901)];
    await fetchNow();
    assert.equal((await calls()).length, 251);
  });

  it('are fetched by halves of a window that has more than can be read by pages', async () => {
    longestWindow = 4 * HOUR;
    all = [record(902)];
    await fetchNow();
    assert.equal((await calls(sql`external_id = 'job-902'`)).length, 1);
    longestWindow = Infinity;
  });

  it('keep what they were about, also of a case of a job', async () => {
    const [person] = await house.run<{ id: number }>(
      sql`insert into people (tenant_id, name) values (${house.tenantId}, '王芳') returning id`,
    );
    const made = await house.act(seat, 'MakeCall', { callee: '13900000001', tags: { oldmanId: person!.id } });
    assert.equal(made.status, 200, String(made.msg));
    const job = (await t.route(callJobs.create, seat.user, { name: '回访', kind: 3, numbers: '13900000002' })).data;
    await t.route(callJobs.move, seat.user, { id: job.id, command: 'start' });
    const one = (await t.route(callJobCases.next, seat.user, { jobId: job.id })).data;
    const dialled = await t.route(callJobCases.dial, seat.user, { id: one.id });
    assert.deepEqual([dialled.status, dialled.data?.jobId], [200, 'dialled-2'], String(dialled.msg));
    assert.equal(ccc.calls.at(-1)?.query.Callee, '13900000002');
    const out = { ContactType: 'Outbound', CallingNumber: '4001' };
    all = [
      record(1000, { ...out, ContactId: 'dialled-1', CalledNumber: '13900000001' }),
      record(1001, { ...out, ContactId: 'dialled-2', CalledNumber: '13900000002' }),
    ];
    await fetchNow();
    const [first, second] = await calls(sql`external_id like 'dialled-%'`);
    assert.deepEqual([first?.personId, second?.caseId], [person!.id, one.id]);
  });

  it('are told of by notices: a forged one is refused, repeated ones fetch once', async () => {
    const path = noticePath(t.deps.secrets, house.tenantId, serviceId);
    const tell = async (to: string) =>
      (await fetch(t.url + to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{}}' })).status;
    assert.equal((await state())?.due, false);
    const other = path.replace(`.${serviceId}.`, `.${serviceId + 1}.`);
    for (const forged of [`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, other, `${path}x`])
      assert.equal(await tell(forged), 403);
    const refused = await t.route(cloudNotices.receive, null, { key: 'none' });
    assert.deepEqual(refusal(refused), [403, '消息地址不正确，请在“呼叫服务”中重新复制']);
    assert.equal((await state())?.due, false);
    now += MINUTE;
    all = [record(1100)];
    for (let times = 0; times < 3; times += 1) assert.equal(await tell(path), 200);
    assert.equal((await state())?.due, true);
    const before = asked();
    await fetchNow();
    assert.ok(asked() > before);
    assert.equal((await calls(sql`external_id = 'job-1100'`)).length, 1);
    // The same notice again, right after the fetch: nothing is due yet.
    assert.equal(await tell(path), 200);
    assert.deepEqual([(await state())?.due, (await calls(sql`external_id = 'job-1100'`)).length], [false, 1]);
  });

  it('that the cloud refuses are said in words, and fetched when it answers again', async () => {
    const keep = (keySecret: string) => {
      const key = JSON.stringify({ keyId: 'HOUSEKEY', keySecret });
      const sealed = sealCallSecret(t.deps.secrets, house.tenantId, 'call_services', serviceId, key);
      return house.run(sql`update call_services set secret_cipher = ${sealed} where tenant_id = ${house.tenantId}`);
    };
    await keep('wrong-secret');
    await fetchNow();
    assert.equal((await state())?.problem, '阿里云密钥不正确，请管理员重新填写AccessKey Secret');
    await keep('house-secret');
    await fetchNow();
    assert.equal((await state())?.problem, '');
  });

  it('are heard from the cloud by who may, and from no other institution', async () => {
    all = [record(1200, { RecordingReady: true, RecordingDuration: 60 })];
    await fetchNow();
    await fetchNow();
    const rows = await house.run<{ id: number }>(sql`select id from call_recordings where tenant_id = ${house.tenantId}`);
    assert.equal(rows.length, 1);
    const id = rows[0]!.id;
    const stranger = await t.user(await t.tenant(), { permissions: ['cloudcall_call_view', 'cloudcall_recording_play'] });
    assert.equal((await t.route(callRecordings.listen, stranger, { id })).status, 404);
    const { data } = await t.route(callRecordings.listen, seat.user, { id });
    assert.deepEqual([data.durationMs, data.left], [60_000, []]);
    const heard = await fetch(t.url + data.address);
    assert.deepEqual([heard.status, Buffer.from(await heard.arrayBuffer()).toString()], [200, SOUND.toString()]);
    await new Promise((settle) => store.close(settle));
    const lost = await fetch(t.url + data.address);
    assert.deepEqual([lost.status, ((await lost.json()) as { msg: string }).msg], [502, '没有从阿里云取到录音，请稍后再试']);
  });

  it('are heard no more when the cloud is not used any more', async () => {
    const [row] = await house.run<{ id: number }>(sql`select id from call_recordings where tenant_id = ${house.tenantId}`);
    const { data } = await t.route(callRecordings.listen, seat.user, { id: row!.id });
    const carriedBy = (provider: number) =>
      house.run(sql`update call_services set provider = ${provider} where tenant_id = ${house.tenantId}`);
    await carriedBy(1);
    const answer = await fetch(t.url + data.address);
    assert.equal(((await answer.json()) as { msg: string }).msg, '该录音在阿里云，机构现在没有使用阿里云联络中心');
    await carriedBy(3);
  });

  it('are looked after on the page of services; a service of another kind has nothing to say', async () => {
    const admin = await t.user(house.tenantId, { permissions: ['cloudcall_cloudcallservice_edit'] });
    const { data } = await t.route(cloudNotices.service, admin, { id: serviceId });
    assert.deepEqual([data.path, data.problem], [noticePath(t.deps.secrets, house.tenantId, serviceId), '']);
    assert.deepEqual(refusal(await t.route(cloudNotices.service, admin, { id: serviceId + 1000 })), [404, '呼叫服务不存在']);
  });

  it('have no links, and are not dialled by a telephone of ours', async () => {
    const groupId = await house.group('服务台');
    const token = `${house.tenantId}.${'c'.repeat(32)}`;
    await house.run(sql`insert into call_links (tenant_id, token_hash, name, group_id)
      values (${house.tenantId}, ${hashOf(token)}, '大厅', ${groupId})`);
    const elsewhere = [403, '该机构已不使用通话链接，请拨打机构的电话'];
    assert.deepEqual(refusal(await t.route(publicCalls.look, null, { token })), elsewhere);
    assert.deepEqual(refusal(await t.route(publicCalls.join, null, { token, pageId: randomUUID(), offer: 'v=0' })), elsewhere);
    await assert.rejects(
      t.deps.inTenant(house.tenantId, (tx) => dial(workIn(tx, t.deps, SYSTEM), seat.id, { callee: '13900000003' })),
      { message: '该机构的通话由阿里云联络中心承载，请在通话工作台拨打' },
    );
    assert.deepEqual(refusal(await t.route(callLinks.create, seat.user, { name: '大厅', groupId })), [
      422,
      '该机构的通话由阿里云联络中心承载，不能使用通话链接；请在“呼叫服务”中改用内置或SIP中继',
    ]);
  });
});
