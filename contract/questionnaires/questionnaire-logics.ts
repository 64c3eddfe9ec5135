/** When a question is shown, must be answered, or leads elsewhere: `logic` on the wire. */
import { z } from 'zod';
import { id, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import { comparisons, logicActions, type Comparison, type LogicAction } from './logic.rules.ts';

const key = z.string({ error: 'projectKey不能为空' }).regex(/^[0-9a-f]{32}$/, { error: 'projectKey不能为空' });
const item = z.int().min(1).max(1_000_000);
const atom = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
const expression = z.union([z.literal(1), z.literal(2)], { error: '请选择满足全部或任一条件' }).nullish();

/** Clients save while it is being written: each part may be null. */
const Condition = z.object({
  formItemId: item.nullish(),
  expression: z
    .enum(Object.keys(comparisons) as [Comparison, ...Comparison[]])
    .or(z.literal('').transform(() => null))
    .nullish(),
  optionValue: atom.optional(),
  /** Of a matrix: the row that is compared. */
  row: z.union([z.string().max(200), z.number()]).nullish(),
});
const Group = z.object({ expression, conditionList: z.array(Condition).max(20) });
const Entry = z.union([Group, Condition]);

const fields = {
  formItemId: item,
  action: z.enum(Object.keys(logicActions) as [LogicAction, ...LogicAction[]]).default('show'),
  target: item.nullish(),
  expression,
  conditionList: z.array(Entry).max(20, { error: '条件不能超过20个' }).default([]),
};
/** What the caller read; a save raises it by one, as a change of an item does. Clients of the wire send none. */
const revision = z.int().optional();

export const LogicRow = z.object({
  id: z.number(),
  projectKey: z.string(),
  formItemId: z.number(),
  action: fields.action,
  target: z.number().nullable(),
  expression: z.number().nullable(),
  conditionList: z.array(Entry),
  createTime: z.string(),
  updateTime: z.string(),
});
export type LogicRow = z.output<typeof LogicRow>;

const edit = 'questionnaire_project_edit';
const spelt = (name: string) => [`/questionnaire/logic/${name}`, { also: [`/questionnaire/user/project/logic/${name}`] }] as const;
const [listPath, listAlso] = spelt('list');
const [savePath, saveAlso] = spelt('save');
const [removePath, removeAlso] = spelt('delete');

export const questionnaireLogics = {
  /** The institution's own staff, or anybody while it collects answers. */
  list: get(listPath, '题目逻辑', {
    ...listAlso,
    access: 'public',
    rate: 'read',
    input: z.object({ projectKey: z.string().max(64) }),
    output: z.array(LogicRow),
  }),
  /** One row for each question and action: without an id it is found by these. */
  save: post(savePath, '保存题目逻辑', {
    ...saveAlso,
    access: edit,
    input: z.object({ projectKey: key, id: id.nullish(), ...fields, revision }),
    output: LogicRow,
  }),
  /** By its id, or by question and action where a client has none. What is gone already is no error. */
  remove: post(removePath, '删除题目逻辑', {
    ...removeAlso,
    access: edit,
    input: z.object({ projectKey: key.optional(), id: id.nullish(), formItemId: item.nullish(), action: fields.action, revision }),
    output: ok,
    message: '删除成功',
  }),
};
