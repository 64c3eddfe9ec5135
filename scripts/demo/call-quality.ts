/** The demonstration's inspections: a sheet, a plan, calls that it has drawn, one sent by hand, some scored, appealed against, decided. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { appealEnd } from '#contract/calls/call-inspections.rules.ts';
import { lastWeek } from '#contract/calls/call-samples.rules.ts';
import { itemsOf, scoreOf, type ItemAnswer, type SheetGroup } from '#contract/calls/call-sheets.rules.ts';
import { DAY, HOUR, instantOf, isoOf, midnightOf, MINUTE, SECOND } from '#contract/time.ts';
import { encode, FRAME, QUIET_FRAME, RATE } from '../../server/call-media/alaw.ts';
import { RecordingWriter } from '../../server/call-media/recording-writer.ts';
import type { Dependencies } from '../../server/context.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { addRecording, endRecording, recordingFile } from '../../server/calls/call-recordings.ts';
import { drawOfTenant } from '../../server/calls/call-sample-plans.ts';
import { inspectCalls } from '../../server/calls/inspection-sending.ts';
import { randomOf, type Random } from './random.ts';

const item = (key: string, name: string, points: number, note: string) => ({ key, name, points, fatal: false, note });
const SHEET: SheetGroup[] = [
  {
    name: '服务礼仪',
    items: [
      item('greet', '开头问候', 10, '5秒内问候并报出机构名称'),
      item('tone', '语气耐心', 20, '语速适中，不打断对方'),
      item('close', '结束用语', 10, '确认没有其他需要后再挂断'),
    ],
  },
  {
    name: '业务处理',
    items: [
      item('ask', '问清需求', 20, '复述来电人的需求和联系方式'),
      item('answer', '答复准确', 25, '按知识库答复，不确定的登记后回电'),
      item('note', '登记完整', 15, '小结写明事由、答复和后续'),
    ],
  },
  {
    name: '红线',
    items: [
      { key: 'privacy', name: '泄露隐私', points: 0, fatal: true, note: '向未核实身份的人说出老人的病情、住址或账户' },
      { key: 'abuse', name: '辱骂或顶撞', points: 0, fatal: true, note: '' },
    ],
  },
];
const PASS = 80;
const FAULTS: Readonly<Record<string, string>> = {
  greet: '接通后没有报出机构名称',
  tone: '老人还没说完就打断',
  close: '没有询问是否还有其他需要',
  ask: '没有复述联系电话',
  answer: '探视时间答复有误，应为9点至17点',
  note: '小结只写了“已处理”',
};
const CALLS_A_WEEK = 7;
const APPEAL_DAYS = 7;
/** The account of who inspects calls; the first institution has one. */
export const INSPECTOR = 'inspector';
const LONGEST = 60;

/** Speech as it looks on a waveform: a second of syllables at a pitch. */
function spoken(pitch: number, random: Random): Uint8Array {
  const sound = new Float64Array(RATE);
  for (let begins = 0; begins < RATE;) {
    const length = random.int(900, 2200);
    const loud = random.int(1500, 6500);
    const bent = pitch * (0.9 + random.next() * 0.25);
    for (let at = 0; at < length && begins + at < RATE; at += 1) {
      const angle = (2 * Math.PI * bent * at) / RATE;
      sound[begins + at] =
        loud * Math.sin((Math.PI * at) / length) * (Math.sin(angle) + 0.5 * Math.sin(2 * angle) + 0.3 * Math.sin(5 * angle));
    }
    begins += length + random.int(100, 1200);
  }
  return encode(sound);
}

/** The sound of a call: two people in turns. Gives its length in milliseconds. */
async function speak(path: string, key: Uint8Array, seconds: number, random: Random): Promise<number> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const writer = new RecordingWriter({ path, key, left: [], right: [] }, (reason) => {
    throw new Error(reason);
  });
  const voices = [spoken(190, random), spoken(240, random)].map((one) => [one, spoken(215, random)]);
  let turn = 1;
  for (let second = 0; second < seconds; second += 1) {
    if (random.chance(0.35)) turn = 1 - turn;
    const silent = random.chance(0.12);
    const voice = (voices[turn] as Uint8Array[])[second % 2] as Uint8Array;
    for (let at = 0; at < RATE; at += FRAME) {
      const frame = silent ? QUIET_FRAME : voice.subarray(at, at + FRAME);
      writer.add(turn === 0 ? frame : QUIET_FRAME, turn === 1 ? frame : QUIET_FRAME);
    }
    // What waits for the disk is limited.
    if (second % 10 === 9) await writer.written();
  }
  await writer.end();
  return seconds * SECOND;
}

/** Gives so many answered calls of a week their sound. Gives their ids. */
async function record(deps: Dependencies, tenantId: number, week: string, random: Random, most = CALLS_A_WEEK): Promise<number[]> {
  const from = instantOf(week);
  const calls = await deps.inTenant(tenantId, (tx) =>
    tx.rows<{ id: number; began: string; seconds: number }>(sql`
      select id, began_at as began, extract(epoch from ended_at - established_at)::integer as seconds from calls
      where tenant_id = ${tenantId} and began_at >= ${isoOf(from)}::timestamptz and began_at < ${isoOf(from + 7 * DAY)}::timestamptz
        and established_at is not null and seat_id is not null and ended_at - established_at between interval '25 s' and interval '240 s'
      order by began_at limit ${most}`),
  );
  for (const { id, began, seconds } of calls) {
    const begins = instantOf(began);
    const { path, key } = await deps.inTenant(tenantId, (tx) => addRecording({ tx, deps }, id, begins, begins + 180 * DAY));
    const length = Math.min(seconds, LONGEST);
    const durationMs = await speak(recordingFile(deps.config.dataDir, path), key, length, random);
    await deps.inTenant(tenantId, (tx) => endRecording(tx, path, length < seconds ? 3 : 2, durationMs, length * 2 * RATE));
  }
  return calls.map(({ id }) => id);
}

interface Waiting {
  id: number;
  agentId: number;
}
interface Person {
  id: number;
  name: string;
}

/** `silent`: without a greeting, which is what the appeals are about. */
function answersOf(random: Random, silent: boolean): ItemAnswer[] {
  return itemsOf(SHEET).map(({ key, points, fatal }) => {
    const lost = silent && key === 'greet' ? points : !fatal && random.chance(0.3) ? random.int(2, Math.min(12, points)) : 0;
    return { key, points: fatal ? 0 : points - lost, hit: false, note: lost > 0 ? (FAULTS[key] as string) : '' };
  });
}

/** Scores the calls of the week before the last one: the first is decided after an appeal, the second waits for a decision. */
async function score(tx: Tx, waiting: readonly Waiting[], [chief, other]: [Person, Person], now: number, random: Random): Promise<void> {
  for (const [at, { id, agentId }] of waiting.entries()) {
    // None scores an own call; what is appealed against was scored by another, so that the chief can decide.
    const inspector = at === 1 || agentId === chief.id ? other : chief;
    if (agentId === inspector.id) continue;
    const answers = answersOf(random, at < 2);
    const { points, passed } = scoreOf(SHEET, PASS, answers);
    const scoredAt = midnightOf(now, -4) + 10 * HOUR + at * 20 * MINUTE;
    await tx.run(sql`
      update call_inspections set state = 2, serial = 1, answers = ${JSON.stringify(answers)}, points = ${points}, passed = ${passed},
        comment = ${passed ? '整体良好，继续保持。' : '请重听录音，注意扣分的几处。'}, inspector_id = ${inspector.id},
        inspector_name = ${inspector.name}, scored_at = ${isoOf(scoredAt)}, appeal_until = ${isoOf(appealEnd(scoredAt, APPEAL_DAYS))},
        seen_at = ${at % 2 === 0 ? null : isoOf(scoredAt + HOUR)}::timestamptz, version = version + 1
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await tx.run(sql`
      insert into call_recording_notes (tenant_id, recording_id, call_id, at_ms, note, user_id, user_name, at, inspection_id)
      select r.tenant_id, r.id, r.call_id, 6000, ${points < 100 ? '这里可以再耐心一些' : '问候规范'}, ${inspector.id}, ${inspector.name},
        ${isoOf(scoredAt)}, ${id}
      from call_recordings r join call_inspections i on i.tenant_id = r.tenant_id and i.call_id = r.call_id
      where i.tenant_id = ${tx.tenantId} and i.id = ${id} limit 1`);
    if (at > 1) continue;
    await tx.run(sql`
      update call_inspections set state = 3, appealed_at = ${isoOf(scoredAt + DAY)}, version = version + 1,
        appeal_reason = '当时已报出机构名称，录音开头有杂音，请重听第2秒。'
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    if (at === 0 && agentId !== other.id)
      await tx.run(sql`
        update call_inspections set state = 4, first_points = points, decider_id = ${other.id}, decider_name = ${other.name},
          decided_at = ${isoOf(scoredAt + 2 * DAY)}, decision_note = '重听后确认没有报出机构名称，维持原分。',
          seen_at = null, version = version + 1
        where tenant_id = ${tx.tenantId} and id = ${id}`);
  }
}

/** Who inspects the calls of the first institution. */
async function seedInspector(tx: Tx): Promise<Person | null> {
  const user = await tx.row<Person>(sql`
    insert into users (tenant_id, name, phone, username, department_id)
    select tenant_id, '苏敏', '19900000005', ${INSPECTOR}, department_id from users where tenant_id = ${tx.tenantId} and username = 'agent'
    returning id, name`);
  if (user)
    await tx.run(sql`
      insert into user_roles (tenant_id, user_id, role_id)
      select tenant_id, ${user.id}, id from roles where tenant_id = ${tx.tenantId} and code = 'call_inspector'`);
  return user ?? null;
}

/** Seeds an institution that has calls; one without an administrator among its accounts has only the sheet and the plan. */
export async function seedCallQuality(deps: Dependencies, tenantId: number): Promise<void> {
  const random = randomOf('call-quality');
  const now = deps.now();
  const weeks = [lastWeek(now - 7 * DAY), lastWeek(now)] as const;
  for (const { week } of weeks) await record(deps, tenantId, week, random);
  const inspector = await deps.inTenant(tenantId, async (tx) => {
    const sheet = await tx.row<{ id: number }>(sql`
      insert into call_sheets (tenant_id, name, remarks) values (${tenantId}, '服务台通话', '呼入呼出通用') returning id`);
    await tx.run(sql`
      insert into call_sheet_versions (tenant_id, sheet_id, serial, groups, pass_points, user_name, at)
      values (${tenantId}, ${sheet!.id}, 1, ${JSON.stringify(SHEET)}, ${PASS}, '系统', ${isoOf(now - 30 * DAY)})`);
    await tx.run(sql`
      insert into call_sample_plans (tenant_id, name, sheet_id, least_seconds, way, amount)
      values (${tenantId}, '每周随机抽检', ${sheet!.id}, 20, 1, 3)`);
    const made = await seedInspector(tx);
    return made && { ...made, sheetId: sheet!.id };
  });
  await drawOfTenant(deps, tenantId, weeks[0], now);
  await deps.inTenant(tenantId, async (tx) => {
    const people = await tx.rows<Person>(sql`
      select id, name from users where tenant_id = ${tenantId} and deleted_at is null and (username in (${INSPECTOR}, 'admin', 'nurse')
        or username like '%\\_admin' or username like '%\\_nurse')
      order by username = ${INSPECTOR} desc, username like '%admin' desc, id limit 2`);
    const waiting = await tx.rows<Waiting>(sql`
      select id, agent_id as "agentId" from call_inspections where tenant_id = ${tenantId}
      order by agent_id = any(${people.map(({ id }) => id)}::bigint[]), id`);
    if (people.length === 2) await score(tx, waiting, people as [Person, Person], now, random);
  });
  await drawOfTenant(deps, tenantId, weeks[1], now);
  if (!inspector) return;
  // A family complained about a call of the week before those.
  const older = await record(deps, tenantId, lastWeek(now - 14 * DAY).week, random, 2);
  const sender = { userId: inspector.id, name: inspector.name };
  await deps.inTenant(tenantId, (tx) => inspectCalls(tx, older.slice(0, 1), { sheetId: inspector.sheetId, sender }, now - DAY));
}
