/** Service projects: `bccostproject`, what a job of a work order does and costs. */
import type { z } from 'zod';
import { toFen, toYuan } from '#contract/fields.ts';
import { serviceProjects as routes, type ServiceProject } from '#contract/services/services.ts';
import { explaining } from '../db/constraints.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, reads, writes, type ListOf } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { db } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { refusePacked, usageOf } from './project-usage.ts';
import { projectImport, projectSheet } from './service-projects-sheet.ts';
import { projectRemoval } from './service-removals.ts';
import { clearSosDefault } from './sos-default.ts';
import { checkTenantId } from './service-tree.ts';

const own = { table: 'service_projects', noun: '服务项目' } as const;

const list: ListOf<typeof routes.page, 'service_projects'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    serverId: 'service_type_id',
    serverName: lookup('service_types', 'name', 'service_projects.service_type_id'),
    standardPrice: 'price_fen',
    minutes: 'minutes',
    isSosDefault: 'sos_default',
    enabled: 'enabled',
    requiresSignature: 'requires_signature',
    requiresPhoto: 'requires_photo',
    fenceMetres: 'fence_metres',
    remarks: 'remarks',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), serverId: equals('service_type_id'), enabled: equals('enabled') },
  sorts: { name: 'name', standard_price: 'price_fen' },
};
const plainReads = reads(list);

const plainWrites = writes({
  ...own,
  fields: {
    name: 'name',
    serverId: 'service_type_id',
    priceFen: 'price_fen',
    minutes: 'minutes',
    isSosDefault: 'sos_default',
    enabled: 'enabled',
    requiresSignature: 'requires_signature',
    requiresPhoto: 'requires_photo',
    fenceMetres: 'fence_metres',
    remarks: 'remarks',
  },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = {
  service_projects_tenant_id_service_type_id_name_key: conflict('该分类下已有同名的服务项目'),
  service_projects_tenant_id_service_type_id_fkey: refused('服务分类不存在'),
};

const toWire = (row: z.output<typeof ServiceProject>) => ({ ...row, standardPrice: toYuan(row.standardPrice) });

export const serviceProjects: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await plainReads.page(input, context);
    return { ...found, records: found.records.map(toWire) };
  },

  get: async (input, context) => toWire(await plainReads.get(input, context)),

  export: exporting(routes.export, projectSheet({ ...listOf(list), toRow: toWire })),
  ...importing(
    routes,
    projectImport((form, context) => serviceProjects.create(form, context)),
  ),

  async create(input, context) {
    if (input.isSosDefault) await clearSosDefault(context.tx);
    return explaining(refusals, plainWrites.create({ ...input, priceFen: toFen(input.standardPrice) }, context));
  },

  async update(input, context) {
    if (input.isSosDefault) await clearSosDefault(context.tx, input.id);
    const done = await explaining(refusals, plainWrites.update({ ...input, priceFen: toFen(input.standardPrice) }, context));
    if (input.enabled === false) await refusePacked(context.tx, input.id);
    return done;
  },

  ...removing(projectRemoval),

  async byTenant({ tenantId, ...input }, context) {
    checkTenantId(context, tenantId);
    const found = await plainReads.page({ ...input, enabled: true }, context);
    return { ...found, records: found.records.map(toWire) };
  },

  async usage(input, context) {
    await plainReads.get(input, context);
    return usageOf(context.tx, input.id);
  },

  async defaultSos({ tenantId }, context) {
    checkTenantId(context, tenantId);
    const { tx } = context;
    const chosen = await tx.row(
      db
        .selectFrom('service_projects')
        .select('id')
        .where('tenant_id', '=', tx.tenantId)
        .where('sos_default', '=', true)
        .where('enabled', '=', true),
    );
    return chosen ? toWire(await plainReads.get(chosen, context)) : null;
  },
};
