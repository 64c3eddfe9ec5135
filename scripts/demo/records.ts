/**
 * What the demonstration's staff did about warnings beside handling them: calls, telling
 * the family, reviews; and residents who pressed the green key.
 */
import { MINUTE } from '#contract/time.ts';
import { sql } from 'kysely';
import { rules } from '../../contract/warnings/warnings.rules.ts';
import { instant } from '../../server/db/instants.ts';
import type { Tx } from '../../server/db/tenant.ts';
import type { Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const CALLS = 12;
const ASKED = ['需要协助如厕', '想喝热水', '请帮忙调整床头', '询问用餐时间', '请帮忙拿外套'];
/** Of the closed critical warnings every second was called about, of two in three the family was told, every fourth was reviewed. */
const DONE = sql`w.severity = 1 and w.status = 1 and w.handled_at is not null`;

async function seedServiceCalls(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  const wearers = residents.filter(({ deviceId }) => deviceId !== null);
  const nurses = staff.filter(({ role }) => role === 'nurse');
  const { content, severity } = rules.service_call;
  for (let n = 0; n < CALLS && wearers.length > 0; n++) {
    const [one, nurse] = [random.pick(wearers), random.pick(nurses)];
    const happened = now - (n * 40 + random.int(3, 30)) * 60 * MINUTE;
    const [answered, handled] = [happened + random.int(12, 260) * 1000, happened + random.int(6, 20) * MINUTE];
    const remark = random.pick(ASKED);
    const made = await tx.row<{ id: number }>(sql`
      insert into warnings (tenant_id, rule, subject, severity, person_id, device_id, room_id, source_type, content, status, process_mode,
        remark, happened_at, last_at, acknowledged_at,
        acknowledged_by, handled_at, handled_by, created_at)
      values (${tx.tenantId}, 'service_call', ${`p${one.id}`}, ${severity}, ${one.id}, ${one.deviceId}, ${one.roomId}, 1, ${content}, 1,
        1, ${remark}, ${instant(happened)}, ${instant(happened)},
        ${instant(answered)}, ${nurse.id}, ${instant(handled)}, ${nurse.id}, ${instant(happened)}) returning id`);
    for (const [kind, time, note, who] of [
      ['raised', happened, content, null],
      ['acknowledged', answered, null, nurse],
      ['handled', handled, `在线处理 · 已处理 · ${remark}`, nurse],
    ] as const)
      await tx.run(sql`insert into warning_events (tenant_id, warning_id, kind, at, note, user_id, user_name)
        values (${tx.tenantId}, ${made?.id}, ${kind}, ${instant(time)}, ${note}, ${who?.id ?? null}, ${who?.name ?? null})`);
  }
}

/** To be called once the warnings are there. `now` in epoch ms. */
export async function seedRecords(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  await seedServiceCalls(tx, random, residents, staff, now);
  const about = sql`warnings w join people p on p.tenant_id = w.tenant_id and p.id = w.person_id join users u on u.tenant_id = w.tenant_id
    and u.id = w.handled_by`;
  const noted = (kind: string, time: ReturnType<typeof sql>, note: ReturnType<typeof sql>) => sql`
    insert into warning_events (tenant_id, warning_id, kind, at, note, user_id, user_name)
    select ${tx.tenantId}, warning_id, ${kind}, ${time}, ${note}, user_id, user_name from made`;
  await tx.run(sql`
    with made as (
      insert into warning_records (tenant_id, warning_id, kind, contact, phone, outcome, started_at, ended_at, user_id, user_name)
      select w.tenant_id, w.id, 1, left(p.name, 20), coalesce(p.mobile, p.contact_phone), 1, w.acknowledged_at + interval '8 seconds',
        w.acknowledged_at + interval '50 seconds', u.id, u.name
      from ${about} where w.tenant_id = ${tx.tenantId} and ${DONE} and w.id % 2 = 0 and coalesce(p.mobile, p.contact_phone) is not null
      returning *
    ) ${noted('call', sql`ended_at`, sql`contact || '：已接通，42秒'`)}`);
  await tx.run(sql`
    with made as (
      insert into warning_records (tenant_id, warning_id, kind, contact, phone, way, outcome, note, started_at, user_id, user_name)
      select w.tenant_id, w.id, 2, coalesce(left(p.contact_name, 20), '家属'), p.contact_phone, 1, 1, '家属知晓，明日来院探望',
        w.handled_at + interval '6 minutes', u.id, u.name
      from ${about} where w.tenant_id = ${tx.tenantId} and ${DONE} and w.id % 3 <> 0 and w.handled_at < ${instant(now)} - interval '10 minutes'
      returning *
    ) ${noted(
      'family',
      sql`started_at`,
      sql`contact || '，' || to_char(started_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI')
      || ' 电话：已告知；' || note`,
    )}`);
  await tx.run(sql`
    with made as (
      insert into warning_records (tenant_id, warning_id, kind, cause, note, started_at, user_id, user_name)
      select w.tenant_id, w.id, 3, case w.rule when 'fall' then 2 else 1 end, case w.rule when 'fall' then '夜间如厕滑倒，卫生间加装扶手并铺防滑垫'
        else '夜间胸闷，已联系家庭医生调整用药，加强夜间巡视' end,
        w.handled_at + interval '20 hours', u.id, u.name
      from ${about} where w.tenant_id = ${tx.tenantId} and ${DONE} and w.id % 4 = 0 and w.handled_at < ${instant(now)} - interval '1 day'
      returning *
    ) ${noted('review', sql`started_at`, sql`case cause when 2 then '环境或设施：' else '老人身体状况：' end || note`)}`);
}
