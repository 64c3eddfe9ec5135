/** The questions of a questionnaire: `item` on the wire. */
import { z } from 'zod';
import { changes, flag, int, ok, whole } from '../fields.ts';
import { get, post } from '../http.ts';
import { richText } from '../rich-text.ts';
import { picture } from '../system/pictures.ts';
import { MOST_FORMULA } from './formulas.rules.ts';
import { MOST_ROWS } from './matrix.rules.ts';
import { MOST_SUB_ITEMS, SUB_TYPES } from './sub-form.rules.ts';
import { MOST_SCORE } from './scores.rules.ts';
import { itemTypes, type ItemType, type Option } from './item-types.rules.ts';

const types = Object.keys(itemTypes) as [ItemType, ...ItemType[]];

/** What clients send for a part that is unset. */
const unset = <T extends z.ZodType>(schema: T) => z.union([z.null(), z.literal(''), schema]).optional();
const word = unset(z.string().max(300, { error: '长度不能超过300个字符' }));
const number = unset(z.number());
const wholeNumber = unset(z.int());
const yes = unset(z.boolean());
const atom = z.union([z.string().max(200, { error: '选项长度不能超过200个字符' }), z.number()]);

const OptionForm: z.ZodType<Option> = z.object({
  label: z.string().max(200, { error: '选项长度不能超过200个字符' }).optional(),
  value: atom.optional(),
  image: z.union([z.literal(''), picture]).optional(),
  id: atom.optional(),
  abnormal: z.boolean().optional(),
  score: whole(-MOST_SCORE, MOST_SCORE, '选项分数').optional(),
  required: z.boolean().optional(),
  get children() {
    return z.array(OptionForm).max(200).optional();
  },
});

/** Every part that some type has; `expandOf` keeps those of its own. */
const parts = {
  prepend: word,
  append: word,
  prefixIcon: word,
  maxlength: unset(z.int().min(1, { error: '最大长度不能小于1' }).max(5000, { error: '最大长度不能大于5000' })),
  showWordLimit: yes,
  minRows: wholeNumber,
  maxRows: wholeNumber,
  min: number,
  max: number,
  step: unset(z.number().positive({ error: '步长应大于0' })),
  stepStrictly: yes,
  precision: unset(z.int().min(0).max(6, { error: '最多6位小数' })),
  controlsPosition: word,
  formula: unset(z.string().max(MOST_FORMULA, { error: `计算公式不能超过${MOST_FORMULA}个字符` })),
  options: unset(z.array(OptionForm).max(200, { error: '选项不能超过200个' })),
  rows: unset(z.array(OptionForm).max(MOST_ROWS, { error: `最多${MOST_ROWS}行` })),
  lowLabel: word,
  highLabel: word,
  multiple: yes,
  filterable: yes,
  separator: word,
  showAllLevels: yes,
  optionType: word,
  size: word,
  range: yes,
  type: word,
  format: word,
  valueFormat: unset(z.string().max(40)),
  allowHalf: yes,
  showText: yes,
  showScore: yes,
  disabled: yes,
  buttonText: word,
  showTip: yes,
  fileSize: unset(z.number().positive({ error: '文件大小应大于0' }).max(1_000_000)),
  sizeUnit: unset(z.enum(['KB', 'MB', 'GB'], { error: '文件大小单位不正确' })),
  listType: word,
  limit: unset(z.int().min(1, { error: '文件数不能小于1' }).max(20, { error: '文件数不能大于20' })),
  accept: word,
  src: unset(picture),
  alt: word,
  color: word,
  textAlign: word,
};

const AnswerRule = z.object({ pattern: z.string().max(600, { error: '正则表达式过长' }), message: z.string().max(100).default('') });

const SubItemForm = z.object({
  formItemId: z.int({ error: '子题目编号不正确' }).min(1).max(1_000_000),
  type: z.enum(SUB_TYPES, { error: '子表单不支持这种题型' }),
  label: z.string().trim().max(200, { error: '子题目标题不能超过200个字符' }),
  required: z.boolean().nullish(),
  placeholder: z.string().max(200).nullish(),
  expand: z.object(parts).nullish(),
  regList: z.array(AnswerRule).max(10).nullish(),
});
const expand = z.object({
  ...parts,
  items: unset(z.array(SubItemForm).max(MOST_SUB_ITEMS, { error: `子表单最多${MOST_SUB_ITEMS}道题目` })),
});

export const FormItemRow = z.object({
  id: z.number(),
  projectKey: z.string(),
  /** Answers are named `field{formItemId}`. */
  formItemId: z.number(),
  type: z.enum(types),
  label: z.string(),
  /** Shown, never answered. */
  displayType: z.boolean(),
  showLabel: z.boolean(),
  defaultValue: z.object({ json: z.boolean(), value: z.unknown() }).nullable(),
  required: z.boolean(),
  placeholder: z.string().nullable(),
  sort: z.number(),
  /** Columns of 24. */
  span: z.number(),
  expand: z.record(z.string(), z.unknown()),
  regList: z.array(AnswerRule),
  createTime: z.string(),
  updateTime: z.string(),
});
export type FormItemRow = z.output<typeof FormItemRow>;

const projectKey = z.string({ error: 'key请求异常' }).regex(/^[0-9a-f]{32}$/, { error: 'key请求异常' });
const which = {
  projectKey,
  formItemId: z.int({ error: 'Id请求错误' }).min(1, { error: 'Id请求错误' }).max(1_000_000, { error: 'Id请求错误' }),
};
/** What the caller read; another one means that somebody else has changed the items. */
const revision = z.int().optional();

const fields = {
  ...which,
  type: z.enum(types, { error: '类型请求错误' }),
  /** Rich text; of a question its words are shown. */
  label: richText(2000).default(''),
  displayType: z.boolean().optional(),
  showLabel: z.boolean().nullish(),
  defaultValue: z.unknown().optional(),
  required: z.boolean().nullish(),
  placeholder: z.string().max(200, { error: '提示语长度不能超过200个字符' }).nullish(),
  span: unset(z.int().min(1).max(24)),
  expand: expand.nullish(),
  regList: z.array(AnswerRule).max(10, { error: '校验规则不能超过10条' }).nullish(),
  revision,
};
const form = z.object(fields);
export type FormItemForm = z.output<typeof form>;

const edit = 'questionnaire_project_edit';
const Placed = z.object({ sort: z.number(), itemDataId: z.number().nullable(), operateSuccess: z.boolean() });
const spellings = (name: string) => [`/questionnaire/item/${name}`, { also: [`/questionnaire/user/project/item/${name}`] }] as const;

const [maxPath, maxAlso] = spellings('max-form-id');
const [listPath, listAlso] = spellings('list');
const [createPath, createAlso] = spellings('create');
const [updatePath, updateAlso] = spellings('update');
const [removePath, removeAlso] = spellings('delete');
const [sortPath, sortAlso] = spellings('sort');

export const questionnaireItems = {
  /** Null while there is none: the first is 101. */
  maxFormId: get(maxPath, '题目最大编号', {
    ...maxAlso,
    access: edit,
    input: z.object({ key: projectKey }),
    output: z.number().nullable(),
  }),
  /** As `details`: the institution's own staff, or anybody while it collects answers or its results are shown. */
  list: get(listPath, '题目列表', {
    ...listAlso,
    access: 'public',
    rate: 'read',
    input: z.object({ key: z.string().max(64), displayType: flag.optional() }),
    output: z.array(FormItemRow),
  }),
  create: post(createPath, '新增题目', { ...createAlso, access: edit, input: form, output: Placed, message: '创建成功' }),
  /** What is absent stays, of another type as far as that has it; null and '' are what a new question begins with. */
  update: post(updatePath, '修改题目', { ...updateAlso, access: edit, input: z.object(changes(fields)), output: ok, message: '更新成功' }),
  remove: post(removePath, '删除题目', {
    ...removeAlso,
    access: edit,
    input: z.object({ ...which, revision }),
    output: ok,
    message: '删除成功',
  }),
  /** The sort values of the new neighbours; without both nothing happens. */
  sort: post(sortPath, '题目排序', {
    ...sortAlso,
    access: edit,
    input: z.object({ ...which, beforePosition: int(0).nullish(), afterPosition: int(0).nullish(), revision }),
    output: Placed.nullable(),
  }),
};
