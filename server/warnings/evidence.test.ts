import { dayOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonical } from '#contract/warnings/evidence.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import { person, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice } from '#test/ingest.ts';
import { raiseWarning } from './raise.ts';
import { STORM } from './storms.ts';

let t: Harness;
let nurse: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant(), { name: '李护士' });
});
after(() => t?.close());

describe('an evidence pack', () => {
  it('is for those who may, of their own tenant', async () => {
    const id = await warning(t, nurse.tenantId, null);
    const reader = await t.user(nurse.tenantId, { permissions: ['warning_devicewarning_view'] });
    const stranger = await t.user(await t.tenant());
    for (const route of [warnings.evidence, warnings.evidencePdf]) {
      assert.equal((await t.route(route, null, { id })).status, 401);
      assert.equal((await t.route(route, reader, { id })).status, 403);
      assert.equal((await t.route(route, stranger, { id })).status, 404);
    }
  });

  it('can be hashed again by anybody, is the same until something is added, and tells what it lacks', async () => {
    const id = await warning(t, nurse.tenantId, await person(t, nurse.tenantId));
    const { data: first } = await t.route(warnings.evidence, nurse, { id });
    assert.equal(
      createHash('sha256')
        .update(canonical({ content: first.content, gaps: first.gaps }))
        .digest('hex'),
      first.hash,
    );
    assert.deepEqual(
      ['没有设备原始记录', '没有通知记录', '没有人确认收到', '预警尚未关闭', '没有复盘记录'].filter((gap) => !first.gaps.includes(gap)),
      [],
    );
    assert.equal((await t.route(warnings.evidence, nurse, { id })).data.hash, first.hash);
    const { hash, seal } = first;
    assert.deepEqual((await t.route(warnings.verifyEvidence, nurse, { id, hash, seal })).data, { genuine: true, unchanged: true });
    const forged = hash.replace(/^./, (one: string) => (one === '0' ? '1' : '0'));
    assert.deepEqual((await t.route(warnings.verifyEvidence, nurse, { id, hash: forged, seal })).data, {
      genuine: false,
      unchanged: false,
    });
    await t.route(warnings.acknowledge, nurse, { id });
    await t.route(warnings.updateStatus, nurse, { id, remark: '已查看' });
    assert.deepEqual((await t.route(warnings.verifyEvidence, nurse, { id, hash, seal })).data, { genuine: true, unchanged: false });
    const { data: later } = await t.route(warnings.evidence, nurse, { id });
    assert.deepEqual(
      ['没有人确认收到', '预警尚未关闭', '没有处理备注'].filter((gap) => later.gaps.includes(gap)),
      [],
    );
    assert.ok(later.gaps.includes('没有上门处理记录'));
  });

  it('stays what it was when the person is given another bed', async () => {
    const oldmanId = await person(t, nurse.tenantId);
    const beds = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows<{ id: number; room_id: number }>(sql`
        with made as (insert into rooms (tenant_id, building, floor, name) values (${tx.tenantId}, '1号楼', '3', '302'),
          (${tx.tenantId}, '2号楼', '3', '302') returning id, building)
        insert into beds (tenant_id, room_id, name) select ${tx.tenantId}, id, '3' from made order by building returning id, room_id`),
    );
    const lie = (at: number) =>
      t.deps.inTenant(nurse.tenantId, (tx) =>
        tx.run(sql`update people set bed_id = ${beds[at]!.id} where tenant_id = ${tx.tenantId} and id = ${oldmanId}`),
      );
    await lie(0);
    const raised = await t.deps.inTenant(nurse.tenantId, (tx) =>
      raiseWarning(tx, t.deps, {
        rule: 'heart_rate',
        deviceId: null,
        personId: oldmanId,
        code: 'by-hand',
        at: Date.now(),
        late: false,
        place: null,
      }),
    );
    const id = raised!.warningId;
    const { hash, seal, content } = (await t.route(warnings.evidence, nurse, { id })).data;
    assert.equal(content.warning.roomName, '1号楼 3层 302');
    await lie(1);
    assert.deepEqual((await t.route(warnings.verifyEvidence, nurse, { id, hash, seal })).data, { genuine: true, unchanged: true });
  });

  it('is printed, whatever the texts are', async () => {
    const id = await warning(t, nurse.tenantId, await person(t, nurse.tenantId, '欧阳（静）'));
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(
        sql`insert into warning_deliveries (tenant_id, warning_id, user_name, channel, state)
          values (${nurse.tenantId}, ${id}, '夜班', 'sms', 4)`,
      ),
    );
    for (let count = 0; count < 80; count++) await t.route(warnings.comment, nurse, { id, note: `第${count}条：已电话联系家属 )(\\ <b>` });
    const answer = await fetch(`${t.url}/warning/devicewarning/${id}/evidence.pdf`, {
      headers: { authorization: `Bearer ${nurse.token}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    const text = bytes.toString('latin1');
    assert.match(text, /^%PDF-1\.7/);
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    assert.equal(text.slice(start, start + 4), 'xref');
    assert.ok(Number(/\/Count (\d+)/.exec(text)?.[1]) >= 2);
    // A viewer reads the characters, not only we.
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const cMapUrl = `${import.meta.dirname}/../../node_modules/pdfjs-dist/cmaps/`;
    const pdf = await getDocument({ data: new Uint8Array(bytes), cMapUrl, cMapPacked: true, verbosity: 0 }).promise;
    let read = '';
    for (let page = 1; page <= pdf.numPages; page++)
      read += (await (await pdf.getPage(page)).getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('');
    assert.match(read, /预警证据包.*欧阳（静）/s);
    assert.match(read, /夜班 +短信 +免打扰，未通知/);
    const { data } = await t.route(warnings.evidence, nurse, { id });
    assert.ok(text.includes(Buffer.from(data.hash, 'utf16le').swap16().toString('hex').toUpperCase()));
  });
});

describe('a storm', () => {
  it('is one line of the list; every warning is there, open, and critical ones stand by themselves', async () => {
    const chief = await t.user(await t.tenant());
    const devices = await Promise.all(Array.from({ length: STORM.rule + 6 }, () => addDevice(t, chief.tenantId)));
    // As a lane or a sweep does it: one after the other in one transaction.
    const raise = (rule: 'device_offline' | 'sos') =>
      t.deps.inTenant(chief.tenantId, async (tx) => {
        for (const { deviceId } of devices)
          await raiseWarning(tx, t.deps, { rule, deviceId, code: rule, at: Date.now(), late: false, place: null });
      });
    await raise('device_offline');
    await raise('sos');
    const list = async (input: object) => (await t.route(warnings.page, chief, { size: 100, ...input })).data;
    assert.equal((await list({})).total, devices.length * 2);
    const shown = (await list({ grouped: 'true' })).records;
    assert.equal(shown.filter(({ rule }: any) => rule === 'sos').length, devices.length);
    const [line, ...rest] = shown.filter(({ groupId }: any) => groupId !== null);
    assert.equal(rest.length, 0);
    const all = (await list({ groupId: line.groupId })).records;
    assert.equal(all.length, line.groupCount);
    // Those that came before it was one are in it as well.
    assert.ok(line.groupCount > STORM.rule);
    assert.equal(shown.length + line.groupCount - 1, devices.length * 2);
    assert.ok(all.every(({ isDisposed, rule }: any) => isDisposed === 0 && rule === 'device_offline'));
  });
});

describe('statistics', () => {
  it('count, time and rate by rule and device', async () => {
    const chief = await t.user(await t.tenant(), { name: '主任' });
    const today = dayOf(Date.now());
    const ask = (input: object) => t.route(warningStatistics.read, chief, { startTime: today, endTime: today, ...input });
    assert.equal((await t.route(warningStatistics.read, null, { startTime: today, endTime: today })).status, 401);
    assert.equal((await ask({ startTime: '2020-01-01' })).msg, '统计时间不能超过一年');
    assert.equal((await ask({ endTime: '2020-01-01' })).msg, '结束日期不能早于开始日期');
    assert.deepEqual((await ask({})).data.total, 0);
    const anna = await person(t, chief.tenantId);
    const ids = [];
    for (const rule of ['sos', 'fall', 'low_battery', 'removed'] as const)
      ids.push(await warning(t, chief.tenantId, anna, { rule, severity: rule === 'sos' ? 1 : 3 }));
    const [sos, fall, battery] = ids;
    await t.deps.inTenant(chief.tenantId, async (tx) => {
      await tx.run(
        sql`update warnings set created_at = created_at - interval '90 seconds' where tenant_id = ${chief.tenantId} and id = ${sos}`,
      );
    });
    await t.route(warnings.acknowledge, chief, { id: sos });
    await t.route(warnings.updateStatus, chief, { id: fall, isDisposed: 3, remark: '误报' });
    await t.route(warnings.updateStatus, chief, { id: battery, isDisposed: 4 });
    const { data } = await ask({ startTime: dayOf(Date.now() - 86_400_000) });
    assert.deepEqual([data.total, data.open, data.falseTrigger, data.test, data.occurrences], [4, 2, 1, 1, 4]);
    // Whoever decides at once has answered.
    assert.equal(data.acknowledge.count, 3);
    assert.ok(data.acknowledge.most >= 90 && data.acknowledge.most < 120);
    assert.equal(data.arrive.count, 0);
    const rule = (name: string) => data.byRule.find((row: any) => row.rule === name);
    assert.deepEqual(
      [rule('fall').falseRate, rule('low_battery').testRate, rule('sos').falseRate, rule('fall').label],
      [1, 1, null, '跌倒'],
    );
    assert.equal(data.byDevice.length, 4);
    assert.equal(data.byDevice[0].falseTrigger, 1);
    assert.deepEqual(
      data.bySeverity.map(({ severity, total }: any) => [severity, total]),
      [
        [1, 1],
        [3, 3],
      ],
    );
    const ofMonth = (await t.route(warningStatistics.read, chief)).data;
    assert.equal(ofMonth.total, 4, 'without a time: the last 30 days');
    const at = new Date(Date.now() + 8 * 3_600_000 - 85_000).toISOString().slice(0, 19).replace('T', ' ');
    assert.equal(
      (await t.route(warningStatistics.read, chief, { startTime: '', endTime: at })).data.total,
      1,
      'until a second: what came later is left out',
    );
    assert.equal((await t.route(warningStatistics.read, chief, { startTime: at })).data.total, 3);
    assert.equal((await t.route(warningStatistics.read, chief, { startTime: '昨天' })).status, 400);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(warningStatistics.read, stranger, { startTime: today, endTime: today })).data.total, 0);
  });
});
