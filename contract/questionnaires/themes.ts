/** How the page of a questionnaire looks: `theme` on the wire. The catalogue is part of the product: its pictures are drawn, not fetched. */
import { z } from 'zod';
import { int, ok, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { picture } from '../system/pictures.ts';

export const themeStyles: Record<string, string> = {
  festival: '节日',
  parent_child: '亲子',
  scenery: '风景',
  occupation: '职业',
  school: '校园',
  commerce: '商务',
  others: '其他',
  catering: '餐饮',
  fangyi: '防疫',
};
export const themeColors = ['#FF6D56', '#F8E71C', '#00BF6F', '#2672FF', '#7464FF', '#484848', '#EAEAEA', '#804000'] as const;

const key = z.string({ error: 'projectKey不能为空' }).regex(/^[0-9a-f]{32}$/, { error: 'projectKey不能为空' });
const COLOR = /^(#[0-9a-f]{3}([0-9a-f]{3}([0-9a-f]{2})?)?|rgba?\([\d., %]{5,40}\))$/i;
const image = z.union([z.null(), z.literal('').transform(() => null), picture]).optional();

export const ThemeRow = z.object({
  id: z.number(),
  name: z.string(),
  style: z.array(z.string()),
  headImgUrl: z.string(),
  btnsColor: z.string(),
  color: z.array(z.string()),
});
export type ThemeRow = z.output<typeof ThemeRow>;

export const QuestionnaireTheme = z.object({
  id: z.number(),
  projectKey: z.string(),
  themeId: z.number().nullable(),
  logoImg: z.string().nullable(),
  logoPosition: z.string().nullable(),
  submitBtnText: z.string(),
  backgroundColor: z.string().nullable(),
  backgroundImg: z.string().nullable(),
  showTitle: z.boolean(),
  showDescribe: z.boolean(),
  showNumber: z.boolean(),
  /** Of the catalogue's theme. */
  headImgUrl: z.string().nullable(),
  btnsColor: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
});
export type QuestionnaireTheme = z.output<typeof QuestionnaireTheme>;

const path = '/questionnaire';
const both = (name: string) => ({ also: [`${path}/user/project/${name}`] });

export const questionnaireThemes = {
  list: get(`${path}/project/theme/list`, '主题列表', {
    access: 'session',
    // A client of the wire sends one colour with a blank behind it.
    input: z.object({ color: text(20).optional(), style: text(30).optional() }),
    output: z.array(ThemeRow),
  }),
  /** What is absent stays, null is as a new one begins. A picture as background takes the colour away. */
  save: post(`${path}/theme/save`, '保存问卷主题', {
    ...both('theme/save'),
    access: 'questionnaire_project_edit',
    input: z.object({
      projectKey: key,
      themeId: int(1, 100_000).nullish(),
      logoImg: image,
      logoPosition: z.enum(['left', 'center', 'right'], { error: '标志位置不正确' }).nullish(),
      submitBtnText: z.string().trim().max(20, { error: '按钮文字不能超过20个字符' }).nullish(),
      backgroundColor: z
        .union([z.null(), z.literal('').transform(() => null), z.string().regex(COLOR, { error: '颜色格式不正确' })])
        .optional(),
      backgroundImg: image,
      showTitle: z.boolean().nullish(),
      showDescribe: z.boolean().nullish(),
      showNumber: z.boolean().nullish(),
    }),
    output: ok,
    message: '保存成功',
  }),
  /** Null while none was chosen. */
  get: get(`${path}/theme/{key}`, '问卷主题', {
    ...both('theme/{key}'),
    access: 'questionnaire_project_view',
    input: z.object({ key: z.string().max(64) }),
    output: QuestionnaireTheme.nullable(),
  }),
};
