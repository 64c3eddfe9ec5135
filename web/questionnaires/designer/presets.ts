/** What the editor offers to add: the palette of the wire in its five groups. Pure. */
import { isDisplay, OTHER, type ItemType, type Option } from '#contract/questionnaires/item-types.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';

export interface Preset {
  key: string;
  label: string;
  type: ItemType;
  title: string;
  expand?: Record<string, unknown>;
  regList?: { pattern: string; message: string }[];
}

const two = (noun: string): Option[] => [
  { label: `${noun}一`, value: 1 },
  { label: `${noun}二`, value: 2 },
];
export const twoOptions = two('选项');
const tree: Option[] = [
  { label: '一区', value: '一区', children: [{ label: '一楼', value: '一楼' }] },
  { label: '二区', value: '二区' },
];

/** A preset that is named as its kind. */
const plain = (type: ItemType, label: string, expand?: Record<string, unknown>, title = label): Preset => ({
  key: type,
  label,
  type,
  title,
  ...(expand ? { expand } : {}),
});
const typed = (key: string, label: string, maxlength: number, pattern: string): Preset => ({
  key,
  label,
  type: 'INPUT',
  title: label,
  expand: { maxlength },
  regList: [{ pattern, message: `${label}格式错误` }],
});

export const presets: readonly { title: string; presets: readonly Preset[] }[] = [
  {
    title: '联系人组件',
    presets: [
      typed('MOBILE', '手机号', 11, '/^1(3|4|5|7|8|9)\\d{9}$/'),
      typed('EMAIL', '邮箱', 24, '/^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/'),
      typed('IDENTITY', '身份证', 18, '/^(\\d{15}|\\d{17}[\\dXx])$/'),
      plain('PROVINCE_CITY', '省市联动', undefined, '所在地区'),
      plain('INPUT_MAP', '地理位置'),
      plain('PHONE_VERIFICATION', '手机号验证'),
    ],
  },
  {
    title: '输入型',
    presets: [
      plain('INPUT', '单行文本'),
      plain('TEXTAREA', '多行文本', { minRows: 2, maxRows: 6 }),
      plain('NUMBER_INPUT', '数字'),
      plain('PASSWORD_INPUT', '密码'),
      plain('DATE', '日期', { type: 'date', format: 'yyyy-MM-dd', valueFormat: 'yyyy-MM-dd' }),
      plain('DATE_RANGE', '日期范围'),
      plain('TIME', '时间'),
      plain('TIME_RANGE', '时间范围'),
      plain('RATE', '评分', { max: 5 }),
      plain('SLIDER', '滑块', { min: 0, max: 100, step: 1 }),
      plain('SWITCH', '开关', undefined, '是否'),
      plain('COLOR', '颜色'),
      plain(
        'UPLOAD',
        '上传',
        { buttonText: '上传文件', fileSize: 10, sizeUnit: 'MB', limit: 5, multiple: true, listType: 'picture' },
        '照片与文件',
      ),
      plain('SIGN_PAD', '手写签名', undefined, '签名'),
    ],
  },
  {
    title: '图片型',
    presets: [
      plain('IMAGE', '图片展示', undefined, ''),
      plain('IMAGE_SELECT', '图片选择', { options: twoOptions }),
      plain('IMAGE_CAROUSEL', '图片轮播', { options: [] }, ''),
    ],
  },
  {
    title: '辅助型',
    presets: [
      plain('DESC_TEXT', '文字描述', undefined, '说明文字'),
      plain('DIVIDER', '分割线', undefined, '小标题'),
      plain('PAGINATION', '分页', undefined, ''),
    ],
  },
  {
    title: '选择型',
    presets: [
      plain('RADIO', '单选', { options: twoOptions }, '单选题'),
      plain('CHECKBOX', '多选', { options: twoOptions }, '多选题'),
      plain('SELECT', '下拉', { options: twoOptions }, '下拉题'),
      plain('CASCADER', '级联', { options: tree }, '级联选择'),
      plain('SORT', '排序', { options: twoOptions }, '排序题'),
      plain('NPS', '净推荐值', {}, '您有多大可能把我们推荐给亲友？'),
    ],
  },
  {
    title: '矩阵型',
    presets: [
      plain('MATRIX_SELECT', '矩阵选择', { rows: two('行'), options: two('列') }),
      plain('MATRIX_SCALE', '矩阵量表', { rows: two('行'), max: 5 }),
      plain('MATRIX_INPUT', '矩阵填空', { rows: two('行'), options: two('列') }),
      plain('SUB_FORM', '子表单', { items: [{ formItemId: 1, type: 'INPUT', label: '姓名', required: true }] }),
    ],
  },
];

/** A question as it begins, of a preset or of anything that says as much. */
export const itemOf = (
  projectKey: string,
  formItemId: number,
  given: Pick<Preset, 'type' | 'title' | 'expand' | 'regList'> & { required?: boolean },
): FormItemRow => ({
  id: 0,
  projectKey,
  formItemId,
  type: given.type,
  label: given.title,
  displayType: isDisplay(given.type),
  showLabel: true,
  defaultValue: null,
  required: given.required ?? false,
  placeholder: '',
  sort: 0,
  span: 24,
  expand: given.expand ?? {},
  regList: given.regList ?? [],
  createTime: '',
  updateTime: '',
});

/** A new option's value: never one that an answer may already have. 其他 is 0. */
export const nextValue = (options: readonly Option[]) =>
  Math.max(0, ...options.map(({ value }) => (typeof value === 'number' ? value : 0))) + 1;

/** Options with one more; 其他 stays the last. */
export const withOption = (options: readonly Option[], noun = '选项'): Option[] => [
  ...options.filter(({ value }) => value !== OTHER),
  { label: `${noun}${options.length + 1}`, value: nextValue(options) },
  ...options.filter(({ value }) => value === OTHER),
];

const ALIKE: readonly (readonly ItemType[])[] = [
  ['RADIO', 'CHECKBOX', 'SELECT'],
  ['INPUT', 'TEXTAREA'],
];
/** The kinds that a question may become with what it has; none but its own for most. */
export const alike = (type: ItemType): readonly ItemType[] => ALIKE.find((types) => types.includes(type)) ?? [type];
