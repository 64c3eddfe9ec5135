import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { workbench } from '#contract/calls/workbench.ts';
import { aliyunCcc } from '#test/aliyun-ccc.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness } from '#test/harness.ts';
import { sealCallSecret } from '../call-secrets.ts';

let t: Harness;
let house: CallHouse;
let seat: Seat;
let ccc: Awaited<ReturnType<typeof aliyunCcc>>;
before(async () => {
  ccc = await aliyunCcc(
    { SEATKEY: 'seat-secret', HOUSEKEY: 'house-secret' },
    {
      MakeCall: ({ Callee }) => [200, { Code: 'OK', HttpStatusCode: 200, Data: { CallContext: { JobId: 'job-1', Callee } } }],
      TakeBreak: () => [200, { Code: 'NotExists.UserId', Message: 'user a@b with secret house-secret', HttpStatusCode: 404 }],
      ReadyForService: () => [500, {}],
      SignOutGroup: () => [200, 'no JSON'],
    },
  );
  process.env.POLL_PRIVATE_HOSTS = `127.0.0.1:${ccc.port}`;
  t = await harness();
  house = await callHouse(t, { provider: 3 });
  seat = await house.seat();
  await house.run(sql`update call_services set instance_id = 'ccc-test', endpoint = ${ccc.url}, sdk_url = 'https://g.alicdn.com/ccc.js'
    where tenant_id = ${house.tenantId}`);
});
after(async () => {
  await t.close();
  delete process.env.POLL_PRIVATE_HOSTS;
  await ccc.close();
});

const keep = async (table: 'call_services' | 'call_seats', id: number, keyId: string, keySecret: string) => {
  const place = table === 'call_seats' ? 'call_seats:key' : 'call_services';
  const sealed = sealCallSecret(t.deps.secrets, house.tenantId, place, id, JSON.stringify({ keyId, keySecret }));
  const column = sql.ref(table === 'call_seats' ? 'external_cipher' : 'secret_cipher');
  await house.run(sql`update ${sql.table(table)} set ${column} = ${sealed} where tenant_id = ${house.tenantId} and id = ${id}`);
};

describe('actions with Aliyun as provider', () => {
  it('need the account of the seat and a key', async () => {
    assert.equal((await house.act(seat, 'MakeCall', { callee: '1' })).msg, '您的坐席没有填写阿里云坐席账号，请联系管理员');
    await house.run(sql`update call_seats set external_id = 'agent@ccc-test' where tenant_id = ${house.tenantId}`);
    assert.equal((await house.act(seat, 'MakeCall', { callee: '1' })).msg, '没有可用的阿里云AccessKey，请联系管理员');
    assert.equal((await house.act(seat, 'RemoveParticipant', { LegId: 1 })).msg, '阿里云联络中心不支持移出单个成员');
    assert.equal(ccc.calls.length, 0);
  });

  it('are signed with the key of the service, then of the seat; instance and user are the seat’s, keys are lowered in the answer', async () => {
    const [service] = await house.run<{ id: number }>(sql`select id from call_services where tenant_id = ${house.tenantId}`);
    await keep('call_services', service!.id, 'HOUSEKEY', 'house-secret');
    const request = { callee: '13800000001', instanceId: 'other', UserId: 'boss@other', tags: { from: 'card' }, caller: '王*(1)~ +' };
    const made = await house.act(seat, 'MakeCall', request);
    assert.deepEqual([made.status, made.data.code, made.data.data.callContext.jobId], [200, 'OK', 'job-1'], String(made.msg));
    assert.deepEqual(ccc.calls.at(-1), {
      action: 'MakeCall',
      keyId: 'HOUSEKEY',
      query: { Callee: '13800000001', Caller: '王*(1)~ +', InstanceId: 'ccc-test', Tags: '{"from":"card"}', UserId: 'agent@ccc-test' },
    });
    await keep('call_seats', seat.id, 'SEATKEY', 'seat-secret');
    await house.act(seat, 'MakeCall', request);
    assert.equal(ccc.calls.at(-1)?.keyId, 'SEATKEY');
  });

  it('that are not on the list, or of who has no right to them, go nowhere', async () => {
    const before = ccc.calls.length;
    assert.equal((await house.act(seat, 'CreateUser')).status, 400);
    assert.equal((await house.act(seat, 'MonitorCall', { monitoredUserId: 'x' })).status, 403);
    assert.equal(ccc.calls.length, before);
  });

  it('that the cloud refuses are said in Chinese, without its own words', async () => {
    const refused = await house.act(seat, 'TakeBreak', { code: 'Meal' });
    assert.deepEqual(
      [refused.status, refused.data.code, refused.msg],
      [422, 'NotExists.UserId', '阿里云坐席账号不存在，请管理员检查坐席设置'],
    );
    assert.doesNotMatch(JSON.stringify(refused.data), /secret/);
    const broken = await house.act(seat, 'ReadyForService');
    assert.deepEqual([broken.status, broken.msg], [422, '阿里云拒绝了操作（Unknown）']);
    const unread = await house.act(seat, 'SignOutGroup');
    assert.deepEqual([unread.status, unread.msg], [502, '阿里云的答复无法识别，请稍后再试']);
    await keep('call_seats', seat.id, 'SEATKEY', 'wrong');
    const wrong = await house.act(seat, 'MakeCall', { callee: '1' });
    assert.equal(wrong.msg, '阿里云密钥不正确，请管理员重新填写AccessKey Secret');
    assert.doesNotMatch(JSON.stringify(wrong.data), /Credential|wrong/);
  });

  it('open the workbench with the configuration of the SDK, without a key', async () => {
    const open = (await t.route(workbench.open, seat.user)).data;
    const { frame, ...sdk } = open.sdk;
    assert.match(frame, /^\/cloudcall\/frame\//);
    assert.deepEqual(sdk, {
      url: 'https://g.alicdn.com/ccc.js',
      instanceId: 'ccc-test',
      regionId: 'cn-shanghai',
      ajaxPath: '/cloudcall/cloudcallworkbench/aliyun/ccc/api',
    });
  });

  it('of a cloud that is not there end in 502', async () => {
    await house.run(sql`update call_services set endpoint = 'http://127.0.0.1:1' where tenant_id = ${house.tenantId}`);
    const lost = await house.act(seat, 'MakeCall', { callee: '1' });
    assert.deepEqual([lost.status, lost.msg], [502, '没有收到阿里云的答复，请检查网络或接入地址']);
    await house.run(sql`update call_services set endpoint = 'http://a.example' where tenant_id = ${house.tenantId}`);
    const plain = await house.act(seat, 'MakeCall', { callee: '1' });
    assert.deepEqual([plain.status, plain.msg], [422, '阿里云接入地址不正确，请管理员检查呼叫服务']);
  });
});
