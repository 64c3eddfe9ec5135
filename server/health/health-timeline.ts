/** Health in a person's timeline: what staff measured, and observations. Of devices only what they warned of is told, by the warnings. */
import { sql } from 'kysely';
import { consciousnessLabels } from '#contract/health/measurements.rules.ts';
import { metrics } from '#contract/health/metrics.ts';
import { seriesKinds } from '#contract/health/observations.rules.ts';
import { observations } from '#contract/health/observations.ts';
import { vitals } from '#contract/health/vitals.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, levelIf, userName, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

const ofMetric = (of: 'label' | 'unit') => Object.fromEntries(Object.values(metrics).map((metric) => [metric.number, metric[of]]));
const value = sql`case when v.metric = ${sql.lit(metrics.consciousness.number)} then ${wordOf(sql`v.value`, consciousnessLabels)}
  else trim_scale(round(v.value::numeric, 1)) || ${wordOf(sql`v.metric`, ofMetric('unit'))} end`;

/** What was measured together stands in one row, that of its first value. */
export const measured: TimelineSource = {
  name: 'measurement',
  may: mayDo(vitals.latest.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`m.at`,
        id: sql`m.id`,
        title: sql`'人工测量'`,
        text: joined(sql`s.text`, sql`case when m.doubtful then '数值存疑' end`, sql`m.note`),
        who: userName(sql`m.tenant_id`, sql`m.created_by`),
        level: levelIf(sql`m.doubtful`, 'warn'),
      },
      // A join of its own: in a column, the words of a set would be put together for each of its values when they are searched.
      sql`from measurements m cross join lateral (
          select string_agg(coalesce(${wordOf(sql`v.metric`, ofMetric('label'))} || ' ' || ${value}, ''), '，' order by v.metric, v.id) as text
          from measurements v where v.tenant_id = m.tenant_id and v.set_id = m.set_id and v.voided_at is null) s
        where m.tenant_id = ${session.tenantId} and m.person_id = ${personId} and m.voided_at is null and m.metric > 0
        and not exists (select from measurements e
          where e.tenant_id = m.tenant_id and e.set_id = m.set_id and e.voided_at is null and e.id < m.id)`,
    ),
};

const kind = wordOf(sql`s.kind`, seriesKinds);

export const observationBegun: TimelineSource = {
  name: 'observation_begun',
  may: mayDo(observations.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`s.started_at`,
        id: sql`s.id`,
        title: sql`${kind} || '开始'`,
        text: sql`s.reason`,
        who: userName(sql`s.tenant_id`, sql`s.created_by`),
      },
      sql`from observation_series s where s.tenant_id = ${session.tenantId} and s.person_id = ${personId}`,
    ),
};

export const observationEnded: TimelineSource = {
  name: 'observation_ended',
  may: mayDo(observations.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`s.ended_at`,
        id: sql`s.id`,
        title: sql`${kind} || '停止'`,
        text: sql`s.end_reason`,
        who: userName(sql`s.tenant_id`, sql`s.ended_by`),
      },
      sql`from observation_series s where s.tenant_id = ${session.tenantId} and s.person_id = ${personId} and s.ended_at is not null`,
    ),
};

/** Those that were done are measurements. */
export const observationSkipped: TimelineSource = {
  name: 'observation_skipped',
  may: mayDo(observations.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`t.done_at`,
        id: sql`t.id`,
        title: sql`${kind} || '：未观察'`,
        text: sql`t.skip_reason`,
        who: userName(sql`t.tenant_id`, sql`t.done_by`),
        level: sql`'warn'`,
      },
      sql`from observation_tasks t join observation_series s on s.tenant_id = t.tenant_id and s.id = t.series_id
        where t.tenant_id = ${session.tenantId} and t.person_id = ${personId} and t.skip_reason is not null and t.done_at is not null`,
    ),
};
