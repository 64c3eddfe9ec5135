/** Figures of what was answered: `report` on the wire, and what is ours beside it. All of them within what the caller sees of results. */
import { z } from 'zod';
import { date, dateTime, int } from '../fields.ts';
import { get } from '../http.ts';
import { questionnaireKey } from './questionnaires.ts';

const query = {
  projectKey: questionnaireKey('错误请求'),
  beginDateTime: dateTime.optional(),
  endDateTime: dateTime.optional(),
};
const item = int(1, 1_000_000);

/** An option and how often it was chosen. */
export const OptionCount = z.object({ label: z.string(), count: z.number() });

const Bin = z.object({ from: z.number(), to: z.number(), count: z.number() });

const PartFigures = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nps'), promoters: z.number(), passives: z.number(), detractors: z.number(), score: z.number().nullable() }),
  z.object({
    kind: z.literal('ranks'),
    options: z.array(z.object({ label: z.string(), ranked: z.number(), average: z.number().nullable(), firsts: z.number() })),
  }),
  z.object({
    kind: z.literal('matrix'),
    columns: z.array(z.string()),
    rows: z.array(z.object({ label: z.string(), counts: z.array(z.number()), mean: z.number().nullable() })),
  }),
  z.object({ kind: z.literal('entries'), entries: z.number() }),
]);

export const ItemFigures = z.object({
  formItemId: z.number(),
  type: z.string(),
  label: z.string(),
  /** How many answered it. */
  answered: z.number(),
  /** Of a choice, in the order of its options; null of any other question. */
  options: z.array(OptionCount).nullable(),
  /** Whether several options may be chosen. */
  multiple: z.boolean(),
  /** Of numbers; null of any other question, and without answers. */
  numbers: z
    .object({ count: z.number(), mean: z.number(), median: z.number(), low: z.number(), high: z.number(), bins: z.array(Bin) })
    .nullable(),
  /** Whether its answers are words, which `texts` lists. */
  open: z.boolean(),
  /** Of a recommendation, an order, or rows; null of any other question. */
  parts: PartFigures.nullable(),
});
export type ItemFigures = z.output<typeof ItemFigures>;

const CrossTable = z.object({
  rows: z.array(z.string()),
  columns: z.array(z.string()),
  /** Of each row, by column. */
  counts: z.array(z.array(z.number())),
  /** How many answered both. */
  answered: z.number(),
  /** Null where one question takes several answers, or where too little was answered. */
  test: z.object({ chiSquare: z.number(), degrees: z.number(), p: z.number(), v: z.number(), rough: z.boolean() }).nullable(),
});

/** Texts that are read for their words: the newest. */
export const MOST_TEXTS = 5000;
export const MOST_TREND_DAYS = 731;

const route = <I extends z.ZodType, O extends z.ZodType>(name: string, summary: string, input: I, output: O) =>
  get(`/questionnaire/report/${name}`, summary, {
    also: [`/questionnaire/user/project/report/${name}`],
    access: 'questionnaire_result_view',
    input,
    output,
  });
const asked = z.object(query);

export const questionnaireReports = {
  stats: route('stats', '问卷回收概况', asked, z.object({ avgCompleteTime: z.number(), completeCount: z.number(), viewCount: z.number() })),
  /** Each day of this week, Monday first. */
  situation: route(
    'situation',
    '本周回收情况',
    z.object({ projectKey: query.projectKey }),
    z.array(z.object({ createTime: z.string(), count: z.number() })),
  ),
  /** By what stands before the first `-` of the address. */
  position: route('position', '问卷回收地区', asked, z.record(z.string(), z.number())),
  source: route('source', '问卷回收浏览器', asked, z.array(z.object({ browserName: z.string(), count: z.number() }))),
  device: route('device', '问卷回收设备', asked, z.array(z.object({ osName: z.string(), count: z.number() }))),
  /** Of choices only; without answers all counts are 0. */
  analysis: route(
    'analysis',
    '问卷题目统计',
    asked,
    z.array(
      z.object({
        type: z.string(),
        label: z.string(),
        formItemId: z.number(),
        fieldName: z.array(z.string()),
        data: z.array(z.number()),
        map: z.record(z.string(), z.number()),
        chartType: z.string(),
      }),
    ),
  ),
  /** Each question that is answered. */
  items: route('items', '问卷逐题统计', asked, z.array(ItemFigures)),
  /** The newest words that were written to one question, and the words in them. */
  texts: route(
    'texts',
    '问卷文字回答',
    z.object({ ...query, formItemId: item, size: int(1, 200).default(50) }),
    z.object({
      total: z.number(),
      texts: z.array(z.object({ resultId: z.number(), createTime: z.string(), text: z.string() })),
      words: z.array(z.object({ word: z.string(), count: z.number() })),
    }),
  ),
  crosstab: route('crosstab', '问卷交叉分析', z.object({ ...query, rowItemId: item, columnItemId: item }), CrossTable),
  /** By day, both days included; days without answers are 0. */
  trend: route(
    'trend',
    '问卷回收趋势',
    z.object({ projectKey: query.projectKey, beginDate: date, endDate: date }),
    z.array(z.object({ date: z.string(), count: z.number() })),
  ),
};
