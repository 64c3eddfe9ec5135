/** Packages that people hold: lists, adding, changing counts, taking away. */
import { sql } from 'kysely';
import { personPackages as routes } from '#contract/elderly/person-packages.ts';
import { packageAction, totalRefusal } from '#contract/elderly/person-packages.rules.ts';
import type { Context, Work } from '../context.ts';
import { matching, readOne, reads, withColumns } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting } from '../transfers/exports.ts';
import { note } from './package-changes.ts';
import { grantPackage } from './package-grants.ts';
import { usablePackages } from './package-uses.ts';
import { peopleRows } from './people-rows.ts';
import { changes, uses } from './person-package-history.ts';
import { personPackageRows, toWire, type Selected } from './person-package-rows.ts';
import { personPackageSheet } from './person-packages-sheet.ts';

/** A package that the session reaches, locked as its counts are (package-uses.ts). */
async function lock(id: number, { tx, session }: Context): Promise<{ name: string; status: number }> {
  const row = await tx.row<{ name: string; status: number }>(
    matching(personPackageRows(session), {}, session).where('id', '=', id).select(['name', 'status']).forNoKeyUpdate() as never,
  );
  if (!row) throw notFound('服务包');
  return row;
}

interface Project {
  id: number;
  person_package_id: number;
  project_name: string;
  total: number;
  used: number;
}

/** A project of a package that the session reaches and that is not void; the package is locked. */
async function lockProject(id: number, context: Context): Promise<Project> {
  const { tx } = context;
  const project = db
    .selectFrom('person_package_projects')
    .select(['id', 'person_package_id', 'project_name', 'total', 'used'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id);
  const found = await tx.row(project);
  if (!found) throw notFound('服务包项目');
  const { name, status } = await lock(found.person_package_id, context);
  if (status !== 1) throw refused(`服务包“${name}”已作废，不能修改`);
  const now = await tx.row(project);
  if (!now) throw notFound('服务包项目');
  return now;
}

const touch = ({ tx }: Work, id: number, set: ReturnType<typeof sql> = sql`version = version + 1`) =>
  tx.run(sql`update person_packages set ${set}, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`);

export const personPackages: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await reads(personPackageRows(context.session)).page(input, context);
    return { ...found, records: found.records.map(toWire) };
  },

  export: exporting(routes.export, personPackageSheet),

  async ofPerson({ id, usable, serverProjectId, serverTime }, context) {
    const { tx, session } = context;
    await readOne(peopleRows(session), id, context);
    const options = personPackageRows(session);
    const all = withColumns<Selected>(matching(options, { oldmanId: id }, session), options.columns)
      .orderBy('ends_on', 'desc')
      .orderBy('id', 'desc');
    const rows = (await tx.rows(all)).map(toWire);
    if (!usable) return rows;
    const open = await usablePackages(tx, id, serverProjectId, serverTime);
    return open
      .filter(({ packageId }, at) => open.findIndex((one) => one.packageId === packageId) === at)
      .flatMap(({ packageId }) => rows.find((row) => row.id === packageId) ?? []);
  },

  uses,
  changes,

  add: (input, context) =>
    once(context, routes.add, input, async () => {
      const { oldmanId: personId, packageId, startDate, remarks } = input;
      await readOne(peopleRows(context.session), personId, context);
      const id = await grantPackage(context, { personId, packageId, startsOn: startDate, remarks: remarks ?? null });
      await context.emit('person.changed', { personId });
      return id;
    }),

  async updateNum({ id, num, reason }, context) {
    const { tx } = context;
    const { person_package_id: packageId, project_name: projectName, total, used } = await lockProject(id, context);
    const problem = totalRefusal(num, used);
    if (problem) throw refused(problem);
    if (num === total) throw refused('总次数没有变化');
    await tx.run(sql`update person_package_projects set total = ${num} where tenant_id = ${tx.tenantId} and id = ${id}`);
    await touch(context, packageId);
    await note(context, [{ packageId, action: packageAction.totalChanged, projectName, before: total, after: num, reason }]);
    return true;
  },

  async remove({ id, reason = null }, context) {
    const { tx } = context;
    const { name, status } = await lock(id, context);
    if (status !== 1) throw refused(`服务包“${name}”已作废，不能再次作废`);
    const used = await tx.row(
      sql`select 1 from person_package_projects where tenant_id = ${tx.tenantId} and person_package_id = ${id} and used > 0 limit 1`,
    );
    await touch(
      context,
      id,
      used
        ? sql`status = 2, voided_at = now(), void_reason = ${reason}, version = version + 1`
        : sql`deleted_at = now(), version = version + 1`,
    );
    await note(context, [{ packageId: id, action: used ? packageAction.voided : packageAction.deleted, reason }]);
    return { voided: used !== undefined };
  },

  async removeProject({ id, reason = null }, context) {
    const { tx } = context;
    const { person_package_id: packageId, project_name: projectName, total, used } = await lockProject(id, context);
    const others = await tx.row<{ uses: boolean; last: boolean }>(sql`select
      exists (select from person_package_uses where tenant_id = ${tx.tenantId} and person_package_project_id = ${id}) as uses,
      not exists (select from person_package_projects
      where tenant_id = ${tx.tenantId} and person_package_id = ${packageId} and id <> ${id}) as last`);
    if (used > 0) throw refused(`“${projectName}”已有使用记录，不能删除，可将总次数改为已使用的${used}次`);
    if (others?.uses) throw refused(`“${projectName}”有过已退回的使用记录，不能删除`);
    if (others?.last) throw refused('服务包至少保留一个服务项目，可以删除整个服务包');
    await tx.run(db.deleteFrom('person_package_projects').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
    await touch(context, packageId);
    await note(context, [{ packageId, action: packageAction.projectRemoved, projectName, before: total, after: 0, reason }]);
    return true;
  },
};
