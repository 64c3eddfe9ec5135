/** 删除 that can be undone: what is said before, 回收站, and the way back. The same routes for everything that has a recycle bin. */
import { z } from 'zod';
import { byId, id, ok, page, paging, text } from './fields.ts';
import { get, post } from './http.ts';

/** For so many days what was removed can be restored; then it is cleared. */
export const KEPT_DAYS = 30;

/** What has a recycle bin, and what one of it is called. */
export const removalKinds = {
  person: '服务对象',
  device: '设备',
  plan: '周期工单',
  service_type: '服务分类',
  service_project: '服务项目',
  service_package: '服务套餐',
  product: '商品',
  product_category: '商品分类',
  material: '物资',
  room: '房间',
  questionnaire: '问卷',
  questionnaire_template: '问卷模板',
  incident: '不良事件',
  person_document: '档案文件',
} as const;
export type RemovalKind = keyof typeof removalKinds;

/** Pages of which a line may name a part: the row with that id, or the list of the plan's, person's or category's rows. */
export const removalPages = [
  'person',
  'personOrders',
  'personWarnings',
  'personAccount',
  'device',
  'packages',
  'products',
  'projects',
  'plans',
  'types',
] as const;
export type RemovalPage = (typeof removalPages)[number];

const Line = z.object({
  text: z.string(),
  /** Where it is seen to, for those who may open the page. */
  to: z.object({ page: z.enum(removalPages), id: z.number().nullable() }).nullable(),
});
export type RemovalLine = z.input<typeof Line>;

export const Consequences = z.object({
  name: z.string(),
  /** What tells it from others of the same name. */
  detail: z.string().nullable(),
  /** What stands against it; the removal is refused while there is any. */
  blockers: z.array(Line),
  /** What goes with it, and what stays. */
  effects: z.array(Line),
});

export const RemovedRow = z.object({
  /** Of the row that was removed. */
  id: z.number(),
  name: z.string(),
  detail: z.string().nullable(),
  deleteTime: z.string(),
  deleteName: z.string().nullable(),
  /** Full days that are left. */
  daysLeft: z.number(),
});

export const Restored = z.object({
  name: z.string(),
  /** What did not come back with it, or waits to be done by hand. */
  notes: z.array(z.string()),
});

/** The routes of one kind: `path` and `access` are those of its 删除. */
export const removalRoutes = (path: string, noun: string, access: string) => ({
  consequences: get(`${path}/removal/{id}`, `删除${noun}前核对`, { access, input: byId, output: Consequences }),
  removed: get(`${path}/removed/page`, `已删除的${noun}`, {
    access,
    input: z.object({ ...paging, name: text(40).optional() }),
    output: page(RemovedRow),
  }),
  /** Brings it back within `KEPT_DAYS`; refused when its place is taken or what it hangs on is gone. */
  restore: post(`${path}/restore`, `恢复${noun}`, { access, input: z.object({ id }), output: Restored }),
  /** Clears it before its time. */
  purge: post(`${path}/removed/purge`, `清除${noun}`, { access, input: z.object({ id }), output: ok, message: '已清除' }),
});
