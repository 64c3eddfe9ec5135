/** Open alarms of 现在: unconfirmed ones, those that ask again, and those in progress to which no visit is on its way. */
import { sql } from 'kysely';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { phases } from '#contract/screens/now.rules.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfWarning } from '../rooms/places.ts';
import { answerSeconds } from './answer-targets.ts';

const { unanswered, again, other } = phases;

export const alarmsNow: NowSource = {
  kind: 'alarm',
  may: mayDo(warnings.page.access),
  query: ({ session: { tenantId }, now }) => sql<NowFound>`
    select f.id, f.severity, f.phase, coalesce(p.name, d.name, d.imei, '未知设备') as name, coalesce(w.title, w.rule) as text,
      nullif(concat_ws('，', case f.phase when ${sql.lit(again)} then w.asked_why when ${sql.lit(other)} then
        coalesce((select u.name from users u where u.tenant_id = w.tenant_id and u.id = w.acknowledged_by) || '已确认收到', '处理中') end,
        case when w.cleared_at is not null then '已恢复，可以关闭' end), '') as note,
      w.person_id as "personId", ${placeOfWarning('r', 'b')} as place, null::bigint as link, false as mark, f.since,
      case when f.phase = ${sql.lit(other)} then w.asks_again_at
        else f.since + make_interval(secs => ${answerSeconds('w.tenant_id', 'w.rule', 'w.severity')}) end as due, f.total
    from ${firstOf(
      sql`select w.id, w.severity, coalesce(w.asked_at, w.created_at) as since,
        case when w.acknowledged_at is not null then ${sql.lit(other)} when w.asked_why is not null then ${sql.lit(again)}
          else ${sql.lit(unanswered)} end as phase
      from warnings w where w.tenant_id = ${tenantId} and w.status in (0, 2)
        and (w.snoozed_until is null or w.snoozed_until <= ${instant(now)})
        and not (w.acknowledged_at is not null and coalesce((select o.status in (2, 3) from work_orders o
          where o.tenant_id = ${tenantId} and o.warning_id = w.id and o.status <> 6 order by o.id desc limit 1), false))`,
      'severity, phase, since, id',
    )} f
      join warnings w on w.tenant_id = ${tenantId} and w.id = f.id
      left join people p on p.tenant_id = w.tenant_id and p.id = w.person_id
      left join devices d on d.tenant_id = w.tenant_id and d.id = w.device_id
      left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      left join rooms r on r.tenant_id = w.tenant_id and r.id = coalesce(w.room_id, b.room_id)`,
  say: (row) => ({ ...row, text: isRule(row.text) ? rules[row.text].label : row.text }),
};
