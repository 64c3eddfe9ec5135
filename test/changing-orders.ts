/** Work orders that change at random, as any number of people and programs might change them; for tests of what is derived from them. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/tenant.ts';

/** A repeatable number in [0, 1) at each call. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface World {
  tenantId: number;
  personIds: readonly number[];
  projects: readonly { projectId: number; typeId: number }[];
  staffIds: readonly number[];
  /** The first of the days on which things happen, yyyy-MM-dd; `days` of them. */
  from: string;
  days: number;
}

/** One unit of work of one kind or another: new orders, other days, other staff, ends, ratings, deletions, targets, names, many at once. */
export function changer({ tenantId, personIds, projects, staffIds, from, days }: World, random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  const one = <T>(of: readonly T[]) => of[below(of.length)] as T;
  const moment = () => sql`(${from}::date + ${below(days)}::integer + interval '1 minute' * ${below(1440)})::timestamptz`;
  const some = (condition = sql`true`) =>
    sql`(select o.id from work_orders o
      where o.tenant_id = ${tenantId} and ${condition} order by hashint8(o.id # ${below(1e9)}::bigint) limit 1)`;
  const order = (set: ReturnType<typeof sql>, which = some()) =>
    sql`update work_orders set ${set} where tenant_id = ${tenantId} and id = ${which}`;
  const jobs = (set: ReturnType<typeof sql>, which = some()) =>
    sql`update work_order_jobs set ${set} where tenant_id = ${tenantId} and work_order_id = ${which}`;
  const job = () => {
    const { projectId, typeId } = one(projects);
    const staff = random() < 0.3 ? null : one(staffIds);
    return sql`(${projectId}::bigint, ${`项目${below(2)}`}, ${typeId}::bigint, ${`类型${typeId}`}, ${moment()}, ${staff}::bigint,
      ${staff && `护理员${below(2)}`}, ${100 * below(99)}::bigint)`;
  };
  const create = async (tx: Tx) => {
    const made = await tx.row<{
      id: number;
    }>(sql`insert into work_orders (tenant_id, number, status, person_id, person_name, person_phone, person_address, respond_by,
      complete_by)
      values (${tenantId}, ${`GD${random()}`}, ${1 + below(3)}, ${one(personIds)}, ${`老人${below(3)}`}, '', '', ${moment()}, ${moment()})
      returning id`);
    const many = Array.from({ length: 1 + below(4) }, job);
    // Half of the orders have all their jobs on one day, as most have.
    const day = random() < 0.5 ? moment() : sql`service_at`;
    await tx.run(sql`insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name,
      service_at, minutes, user_id, user_name, price_fen)
      select ${tenantId}, ${made!.id}, project_id, project_name, type_id, type_name, ${day}, 30, user_id, user_name, price
      from (values ${sql.join(many)}) as v (project_id, project_name, type_id, type_name, service_at, user_id, user_name, price)`);
  };
  const finish = async (tx: Tx, which = some()) => {
    const found = await tx.row<{ id: number }>(sql`select id from work_orders where tenant_id = ${tenantId} and id = ${which}`);
    if (!found) return;
    const its = sql`${found.id}`;
    await tx.run(order(sql`status = 4, responded_at = ${moment()}, finished_at = ${moment()}`, its));
    await tx.run(
      jobs(
        sql`status = 4, check_in_at = service_at + interval '1 minute' * ${below(30)}, check_out_at = service_at + interval '90 minutes'`,
        its,
      ),
    );
  };
  const kinds: ((tx: Tx) => Promise<unknown>)[] = [
    create,
    create,
    create,
    (tx) => finish(tx),
    (tx) => finish(tx, some(sql`o.status < 4`)),
    (tx) => tx.run(jobs(sql`service_at = ${moment()}`)),
    (tx) => tx.run(jobs(sql`service_at = service_at + interval '1 day' * ${below(7) - 3}`)),
    // One job of several goes to another day.
    (tx) =>
      tx.run(
        sql`update work_order_jobs set service_at = ${moment()} where tenant_id = ${tenantId} and id = (select min(id) from work_order_jobs
          where tenant_id = ${tenantId} and work_order_id = ${some()})`,
      ),
    (tx) => tx.run(jobs(sql`user_id = ${one(staffIds)}, user_name = ${`护理员${below(2)}`}, status = 2`)),
    (tx) => tx.run(jobs(sql`user_id = null, user_name = null, status = 1`)),
    (tx) => tx.run(jobs(sql`package_id = ${below(2)}, price_fen = ${below(5000)}`)),
    async (tx) => {
      const which = some(sql`o.status < 4`);
      await tx.run(order(sql`status = 6, finished_at = now()`, which));
      await tx.run(jobs(sql`status = 6`, some(sql`o.status = 6`)));
    },
    async (tx) => {
      const rated = await tx.row<{ id: number }>(
        sql`update work_orders set status = 7 where tenant_id = ${tenantId} and id = ${some(sql`o.status = 4`)} returning id`,
      );
      if (rated)
        await tx.run(
          sql`insert into work_order_scores (tenant_id, work_order_id, score)
            values (${tenantId}, ${rated.id}, ${1 + below(5)}) on conflict do nothing`,
        );
    },
    (tx) =>
      tx.run(
        sql`update work_order_scores set score = ${1 + below(5)} where tenant_id = ${tenantId} and work_order_id
          = ${some(sql`o.status = 7`)}`,
      ),
    (tx) => tx.run(sql`delete from work_order_scores where tenant_id = ${tenantId} and work_order_id = ${some(sql`o.status = 7`)}`),
    (tx) => tx.run(sql`delete from work_orders where tenant_id = ${tenantId} and id = ${some()}`),
    (tx) =>
      tx.run(
        sql`delete from work_order_jobs where tenant_id = ${tenantId} and id = (select max(id) from work_order_jobs
          where tenant_id = ${tenantId} and work_order_id = ${some()})`,
      ),
    (tx) => tx.run(order(sql`person_id = ${one(personIds)}, person_name = ${`老人${below(3)}`}`)),
    (tx) =>
      tx.run(
        order(
          sql`respond_by = ${moment()}, complete_by = ${random() < 0.2 ? sql`null` : moment()},
            responded_at = ${random() < 0.5 ? sql`null` : moment()}`,
        ),
      ),
    (tx) =>
      tx.run(
        sql`update work_order_jobs set service_at = service_at - interval '1 day', status = 3
          where tenant_id = ${tenantId} and id % 7 = ${below(7)} and id % 5 = ${below(5)}`,
      ),
    (tx) => tx.run(sql`update work_orders set responded_at = ${moment()} where tenant_id = ${tenantId} and id % 11 = ${below(11)}`),
    async (tx) => {
      await create(tx);
      throw new Error('rolled back');
    },
  ];
  return (tx: Tx) => one(kinds)(tx);
}
