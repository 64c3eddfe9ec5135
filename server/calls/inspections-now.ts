/** Quality of calls in 现在: how many calls wait for a score, whose appeals wait for a decision, what was found of one's own calls. */
import { sql } from 'kysely';
import { inspectionStates } from '#contract/calls/call-inspections.rules.ts';
import { INSPECTION_DECIDE, INSPECTION_OWN, INSPECTION_SCORE } from '#contract/calls/call-inspections.ts';
import { COUNTED_NOW, countText } from '#contract/screens/now.rules.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { seenInspection, spokeIn } from './inspection-rows.ts';
import type { Session } from '../context.ts';

/** Inspections that others than the session's person spoke in. */
const ofOthers = (
  session: Session,
) => sql`call_inspections.tenant_id = ${session.tenantId} and call_inspections.agent_id <> ${session.userId}
  and ${seenInspection(session)} and not ${spokeIn(session, 'call_inspections', 'call_id')}`;
const callText = sql`to_char(i.call_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI')`;

/** All of them in one row: any of them may be scored first. */
export const waitingInspectionsNow: NowSource = {
  kind: 'inspection',
  may: mayDo(INSPECTION_SCORE),
  query: ({ session }) => sql<NowFound>`
    select 0::bigint as id, 4 as severity, 2 as phase, '通话质检' as name, w.calls::text as text, null::text as note,
      null::bigint as "personId", null::text as place, null::bigint as link, false as mark, w.since, null::timestamptz as due, 1 as total
    from (select count(*)::integer as calls, min(m.since) as since from (
      select call_inspections.created_at as since from call_inspections
      where call_inspections.state = ${inspectionStates.waits} and ${ofOthers(session)} limit ${sql.lit(COUNTED_NOW + 1)}) m) w
    where w.calls > 0`,
  say: (row) => ({ ...row, text: `${countText(Number(row.text))}通待评分` }),
};

export const appealsNow: NowSource = {
  kind: 'inspection_appeal',
  may: mayDo(INSPECTION_DECIDE),
  query: ({ session }) => sql<NowFound>`
    select f.id, 3 as severity, 2 as phase, i.agent_name as name, concat(${callText}, ' 的通话，', i.points, '分') as text,
      i.appeal_reason as note, null::bigint as "personId", null::text as place, null::bigint as link, false as mark, f.since,
      null::timestamptz as due, f.total
    from ${firstOf(
      sql`select call_inspections.id, call_inspections.appealed_at as since from call_inspections
        where call_inspections.state = ${inspectionStates.appealed} and call_inspections.inspector_id <> ${session.userId}
          and ${ofOthers(session)}`,
      'since, id',
    )} f join call_inspections i on i.tenant_id = ${session.tenantId} and i.id = f.id`,
};

/** Scores and decisions that their agent has not read; of a score until when they may appeal, as long as that is to come. */
export const ownResultsNow: NowSource = {
  kind: 'inspection_result',
  may: mayDo(INSPECTION_OWN),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, case when i.passed then 4 else 3 end as severity, 2 as phase, concat(${callText}, ' 的通话') as name,
      concat(case when i.state = ${inspectionStates.decided} then '申诉已裁定，' else '质检得分' end, i.points, '分',
        case when i.knocked_out then '，一票否决' when i.passed then '，合格' else '，不合格' end) as text,
      case when f.due is not null then concat('可申诉至 ', to_char(f.due at time zone 'Asia/Shanghai', 'MM-DD')) end as note,
      null::bigint as "personId", null::text as place, null::bigint as link, false as mark, f.since, f.due, f.total
    from ${firstOf(
      sql`select id, coalesce(decided_at, scored_at) as since,
          case when state = ${inspectionStates.scored} and appeal_until > ${instant(now)} then appeal_until end as due
        from call_inspections where tenant_id = ${session.tenantId} and agent_id = ${session.userId} and seen_at is null
          and state in (${sql.lit(inspectionStates.scored)}, ${sql.lit(inspectionStates.decided)})`,
      'due nulls last, since, id',
    )} f join call_inspections i on i.tenant_id = ${session.tenantId} and i.id = f.id`,
};
