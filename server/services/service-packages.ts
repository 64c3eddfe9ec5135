/** Service packages on offer: projects × counts for a price. What people were granted is a copy (server/elderly/package-grants.ts). */
import type { SearchOf } from '../lists/list.ts';
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { toFen, toYuan } from '#contract/fields.ts';
import { servicePackages as routes, type PackageLine, type ServicePackage } from '#contract/services/service-packages.ts';
import { explaining } from '../db/constraints.ts';
import { contains, equals, reads, writes, type ReadOptions } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { packageRemoval } from './service-removals.ts';
import { packageSheet } from './service-packages-sheet.ts';

const own = { table: 'service_packages', noun: '服务套餐' } as const;

type Row = z.input<typeof ServicePackage>;
/** The row as it is selected: `toWire` sums up. */
type Selected = Omit<Row, 'worth'>;

const list: ReadOptions<Selected, SearchOf<typeof routes.page>, 'service_packages'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    price: 'price_fen',
    validDays: 'valid_days',
    enabled: 'enabled',
    projects: () => sql`(select coalesce(jsonb_agg(jsonb_build_object('projectId', p.id, 'projectName', p.name, 'count', l.count,
      'standardPrice', p.price_fen, 'enabled', p.enabled) order by l.id), '[]')
      from service_package_projects l join service_projects p on p.tenant_id = l.tenant_id and p.id = l.project_id
      where l.tenant_id = service_packages.tenant_id and l.package_id = service_packages.id)`,
    remarks: 'remarks',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    name: contains('name'),
    enabled: equals('enabled'),
    projectId: (_eb, id) => sql<SqlBool>`exists (select from service_package_projects l
      where l.tenant_id = service_packages.tenant_id and l.package_id = service_packages.id and l.project_id = ${id})`,
  },
  sorts: { name: 'name', price: 'price_fen' },
};
const plainReads = reads(list);
const plainWrites = writes({
  ...own,
  fields: { name: 'name', priceFen: 'price_fen', validDays: 'valid_days', enabled: 'enabled', remarks: 'remarks' },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = {
  service_packages_tenant_id_name_key: conflict('已有同名的服务套餐'),
};

/** From the selected row, with fen, to the wire's. */
const toWire = ({ projects, price, ...row }: Selected): Row => ({
  ...row,
  price: toYuan(price),
  projects: projects.map((line) => ({ ...line, standardPrice: toYuan(line.standardPrice) })),
  worth: toYuan(projects.reduce((sum, { count, standardPrice }) => sum + count * standardPrice, 0)),
});

/**
 * Makes `lines` the package's, in their order; those that stay where they are keep their
 * rows. A package that is enabled has only projects that are.
 */
async function setLines(tx: Tx, packageId: number, lines: readonly z.output<typeof PackageLine>[]): Promise<void> {
  const { tenantId } = tx;
  const ids = lines.map(({ projectId }) => projectId);
  // Shared with others who pack the same project, not with whoever disables it at this moment.
  const projects = await tx.rows<{ id: number; name: string; enabled: boolean }>(sql`
    select id, name, enabled from service_projects where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id for share`);
  if (projects.length < ids.length) throw refused('服务项目不存在');
  const off = projects.find(({ enabled }) => !enabled);
  const open = await tx.row(
    db.selectFrom('service_packages').select('enabled').where('tenant_id', '=', tenantId).where('id', '=', packageId),
  );
  if (open?.enabled && off) throw refused(`服务项目“${off.name}”已停用，不能放在启用的套餐中`);
  const own = db.selectFrom('service_package_projects').where('tenant_id', '=', tenantId).where('package_id', '=', packageId);
  const before = await tx.rows(own.select(['id', 'project_id', 'count']).orderBy('id'));
  // Their order is that of their ids: rows stay as far as the order of what is left of them does.
  const left = before.filter(({ project_id }) => ids.includes(project_id));
  const moved = left.findIndex(({ project_id }, index) => project_id !== ids[index]);
  const kept = moved === -1 ? left : left.slice(0, moved);
  const gone = before.filter((line) => !kept.includes(line)).map(({ id }) => id);
  const table = 'service_package_projects';
  if (gone.length) await tx.run(db.deleteFrom(table).where('tenant_id', '=', tenantId).where('id', 'in', gone));
  for (const [index, { id, count: old }] of kept.entries()) {
    const { count } = lines[index]!;
    if (count !== old) await tx.run(db.updateTable(table).set({ count }).where('tenant_id', '=', tenantId).where('id', '=', id));
  }
  const added = lines
    .slice(kept.length)
    .map(({ projectId, count }) => ({ tenant_id: tenantId, package_id: packageId, project_id: projectId, count }));
  if (added.length) await tx.run(db.insertInto(table).values(added));
}

export const servicePackages: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await plainReads.page(input, context);
    return { ...found, records: found.records.map(toWire) };
  },

  get: async (input, context) => toWire(await plainReads.get(input, context)),

  export: exporting(routes.export, packageSheet({ ...listOf(list), toRow: toWire })),

  async create(input, context) {
    const id = await explaining(refusals, plainWrites.create({ ...input, priceFen: toFen(input.price) }, context));
    await setLines(context.tx, id, input.projects);
    return id;
  },

  async update(input, context) {
    await explaining(refusals, plainWrites.update({ ...input, priceFen: toFen(input.price) }, context));
    await setLines(context.tx, input.id, input.projects);
    return true;
  },

  ...removing(packageRemoval),
};
