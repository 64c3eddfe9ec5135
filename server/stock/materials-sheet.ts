/** Materials and their ledger as spreadsheets, and materials from one. */
import type { z } from 'zod';
import { movementKindLabels } from '#contract/stock/materials.rules.ts';
import { materials as routes, type Material, type MaterialMovement } from '#contract/stock/materials.ts';
import { titled } from '#contract/labels.ts';
import { materialLabels, movementLabels } from '#contract/stock/materials.labels.ts';
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
  columns: titled(materialLabels, [
    { key: 'code', width: 16 },
    { key: 'name', width: 24 },
    { key: 'spec', width: 18 },
    { key: 'unit', width: 8 },
    { key: 'quantity', width: 12 },
    { key: 'safetyQuantity', width: 12 },
    { key: 'low', value: ({ low }) => (low ? '低库存' : '正常'), width: 10 },
    { key: 'price', format: 'money', width: 12 },
    { key: 'enabled', value: stateOf, width: 8 },
    { key: 'remarks', width: 30 },
    { key: 'createBy', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});

export const movementSheet = <Search>(list: List<Movement, Search>): Export<Movement, Search> => ({
  name: '库存流水',
  list: () => list,
  columns: titled(movementLabels, [
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'materialCode', width: 16 },
    { key: 'materialName', width: 24 },
    { key: 'kind', value: ({ kind }) => movementKindLabels[kind] ?? '', width: 12 },
    { key: 'quantity', width: 12 },
    { key: 'balance', width: 12 },
    { key: 'unit', width: 8 },
    { key: 'source', width: 10 },
    { key: 'reason', width: 30 },
    { key: 'orderNo', width: 20 },
    { key: 'createBy', width: 12 },
  ]),
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
  columns: titled(materialLabels, [
    { key: 'code', required: true, example: 'HC0001', hint: '机构内不重复', width: 16 },
    { key: 'name', required: true, example: '一次性护理垫', width: 24 },
    { key: 'spec', example: '60×90cm', width: 18 },
    { key: 'unit', required: true, example: '片', width: 8 },
    { key: 'quantity', kind: 'number', example: '200', hint: '期初数量，写入库存流水' },
    { key: 'safetyQuantity', kind: 'number', example: '50', hint: '库存等于或低于此数时提醒' },
    { key: 'price', kind: 'number', example: '1.2', hint: '元' },
    { key: 'enabled', choices: () => states, example: '启用', width: 8 },
    { key: 'remarks', width: 30 },
  ]),
});
