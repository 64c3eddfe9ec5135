/** A resident to whom one thing of every source of the timeline happened, and who may read which. */
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import type { Output } from '#contract/http.ts';
import { people } from '#contract/elderly/people.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { timeline as routes } from '#contract/screens/timeline.ts';
import { HOUR, textOf } from '#contract/time.ts';
import { person } from './care.ts';
import { harness, type TestUser } from './harness.ts';
import { newPhone } from './phones.ts';
import { phone as sealed } from '#server/db/sealed-phones.ts';

export type TimelineAnswer = Output<typeof routes.page>;

export async function timelineHouse() {
  const t = await harness();
  const tenant = await t.tenant('平安颐养院');
  const head = await t.user(tenant, { name: '周院长' });
  const wang = await person(t, tenant);
  const li = await person(t, tenant, '李建国');
  const run = (query: RawBuilder<unknown>) => t.deps.inTenant(tenant, (tx) => tx.run(query));
  const one = async (query: RawBuilder<unknown>) =>
    ((await t.deps.inTenant(tenant, (tx) => tx.row<{ id: number }>(query as RawBuilder<{ id: number }>))) as { id: number }).id;
  const read = (as: TestUser = head, more: object = {}) => t.route(routes.page, as, { oldmanId: wang, ...more });
  const page = async (as: TestUser = head, more: object = {}): Promise<TimelineAnswer> => (await read(as, more)).data;
  /** So many hours ago. */
  const ago = (hours: number) => textOf(Date.now() - hours * HOUR);
  return { t, tenant, head, wang, li, run, one, read, page, ago };
}
type House = Awaited<ReturnType<typeof timelineHouse>>;

/** Warnings, health and care: each an hour after the one before. */
async function whatHappens({ tenant, head, wang, run, one, ago }: House): Promise<void> {
  const u = head.userId;
  await run(sql`insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, status, happened_at, last_at,
    handled_at, handled_by, remark) values (${tenant}, 'sos', ${`p${wang}`}, 1, ${wang}, 1, '按下SOS求助按钮', 1, ${ago(90)}, ${ago(90)},
    ${ago(89)}, ${u}, '已到床边')`);
  const incident =
    await one(sql`insert into incidents (tenant_id, state, type, person_id, person_name, occurred_at, reported_at, reporter_name,
    course) values (${tenant}, 1, 6, ${wang}, '王秀英', ${ago(88)}, ${ago(87)}, '赵敏', '起床时滑倒') returning id`);
  await run(sql`insert into incident_people (tenant_id, incident_id, person_id, person_name, place)
    values (${tenant}, ${incident}, ${wang}, '王秀英', 1)`);
  const set = '00000000-0000-4000-8000-000000000001';
  await run(sql`insert into measurements (tenant_id, set_id, person_id, metric, value, at, created_by) values
    (${tenant}, ${set}, ${wang}, 2, 128, ${ago(86)}, ${u}), (${tenant}, ${set}, ${wang}, 3, 76, ${ago(86)}, ${u}),
    (${tenant}, ${set}, ${wang}, 11, 0, ${ago(86)}, ${u})`);
  const series =
    await one(sql`insert into observation_series (tenant_id, person_id, kind, started_at, reason, ended_at, ended_by, end_reason,
    created_by) values (${tenant}, ${wang}, 1, ${ago(85)}, '跌倒', ${ago(80)}, ${u}, '一切正常', ${u}) returning id`);
  await run(sql`insert into observation_tasks (tenant_id, series_id, person_id, due_at, orthostatic, done_at, done_by, skip_reason)
    values (${tenant}, ${series}, ${wang}, ${ago(84)}, false, ${ago(84)}, ${u}, '外出检查')`);
  const plan = await one(sql`insert into care_plans (tenant_id, person_id, serial, state, starts_at, ends_at, next_review_on, end_reason,
    ended_by, created_name) values (${tenant}, ${wang}, 1, 3, ${ago(79)}, ${ago(78)}, '2026-12-31', '换新计划', '周院长', '赵敏') returning id`);
  const turn = await one(sql`insert into care_interventions (tenant_id, plan_id, name, kind, mode, clocks, before_minutes, after_minutes,
    minutes, unit) values (${tenant}, ${plan}, '协助饮水', 'drink', 'clock', array['08:00'], 30, 60, 5, 'ml') returning id`);
  await run(sql`insert into care_tasks (tenant_id, intervention_id, person_id, opens_at, due_at, closes_at, state, done_at, entered_at,
    user_name, value) values (${tenant}, ${turn}, ${wang}, ${ago(78)}, ${ago(77)}, ${ago(76)}, 2, ${ago(77)}, ${ago(77)}, '王芳', 200)`);
  await run(sql`insert into care_tasks (tenant_id, intervention_id, person_id, opens_at, due_at, closes_at)
    values (${tenant}, ${turn}, ${wang}, ${ago(77)}, ${ago(76)}, ${ago(75)})`);
  await run(sql`insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name)
    values (${tenant}, ${wang}, 'mood', ${ago(74)}, '心情不错', ${u}, '王芳')`);
  await run(sql`insert into person_risks (tenant_id, person_id, kind, level, reason, measures, checked_on, checked_by, next_on)
    values (${tenant}, ${wang}, 1, 2, '夜间如厕', '床栏', '2026-11-01', '赵敏', '2026-12-01')`);
  await run(sql`insert into assessments (tenant_id, person_id, state, scale, scale_version, reason, assessed_on, total, level, level_name,
      first_name, completed_at, user_id, user_name)
    values (${tenant}, ${wang}, 3, 'braden', 1, 1, '2026-11-01', 13, 2, '中度风险', '赵敏', ${ago(73)}, ${u}, '赵敏')`);
}

/** Services, visits, stays and money. */
async function whatIsWritten({ tenant, head, wang, run, one, ago }: House): Promise<void> {
  const u = head.userId;
  await run(sql`insert into work_orders (tenant_id, number, status, person_id, person_name, person_phone, person_address, finished_at)
    values (${tenant}, 'GD202611240001', 4, ${wang}, '王秀英', ${sealed('13911112222')}, '景山前街4号', ${ago(70)})`);
  await run(sql`insert into operation_logs (tenant_id, title, user_id, username, parameters, created_at)
    values (${tenant}, ${people.reveal.summary}, ${u}, 'wangfang', ${`id=${wang}`}, ${ago(71)})`);
  await run(sql`insert into visitor_records (tenant_id, state, source, code, day, starts_at, ends_at, name, phone, person_id, person_name,
    arrived_at, arrived_by, left_at, left_by) values (${tenant}, 4, 3, 'V00001', '2026-11-20', ${ago(69)}, ${ago(68)}, '王强', ${sealed('13800001111')},
    ${wang}, '王秀英', ${ago(69)}, '李娜', ${ago(68)}, '李娜')`);
  const visits = await one(sql`insert into visit_plans (tenant_id, name, way, by_rule, frequency, every, starts_on, days_allowed, items,
    created_name) values (${tenant}, '每周探访', 1, false, 2, 1, '2026-11-01', 0, '[]', '赵敏') returning id`);
  await run(sql`insert into visit_tasks (tenant_id, plan_id, person_id, planned_on, due_on, closes_on, state, done_at, entered_at, done_name, result,
    finding) values (${tenant}, ${visits}, ${wang}, '2026-11-20', '2026-11-20', '2026-11-20', 3, ${ago(48)}, ${ago(48)}, '王芳', 2, '煤气灶老化')`);
  const finding = await one(sql`insert into skin_findings (tenant_id, person_id, part, kind, found_at, seen_at, user_id, user_name)
    values (${tenant}, ${wang}, 'sacrum', 2, ${ago(47)}, ${ago(47)}, ${u}, '李娜') returning id`);
  await run(sql`insert into skin_looks (tenant_id, finding_id, kind, length_mm, width_mm, seen_at, user_id, user_name, created_at)
    values (${tenant}, ${finding}, 2, 25, 15, ${ago(47)}, ${u}, '李娜', ${ago(47)})`);
  const round =
    await one(sql`insert into patrols (tenant_id, state, building, floor, started_at, ended_at, people, well, user_id, user_name)
    values (${tenant}, 2, '1', '2', ${ago(46)}, ${ago(45)}, 2, 1, ${u}, '王芳') returning id`);
  await run(
    sql`insert into patrol_marks (tenant_id, patrol_id, person_id, mark, note) values (${tenant}, ${round}, ${wang}, 3, '被子滑落')`,
  );
  for (const [day, eaten] of [
    ['2026-11-20', 1],
    ['2026-11-21', 5],
  ] as const)
    await run(sql`insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name, meal_on, meal, eaten)
      values (${tenant}, ${wang}, 'meal', ${ago(44)}, '午餐', ${u}, '王芳', ${day}, 'lunch', ${eaten})`);
  const booking =
    await one(sql`insert into home_bookings (tenant_id, state, source, code, person_id, person_name, contact_name, phone, address,
    day, half, reason, decided_by, ended_at, created_at) values (${tenant}, 4, 1, 'ABCDEF', ${wang}, '王秀英', '王强', ${sealed('13800001111')}, '景山前街4号',
    '2026-11-26', 2, '临时有事', '家属本人', ${ago(42)}, ${ago(43)}) returning id`);
  const served = await one(sql`insert into service_types (tenant_id, name) values (${tenant}, '居家照护') returning id`);
  const bath = await one(sql`insert into service_projects (tenant_id, service_type_id, name, price_fen)
    values (${tenant}, ${served}, '上门助浴', 100) returning id`);
  await run(sql`insert into home_booking_projects (tenant_id, booking_id, project_id, name, price_fen, minutes)
    values (${tenant}, ${booking}, ${bath}, '上门助浴', 100, 30)`);
  await run(sql`insert into restraints (tenant_id, person_id, state, kind, reason, ordered_role, ordered_name, ordered_at, consent_name,
    consent_relation, consent_on, consent_files, hours, look_minutes, loosen_minutes, begun_at, begun_name, looked_at, loosened_at,
    ended_at,
    ended_name, end_note, user_id, user_name) values (${tenant}, ${wang}, 3, 1, 1, 1, '陈医生', ${ago(46.8)}, '王丽', '女儿', '2026-11-01',
    '{x.png}', 1, 30, 120, ${ago(46.6)}, '王芳', ${ago(46.4)}, ${ago(46.4)}, ${ago(46.2)}, '李娜', '皮肤完好', ${u}, '赵敏')`);
  await run(sql`insert into calls (tenant_id, kind, status, phase, caller, callee, person_id, began_at, ended_at, disposition, outcome, summary)
    values (${tenant}, 1, 2, 7, ${sealed('13800001111')}, '4001', ${wang}, ${ago(46)}, ${ago(45.9)}, 'Success', '已解决', '询问膳食')`);
  await run(sql`insert into person_documents (tenant_id, person_id, type, title, expires_on, user_id, user_name, created_at)
    values (${tenant}, ${wang}, 4, '体检报告', '2027-11-01', ${u}, '赵敏', ${ago(46)})`);
  await run(sql`insert into outings (tenant_id, state, person_id, person_name, companion_name, companion_phone, destination, leave_at, due_at,
    left_at, left_by, returned_at, returned_by) values (${tenant}, 3, ${wang}, '王秀英', '王强', ${sealed('13800001111')}, '北海公园', ${ago(67)}, ${ago(65)},
    ${ago(67)}, '李娜', ${ago(64)}, '李娜')`);
  await run(sql`insert into admissions (tenant_id, number, state, enter_type, person_id, person_name, admit_on, ends_on, bed_fen, care_fen,
    meal_fen, other_fen, deposit_fen, signer_name, admitted_at, admitted_by, user_id, user_name) values (${tenant}, 'RZ20261124001', 6, 1,
    ${wang}, '王秀英', '2026-11-01', '2027-10-31', 1, 1, 1, 1, 1, '王强', ${ago(63)}, '赵敏', ${u}, '赵敏')`);
  await run(sql`insert into contracts (tenant_id, person_id, number, effective_on, ends_on, bed_fen, care_fen, meal_fen, other_fen,
    deposit_fen, signer_name, signed_on, user_id, user_name, created_at) values (${tenant}, ${wang}, 'HT20261124001', '2026-11-01',
    '2027-10-31', 1, 1, 1, 1, 1, '王强', '2026-11-01', ${u}, '赵敏', ${ago(62)})`);
  await run(sql`insert into checkouts (tenant_id, number, person_id, person_name, state, leave_on, destination, reason, left_at, left_by,
    user_id, user_name, created_at) values (${tenant}, 'TZ20261124001', ${wang}, '王秀英', 3, '2026-11-20', 1, '回家休养', ${ago(60)}, '赵敏',
    ${u}, '赵敏', ${ago(61)})`);
  await run(sql`insert into person_arrangements (tenant_id, person_id, kind, value, effective_on, reason, state, user_name)
    values (${tenant}, ${wang}, 'level', 3, '2026-11-10', '体力下降', 2, '赵敏')`);
  await run(sql`insert into person_accounts (tenant_id, id) values (${tenant}, ${wang}) on conflict do nothing`);
  await run(sql`insert into account_movements (tenant_id, person_id, kind, cash_fen, money_fen, cash_after, grant_after, deposit_after, text,
    user_name, created_at) values (${tenant}, ${wang}, 1, 50000, 50000, 50000, 0, 0, '家属缴费', '出纳', ${ago(58)})`);
  await run(sql`insert into goods_orders (tenant_id, number, person_id, orderer_name, phone, address, total_fen, created_by, created_at)
    values (${tenant}, 'SP202611240001', ${wang}, '王秀英', ${sealed('13911112222')}, '景山前街4号', 1000, ${u}, ${ago(57)})`);
  const pack = await one(sql`insert into person_packages (tenant_id, person_id, name, price_fen, starts_on, ends_on, status, voided_at,
    void_reason, created_by, created_at) values (${tenant}, ${wang}, '助浴十次', 30000, '2026-11-01', '2026-12-31', 2, ${ago(54)}, '转院',
    ${u}, ${ago(56)}) returning id`);
  const type = await one(sql`insert into service_types (tenant_id, name) values (${tenant}, '生活照料') returning id`);
  const project = await one(sql`insert into service_projects (tenant_id, service_type_id, name, price_fen)
    values (${tenant}, ${type}, '助浴', 100) returning id`);
  const part = await one(sql`insert into person_package_projects (tenant_id, person_package_id, project_id, project_name, total, used)
    values (${tenant}, ${pack}, ${project}, '助浴', 10, 1) returning id`);
  await run(sql`insert into person_package_uses (tenant_id, job_id, person_package_id, person_package_project_id, project_name, taken_by,
    taken_at) values (${tenant}, 1, ${pack}, ${part}, '助浴', ${u}, ${ago(55)})`);
  await run(sql`insert into tickets (tenant_id, number, title, type, priority, person_id, person_name, created_by, created_name, created_at)
    values (${tenant}, 'SQ202611240001', '饭菜太咸', 2, 3, ${wang}, '王秀英', ${u}, '周院长', ${ago(53)})`);
  await run(sql`insert into person_calls (tenant_id, person_id, contact, phone, outcome, note, started_at, ended_at, user_id, user_name)
    values (${tenant}, ${wang}, '王强', ${sealed('13800001111')}, 1, '下午来', ${ago(52)}, ${ago(52)}, ${u}, '赵敏')`);
  const form = await one(
    sql`insert into questionnaires (tenant_id, key, name) values (${tenant}, ${'a'.repeat(32)}, '入住评估') returning id`,
  );
  await run(sql`insert into questionnaire_forms (tenant_id, questionnaire_id, revision, name, describe, items)
    values (${tenant}, ${form}, 1, '入住评估', '', '[]')`);
  await run(sql`insert into questionnaire_results (tenant_id, questionnaire_id, revision, serial_number, person_id, user_id, original_data,
    process_data, digest, abnormal, created_at) values (${tenant}, ${form}, 1, 1, ${wang}, ${u}, '{}', '{}', '\\x00', array['吞咽困难'],
    ${ago(51)})`);
  const device = await one(sql`insert into devices (tenant_id, imei, name) values (${tenant}, ${`t${newPhone()}`}, '手表') returning id`);
  await run(sql`insert into device_bindings (tenant_id, device_id, person_id, bound_at, released_at)
    values (${tenant}, ${device}, ${wang}, ${ago(50)}, ${ago(49)})`);
}

/** Writes one thing of each source; those of the record go through the calls, so that it is known who did them. */
export async function fillTimeline(house: House): Promise<void> {
  const { t, tenant, head, wang, run } = house;
  await whatHappens(house);
  await whatIsWritten(house);
  await run(sql`update people set bed_id = null where tenant_id = ${tenant} and id = ${wang}`);
  await run(sql`update people set status = 3 where tenant_id = ${tenant} and id = ${wang}`);
  const version = async () => (await t.route(people.get, head, { id: wang })).data.version as number;
  const done = async (answer: Promise<{ status: number; msg: unknown }>) => {
    const { status, msg } = await answer;
    assert.equal(status, 200, String(msg));
  };
  await done(t.route(people.update, head, { id: wang, version: await version(), userName: '王秀英', remarks: '喜欢听戏' }));
  const contacts = ['王强', '王丽'].map((name) => ({ name, phone: newPhone(), relation: null, notes: null }));
  await done(t.route(personContacts.save, head, { oldmanId: wang, version: await version(), contacts }));
}
