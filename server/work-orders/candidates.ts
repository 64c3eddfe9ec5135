/** Who could do a job, best first: of one that stands in an order, of several together, or of one that is only being planned. */
import { DAY, instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { candidatesForAll } from '#contract/work-orders/batch-candidates.rules.ts';
import { MOST_STAFF, RANKS_STAFF, SPAN_DAYS, type boards as routes } from '#contract/work-orders/boards.ts';
import { shiftedTime } from '#contract/work-orders/reschedules.rules.ts';
import { canDoJob } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { forbidden, notFound } from '../errors.ts';
import { reach } from '../lists/people-reach.ts';
import { bookOf, wishesOf, type WantedRow } from './boards-book.ts';
import { jobsSeen, type SeenJob } from './boards-rows.ts';
import { projectsOf } from './work-order-jobs.ts';

type Input = z.output<typeof routes.candidates.input>;

/** How long a service is taken to be whose project is not chosen yet. */
const USUAL_MINUTES = 60;

/** A job of an order that the session reaches; 404 otherwise. */
export async function oneJob({ tx, session }: Context, jobId: number): Promise<SeenJob> {
  const job = await tx.row(jobsSeen(session).where('j.id', '=', jobId));
  if (!job) throw notFound('服务');
  return job;
}

/**
 * What a dispatch of these orders gives to one person, as the session reaches it, moved as it is asked for. What is planned later than
 * `SPAN_DAYS` days after the first is left out: a year of everybody's jobs would be read for it.
 */
async function jobsOfOrders({ tx, session }: Context, ids: readonly number[], { shiftDays = 0, time }: Input): Promise<WantedRow[]> {
  const found = await tx.rows(jobsSeen(session).where('j.work_order_id', 'in', ids).orderBy('j.service_at').orderBy('j.id'));
  const open = found
    .filter(({ status }) => canDoJob('send', status))
    .map((job) => ({ ...job, service_at: shiftedTime(job.service_at, shiftDays, time) }));
  if (open.length === 0) throw notFound('服务');
  const until = Math.min(...open.map((job) => instantOf(job.service_at))) + SPAN_DAYS * DAY;
  return open.filter((job) => instantOf(job.service_at) < until);
}

interface PlannedJob {
  projectId: number | undefined;
  personId: number;
  /** yyyy-MM-dd HH:mm:ss, Shanghai. */
  time: string;
}

/** Of the room where a person of `people` lies. */
const roomWord = (column: 'building' | 'floor') =>
  sql<string | null>`(select ${sql.ref(`r.${column}`)} from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where b.tenant_id = people.tenant_id and b.id = people.bed_id)`.as(column);

/** A job that is being planned for a person whom the session reaches; 404 and 422 otherwise. */
async function plannedJob({ tx, session }: Context, { projectId, personId, time }: PlannedJob): Promise<WantedRow> {
  const person = await tx.row(
    db
      .selectFrom('people')
      .select(['people.id', 'people.name', 'people.longitude', 'people.latitude'])
      .select([roomWord('building'), roomWord('floor')])
      .where('people.tenant_id', '=', tx.tenantId)
      .where('people.id', '=', personId)
      .where('people.deleted_at', 'is', null)
      .where((eb) => reach(eb, session) ?? eb.lit(true)),
  );
  if (!person) throw notFound('服务对象');
  const project = projectId === undefined ? undefined : (await projectsOf(tx, [projectId])).get(projectId);
  const { longitude, latitude, building, floor } = person;
  return {
    id: 0,
    service_at: time,
    minutes: project?.minutes ?? USUAL_MINUTES,
    service_type_id: project?.service_type_id ?? 0,
    service_type_name: project?.service_type_name ?? '',
    longitude,
    latitude,
    person_id: person.id,
    person_name: person.name,
    emergency: 1,
    returned_by: null,
    room: { building, floor },
  };
}

async function wantedBy(input: Input, context: Context): Promise<WantedRow[]> {
  const { jobId, workOrderIds, serverProjectId, oldmanId, serverTime } = input;
  if (jobId !== undefined) return [await oneJob(context, jobId)];
  if (workOrderIds !== undefined) return jobsOfOrders(context, workOrderIds, input);
  return [await plannedJob(context, { projectId: serverProjectId, personId: oldmanId as number, time: serverTime as string })];
}

/** Staff ranked for one job or for several together, with the score and what it is made of. */
export async function candidates(input: Input, context: Context) {
  if (!RANKS_STAFF.some((permission) => context.session.permissions.has(permission))) throw forbidden();
  const wishes = await wishesOf(context, await wantedBy(input, context), input.at);
  const { book, staff } = await bookOf(context, wishes);
  return candidatesForAll(wishes, book)
    .slice(0, MOST_STAFF)
    .map(({ userId, ...judged }) => {
      const { name, department_name } = staff.get(userId)!;
      return { userId, name, departmentName: department_name, ...judged };
    });
}
