/** Removing materials so that they can come back for a month; what was ever booked stays. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { line, lines, named, type Outlook, type Removable } from '../lists/removals.ts';
import { putBack, taking, type Taken, type TakenOut } from '../lists/taken-rows.ts';

const BOOKED = '该物资已有库存流水或采购记录，不能删除，可以停用';
export const materialTables: TakenOut = {
  table: 'materials',
  noun: '物资',
  parts: [{ table: 'service_project_materials', by: 'material_id', needs: { project_id: 'service_projects' } }],
  kept: {
    material_movements_tenant_id_material_id_fkey: refused(BOOKED),
    goods_order_lines_tenant_id_material_id_fkey: refused(BOOKED),
    work_order_job_materials_tenant_id_material_id_fkey: refused(BOOKED),
    material_purchase_lines_tenant_id_material_id_fkey: refused(BOOKED),
    products_tenant_id_material_id_fkey: refused('该物资已关联商品，不能删除，可以停用'),
  },
  taken: { materials_tenant_id_code_key: conflict('物资编码已被使用，不能恢复') },
};

interface Use {
  name: string;
  code: string;
  moved: boolean;
  products: string[];
  projects: string[];
}

async function outlook(tx: Tx, id: number): Promise<Outlook> {
  const found = await tx.row<Use>(sql`
    select m.name, m.code,
      exists (select from material_movements v where v.tenant_id = m.tenant_id and v.material_id = m.id)
        or exists (select from work_order_job_materials j where j.tenant_id = m.tenant_id and j.material_id = m.id)
        or exists (select from material_purchase_lines l where l.tenant_id = m.tenant_id and l.material_id = m.id) as moved,
      (select coalesce(array_agg(p.name order by p.id), '{}') from products p
        where p.tenant_id = m.tenant_id and p.material_id = m.id) as products,
      (select coalesce(array_agg(s.name order by s.id), '{}') from service_project_materials l
        join service_projects s on s.tenant_id = l.tenant_id and s.id = l.project_id
        where l.tenant_id = m.tenant_id and l.material_id = m.id) as projects
    from materials m where m.tenant_id = ${tx.tenantId} and m.id = ${id}`);
  if (!found) throw notFound('物资');
  const { name, code, moved, products, projects } = found;
  return {
    name,
    detail: code,
    blockers: lines(moved && line(BOOKED), products.length > 0 && line(`已关联商品${named(products)}，不能删除，可以停用`, 'products')),
    effects: lines(projects.length > 0 && line(`不再是服务项目${named(projects)}的耗材，恢复时一并恢复`)),
  };
}

export const materialRemoval: Removable<Taken> = {
  kind: 'material',
  look: (id, { tx }) => outlook(tx, id),
  take: taking(materialTables, outlook),
  async give(_id, kept, { tx }) {
    const left = await putBack(materialTables, kept, tx);
    return left.length > 0 ? [`${left.length}个服务项目已删除，未恢复绑定`] : [];
  },
};
