import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { incidentMeasures } from '#contract/incidents/incident-measures.ts';
import { incidents as routes } from '#contract/incidents/incidents.ts';
import { DAY, dayOf, HOUR, MINUTE, nextDay, textOf } from '#contract/time.ts';
import { person, warning } from '#test/care.ts';
import { refusal } from '#test/harness.ts';
import { incidentHouse, P } from '#test/incidents.ts';

const house = await incidentHouse();
const { t, clock, tenantId, admin, nurse, carer, stranger, wang, li, form, done, made, family, measure, read, messagesOf, whole } = house;
after(() => t.close());

describe('reporting an incident', () => {
  it('takes three fields, begins to observe who fell, and tells who reviews', async () => {
    const id = await made({}, carer);
    const incident = await read(id);
    assert.deepEqual(
      [incident.state, incident.oldmanName, incident.reporterName, incident.severity, incident.number],
      [1, '王秀英', '王芳', null, `BL${String(id).padStart(6, '0')}`],
    );
    assert.match(incident.place, /^3号楼/);
    assert.deepEqual(
      incident.dues.map(({ kind, done: kept }: any) => [kind, kept]),
      ['family', 'manager', 'authority', 'written'].map((kind) => [kind, null]),
    );
    assert.deepEqual(
      incident.events.map(({ kind }: any) => kind),
      ['report', 'observation'],
    );
    assert.deepEqual(incident.gaps, ['事件分级', '告知家属', '原因分析', '整改措施']);
    const series = () =>
      t.deps.inTenant(tenantId, (tx) =>
        tx.rows(sql`select 1 as one from observation_series where tenant_id = ${tenantId} and person_id = ${wang} and kind = 1`),
      );
    assert.equal((await series()).length, 1);
    await made({ type: 5 });
    assert.equal((await series()).length, 1, 'one that runs is enough');
    assert.ok((await messagesOf(admin)).some(({ title }) => title === '不良事件 跌倒：王秀英'));
  });

  it('refuses what makes no sense, and changes nothing', async () => {
    const total = async () => (await t.route(routes.page, admin, {})).data.total;
    const before = await total();
    const later = textOf(clock.now + HOUR);
    const strangers = await person(t, stranger.tenantId, '外人');
    const alarm = await warning(t, tenantId, li);
    for (const [more, status, text] of [
      [{ type: 77 }, 400, '请选择事件类型'],
      [{ course: ' ' }, 400, '请填写事件经过'],
      [{ oldmanIds: [] }, 400, '请选择服务对象'],
      [{ oldmanIds: [wang, wang] }, 400, '同一位服务对象只填一次'],
      [{ oldmanIds: Array.from({ length: 21 }, (_, at) => at + 1) }, 400, '一次最多涉及20位服务对象'],
      [{ oldmanIds: [strangers] }, 404, '服务对象不存在'],
      [{ severity: 5 }, 400, '请选择事件分级'],
      [{ occurTime: later }, 422, '发生时间不能晚于上报时间'],
      [{ occurTime: textOf(clock.now - 400 * DAY) }, 422, '发生时间不能早于一年前'],
      [{ foundTime: textOf(clock.now - HOUR), occurTime: textOf(clock.now - MINUTE) }, 422, '发现时间不能早于发生时间'],
      [{ foundTime: later }, 422, '发现时间不能晚于上报时间'],
      [{ roomId: 999_999_999 }, 422, '房间不存在'],
      [{ warningId: alarm }, 422, '相关预警不存在，或不是这位服务对象的'],
      [{ outingId: 999_999_999 }, 422, '相关外出不存在，或不是这位服务对象的'],
      [{ injuries: [{ part: 'tail', kind: 1 }] }, 400, '请选择受伤部位'],
      [{ injuries: [{ part: 'face', kind: 0 }] }, 400, '请选择伤情'],
      [{ injuries: [1, 1].map((kind) => ({ part: 'face', kind })) }, 400, '同一部位的同一种伤情只填一次'],
      [{ injuries: Array.from({ length: 41 }, () => ({ part: 'face', kind: 1 })) }, 400, '伤情最多填写40条'],
      [{ causes: Array.from({ length: 21 }, () => 1) }, 400, '原因最多选择20项'],
      [{ pictures: Array.from({ length: 10 }, () => '/admin/sys-file/local/1.png') }, 400, '最多9张图片'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.create, nurse, form(more))), [status, text], JSON.stringify(more));
    assert.equal(await total(), before);
    assert.equal((await t.route(routes.create, nurse, form({ oldmanIds: [], type: 15 }))).status, 200, 'a fire concerns the house');
  });

  it('happens once however often it is sent', async () => {
    const key = { 'idempotency-key': `incident-${clock.now}` };
    const send = () => t.call('POST', '/members/adverseeventrecord', { as: nurse, input: form({ course: '只报一次' }), headers: key });
    const [one, other] = await Promise.all([send(), send()]);
    assert.deepEqual([one.status, other.status, one.data === other.data], [200, 200, true]);
  });

  it('is for those who may, and is seen by those who reach the people', async () => {
    assert.equal((await t.route(routes.create, null, form())).status, 401);
    const outsider = await t.user(tenantId, { dataScope: 3, permissions: ['members_oldman_view'] });
    assert.equal((await t.route(routes.page, outsider, {})).status, 403);
    const [hers, his, own] = [await made(), await made({ oldmanIds: [li] }), await made({ oldmanIds: [li, wang] })];
    const seen = (await t.route(routes.page, carer, { size: 100 })).data.records.map(({ id }: any) => id);
    assert.deepEqual([seen.includes(hers), seen.includes(his), seen.includes(own)], [true, false, true]);
    assert.deepEqual(refusal(await t.route(routes.get, carer, { id: his })), [404, '不良事件不存在']);
    assert.equal((await t.route(routes.get, stranger, { id: hers })).status, 404);
    for (const [route, input] of [
      [routes.update, {}],
      [routes.accept, {}],
      [routes.submit, {}],
      [routes.tellAuthority, { way: 1, who: '民政局' }],
      [routes.export, {}],
    ] as const)
      assert.equal((await t.route(route, carer, { id: hers, ...input })).status, 403, route.path);
    assert.equal((await t.route(routes.close, nurse, { id: hers, conclusion: '好' })).status, 403);
  });
});

describe('an incident on its way', () => {
  it('is completed, told, reviewed and closed', async () => {
    const id = await made({ course: '在走廊跌倒' }, carer);
    assert.deepEqual(refusal(await t.route(routes.submit, nurse, { id })), [409, '不良事件待处理，不能提交审核']);
    await done(
      t.route(routes.update, nurse, {
        id,
        type: 6,
        course: '在走廊跌倒',
        severity: 2,
        injuries: [{ part: 'forearm.left', kind: 1, note: '2×3厘米' }],
        sentHospital: true,
        hospital: '市一医院',
        causes: [8],
        causeText: '地面湿滑',
      }),
    );
    await done(t.route(routes.accept, admin, { id }));
    assert.deepEqual(refusal(await t.route(routes.submit, nurse, { id })), [422, '还缺少告知家属、整改措施，不能提交审核']);
    for (const [more, text] of [
      [{ who: ' ' }, '请填写告知了谁'],
      [{ way: 8 }, '请选择告知方式'],
      [{ time: textOf(clock.now + HOUR) }, '告知时间不能晚于现在'],
      [{ time: textOf(clock.now - DAY) }, '告知时间不能早于发生时间'],
      [{ oldmanId: li }, '该服务对象不在这次事件中'],
    ] as const)
      assert.equal((await family(id, more)).msg, text);
    await done(family(id, {}, carer));
    await done(t.route(routes.tellAuthority, nurse, { id, way: 5, who: '区民政局', answer: '回执 2026-11' }));
    await done(t.route(routes.tellAuthority, nurse, { id, way: 4, who: '区民政局', written: true }));
    assert.deepEqual(
      refusal(await t.route(incidentMeasures.create, nurse, { incidentId: id, text: '防滑', dueDate: nextDay(dayOf(clock.now), -1) })),
      [400, '完成期限不能早于今天'],
    );
    assert.deepEqual(
      refusal(
        await t.route(incidentMeasures.create, nurse, {
          incidentId: id,
          text: '防滑',
          ownerId: stranger.userId,
          dueDate: dayOf(clock.now),
        }),
      ),
      [422, '负责人不存在或已停用'],
    );
    assert.equal(
      (await t.route(incidentMeasures.create, nurse, { incidentId: id, text: ' ', dueDate: dayOf(clock.now) })).msg,
      '请填写整改措施',
    );
    const measureId = await measure(id);
    assert.ok((await messagesOf(carer)).some(({ title }) => title === '请完成整改措施：加装床栏'));
    await done(t.route(routes.submit, nurse, { id }));
    assert.deepEqual(refusal(await t.route(routes.update, nurse, { id, type: 6, course: '改' })), [409, '不良事件待审核，不能修改']);
    assert.equal((await t.route(routes.return, admin, { id, reason: '' })).msg, '请填写退回原因');
    await done(t.route(routes.return, admin, { id, reason: '补充巡视记录' }));
    assert.ok((await messagesOf(carer)).some(({ title }) => title === '不良事件被退回：跌倒：王秀英'));
    assert.equal((await t.route(routes.note, carer, { id, text: ' ' })).msg, '请填写补充说明');
    await done(t.route(routes.note, carer, { id, text: '当晚巡视三次' }));
    await done(t.route(routes.submit, nurse, { id }));
    assert.equal((await t.route(routes.close, admin, { id, conclusion: ' ' })).msg, '请填写审核结论');
    await done(t.route(routes.close, admin, { id, conclusion: '措施可行' }));
    const closed = await read(id);
    assert.deepEqual([closed.state, closed.conclusion, closed.closeName, closed.gaps], [4, '措施可行', '院长', []]);
    assert.deepEqual(
      closed.events.map(({ kind }: any) => kind),
      ['report', 'edit', 'accept', 'family', 'authority', 'written', 'measure', 'submit', 'return', 'note', 'submit', 'close'],
    );
    assert.match(closed.events[1].text, /^事件分级、送医、送医情况、伤情、原因、原因分析$/);
    assert.ok(closed.dues.every(({ done: kept }: any) => kept !== null));
    // What was laid down is done afterwards, too, by whom it was given to.
    const other = await t.user(tenantId, { dataScope: 1, permissions: [`${P}_view`, `${P}_add`] });
    assert.deepEqual(refusal(await t.route(incidentMeasures.finish, other, { id: measureId })), [403, '只能由负责人完成']);
    await done(t.route(incidentMeasures.finish, carer, { id: measureId, result: '已装' }));
    assert.deepEqual(refusal(await t.route(incidentMeasures.finish, carer, { id: measureId })), [409, '该整改措施已完成']);
    assert.deepEqual(refusal(await t.route(incidentMeasures.remove, nurse, { id: measureId })), [409, '该整改措施已完成，不能删除']);
    assert.equal((await t.route(routes.reopen, admin, { id, reason: '' })).msg, '请填写重新打开的原因');
    await done(t.route(routes.reopen, admin, { id, reason: '家属有异议' }));
    assert.equal((await read(id)).state, 2);
  });

  it('is changed by one of many', async () => {
    const id = await whole();
    const { version } = await read(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => t.route(routes.submit, nurse, { id, version })));
    assert.deepEqual(
      [answers.filter(({ status }) => status === 200).length, answers.filter(({ status }) => status === 409).length],
      [1, 7],
    );
    assert.deepEqual(refusal(await t.route(routes.close, admin, { id, version, conclusion: '好' })), [
      409,
      '不良事件已被修改，请刷新后重试',
    ]);
    const closings = await Promise.all(Array.from({ length: 8 }, () => t.route(routes.close, admin, { id, conclusion: '好' })));
    assert.equal(closings.filter(({ status }) => status === 200).length, 1);
    const measureId = await measure(await whole());
    const { measureList } = await read((await t.route(routes.page, admin, { size: 1, descs: 'id' })).data.records[0].id);
    const stale = measureList.at(-1).version + 1;
    assert.deepEqual(refusal(await t.route(incidentMeasures.finish, carer, { id: measureId, version: stale })), [
      409,
      '整改措施已被修改，请刷新后重试',
    ]);
    const finished = await Promise.all(Array.from({ length: 6 }, () => t.route(incidentMeasures.finish, carer, { id: measureId })));
    assert.equal(finished.filter(({ status }) => status === 200).length, 1);
  });

  it('needs the family of each who is concerned', async () => {
    const id = await made({ oldmanIds: [wang, li], severity: 3 });
    await done(family(id));
    const half = await read(id);
    assert.deepEqual(
      half.untold.map(({ name }: any) => name),
      ['李建国'],
    );
    assert.equal(half.dues.find(({ kind }: any) => kind === 'family').done, null);
    assert.deepEqual(refusal(await t.route(routes.update, nurse, { id, type: 6, course: '改', oldmanIds: [li] })), [
      422,
      '已登记告知家属的服务对象不能移除',
    ]);
    await done(family(id, { oldmanId: li, who: '李明' }));
    assert.notEqual((await read(id)).dues.find(({ kind }: any) => kind === 'family').done, null);
  });

  it('takes at most fifty measures, and those of one that is not closed can go', async () => {
    const id = await made();
    const first = await measure(id);
    await done(t.route(incidentMeasures.remove, nurse, { id: first }));
    assert.equal((await t.route(incidentMeasures.remove, nurse, { id: first })).msg, '整改措施不存在');
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into incident_measures (tenant_id, incident_id, text, due_on)
        select ${tenantId}, ${id}, '措施', ${dayOf(clock.now)}::date from generate_series(1, 50)`),
    );
    assert.deepEqual(refusal(await t.route(incidentMeasures.create, nurse, { incidentId: id, text: '再加', dueDate: dayOf(clock.now) })), [
      422,
      '一次事件最多50条整改措施',
    ]);
  });
});
