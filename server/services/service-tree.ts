/** The catalogue as one tree: types, and enabled projects as their leaves. */
import { toYuan } from '#contract/fields.ts';
import type { ServiceNode } from '#contract/services/services.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { forbidden } from '../errors.ts';

interface Type {
  id: number;
  parent_id: number | null;
  name: string;
}
interface Leaf {
  id: number;
  service_type_id: number;
  name: string;
  price_fen: number;
  minutes: number;
}

/** Nests rows that come in the order in which siblings are shown; a type's own children stand before its projects. */
export function treeOf(types: readonly Type[], projects: readonly Leaf[]): ServiceNode[] {
  const below = Map.groupBy(types, (type) => type.parent_id);
  const leaves = Map.groupBy(projects, (project) => project.service_type_id);
  const nodes = (parent: number | null): ServiceNode[] =>
    (below.get(parent) ?? []).map(({ id, name }) => ({
      serverId: id,
      serverName: name,
      projecId: null,
      projecName: null,
      projecStandardPrice: null,
      minutes: null,
      children: [
        ...nodes(id),
        ...(leaves.get(id) ?? []).map((project) => ({
          serverId: id,
          serverName: name,
          projecId: project.id,
          projecName: project.name,
          projecStandardPrice: toYuan(project.price_fen),
          minutes: project.minutes,
        })),
      ],
    }));
  return nodes(null);
}

/** A `tenantId` in the query may only repeat the session's. */
export function checkTenantId({ tx }: Work, tenantId: number | undefined): void {
  if (tenantId !== undefined && tenantId !== tx.tenantId) throw forbidden(`无效的租户编号:${tenantId}`);
}

export async function tree({ tenantId }: { tenantId?: number | undefined }, work: Work): Promise<ServiceNode[]> {
  checkTenantId(work, tenantId);
  const { tx } = work;
  const [types, projects] = await tx.last(
    db.selectFrom('service_types').select(['id', 'parent_id', 'name']).where('tenant_id', '=', tx.tenantId).orderBy('sort').orderBy('id'),
    db
      .selectFrom('service_projects')
      .select(['id', 'service_type_id', 'name', 'price_fen', 'minutes'])
      .where('tenant_id', '=', tx.tenantId)
      .where('enabled', '=', true)
      .orderBy('id'),
  );
  return treeOf(types, projects);
}
