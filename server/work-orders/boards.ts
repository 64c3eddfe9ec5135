/** The dispatch board: what is planned, who could do it, and moving it. */
import { MINUTE, instantOf, textOf } from '#contract/time.ts';
import type { z } from 'zod';
import { boards as routes, MOST_JOBS, MOST_PROPOSED, MOST_STAFF, SPAN_DAYS, type BoardStaff } from '#contract/work-orders/boards.ts';
import { propose } from '#contract/work-orders/proposals.rules.ts';
import { routeMetres } from '#contract/work-orders/routes.rules.ts';
import { jobLocked, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { need, type Context } from '../context.ts';
import { planned } from '../db/tenant.ts';
import { invalid, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { bookOf, wishesOf } from './boards-book.ts';
import { move } from './boards-moves.ts';
import { candidates, oneJob } from './candidates.ts';
import { absencesOf } from './absences.ts';
import { dutiesOf, inSpan, jobsSeen, jobToBoard, skillsOf, staffSeen, type SeenJob, type Span } from './boards-rows.ts';

function checkSpan({ from, to }: Span): void {
  if (to <= from) throw invalid('结束时间应晚于开始时间');
  if (instantOf(to) - instantOf(from) > SPAN_DAYS * 1440 * MINUTE) throw invalid(`时间范围不能超过${SPAN_DAYS}天`);
}

/** The board is for whoever sees orders and sends people. */
function needBoard(context: Context): void {
  need(context, 'members_workorder_view');
  need(context, 'members_workorder_dispatch');
}

/** Minutes of `[startsAt, endsAt)` within the span. */
const within = (span: Span, startsAt: string, endsAt: string) =>
  Math.max(0, Math.min(instantOf(endsAt), instantOf(span.to)) - Math.max(instantOf(startsAt), instantOf(span.from))) / MINUTE;

const times = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({ startTime: starts_at, endTime: ends_at });

/** The staff with what the span holds for them. `jobs` in the order of time. */
async function staffRows({ tx, session }: Context, span: Span, jobs: readonly SeenJob[], today: string) {
  const byUser = Map.groupBy(jobs, (job) => job.user_id);
  const named = [...byUser.keys()].filter((id) => id !== null);
  const staff = await tx.rows(staffSeen(session, span, named));
  const ids = staff.map(({ id }) => id);
  const duties = Map.groupBy(await tx.rows(dutiesOf(tx.tenantId, ids, span)), ({ user_id }) => user_id);
  const leaves = Map.groupBy(await absencesOf(tx, ids, span), ({ user_id }) => user_id);
  const skills = Map.groupBy(await tx.rows(skillsOf(tx.tenantId, ids)), ({ user_id }) => user_id);
  const day = today >= span.from && today < span.to ? today.slice(0, 10) : span.from.slice(0, 10);
  return staff.map(({ id, name, phone, status, department_id, department_name }): z.input<typeof BoardStaff> => {
    const own = (byUser.get(id) ?? []).filter((job) => job.service_at >= span.from);
    const places = own.filter((job) => job.service_at.startsWith(day)).map(jobToBoard);
    const shifts = duties.get(id) ?? [];
    return {
      id,
      name,
      phone,
      departmentId: department_id,
      departmentName: department_name,
      active: status === 0,
      skills: (skills.get(id) ?? []).map((one) => ({
        serverTypeId: one.service_type_id,
        serverTypeName: one.name,
        level: one.level,
        validUntil: one.valid_until,
      })),
      duties: shifts.map(times),
      leaves: (leaves.get(id) ?? []).map(times),
      plannedMinutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
      dutyMinutes: shifts.reduce((sum, { starts_at, ends_at }) => sum + within(span, starts_at, ends_at), 0),
      jobs: own.length,
      dayMetres: routeMetres(places.map(({ lng, lat }) => (lng === null || lat === null ? null : { lng, lat }))),
    };
  });
}

export const boards: Handlers<typeof routes> = {
  async get({ from, to, departmentId, userIds, unassigned }, context) {
    needBoard(context);
    const span = { from, to };
    checkSpan(span);
    const { session, tx, deps } = context;
    let query = inSpan(jobsSeen(session), span);
    if (unassigned) query = query.where('j.user_id', 'is', null);
    if (userIds?.length) query = query.where((eb) => eb.or([eb('j.user_id', 'is', null), eb('j.user_id', 'in', userIds)]));
    if (departmentId !== undefined)
      query = query.where((eb) =>
        eb.or([
          eb('j.user_id', 'is', null),
          eb(
            'j.user_id',
            'in',
            eb
              .selectFrom('users as u')
              .select('u.id')
              .where('u.tenant_id', '=', session.tenantId)
              .where('u.department_id', '=', departmentId),
          ),
        ]),
      );
    // How long a span is decides how it is best found.
    const found = await tx.rows(
      planned(
        query
          .orderBy('j.service_at')
          .orderBy('j.id')
          .limit(MOST_JOBS + 1),
      ),
    );
    const jobs = found.slice(0, MOST_JOBS);
    const now = textOf(deps.now());
    const everybody = await staffRows(context, span, jobs, now);
    const wanted = everybody.filter(
      (one) => (departmentId === undefined || one.departmentId === departmentId) && (!userIds?.length || userIds.includes(one.id)),
    );
    return {
      ...span,
      now,
      jobs: jobs.map(jobToBoard),
      staff: wanted.slice(0, MOST_STAFF),
      cut: found.length > MOST_JOBS || everybody.length > MOST_STAFF,
    };
  },

  candidates,

  async move(input, context) {
    need(context, 'members_workorder_view');
    const jobId = await once(context, routes.move, input, () => move(input, context));
    return jobToBoard(await oneJob(context, jobId));
  },

  async propose({ from, to, departmentId }, context) {
    needBoard(context);
    const span = { from, to };
    checkSpan(span);
    const { session, tx } = context;
    const open = inSpan(jobsSeen(session), span).where('j.status', '=', jobStatus.unassigned).where('j.user_id', 'is', null);
    const found = await tx.rows(
      planned(
        open
          .orderBy('work_orders.emergency', 'desc')
          .orderBy('j.service_at')
          .orderBy('j.id')
          .limit(MOST_PROPOSED + 1),
      ),
    );
    const jobs = found.slice(0, MOST_PROPOSED).filter((job) => !jobLocked(job.status) && jobToBoard(job).movable);
    if (jobs.length === 0) throw refused('这段时间没有待派的服务');
    const wishes = await wishesOf(context, jobs);
    const { book, staff } = await bookOf(context, wishes, departmentId);
    const byId = new Map(jobs.map((job) => [job.id, job]));
    const proposals = propose(wishes, book).map(({ job, candidate, why }) => ({
      job: jobToBoard(byId.get(job.jobId)!),
      userId: candidate?.userId ?? null,
      userName: candidate ? staff.get(candidate.userId)!.name : null,
      score: candidate?.score ?? 0,
      parts: candidate?.parts ?? [],
      blocks: candidate?.blocks ?? [],
      why,
    }));
    return { proposals, cut: found.length > MOST_PROPOSED };
  },
};
