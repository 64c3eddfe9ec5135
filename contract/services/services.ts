/** The service catalogue: types (`bccostservice`) and projects (`bccostproject`). */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { byId, clearable, decimal, flag, id, int, page, paging, picked, required, text } from '../fields.ts';
import { get } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';

export const ServiceType = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  sort: z.number(),
  createBy: z.string().nullable(),
  tenantName: z.string(),
  version: z.number(),
  createTime: z.string(),
});

export const ServiceProject = z.object({
  id: z.number(),
  name: z.string(),
  serverId: z.number(),
  serverName: z.string(),
  /** Yuan. */
  standardPrice: z.number(),
  minutes: z.number(),
  isSosDefault: z.boolean(),
  enabled: z.boolean(),
  /** What the carer has to bring back from the visit. */
  requiresSignature: z.boolean(),
  requiresPhoto: z.boolean(),
  /** How far from the place of service signing in counts as there; null: the tenant's setting. */
  fenceMetres: z.number().nullable(),
  remarks: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** Where a project is used: why it cannot be deleted, and what happens when it is disabled. */
export const ProjectUsage = z.object({
  /** Jobs that are not over, and all. */
  openJobs: z.number(),
  jobs: z.number(),
  /** Names of the enabled packages of the catalogue with it. */
  packages: z.array(z.string()),
  /** Valid packages of people that still have counts of it. */
  personPackages: z.number(),
});

/** The specification's spelling: projecId, projecName, projecStandardPrice. */
export interface ServiceNode {
  serverId: number;
  serverName: string;
  projecId: number | null;
  projecName: string | null;
  projecStandardPrice: number | null;
  minutes: number | null;
  children?: ServiceNode[] | undefined;
}
export const ServiceNode: z.ZodType<ServiceNode> = z.object({
  serverId: z.number(),
  serverName: z.string(),
  projecId: z.number().nullable(),
  projecName: z.string().nullable(),
  projecStandardPrice: z.number().nullable(),
  minutes: z.number().nullable(),
  get children() {
    return z.array(ServiceNode).optional();
  },
});

/** The specification's pages ask for whole catalogues: projects by 999, classifications by 10,000. */
const whole = int(1, 10_000).default(10);

export const serviceTypes = {
  ...crudRoutes('/business/bccostservice', '服务分类', {
    permission: 'business_bccostservice',
    row: ServiceType,
    form: { name: required(40, '请输入分类名称'), parentId: clearable(id), sort: int(0, 9999).optional() },
    query: { name: text(40).optional(), size: whole },
  }),
  ...removalRoutes('/business/bccostservice', '服务分类', 'business_bccostservice_del'),
  export: exportRoute('/business/bccostservice/export', '服务分类', 'business_bccostservice_export', { name: text(40).optional() }),
  /** Types with their enabled projects as leaves. */
  tree: get('/business/bccostservice/tree', '服务树', {
    access: 'session',
    input: z.object({ tenantId: id.optional() }),
    output: z.array(ServiceNode),
  }),
};

const projectFilters = { name: text(40).optional(), serverId: id.optional(), enabled: flag.optional() };
const projectQuery = { ...projectFilters, size: whole };

export const serviceProjects = {
  ...crudRoutes('/business/bccostproject', '服务项目', {
    permission: 'business_bccostproject',
    row: ServiceProject,
    form: {
      name: required(40, '请输入项目名称'),
      serverId: picked('请选择服务分类'),
      standardPrice: decimal.pipe(z.number().min(0, { error: '价格不能小于0' }).max(1_000_000, { error: '价格过大' })),
      minutes: int(1, 1440).optional(),
      isSosDefault: z.boolean().optional(),
      enabled: z.boolean().optional(),
      requiresSignature: z.boolean().optional(),
      requiresPhoto: z.boolean().optional(),
      fenceMetres: clearable(int(50, 20_000)),
      remarks: clearable(text(200)),
    },
    query: projectQuery,
  }),
  ...removalRoutes('/business/bccostproject', '服务项目', 'business_bccostproject_del'),
  /** The projects that may be chosen for new orders. */
  byTenant: get('/business/bccostproject/getCostProjectByTenantPage', '机构服务项目', {
    access: 'session',
    input: z.object({ ...paging, size: whole, tenantId: id.optional(), name: text(40).optional(), serverId: id.optional() }),
    output: page(ServiceProject),
  }),
  usage: get('/business/bccostproject/usage', '服务项目使用情况', {
    access: 'business_bccostproject_view',
    input: byId,
    output: ProjectUsage,
  }),
  export: exportRoute('/business/bccostproject/exportCostProject', '服务项目', 'business_bccostproject_export', projectFilters),
  ...importRoutes('/business/bccostproject', '服务项目', 'business_bccostproject_import'),
  /** What an SOS drafts onto its order; null when the tenant has chosen none. */
  defaultSos: get('/business/bccostproject/getDefaultSosProjectByTenantId', '默认SOS服务项目', {
    access: 'session',
    input: z.object({ tenantId: id.optional() }),
    output: ServiceProject.nullable(),
  }),
};
