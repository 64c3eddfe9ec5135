/** Which materials a service project may use up. */
import { sql } from 'kysely';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';

export interface AllowedMaterial {
  id: number;
  name: string;
  spec: string | null;
  unit: string;
  /** In stock now. */
  quantity: number;
  isDefault: boolean;
}

/** The materials in use that these service projects may consume, by project; a project without any has no entry. Defaults first. */
export async function allowedMaterials(tx: Tx, projectIds: readonly number[]): Promise<Map<number, AllowedMaterial[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await tx.rows(
    db
      .selectFrom('service_project_materials as s')
      .innerJoin('materials as m', (on) => on.onRef('m.tenant_id', '=', 's.tenant_id').onRef('m.id', '=', 's.material_id'))
      .select(['s.project_id', 's.is_default', 'm.id', 'm.name', 'm.spec', 'm.unit', 'm.quantity'])
      .where('s.tenant_id', '=', tx.tenantId)
      .where('s.project_id', 'in', projectIds)
      .where('m.enabled', '=', true)
      .orderBy('s.is_default', 'desc')
      .orderBy('m.id'),
  );
  const found = new Map<number, AllowedMaterial[]>();
  for (const { project_id, is_default, ...material } of rows)
    found.set(project_id, [...(found.get(project_id) ?? []), { ...material, isDefault: is_default }]);
  return found;
}

/**
 * Replaces a project's list, within the caller's transaction; of a material that it
 * had already, what is not said stays. Refuses (422) unknown materials and projects, and one material twice.
 */
export async function bindMaterials(
  tx: Tx,
  projectId: number,
  materials: readonly { materialId: number; isDefault?: boolean | undefined }[],
): Promise<void> {
  const ids = materials.map(({ materialId }) => materialId);
  if (new Set(ids).size < ids.length) throw refused('同一物资不能重复选择');
  const project = await tx.row(
    db.selectFrom('service_projects').select('id').where('tenant_id', '=', tx.tenantId).where('id', '=', projectId).forUpdate(),
  );
  if (!project) throw refused('服务项目不存在');
  if (ids.length > 0) {
    const known = await tx.rows(db.selectFrom('materials').select('id').where('tenant_id', '=', tx.tenantId).where('id', 'in', ids));
    if (known.length < ids.length) throw refused('物资不存在');
  }
  await tx.run(sql`
    delete from service_project_materials
    where tenant_id = ${tx.tenantId} and project_id = ${projectId} and not material_id = any(${ids}::bigint[])`);
  const defaults = materials.map(({ isDefault }) => isDefault ?? null);
  await tx.run(sql`
    insert into service_project_materials as s (tenant_id, project_id, material_id, is_default)
    select ${tx.tenantId}, ${projectId}, n.id, coalesce(n.is_default, old.is_default, false)
    from unnest(${ids}::bigint[], ${defaults}::boolean[]) as n (id, is_default)
      left join service_project_materials old on old.tenant_id = ${tx.tenantId} and old.project_id = ${projectId} and old.material_id = n.id
    on conflict (tenant_id, project_id, material_id) do update set is_default = excluded.is_default
    where s.is_default <> excluded.is_default`);
}
