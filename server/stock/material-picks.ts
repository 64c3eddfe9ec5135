/** Materials for whoever chooses some: for a service project, for a job of a work order. */
import { sql } from 'kysely';
import { projectMaterials as routes } from '#contract/stock/materials.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { containing } from '../lists/like.ts';
import { pageOf } from '../lists/paging.ts';
import { allowedMaterials, bindMaterials } from './project-materials.ts';

const binding = (projectId: number, and = sql``) => sql<boolean>`exists (select from service_project_materials s
  where s.tenant_id = materials.tenant_id and s.material_id = materials.id and s.project_id = ${projectId}${and})`;

export const projectMaterials: Handlers<typeof routes> = {
  async list({ projectId }, { tx }) {
    const project = await tx.row(
      db.selectFrom('service_projects').select('id').where('tenant_id', '=', tx.tenantId).where('id', '=', projectId),
    );
    if (!project) throw notFound('服务项目');
    return (await allowedMaterials(tx, [projectId])).get(projectId) ?? [];
  },

  async save({ projectId, materials }, { tx }) {
    const project = await tx.row(
      db.selectFrom('service_projects').select('id').where('tenant_id', '=', tx.tenantId).where('id', '=', projectId),
    );
    if (!project) throw notFound('服务项目');
    await bindMaterials(tx, projectId, materials);
    return true;
  },

  async pick({ name, projectId, ...input }, context) {
    let matching = db.selectFrom('materials').where('tenant_id', '=', context.tx.tenantId).where('enabled', '=', true);
    if (name) {
      const part = containing(name);
      matching = matching.where((eb) => eb.or([eb('name', 'like', part), eb('code', 'like', part)]));
    }
    const allowed = projectId === undefined ? sql<boolean>`true` : binding(projectId);
    const isDefault = projectId === undefined ? sql<boolean>`false` : binding(projectId, sql` and s.is_default`);
    return pageOf(context, input, matching, (query) =>
      query
        .select(['id', 'code', 'name', 'spec', 'unit', 'quantity'])
        .select([allowed.as('allowed'), isDefault.as('isDefault')])
        .orderBy('allowed', 'desc')
        .orderBy('isDefault', 'desc')
        .orderBy('code')
        .orderBy('id'),
    );
  },
};
