/** Departments, a tree; the root's parent is 0 on the wire. */
import { z } from 'zod';
import { id, int, nothing, ok, required } from '../fields.ts';
import { del, get, post, put } from '../http.ts';

export interface DepartmentNode {
  id: number;
  parentId: number;
  name: string;
  sort: number;
  children?: DepartmentNode[] | undefined;
}
const node = { id: z.number(), parentId: z.number(), name: z.string(), sort: z.number() };
export const DepartmentNode: z.ZodType<DepartmentNode> = z.object({
  ...node,
  get children() {
    return z.array(DepartmentNode).optional();
  },
});
export const Department = z.object({ ...node, deptId: z.number(), version: z.number(), createTime: z.string() });

/** 0, -1, '' and null are the root. */
export const parent = z
  .union([z.enum(['', '0', '-1']), z.literal(0), z.literal(-1), z.null(), id])
  .optional()
  .transform((value) => (typeof value === 'number' && value > 0 ? value : null));

const form = { name: required(40, '请输入部门名称'), parentId: parent, sort: int(0, 9999).optional(), version: z.int().optional() };

export const departments = {
  tree: get('/admin/dept/tree', '部门树', { access: 'session', input: nothing, output: z.array(DepartmentNode) }),
  get: get('/admin/dept/{id}', '部门详情', { access: 'sys_dept_view', input: z.object({ id }), output: Department }),
  create: post('/admin/dept', '新增部门', { access: 'sys_dept_add', input: z.object(form), output: id, message: '创建成功' }),
  update: put('/admin/dept', '修改部门', { access: 'sys_dept_edit', input: z.object({ ...form, deptId: id }), output: ok, message: '更新成功' }),
  remove: del('/admin/dept/{id}', '删除部门', { access: 'sys_dept_del', input: z.object({ id }), output: ok, message: '删除成功' }),
};
