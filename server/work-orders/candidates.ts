/** Who could do one job, best first: of one that stands in an order, or of one that is only being planned. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { boards as routes } from '#contract/work-orders/boards.ts';
import { candidatesFor } from '#contract/work-orders/proposals.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { reach } from '../lists/people-reach.ts';
import { bookOf, wishesOf, type WantedRow } from './boards-book.ts';
import { jobsSeen, type SeenJob } from './boards-rows.ts';
import { projectsOf } from './work-order-jobs.ts';

const MOST = 100;

/** A job of an order that the session reaches; 404 otherwise. */
export async function oneJob({ tx, session }: Context, jobId: number): Promise<SeenJob> {
  const job = await tx.row(jobsSeen(session).where('j.id', '=', jobId));
  if (!job) throw notFound('服务');
  return job;
}

interface PlannedJob {
  projectId: number;
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
  const project = (await projectsOf(tx, [projectId])).get(projectId)!;
  const { longitude, latitude, building, floor } = person;
  const { minutes, service_type_id, service_type_name } = project;
  return {
    id: 0,
    service_at: time,
    minutes,
    service_type_id,
    service_type_name,
    longitude,
    latitude,
    person_id: person.id,
    person_name: person.name,
    emergency: 1,
    returned_by: null,
    room: { building, floor },
  };
}

/** Staff ranked for a job, with the score and what it is made of. */
export async function candidates(input: z.output<typeof routes.candidates.input>, context: Context) {
  const { jobId, at, serverProjectId, oldmanId, serverTime } = input;
  const job =
    jobId === undefined
      ? await plannedJob(context, { projectId: serverProjectId as number, personId: oldmanId as number, time: serverTime as string })
      : await oneJob(context, jobId);
  const [wish] = await wishesOf(context, [job], at);
  const { book, staff } = await bookOf(context, [wish!]);
  return candidatesFor(wish!, book)
    .slice(0, MOST)
    .map(({ userId, ...judged }) => {
      const { name, department_name } = staff.get(userId)!;
      return { userId, name, departmentName: department_name, ...judged };
    });
}
