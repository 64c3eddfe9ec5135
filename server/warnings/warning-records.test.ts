import { SECOND, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { phoneMessages } from '#contract/phones.rules.ts';
import { parameters } from '#contract/system/parameters.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { recordKinds } from '#contract/warnings/warning-records.rules.ts';
import { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { person, warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { overtaken } from '#test/overtaking.ts';
import type { Tx } from '../db/tenant.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let nurse: TestUser;
let colleague: TestUser;
let reader: TestUser;
let stranger: TestUser;
let clock = Date.now();
before(async () => {
  t = await harness({ now: () => clock });
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士' });
  colleague = await t.user(tenant, { name: '张护士' });
  reader = await t.user(tenant, { permissions: ['warning_devicewarning_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const raise = async (options?: Parameters<typeof warning>[3]) => warning(t, nurse.tenantId, await person(t, nurse.tenantId), options);
const steps = async (id: number, kind: string) =>
  (await t.route(warnings.timeline, nurse, { id })).data
    .filter((step: any) => step.kind === kind)
    .map(({ note, userName }: any) => [note, userName]);
const records = async (warningId: number, as = nurse) => (await t.route(warningRecords.ofWarning, as, { warningId })).data;
const call = (warningId: number, as: TestUser | null = nurse) =>
  t.route(warningRecords.startCall, as, { warningId, phone: '13911112222', contact: '王秀英' });

describe('records of a warning', () => {
  it('ask for a session, a form that is right, the right to handle, and a warning of one’s own', async () => {
    const warningId = await raise();
    const good: [any, Record<string, unknown>][] = [
      [warningRecords.startCall, { warningId, phone: '13911112222' }],
      [warningRecords.tellFamily, { warningId, contact: '王先生', way: 1, outcome: 1, time: textOf(clock) }],
      [warningRecords.review, { warningId, cause: 1, note: '加装扶手' }],
    ];
    for (const [route, input] of good) {
      assert.equal((await t.route(route, null, input)).status, 401);
      assert.equal((await t.route(route, nurse, { warningId })).status, 400);
      assert.equal((await t.route(route, reader, input)).status, 403);
      assert.equal((await t.route(route, stranger, input)).status, 404);
    }
    assert.equal((await t.route(warningRecords.startCall, nurse, { warningId, phone: '我家' })).msg, phoneMessages.contact);
    assert.equal((await t.route(warningRecords.ofWarning, null, { warningId })).status, 401);
    assert.equal((await t.route(warningRecords.ofWarning, stranger, { warningId })).status, 404);
    assert.deepEqual(await records(warningId, reader), []);
  });
});

describe('a call', () => {
  it('keeps its caller from confirming until it ends, and nobody else', async () => {
    const id = await raise();
    const { data: callId } = await call(id);
    assert.deepEqual([(await records(id))[0].calling, (await records(id, colleague))[0].calling], [true, false]);
    const early = await t.route(warnings.updateStatus, nurse, { id, remark: '无恙' });
    assert.deepEqual([early.status, early.msg], [422, '您与王秀英的通话尚未结束，请先结束通话再确定']);
    assert.equal((await t.route(warnings.get, nurse, { id })).data.isDisposed, 0);
    clock += 65 * SECOND;
    assert.equal((await t.route(warningRecords.endCall, colleague, { id: callId, outcome: 1 })).status, 404);
    assert.deepEqual(refusal(await t.route(warningRecords.endCall, stranger, { id: callId, outcome: 1 })), [404, '通话不存在']);
    const answers = await Promise.all(
      [1, 1].map((outcome) => t.route(warningRecords.endCall, nurse, { id: callId, outcome, note: '老人说没事' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.msg, '该通话已经结束');
    assert.deepEqual(await steps(id, 'call'), [['王秀英 139****2222：已接通，1分05秒；老人说没事', '李护士']]);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id, remark: '无恙' })).status, 200);
    const other = await raise();
    await call(other);
    assert.equal((await t.route(warnings.updateStatus, colleague, { id: other, remark: '无恙' })).status, 200);
  });

  it('ends by itself with the caller’s next one, and is forgotten after hours', async () => {
    const [first, second] = [await raise(), await raise()];
    await call(first);
    await call(second);
    assert.deepEqual(await steps(first, 'call'), [['王秀英 139****2222：未登记结果', '李护士']]);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id: first, remark: '无恙' })).status, 200);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id: second, remark: '无恙' })).status, 422);
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(
        sql`update warning_records set started_at = started_at - interval '3 hours'
          where tenant_id = ${tx.tenantId} and warning_id = ${second}`,
      ),
    );
    assert.equal((await records(second))[0].calling, false);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id: second, remark: '无恙' })).status, 200);
    // Two windows of one person: only one call goes on.
    const third = await raise();
    const both = await Promise.all([call(third), call(third), call(third)]);
    assert.ok(both.every(({ status }) => status === 200 || status === 409));
    assert.equal((await records(third)).filter((one: any) => one.calling).length, 1);
    const fourth = await raise();
    const other = async (tx: Tx) => {
      await tx.run(sql`update warning_records set ended_at = now(), outcome = 1 where tenant_id = ${tx.tenantId} and ended_at is null`);
      await tx.run(sql`insert into warning_records (tenant_id, warning_id, kind, phone, started_at, user_id, user_name)
        values (${tx.tenantId}, ${third}, ${recordKinds.call}, ${sealed('13911112222')}, now(), ${nurse.userId}, '李护士')`);
    };
    const late = await overtaken(t, nurse.tenantId, other, () => call(fourth));
    assert.deepEqual(refusal(late), [409, '您已在通话中，请先结束通话']);
    assert.deepEqual(await records(fourth), []);
  });
});

describe('the family and the review', () => {
  it('close gaps of the evidence, and are in it', async () => {
    const id = await raise();
    const gaps = async () => (await t.route(warnings.evidence, nurse, { id })).data.gaps.filter((gap: string) => /家属|复盘/.test(gap));
    const tell = (input: object) =>
      t.route(warningRecords.tellFamily, nurse, {
        warningId: id,
        contact: '王先生',
        phone: '13800001234',
        way: 1,
        time: textOf(clock),
        ...input,
      });
    assert.deepEqual(await gaps(), ['没有家属告知回执', '没有复盘记录']);
    assert.equal((await tell({ outcome: 1, time: textOf(clock + 3_600_000) })).msg, '告知时间不能晚于现在');
    assert.equal((await tell({ outcome: 1, time: '2020-01-01 00:00:00' })).msg, '告知时间不能早于预警产生的时间');
    assert.equal((await tell({ outcome: 2 })).status, 200);
    assert.deepEqual((await gaps())[0], '没有家属告知回执');
    assert.equal((await tell({ outcome: 1, note: '马上赶来' })).status, 200);
    assert.deepEqual(await gaps(), ['没有复盘记录']);
    const early = await t.route(warningRecords.review, nurse, { warningId: id, cause: 2, note: '卫生间加装扶手' });
    assert.deepEqual([early.status, early.msg], [422, '预警关闭后才能复盘']);
    await t.route(warnings.updateStatus, nurse, { id, remark: '无恙' });
    assert.equal((await t.route(warningRecords.review, colleague, { warningId: id, cause: 2, note: '卫生间加装扶手' })).status, 200);
    assert.deepEqual(await gaps(), []);
    assert.deepEqual(await steps(id, 'review'), [['环境或设施：卫生间加装扶手', '张护士']]);
    assert.deepEqual((await steps(id, 'family')).length, 2);
    const { content } = (await t.route(warnings.evidence, nurse, { id })).data;
    assert.deepEqual(
      content.records.map(({ kind, by, outcome, cause }: any) => [kind, by, outcome, cause]),
      [
        [2, '李护士', 2, null],
        [2, '李护士', 1, null],
        [3, '张护士', null, 2],
      ],
    );
    const pdf = await fetch(`${t.url}/warning/devicewarning/${id}/evidence.pdf`, { headers: { authorization: `Bearer ${nurse.token}` } });
    assert.equal(pdf.status, 200);
  });
});

describe('the time for an answer', () => {
  it('is the institution’s, by severity and for calls, and counts in the statistics', async () => {
    const chief = await t.user(await t.tenant(), { name: '主任' });
    const raised = async (rule: 'sos' | 'fall' | 'service_call' | 'low_battery', severity: number, age: number) => {
      const id = await warning(t, chief.tenantId, await person(t, chief.tenantId), { rule, severity });
      await t.deps.inTenant(chief.tenantId, (tx) =>
        tx.run(sql`update warnings set created_at = now() - make_interval(secs => ${age}) where tenant_id = ${tx.tenantId} and id = ${id}`),
      );
      return id;
    };
    const [quick, slow, called, silent] = [
      await raised('sos', 1, 5),
      await raised('fall', 1, 90),
      await raised('service_call', 3, 100),
      await raised('low_battery', 4, 4000),
    ];
    const asked = async (id: number) => (await t.route(warnings.get, chief, { id })).data.answerSeconds;
    assert.deepEqual(await Promise.all([quick, called, silent].map(asked)), [60, 180, null]);
    for (const id of [quick, slow, called, silent]) await t.route(warnings.acknowledge, chief, { id });
    const today = textOf(Date.now()).slice(0, 10);
    const yesterday = textOf(Date.now() - 86_400_000).slice(0, 10);
    const read = async () => (await t.route(warningStatistics.read, chief, { startTime: yesterday, endTime: today })).data;
    const before = await read();
    assert.deepEqual([before.asked, before.met], [3, 2]);
    assert.deepEqual(
      before.bySeverity.map(({ severity, answerSeconds, asked: of, met }: any) => [severity, answerSeconds, of, met]),
      [
        [1, 60, 2, 1],
        [3, null, 1, 1],
        [4, null, 0, 0],
      ],
    );
    assert.deepEqual(
      before.byStaff.map(({ name, total, met }: any) => [name, total, met]),
      [['主任', 4, 2]],
    );
    assert.deepEqual(
      before.byPlace.map(({ building, floor, total, critical }: any) => [building, floor, total, critical]),
      [['3号楼', '3', 4, 2]],
    );
    assert.equal(before.byPerson.length, 4);
    assert.equal(
      before.byHour.reduce((sum: number, { total }: any) => sum + total, 0),
      4,
    );
    for (const [key, value] of [
      ['ANSWER_SECONDS_1', '120'],
      ['ANSWER_SECONDS_CALL', '0'],
    ])
      await t.route(parameters.create, chief, { publicName: '确认时限', publicKey: key, publicValue: value });
    assert.deepEqual(await Promise.all([slow, called].map(asked)), [120, null]);
    const sheet = await fetch(`${t.url}${warningStatistics.export.path}?startTime=${yesterday}&endTime=${today}&format=csv`, {
      headers: { authorization: `Bearer ${chief.token}` },
    });
    assert.equal(sheet.status, 200);
    const lines = (await sheet.text()).split('\r\n');
    assert.match(lines[0] as string, /分组,名称,预警数/);
    assert.ok(
      lines.some((line) => line.startsWith('级别,紧急,2,')) && lines.some((line) => line.startsWith('位置,3号楼 3层,4,2')),
      lines.join('|'),
    );
    assert.equal(
      (await t.route(warningStatistics.export, chief, { startTime: today, endTime: '2020-01-01' })).msg,
      '结束日期不能早于开始日期',
    );
    assert.equal(
      (await t.route(warningStatistics.export, await t.user(chief.tenantId, { permissions: [] }), { startTime: today, endTime: today }))
        .status,
      403,
    );
    const later = await read();
    assert.deepEqual([later.asked, later.met], [2, 2]);
  });
});

describe('places', () => {
  it('show where something is open, floor by floor, and filter the list', async () => {
    const chief = await t.user(await t.tenant());
    const none = await t.user(chief.tenantId, { permissions: [] });
    assert.equal((await t.route(warnings.places, null)).status, 401);
    assert.equal((await t.route(warnings.places, none)).status, 403);
    assert.deepEqual((await t.route(warnings.places, chief)).data, []);
    const anna = await person(t, chief.tenantId);
    const ids = [await warning(t, chief.tenantId, anna), await warning(t, chief.tenantId, anna, { rule: 'low_battery', severity: 3 })];
    const loose = await warning(t, chief.tenantId, null);
    await t.route(warnings.acknowledge, chief, { id: ids[0] });
    const { data } = await t.route(warnings.places, chief);
    assert.deepEqual(
      data.map(({ building, floor, open, unanswered, severity }: any) => [building, floor, open, unanswered, severity]),
      [
        ['3号楼', '3', 2, 1, 1],
        [null, null, 1, 1, 1],
      ],
    );
    const list = async (input: object) =>
      (await t.route(warnings.page, chief, { size: 50, ...input })).data.records.map((row: any) => row.id).toSorted();
    assert.deepEqual(await list({ building: '3号楼', floor: '3' }), ids);
    assert.deepEqual(await list({ roomId: data[0].roomId }), ids);
    assert.deepEqual(await list({ building: '2号楼' }), []);
    assert.equal((await list({})).includes(loose), true);
    for (const id of [...ids, loose]) await t.route(warnings.updateStatus, chief, { id, remark: '无恙' });
    assert.deepEqual((await t.route(warnings.places, chief)).data, []);
    assert.deepEqual((await t.route(warnings.places, stranger)).data, []);
  });
});
