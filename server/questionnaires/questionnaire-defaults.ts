/** The questionnaires that every institution starts with: published, ready to be bound to service projects. */
import { expandOf, isDisplay, type ItemType, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { db, type Tx } from '../db/tenant.ts';
import { GAP } from './item-order.ts';
import { jsonb } from './questionnaire-rows.ts';
import { newKey } from './questionnaires.ts';

export interface ItemDefault {
  type: ItemType;
  label: string;
  required?: boolean;
  placeholder?: string;
  options?: readonly string[];
  expand?: Record<string, unknown>;
}

const OTHER: Option = { label: '其他', value: 0 };
const optionsOf = (labels: readonly string[]): Option[] =>
  labels.map((label, at) => (label === OTHER.label ? OTHER : { label, value: at + 1 }));

export const choice = (label: string, options: readonly string[], required = true): ItemDefault => ({
  type: 'RADIO',
  label,
  options,
  required,
});
export const many = (label: string, options: readonly string[], required = true): ItemDefault => ({
  type: 'CHECKBOX',
  label,
  options,
  required,
});
export const words = (label: string, placeholder: string, required = false): ItemDefault => ({
  type: 'TEXTAREA',
  label,
  placeholder,
  required,
  expand: { minRows: 2, maxRows: 6, maxlength: 500 },
});
export const stars = (label: string): ItemDefault => ({
  type: 'RATE',
  label,
  required: true,
  placeholder: `请为${label}打分`,
  expand: { max: 5 },
});
export const photos = (label: string, limit: number): ItemDefault => ({
  type: 'UPLOAD',
  label,
  expand: { buttonText: '上传照片', fileSize: 10, sizeUnit: 'MB', limit, multiple: true, accept: 'image/*', listType: 'picture' },
});
export const sign = (label: string): ItemDefault => ({ type: 'SIGN_PAD', label });

export const questionnaireDefaults: readonly { name: string; describe: string; items: readonly ItemDefault[] }[] = [
  {
    name: '上门服务记录表',
    describe: '服务人员在每次上门服务后填写，如实记录服务对象的状态与服务内容。',
    items: [
      choice('服务对象精神状态', ['良好', '一般', '疲倦', '烦躁', '嗜睡']),
      { type: 'NUMBER_INPUT', label: '体温（℃）', expand: { min: 34, max: 43, step: 0.1, precision: 1 } },
      { type: 'NUMBER_INPUT', label: '收缩压（mmHg）', expand: { min: 40, max: 260, step: 1, precision: 0 } },
      { type: 'NUMBER_INPUT', label: '舒张压（mmHg）', expand: { min: 20, max: 180, step: 1, precision: 0 } },
      many('本次服务内容', ['生活照料', '助餐', '助浴', '助洁', '康复训练', '精神慰藉', '其他']),
      choice('皮肤情况', ['完好', '发红', '破损', '其他']),
      words('异常情况及处理', '没有异常可不填'),
      photos('现场照片', 5),
      sign('服务对象或家属签名'),
    ],
  },
  {
    name: '居家安全检查表',
    describe: '逐项查看服务对象的居住环境，发现隐患当场记录并告知家属。',
    items: [
      {
        type: 'DATE',
        label: '检查日期',
        required: true,
        placeholder: '请选择检查日期',
        expand: { type: 'date', format: 'yyyy-MM-dd', valueFormat: 'yyyy-MM-dd' },
      },
      choice('燃气阀门与软管', ['正常', '有隐患', '无燃气']),
      choice('电器与插座', ['正常', '有隐患']),
      choice('卫生间防滑与扶手', ['已安装', '部分安装', '未安装']),
      choice('通道与地面', ['畅通', '有杂物', '湿滑']),
      choice('夜间照明', ['充足', '不足']),
      choice('紧急呼叫设备', ['可用', '故障', '未安装']),
      { type: 'PAGINATION', label: '' },
      many('发现的隐患', ['无', '电路老化', '燃气泄漏风险', '跌倒风险', '火灾风险', '门窗损坏', '其他']),
      words('整改建议', '请写明需要家属或机构处理的事项'),
      photos('隐患照片', 9),
      sign('检查人签名'),
    ],
  },
  {
    name: '服务满意度回访',
    describe: '感谢您对我们工作的支持，您的意见是我们改进的依据。',
    items: [
      stars('总体满意度'),
      stars('服务人员态度'),
      choice('是否准时', ['准时', '迟到十五分钟以内', '迟到十五分钟以上']),
      choice('是否按约定完成全部内容', ['全部完成', '部分完成', '未完成']),
      many('希望改进的方面', ['服务态度', '服务技能', '服务时间', '收费', '没有', '其他'], false),
      words('其他意见与建议', '欢迎留下您的宝贵意见'),
    ],
  },
];

/** The items of a default, numbered as the editor numbers them. */
export const rowsOf = (items: readonly ItemDefault[]) =>
  items.map(({ type, label, required = false, placeholder, options, expand }, at) => ({
    form_item_id: 101 + at,
    type,
    label,
    required,
    placeholder: placeholder ?? null,
    display: isDisplay(type),
    sort: (at + 1) * GAP,
    expand: expandOf(type, { ...expand, ...(options ? { options: optionsOf(options) } : {}) }),
  }));

/** Adds them to the tenant of `tx`, those whose name it has already left out. Gives the ids of what was added by name. */
export async function addDefaultQuestionnaires(tx: Tx): Promise<Map<string, number>> {
  const tenant_id = tx.tenantId;
  const there = await tx.rows(
    db.selectFrom('questionnaires').select('name').where('tenant_id', '=', tenant_id).where('deleted_at', 'is', null),
  );
  const wanted = questionnaireDefaults.filter(({ name }) => !there.some((one) => one.name === name));
  if (wanted.length === 0) return new Map();
  const rows = wanted.map(({ name, describe }) => ({ tenant_id, key: newKey(), name, describe, status: questionnaireStatus.published }));
  const made = await tx.rows(db.insertInto('questionnaires').values(rows).returning(['id', 'name']));
  const ids = new Map(made.map(({ id, name }) => [name, id]));
  const items = wanted.flatMap(({ name, items }) =>
    rowsOf(items).map(({ expand, ...row }) => ({
      tenant_id,
      questionnaire_id: ids.get(name) as number,
      ...row,
      expand: jsonb(expand),
    })),
  );
  await tx.run(db.insertInto('questionnaire_items').values(items));
  return ids;
}
