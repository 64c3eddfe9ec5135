/** The catalogue of service packages: so many times each of some projects, for a price, within a number of days. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, decimal, flag, id, int, picked, required, text } from '../fields.ts';
import { removalRoutes } from '../removals.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const ServicePackage = z.object({
  id: z.number(),
  name: z.string(),
  /** Yuan. */
  price: z.number(),
  validDays: z.number(),
  enabled: z.boolean(),
  projects: z.array(
    z.object({ projectId: z.number(), projectName: z.string(), count: z.number(), standardPrice: z.number(), enabled: z.boolean() }),
  ),
  /** What the counts would cost one by one, yuan. */
  worth: z.number(),
  remarks: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

export const PackageLine = z.object({ projectId: picked('请选择服务项目'), count: int(1, 9999) });

const lines = z
  .array(PackageLine, { error: '请添加服务项目' })
  .min(1, { error: '请添加服务项目' })
  .max(50, { error: '一个套餐最多50个服务项目' })
  .refine((list) => new Set(list.map(({ projectId }) => projectId)).size === list.length, { error: '服务项目不能重复' });

const query = { name: text(40).optional(), enabled: flag.optional(), projectId: id.optional() };

export const servicePackages = {
  ...crudRoutes('/business/bcservicepackage', '服务套餐', {
    permission: 'business_bcservicepackage',
    row: ServicePackage,
    form: {
      name: required(40, '请输入套餐名称'),
      price: decimal.pipe(z.number().min(0, { error: '价格不能小于0' }).max(1_000_000, { error: '价格过大' })),
      validDays: int(1, 3650),
      enabled: z.boolean().optional(),
      projects: lines,
      remarks: clearable(text(200)),
    },
    query,
  }),
  ...removalRoutes('/business/bcservicepackage', '服务套餐', 'business_bcservicepackage_del'),
  export: exportRoute('/business/bcservicepackage/export', '服务套餐', 'business_bcservicepackage_export', query),
};
