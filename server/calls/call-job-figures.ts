/** The figures of outbound jobs over the last half year, counted from calls and from what came of cases. */
import { sql } from 'kysely';
import type { callJobs as routes } from '#contract/calls/call-jobs.ts';
import { halfYear } from '#contract/calls/call-jobs.rules.ts';
import { dayOf, instantOf } from '#contract/time.ts';
import type { Output } from '#contract/http.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Handlers } from '../http/implement.ts';

type Figures = Output<typeof routes.figures>;

const monthsOf = ({ now }: Pick<Dependencies, 'now'>) => halfYear(dayOf(now()));
const beginOf = (months: readonly string[]) => instant(instantOf(`${months[0]}-01 00:00:00`));

export const jobFigures: Pick<Handlers<typeof routes>, 'statistics' | 'figures'> = {
  async statistics(_input, { tx, deps }) {
    const months = monthsOf(deps);
    const rows = await tx.rows<{ month: string; cases: number; connected: number; seconds: number }>(sql`
      select to_char(began_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(distinct job_case_id)::integer as cases,
        (count(distinct job_case_id) filter (where established_at is not null))::integer as connected,
        coalesce(avg(extract(epoch from coalesce(ended_at, ${instant(deps.now())}) - established_at)), 0)::integer as seconds
      from calls where tenant_id = ${tx.tenantId} and job_case_id is not null
        and began_at >= ${beginOf(months)} group by 1`);
    return months.map((month) => {
      const row = rows.find((one) => one.month === month);
      const rate = row ? Math.round((row.connected / row.cases) * 1000) / 10 : 0;
      return { month, cases: row?.cases ?? 0, connected: row?.connected ?? 0, rate, averageSeconds: row?.seconds ?? 0 };
    });
  },

  async figures(_input, { tx, deps }) {
    const since = beginOf(monthsOf(deps));
    const calls = sql`from calls c join call_job_cases k on k.tenant_id = c.tenant_id and k.id = c.job_case_id
      where c.tenant_id = ${tx.tenantId} and c.job_case_id is not null and c.began_at >= ${since}`;
    const byKind = await tx.rows<Figures['byKind'][number]>(sql`
      select j.kind, count(distinct o.id)::integer as cases, (count(distinct o.id) filter (where o.spoke))::integer as connected
      from (select k.id, k.job_id, c.established_at is not null as spoke ${calls}) o
        join call_jobs j on j.tenant_id = ${tx.tenantId} and j.id = o.job_id group by j.kind order by j.kind`);
    const byResult = await tx.rows<Figures['byResult'][number]>(sql`
      select result, count(*)::integer as cases from call_job_cases
      where tenant_id = ${tx.tenantId} and result is not null and ended_at >= ${since} group by result order by result`);
    const bySeat = await tx.rows<Figures['bySeat'][number]>(sql`
      select o.seat_id as "seatId", u.name, count(distinct o.id)::integer as cases,
        (count(distinct o.id) filter (where o.seconds is not null))::integer as connected, coalesce(sum(o.seconds), 0)::integer as seconds
      from (select k.id, c.seat_id, extract(epoch from coalesce(c.ended_at, ${instant(deps.now())}) - c.established_at) as seconds ${calls}
        and c.seat_id is not null) o
        join call_seats s on s.tenant_id = ${tx.tenantId} and s.id = o.seat_id
        join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      group by o.seat_id, u.name order by cases desc, o.seat_id limit 20`);
    return { byKind, byResult, bySeat };
  },
};
