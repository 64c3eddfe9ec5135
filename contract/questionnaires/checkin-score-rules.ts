/** 入住评分规则: which care level the score of a check-in survey suggests. */
import { z } from 'zod';
import { del, get, post, put } from '../http.ts';
import { byId, changes, id, int, ok, page, paging, required } from '../fields.ts';
import { MOST_SCORE } from './scores.rules.ts';

const BASE = '/questionnaire/checkinscorerule';
const VIEW = 'questionnaire_project_view';
const EDIT = 'questionnaire_project_edit';

export const CheckinScoreRule = z.object({
  id: z.number(),
  name: z.string(),
  /** Both belong to it. */
  startScore: z.number(),
  endScore: z.number(),
  /** Dictionary `care_level`. */
  careLevel: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const limit = MOST_SCORE * 200;
const form = {
  name: required(40, '请填写规则名称'),
  startScore: int(-limit, limit),
  endScore: int(-limit, limit),
  careLevel: int(0, 20),
};

export const checkinScoreRules = {
  page: get(`${BASE}/page`, '入住评分规则列表', {
    access: VIEW,
    input: z.object({ ...paging, size: int(1, 100).default(100) }),
    output: page(CheckinScoreRule),
  }),
  /** Null when no rule has the score. */
  ruleByScore: get(`${BASE}/ruleByScore/{score}`, '按分数查找入住评分规则', {
    access: VIEW,
    input: z.object({ score: int(-limit, limit) }),
    output: CheckinScoreRule.nullable(),
  }),
  create: post(BASE, '新增入住评分规则', { access: EDIT, input: z.object(form), output: id, message: '创建成功' }),
  get: get(`${BASE}/{id}`, '入住评分规则详情', { access: VIEW, input: byId, output: CheckinScoreRule }),
  update: put(BASE, '修改入住评分规则', {
    access: EDIT,
    input: z.object({ ...changes(form), id, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  remove: del(`${BASE}/{id}`, '删除入住评分规则', { access: EDIT, input: byId, output: ok, message: '删除成功' }),
};
