/** Materials and their ledger as spreadsheets, and materials from one. */
import type { z } from 'zod';
import { movementKindLabels } from '#contract/stock/materials.rules.ts';
import { materials as routes, type Material, type MaterialMovement } from '#contract/stock/materials.ts';
import type { Context } from '../context.ts';
import { oneByOne, type Import } from '../transfers/declarations.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof Material>;
type Movement = z.output<typeof MaterialMovement>;
type Form = z.output<typeof routes.create.input>;

const stateOf = ({ enabled }: { enabled: boolean }) => (enabled ? '启用' : '停用');

export const materialSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '物资',
  list: () => list,
  columns: [
    { key: 'code', title: '物资编码', width: 16 },
    { key: 'name', title: '物资名称', width: 24 },
    { key: 'spec', title: '规格', width: 18 },
    { key: 'unit', title: '单位', width: 8 },
    { key: 'quantity', title: '库存数量', width: 12 },
    { key: 'safetyQuantity', title: '安全库存', width: 12 },
    { key: 'low', title: '库存状态', value: ({ low }) => (low ? '低库存' : '正常'), width: 10 },
    { key: 'price', title: '参考单价', format: 'money', width: 12 },
    { key: 'enabled', title: '状态', value: stateOf, width: 8 },
    { key: 'remarks', title: '备注', width: 30 },
    { key: 'createBy', title: '创建人', width: 12 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
});

export const movementSheet = <Search>(list: List<Movement, Search>): Export<Movement, Search> => ({
  name: '库存流水',
  list: () => list,
  columns: [
    { key: 'createTime', title: '时间', format: 'dateTime', width: 20 },
    { key: 'materialCode', title: '物资编码', width: 16 },
    { key: 'materialName', title: '物资名称', width: 24 },
    { key: 'kind', title: '类型', value: ({ kind }) => movementKindLabels[kind] ?? '', width: 12 },
    { key: 'quantity', title: '变动数量', width: 12 },
    { key: 'balance', title: '结存数量', width: 12 },
    { key: 'unit', title: '单位', width: 8 },
    { key: 'source', title: '来源', dictionary: 'material_source', width: 10 },
    { key: 'reason', title: '原因', width: 30 },
    { key: 'orderNo', title: '关联单号', width: 20 },
    { key: 'createBy', title: '操作人', width: 12 },
  ],
});

const states = new Map([
  ['启用', true],
  ['停用', false],
]);

export const materialImport = (create: (form: Form, context: Context) => Promise<unknown>): Import<Form> => ({
  noun: '物资',
  form: routes.create.input,
  unique: [['code']],
  save: oneByOne(create),
  columns: [
    { key: 'code', title: '物资编码', required: true, example: 'HC0001', hint: '机构内不重复', width: 16 },
    { key: 'name', title: '物资名称', required: true, example: '一次性护理垫', width: 24 },
    { key: 'spec', title: '规格', example: '60×90cm', width: 18 },
    { key: 'unit', title: '单位', required: true, example: '片', width: 8 },
    { key: 'quantity', title: '库存数量', kind: 'number', example: '200', hint: '期初数量，写入库存流水' },
    { key: 'safetyQuantity', title: '安全库存', kind: 'number', example: '50', hint: '库存等于或低于此数时提醒' },
    { key: 'price', title: '参考单价', kind: 'number', example: '1.2', hint: '元' },
    { key: 'enabled', title: '状态', choices: () => states, example: '启用', width: 8 },
    { key: 'remarks', title: '备注', width: 30 },
  ],
});
