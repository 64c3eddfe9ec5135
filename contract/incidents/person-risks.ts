/** 九防: the nine risks of GB 38600 of each person in the house, and an overview of what is missing. */
import { z } from 'zod';
import { clearable, date, id, int, ok, page, paging, text } from '../fields.ts';
import { get, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { gapNames, riskKinds, riskLevels } from './person-risks.rules.ts';

const BASE = '/members/oldmanrisk';
const VIEW = 'members_oldmanrisk_view';
const EDIT = 'members_oldmanrisk_edit';

const gap = z.enum(gapNames, { error: '请选择缺项' });

export const PersonRisk = z.object({
  kind: z.number(),
  /** Null: it was never looked at. */
  level: z.number().nullable(),
  reason: z.string().nullable(),
  measures: z.string().nullable(),
  checkDate: z.string().nullable(),
  checkName: z.string().nullable(),
  nextDate: z.string().nullable(),
  recheckTime: z.string().nullable(),
  incidentId: z.number().nullable(),
  gaps: z.array(gap),
  version: z.number().nullable(),
});

/** How many risks of a person lack what. */
export const RiskOverview = z.object({
  id: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  high: z.number(),
  missing: z.number(),
  overdue: z.number(),
  unmeasured: z.number(),
  recheck: z.number(),
  nextDate: z.string().nullable(),
  createTime: z.string(),
});

const query = {
  oldmanName: text(20).optional(),
  /** Those who lack this of any risk, or with `any` anything. */
  gap: z.enum([...gapNames, 'any'], { error: '请选择缺项' }).optional(),
  /** Those whose level of this risk is high. */
  high: int(1, 9).optional(),
};

export const personRisks = {
  page: get(`${BASE}/page`, '九防缺项列表', { access: VIEW, input: z.object({ ...paging, ...query }), output: page(RiskOverview) }),
  export: exportRoute(`${BASE}/export`, '九防缺项', 'members_oldmanrisk_export', query),
  ofPerson: get(`${BASE}/{oldmanId}`, '服务对象的九防评估', {
    access: VIEW,
    input: z.object({ oldmanId: id }),
    output: z.array(PersonRisk),
  }),
  save: put(BASE, '保存九防评估', {
    access: EDIT,
    input: z.object({
      oldmanId: id,
      kind: int().refine((value) => Object.hasOwn(riskKinds, value), { error: '请选择风险' }),
      level: int().refine((value) => Object.hasOwn(riskLevels, value), { error: '请选择风险等级' }),
      reason: clearable(text(300)),
      measures: clearable(text(500)),
      nextDate: date,
      /** The one that was read; null: there was none. */
      version: z.int().nullable(),
    }),
    output: ok,
    message: '已保存',
  }),
};
