/** 照护记录单: notes and done tasks of one kind over days. */
import { z } from 'zod';
import { clearable, date, id, ok, picked, whole } from '../fields.ts';
import { get, put } from '../http.ts';
import { chartKindNames } from './care-charts.rules.ts';
import { NoteValues } from './care-notes.ts';

export const MOST_CHART_DAYS = 31;

const BASE = '/members/carechart';
const ml = (name: string) => clearable(whole(1, 20_000, name));

const Target = z.object({
  intakeLow: z.number().nullable(),
  intakeHigh: z.number().nullable(),
  outputLow: z.number().nullable(),
  version: z.number(),
});

export const ChartEntry = z.object({
  /** Of the note, or of the task. */
  id: z.number(),
  source: z.enum(['note', 'task']),
  /** Of the notes of care. */
  kind: z.string(),
  time: z.string(),
  values: NoteValues,
  text: z.string(),
  userName: z.string(),
});

export const careCharts = {
  read: get(`${BASE}/read`, '照护记录单', {
    access: 'members_carechart_view',
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      kind: z.enum(chartKindNames, { error: '请选择记录单' }),
      startDate: date,
      endDate: date,
    }),
    output: z.object({
      /** Of the care plan in force, else of the institution. */
      turnHours: z.number(),
      target: Target.nullable(),
      /** The last one before the first day. */
      before: z.string().nullable(),
      entries: z.array(ChartEntry),
    }),
  }),
  saveTarget: put(`${BASE}/target`, '设置出入量目标', {
    access: 'members_oldmanplan_edit',
    input: z.object({
      oldmanId: id,
      version: z.int().optional(),
      intakeLow: ml('入量下限'),
      intakeHigh: ml('入量上限'),
      outputLow: ml('出量下限'),
    }),
    output: ok,
    message: '已保存',
  }),
};
