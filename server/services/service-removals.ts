/** Removing service types, projects and packages on offer so that they can come back for a month; what is in use stays. */
import { sql } from 'kysely';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { planStatus } from '#contract/work-orders/work-order-plans.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { line, lines, named, type Outlook, type Removable } from '../lists/removals.ts';
import { putBack, taking, type Taken, type TakenOut } from '../lists/taken-rows.ts';

const FULL = '该分类下还有子分类或服务项目，不能删除';
export const typeTables: TakenOut = {
  table: 'service_types',
  noun: '服务分类',
  parts: [{ table: 'staff_skills', by: 'service_type_id', needs: { user_id: 'users' } }],
  kept: {
    service_types_tenant_id_parent_id_fkey: refused(FULL),
    service_projects_tenant_id_service_type_id_fkey: refused(FULL),
    work_orders_tenant_id_service_type_id_fkey: refused('该分类已被工单使用，不能删除'),
  },
  taken: {
    service_types_name: conflict('同级下已有同名的服务分类，不能恢复'),
    service_types_tenant_id_parent_id_fkey: refused('上级分类已删除，请先恢复上级分类'),
  },
};

export const projectTables: TakenOut = {
  table: 'service_projects',
  noun: '服务项目',
  parts: [
    { table: 'service_project_materials', by: 'project_id', needs: { material_id: 'materials' } },
    { table: 'service_project_questionnaires', by: 'project_id', needs: { questionnaire_id: 'questionnaires' } },
    { table: 'home_area_projects', by: 'project_id', needs: { area_id: 'home_areas' } },
  ],
  kept: {
    work_order_jobs_tenant_id_project_id_fkey: refused('该服务项目已被工单使用，不能删除，可以停用'),
    service_package_projects_tenant_id_project_id_fkey: refused('该服务项目已放入服务套餐，请先从套餐中移除'),
    person_package_projects_tenant_id_project_id_fkey: refused('服务对象的套餐中有该服务项目，不能删除，可以停用'),
  },
  taken: {
    service_projects_tenant_id_service_type_id_name_key: conflict('该分类下已有同名的服务项目，不能恢复'),
    service_projects_tenant_id_service_type_id_fkey: refused('所属服务分类已删除，请先恢复服务分类'),
  },
};

export const packageTables: TakenOut = {
  table: 'service_packages',
  noun: '服务套餐',
  parts: [{ table: 'service_package_projects', by: 'package_id' }],
  kept: {
    person_packages_tenant_id_package_id_fkey: refused('该套餐已发放给服务对象，不能删除，可以停用'),
    products_tenant_id_package_id_fkey: refused('该套餐正作为商品销售，请先删除商品'),
  },
  taken: {
    service_packages_tenant_id_name_key: conflict('已有同名的服务套餐，不能恢复'),
    service_package_projects_tenant_id_project_id_fkey: refused('套餐中有服务项目已删除，请先恢复服务项目'),
  },
};

interface TypeUse {
  name: string;
  above: string | null;
  children: string[];
  projects: string[];
  orders: boolean;
  skills: number;
}

async function outlookOfType(tx: Tx, id: number): Promise<Outlook> {
  const found = await tx.row<TypeUse>(sql`
    select t.name, (select a.name from service_types a where a.tenant_id = t.tenant_id and a.id = t.parent_id) as above,
      (select coalesce(array_agg(c.name order by c.sort, c.id), '{}') from service_types c
        where c.tenant_id = t.tenant_id and c.parent_id = t.id) as children,
      (select coalesce(array_agg(p.name order by p.id), '{}') from service_projects p
        where p.tenant_id = t.tenant_id and p.service_type_id = t.id) as projects,
      exists (select from work_orders o where o.tenant_id = t.tenant_id and o.service_type_id = t.id) as orders,
      (select count(*)::integer from staff_skills s where s.tenant_id = t.tenant_id and s.service_type_id = t.id) as skills
    from service_types t where t.tenant_id = ${tx.tenantId} and t.id = ${id}`);
  if (!found) throw notFound('服务分类');
  const { name, above, children, projects: below, orders, skills } = found;
  return {
    name,
    detail: above,
    blockers: lines(
      children.length > 0 && line(`下面还有子分类${named(children)}，请先移走或删除`, 'types'),
      below.length > 0 && line(`下面还有服务项目${named(below)}，请先移走或删除`, 'projects', id),
      orders && line('该分类已被工单使用，不能删除'),
    ),
    effects: lines(skills > 0 && line(`${skills}名员工的该项服务技能随之删除，恢复时一并恢复`)),
  };
}

interface ProjectUse {
  name: string;
  type: string;
  sosDefault: boolean;
  openJobs: number;
  jobs: number;
  packages: string[];
  held: number;
  plans: string[];
  materials: number;
  questionnaires: number;
}

async function outlookOfProject(tx: Tx, id: number): Promise<Outlook> {
  const found = await tx.row<ProjectUse>(sql`
    select s.name, (select t.name from service_types t where t.tenant_id = s.tenant_id and t.id = s.service_type_id) as type,
      s.sos_default as "sosDefault", used."openJobs", used.jobs,
      (select coalesce(array_agg(k.name order by k.name), '{}') from service_package_projects l
        join service_packages k on k.tenant_id = l.tenant_id and k.id = l.package_id
        where l.tenant_id = s.tenant_id and l.project_id = s.id) as packages,
      (select count(*)::integer from person_package_projects p where p.tenant_id = s.tenant_id and p.project_id = s.id) as held,
      (select coalesce(array_agg(w.name order by w.id), '{}') from work_order_plans w
        where w.tenant_id = s.tenant_id and w.status <> ${planStatus.ended} and w.deleted_at is null
          and w.jobs @> jsonb_build_array(jsonb_build_object('serverProjectId', s.id))) as plans,
      (select count(*)::integer from service_project_materials m where m.tenant_id = s.tenant_id and m.project_id = s.id) as materials,
      (select count(*)::integer from service_project_questionnaires q
        where q.tenant_id = s.tenant_id and q.project_id = s.id) as questionnaires
    from service_projects s cross join lateral (
      select count(*)::integer as jobs,
        count(*) filter (where status not in (${jobStatus.finished}, ${jobStatus.cancelled}))::integer as "openJobs"
      from work_order_jobs j where j.tenant_id = s.tenant_id and j.project_id = s.id) as used
    where s.tenant_id = ${tx.tenantId} and s.id = ${id}`);
  if (!found) throw notFound('服务项目');
  const { name, type, sosDefault, openJobs, jobs, packages: packed, held, plans, materials, questionnaires } = found;
  return {
    name,
    detail: type,
    blockers: lines(
      jobs > 0 && line(`已用于${jobs}个工单服务${openJobs > 0 ? `，其中${openJobs}个未完成` : ''}，不能删除，可以停用`),
      packed.length > 0 && line(`已放入服务套餐${named(packed)}，请先从套餐中移除`, 'packages'),
      held > 0 && line('服务对象的套餐中有该服务项目，不能删除，可以停用'),
      plans.length > 0 && line(`周期工单${named(plans)}要用到，请先修改周期工单`, 'plans'),
    ),
    effects: lines(
      sosDefault && line('它是SOS默认项目：删除后请另选一个，否则SOS上门工单没有默认服务'),
      questionnaires > 0 && line(`${questionnaires}份问卷的绑定随之解除，恢复时一并恢复`),
      materials > 0 && line(`${materials}种耗材的绑定随之解除，恢复时一并恢复`),
    ),
  };
}

interface PackageUse {
  name: string;
  lines: number;
  held: number;
  products: string[];
}

async function outlookOfPackage(tx: Tx, id: number): Promise<Outlook> {
  const found = await tx.row<PackageUse>(sql`
    select k.name,
      (select count(*)::integer from service_package_projects l where l.tenant_id = k.tenant_id and l.package_id = k.id) as lines,
      (select count(*)::integer from person_packages p where p.tenant_id = k.tenant_id and p.package_id = k.id) as held,
      (select coalesce(array_agg(g.name order by g.id), '{}') from products g
        where g.tenant_id = k.tenant_id and g.package_id = k.id) as products
    from service_packages k where k.tenant_id = ${tx.tenantId} and k.id = ${id}`);
  if (!found) throw notFound('服务套餐');
  const { name, held, products } = found;
  return {
    name,
    detail: `${found.lines}个服务项目`,
    blockers: lines(
      held > 0 && line(`已发放给服务对象${held}份，不能删除，可以停用`),
      products.length > 0 && line(`正作为商品${named(products)}销售，请先删除商品`, 'products'),
    ),
    effects: lines(line('套餐中的服务项目保留')),
  };
}

export const typeRemoval: Removable<Taken> = {
  kind: 'service_type',
  look: (id, { tx }) => outlookOfType(tx, id),
  take: taking(typeTables, outlookOfType),
  async give(_id, kept, { tx }) {
    await putBack(typeTables, kept, tx);
    return [];
  },
};

export const projectRemoval: Removable<Taken> = {
  kind: 'service_project',
  look: (id, { tx }) => outlookOfProject(tx, id),
  take: taking(projectTables, outlookOfProject),
  async give(_id, kept, { tx }) {
    const was = kept.parts[0]?.rows[0]?.sos_default === true;
    const other = was
      ? await tx.row<{ name: string }>(sql`select name from service_projects where tenant_id = ${tx.tenantId} and sos_default`)
      : undefined;
    const left = await putBack(projectTables, kept, tx, other ? { sos_default: false } : {});
    const [materials, questionnaires] = ['service_project_materials', 'service_project_questionnaires'].map(
      (table) => left.filter((one) => one.table === table).length,
    );
    return [
      ...(other ? [`SOS默认项目已改为“${other.name}”，未再设置`] : []),
      ...(materials ? [`${materials}种耗材已删除，未恢复绑定`] : []),
      ...(questionnaires ? [`${questionnaires}份问卷已清除，未恢复绑定`] : []),
    ];
  },
};

export const packageRemoval: Removable<Taken> = {
  kind: 'service_package',
  look: (id, { tx }) => outlookOfPackage(tx, id),
  take: taking(packageTables, outlookOfPackage),
  async give(_id, kept, { tx }) {
    const ids = kept.parts.find(({ table }) => table === 'service_package_projects')?.rows.map((row) => row.project_id) ?? [];
    const off = await tx.rows<{ name: string }>(sql`
      select name from removals where tenant_id = ${tx.tenantId} and kind = 'service_project' and subject_id = any(${ids}::bigint[])
      order by id`);
    if (off.length > 0) throw refused(`套餐中的服务项目${named(off.map(({ name }) => name))}已删除，请先恢复服务项目`);
    await putBack(packageTables, kept, tx);
    return [];
  },
};
