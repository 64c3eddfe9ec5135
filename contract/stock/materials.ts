/** Materials: what a house keeps in stock (`bcmaterial`), its movements, and which of it a service project may use up. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, dateTime, decimal, flag, id, int, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';
import { manualKinds, movementKind } from './materials.rules.ts';

export const Material = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  spec: z.string().nullable(),
  unit: z.string(),
  quantity: z.number(),
  safetyQuantity: z.number(),
  /** At or below the safety quantity. */
  low: z.boolean(),
  /** Yuan. */
  price: z.number(),
  enabled: z.boolean(),
  remarks: z.string().nullable(),
  createBy: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** Two decimals, as the ledger keeps them. */
const amount = (least: number) =>
  decimal.pipe(
    z
      .number()
      .min(least, { error: least > 0 ? '数量应大于0' : '数量不能小于0' })
      .max(9_999_999, { error: '数量过大' })
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: '数量最多两位小数' }),
  );
const yuan = decimal.pipe(z.number().min(0, { error: '价格不能小于0' }).max(1_000_000, { error: '价格过大' }));

const form = {
  code: required(30, '请输入物资编码'),
  name: required(40, '请输入物资名称'),
  spec: clearable(text(60)),
  unit: required(10, '请输入单位'),
  safetyQuantity: amount(0).optional(),
  price: yuan.optional(),
  enabled: z.boolean().optional(),
  remarks: clearable(text(200)),
};
const query = {
  name: text(40).optional(),
  code: text(30).optional(),
  enabled: flag.optional(),
  /** Only what is low. */
  low: flag.optional(),
};

const BASE = '/business/bcmaterial';
const crud = crudRoutes(BASE, '物资', { permission: 'business_bcmaterial', row: Material, form, query });

export const materials = {
  ...crud,
  ...removalRoutes(BASE, '物资', 'business_bcmaterial_del'),
  create: post(BASE, '新增物资', {
    access: 'business_bcmaterial_add',
    /** `quantity` is what is there at the beginning: the first line of its ledger. */
    input: z.object({ ...form, quantity: amount(0).optional() }),
    output: id,
    message: '创建成功',
  }),
  export: exportRoute(`${BASE}/export`, '物资', 'business_bcmaterial_export', query),
  ...importRoutes(BASE, '物资', 'business_bcmaterial_import'),
  /** Books stock in, out, or to what was counted; gives the new balance. */
  move: post(`${BASE}/move`, '物资出入库', {
    access: 'business_bcmaterial_move',
    input: z.object({
      id,
      kind: z.literal([...manualKinds], { error: '请选择操作类型' }),
      quantity: amount(0),
      reason: required(100, '请输入原因'),
      /** Dictionary material_source; of what comes in. */
      source: orNull(int(1, 99)),
      /** The balance that was on the screen when it was counted: another one by now is a 409. */
      expected: decimal.optional(),
    }),
    output: z.number(),
    message: '操作成功',
  }),
};

export const MaterialMovement = z.object({
  id: z.number(),
  materialId: z.number(),
  materialCode: z.string(),
  materialName: z.string(),
  unit: z.string(),
  kind: z.number(),
  /** Signed. */
  quantity: z.number(),
  balance: z.number(),
  source: z.number().nullable(),
  reason: z.string(),
  /** Number of the work order or goods order that caused it. */
  orderNo: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
});

const movementQuery = {
  materialId: id.optional(),
  name: text(40).optional(),
  kind: int(1, Math.max(...Object.values(movementKind))).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const materialMovements = {
  page: get('/business/bcmaterialmovement/page', '库存流水列表', {
    access: 'business_bcmaterialmovement_view',
    input: z.object({ ...paging, ...movementQuery }),
    output: page(MaterialMovement),
  }),
  export: exportRoute('/business/bcmaterialmovement/export', '库存流水', 'business_bcmaterialmovement_export', movementQuery),
};

/** As the consumables drawer shows it: what is not `allowed` for the project is there to be seen, not to be chosen. */
export const PickableMaterial = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  spec: z.string().nullable(),
  unit: z.string(),
  quantity: z.number(),
  allowed: z.boolean(),
  isDefault: z.boolean(),
});

export const ProjectMaterial = z.object({
  id: z.number(),
  name: z.string(),
  spec: z.string().nullable(),
  unit: z.string(),
  quantity: z.number(),
  isDefault: z.boolean(),
});

/** Of one service project, as a form sends them. */
export const projectMaterialsForm = z
  .array(z.object({ materialId: picked('请选择物资'), isDefault: z.boolean().optional() }))
  .max(50, { error: '最多选择50种物资' });

export const projectMaterials = {
  list: get(`${BASE}/project/{projectId}`, '项目耗材', {
    access: 'business_bccostproject_view',
    input: z.object({ projectId: id }),
    output: z.array(ProjectMaterial),
  }),
  save: put(`${BASE}/project`, '设置项目耗材', {
    access: 'business_bccostproject_edit',
    input: z.object({ projectId: id, materials: projectMaterialsForm }),
    output: ok,
    message: '更新成功',
  }),
  /** Materials in use; with a project, those that it may consume come first. */
  pick: get(`${BASE}/pick/page`, '选择耗材', {
    access: 'members_workorder_view',
    input: z.object({ ...paging, name: text(40).optional(), projectId: id.optional() }),
    output: page(PickableMaterial),
  }),
};
