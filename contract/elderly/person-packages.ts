/** Packages that people hold: `oldmanpackage`, with their projects, `oldmanpackageproject`. */
import { z } from 'zod';
import { clearable, date, dateTime, flag, id, int, ok, page, paging, picked, required, text } from '../fields.ts';
import { del, get, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const PersonPackageProject = z.object({
  id: z.number(),
  projectId: z.number(),
  projectName: z.string(),
  total: z.number(),
  used: z.number(),
  left: z.number(),
});

export const PersonPackage = z.object({
  id: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  /** Of the catalogue; null when it is no longer there. */
  packageId: z.number().nullable(),
  packageName: z.string(),
  /** Yuan, as it was granted. */
  price: z.number(),
  startDate: z.string(),
  /** The last day. */
  endDate: z.string(),
  /** person-packages.rules.ts `packageState`. */
  status: z.number(),
  total: z.number(),
  used: z.number(),
  left: z.number(),
  projects: z.array(PersonPackageProject),
  goodsOrderId: z.number().nullable(),
  voidReason: z.string().nullable(),
  remarks: z.string().nullable(),
  createBy: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** One count that a job took. */
export const PackageUse = z.object({
  id: z.number(),
  projectName: z.string(),
  takenTime: z.string(),
  takenBy: z.string().nullable(),
  /** Null while it stays taken. */
  releasedTime: z.string().nullable(),
  serverTime: z.string().nullable(),
  serverUserName: z.string().nullable(),
  /** Null when the order has been deleted. */
  workOrderId: z.number().nullable(),
  workNo: z.string().nullable(),
  /** The order's canonical status. */
  workOrderState: z.number().nullable(),
});

export const PackageChange = z.object({
  id: z.number(),
  /** person-packages.rules.ts `packageAction`. */
  action: z.number(),
  projectName: z.string().nullable(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  reason: z.string().nullable(),
  workOrderId: z.number().nullable(),
  workNo: z.string().nullable(),
  userName: z.string().nullable(),
  createTime: z.string(),
});

const query = {
  oldmanId: id.optional(),
  oldmanName: text(20).optional(),
  packageName: text(40).optional(),
  packageId: id.optional(),
  status: int(1, 5).optional(),
  /** The last day lies between these, inclusive. */
  endStart: date.optional(),
  endEnd: date.optional(),
  /** Still valid, with counts left, and ending within so many days from today. */
  expiring: int(0, 365).optional(),
};

const reason = required(200, '请填写原因');
const ofOne = z.object({ ...paging, id });

export const personPackages = {
  page: get('/members/oldmanpackage/page', '服务包列表', {
    access: 'members_oldmanpackage_view',
    input: z.object({ ...paging, ...query }),
    output: page(PersonPackage),
  }),
  export: exportRoute('/members/oldmanpackage/export', '服务包', 'members_oldmanpackage_export', query),
  /** All of a person's packages; with `usable` those that cover the project on that day. */
  ofPerson: get('/members/oldmanpackage/oldman/getOldmanPackageById/{id}', '服务对象的服务包', {
    access: 'members_oldmanpackage_view',
    input: z.object({ id, usable: flag.default(false), serverProjectId: id.optional(), serverTime: dateTime.optional() }),
    output: z.array(PersonPackage),
  }),
  uses: get('/members/oldmanpackage/uses', '服务包使用记录', {
    access: 'members_oldmanpackage_view',
    input: ofOne,
    output: page(PackageUse),
  }),
  changes: get('/members/oldmanpackage/changes', '服务包变更记录', {
    access: 'members_oldmanpackage_view',
    input: ofOne,
    output: page(PackageChange),
  }),
  /** Gives the new package's id. */
  add: put('/members/oldman/addPackage', '添加服务包', {
    access: 'members_oldmanpackage_add',
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      packageId: picked('请选择服务套餐'),
      /** Today when absent. */
      startDate: date.optional(),
      remarks: clearable(text(200)),
    }),
    output: id,
    message: '操作成功',
  }),
  /** The new total of one project. */
  updateNum: put('/members/oldmanpackageproject/updateNum', '修改服务包次数', {
    access: 'members_oldmanpackage_edit',
    input: z.object({ id, num: int(1, 9999), reason }),
    output: ok,
    message: '更新成功',
  }),
  /** Deletes what was never used; anything else becomes void. */
  remove: del('/members/oldmanpackage/{id}', '删除服务包', {
    access: 'members_oldmanpackage_del',
    input: z.object({ id, reason: text(200).optional() }),
    output: z.object({ voided: z.boolean() }),
    message: '操作成功',
  }),
  removeProject: del('/members/oldmanpackageproject/{id}', '删除服务包项目', {
    access: 'members_oldmanpackage_del',
    input: z.object({ id, reason: text(200).optional() }),
    output: ok,
    message: '删除成功',
  }),
};
