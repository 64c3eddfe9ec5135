/** What became of a person's package: the jobs that took its counts, and its ledger. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { PackageChange, PackageUse, personPackages as routes } from '#contract/elderly/person-packages.ts';
import { lookup } from '../lists/columns.ts';
import type { AnyColumn } from '../lists/columns.ts';
import { readOne, withColumns } from '../lists/crud.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { inOrder, pageOf, type Page } from '../lists/paging.ts';
import { personPackageRows } from './person-package-rows.ts';

type Input = z.output<typeof routes.uses.input>;

/** A column of the row's job, and of that job's order. */
const job = (table: string, column: string) => () =>
  sql`(select ${sql.ref(`j.${column}`)} from work_order_jobs j
    where j.tenant_id = ${sql.ref(`${table}.tenant_id`)} and j.id = ${sql.ref(`${table}.job_id`)})`;
const order = (table: string, column: string) => () =>
  sql`(select ${sql.ref(`o.${column}`)} from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
    where j.tenant_id = ${sql.ref(`${table}.tenant_id`)} and j.id = ${sql.ref(`${table}.job_id`)})`;

const USES = 'person_package_uses';
const useColumns = {
  id: 'id',
  projectName: 'project_name',
  takenTime: 'taken_at',
  takenBy: lookup('users', 'name', 'person_package_uses.taken_by'),
  releasedTime: 'released_at',
  serverTime: job(USES, 'service_at'),
  serverUserName: job(USES, 'user_name'),
  workOrderId: job(USES, 'work_order_id'),
  workNo: order(USES, 'number'),
  workOrderState: order(USES, 'status'),
};

const CHANGES = 'person_package_changes';
const changeColumns = {
  id: 'id',
  action: 'action',
  projectName: 'project_name',
  before: 'before',
  after: 'after',
  reason: 'reason',
  workOrderId: job(CHANGES, 'work_order_id'),
  workNo: order(CHANGES, 'number'),
  userName: 'user_name',
  createTime: 'created_at',
};

/** A page of a package's rows in `table`, newest first; 404 when the session does not reach the package. */
const pages =
  <Row>(table: typeof USES | typeof CHANGES, columns: Readonly<Record<keyof Row, AnyColumn>>) =>
  async (input: Input, context: Context): Promise<Page<Row>> => {
    const { tx, session } = context;
    await readOne(personPackageRows(session), input.id, context);
    const matching = db.selectFrom(table).where('tenant_id', '=', tx.tenantId).where('person_package_id', '=', input.id);
    const by = [{ column: 'id', direction: 'desc' }] as const;
    return pageOf(context, input, matching, (query) => inOrder(withColumns<Row>(query, columns), by), by);
  };

export const uses = pages<z.input<typeof PackageUse>>(USES, useColumns);
export const changes = pages<z.input<typeof PackageChange>>(CHANGES, changeColumns);
