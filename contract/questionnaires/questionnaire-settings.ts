/** Who may fill in a questionnaire, when, how often, and what is said then: `setting` on the wire. */
import { z } from 'zod';
import { dateTime, int, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import { picture } from '../system/pictures.ts';

const key = z.string({ error: 'projectKey不能为空' }).regex(/^[0-9a-f]{32}$/, { error: 'projectKey不能为空' });
const EMAIL = /^[^\s@;,<>"]{1,64}@[^\s@;,<>"]{1,190}\.[^\s@;,<>".]{2,20}$/;

/** Unset parts come as '' or null and are null. */
const words = (max = 200) =>
  z
    .string()
    .trim()
    .max(max, { error: `提示语长度不能超过${max}个字符` })
    .nullish()
    .transform((value) => (value === undefined ? value : value || null));
const image = z.union([z.null(), z.literal('').transform(() => null), picture]).optional();
const time = z.union([z.null(), z.literal('').transform(() => null), dateTime]).optional();
const yes = z
  .boolean()
  .nullish()
  .transform((value) => (value === null ? false : value));

const fields = {
  submitPromptImg: image,
  submitPromptText: words(),
  submitJumpUrl: z
    .union([
      z.null(),
      z.literal('').transform(() => null),
      z.url({ protocol: /^https?$/, error: '跳转链接应以http://或https://开头' }).max(500),
    ])
    .optional(),
  /** Whether everybody with the link may read what was answered. */
  publicResult: yes,
  wxWrite: yes,
  wxWriteOnce: yes,
  everyoneWriteOnce: yes,
  everyoneDayWriteOnce: yes,
  writeOncePromptText: words(),
  /** Both are kept for clients of the wire; nothing is sent there. The creator gets a message, and an e-mail as they have chosen. */
  newWriteNotifyEmail: words(500).refine((value) => !value || value.split(';').every((one) => EMAIL.test(one.trim())), {
    error: '请输入正确发送的邮箱',
  }),
  newWriteNotifyWx: words(500),
  recordWxUser: yes,
  timedCollectionBeginTime: time,
  timedCollectionEndTime: time,
  timedNotEnabledPromptText: words(),
  timedDeactivatePromptText: words(),
  timedQuantitativeQuantity: z.union([z.null(), z.literal('').transform(() => null), int(0, 10_000_000)]).optional(),
  timedEndPromptText: words(),
  shareImg: image,
  shareTitle: words(),
  shareDesc: words(),
};

/** What nobody has set yet. */
export const defaultSetting = {
  submitPromptText: '提交成功 !',
  timedNotEnabledPromptText: '填写尚未启用',
  timedDeactivatePromptText: '填写尚已经停用',
};

export const QuestionnaireSetting = z.object({
  id: z.number(),
  projectKey: z.string(),
  submitPromptImg: z.string().nullable(),
  submitPromptText: z.string().nullable(),
  submitJumpUrl: z.string().nullable(),
  publicResult: z.boolean(),
  wxWrite: z.boolean(),
  wxWriteOnce: z.boolean(),
  everyoneWriteOnce: z.boolean(),
  everyoneDayWriteOnce: z.boolean(),
  writeOncePromptText: z.string().nullable(),
  /** Null for strangers, as the openIds are: they are addresses of staff. */
  newWriteNotifyEmail: z.string().nullable(),
  newWriteNotifyWx: z.string().nullable(),
  recordWxUser: z.boolean(),
  timedCollectionBeginTime: z.string().nullable(),
  timedCollectionEndTime: z.string().nullable(),
  timedNotEnabledPromptText: z.string().nullable(),
  timedDeactivatePromptText: z.string().nullable(),
  timedQuantitativeQuantity: z.number().nullable(),
  timedEndPromptText: z.string().nullable(),
  shareImg: z.string().nullable(),
  shareTitle: z.string().nullable(),
  shareDesc: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
});
export type QuestionnaireSetting = z.output<typeof QuestionnaireSetting>;

const path = '/questionnaire';
const both = (name: string) => ({ also: [`${path}/user/project/${name}`] });

export const questionnaireSettings = {
  /** What is absent stays; '' and null unset a part. */
  save: post(`${path}/setting/save`, '保存问卷设置', {
    ...both('setting/save'),
    access: 'questionnaire_project_edit',
    input: z.object({ projectKey: key, ...fields }),
    output: ok,
    message: '保存成功',
  }),
  get: get(`${path}/setting/{key}`, '问卷设置', {
    ...both('setting/{key}'),
    access: 'public',
    rate: 'read',
    input: z.object({ key: z.string().max(64) }),
    output: QuestionnaireSetting.nullable(),
  }),
  /** Always answers 0: a text in `msg` says why it cannot be filled in now; null is yes. */
  status: get(`${path}/setting-status`, '问卷能否填写', {
    ...both('setting-status'),
    access: 'public',
    rate: 'read',
    input: z.object({ projectKey: z.string().max(64), wxOpenId: z.string().max(100).optional() }),
    output: QuestionnaireSetting.nullable(),
  }),
};
