/** Departments, a tree; the root's parent is 0 on the wire. */
import { z } from 'zod';
import { clearable, id, int, nothing, ok, required } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { phone, phoneOrKept } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';

export interface DepartmentNode {
  id: number;
  parentId: number;
  name: string;
  sort: number;
  /** Beyond the session's data scope: shown, not to be chosen. */
  outside?: boolean | undefined;
  children?: DepartmentNode[] | undefined;
}
const node = { id: z.number(), parentId: z.number(), name: z.string(), sort: z.number() };
export const DepartmentNode: z.ZodType<DepartmentNode> = z.object({
  ...node,
  outside: z.boolean().optional(),
  get children() {
    return z.array(DepartmentNode).optional();
  },
});
export const Department = z.object({
  ...node,
  deptId: z.number(),
  leaderId: z.number().nullable(),
  leaderName: z.string().nullable(),
  phone: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});
/** With the staff and the people of the department itself, without those below. */
export const DepartmentRow = Department.extend({ users: z.number(), people: z.number() });

/** 0, -1, '' and null are the root. */
export const parent = z
  .union([z.enum(['', '0', '-1']), z.literal(0), z.literal(-1), z.null(), id])
  .transform((value) => (typeof value === 'number' && value > 0 ? value : null))
  .optional();

const form = {
  name: required(40, '请输入部门名称'),
  parentId: parent,
  sort: int(0, 9999).optional(),
  leaderId: clearable(id),
  phone: clearable(phone('contact')),
  version: z.int().optional(),
};

export const departments = {
  tree: get('/admin/dept/tree', '部门树', { access: 'session', input: nothing, output: z.array(DepartmentNode) }),
  /** All of them, flat, in the order of the tree. */
  list: get('/admin/dept/list', '部门列表', { access: 'sys_dept_view', input: nothing, output: z.array(DepartmentRow) }),
  export: exportRoute('/admin/dept/export', '部门', 'sys_dept_export', {}),
  /** How many accounts, of those that the session sees, are in each department; null is none. */
  staff: get('/admin/dept/staff', '部门人数', {
    access: 'sys_user_view',
    input: nothing,
    output: z.array(z.object({ deptId: z.number().nullable(), users: z.number() })),
  }),
  get: get('/admin/dept/{id}', '部门详情', { access: 'sys_dept_view', input: z.object({ id }), output: Department }),
  create: post('/admin/dept', '新增部门', { access: 'sys_dept_add', input: z.object(form), output: id, message: '创建成功' }),
  update: put('/admin/dept', '修改部门', {
    access: 'sys_dept_edit',
    input: z.object({ ...form, phone: clearable(phoneOrKept('contact')), deptId: id }),
    output: ok,
    message: '更新成功',
  }),
  /** Puts all departments below one parent into this order. */
  arrange: put('/admin/dept/arrange', '部门排序', {
    access: 'sys_dept_edit',
    input: z.object({ parentId: parent, ids: z.array(id).max(500) }),
    output: ok,
  }),
  remove: del('/admin/dept/{id}', '删除部门', { access: 'sys_dept_del', input: z.object({ id }), output: ok, message: '删除成功' }),
};
