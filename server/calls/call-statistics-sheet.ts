/** The spreadsheet of the statistics of calls: every grouping of the page, one below the other. */
import { callFigureLabels } from '#contract/calls/call-statistics.labels.ts';
import type { callStatistics } from '#contract/calls/call-statistics.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import type { ExportColumn } from '../transfers/exports.ts';

type Data = Output<typeof callStatistics.read>;
/** A row of any grouping: what a grouping does not count is left empty. */
export type StatisticsLine = { group: string; name: string } & Partial<Data['total'] & Omit<Data['bySeat'][number], 'name'>>;

/** Rows in the order of the page. */
export const linesOf = (data: Data): StatisticsLine[] => [
  { ...data.total, group: '合计', name: '全部' },
  ...data.byDay.map((row) => ({ ...row, group: '日期', name: row.day })),
  ...data.byHour.map((row) => ({ ...row, group: '时段', name: `${row.hour}时` })),
  ...data.byGroup.map((row) => ({ ...row, group: '技能组' })),
  ...data.bySeat.map((row) => ({ ...row, group: '坐席' })),
];

const COUNTS = ['offered', 'answered', 'quick', 'inMenu', 'inQueue', 'inRing', 'short', 'late', 'refused'] as const;
const MORE = ['rang', 'missed', 'outbound', 'dialled', 'connected'] as const;
const TIMES = [
  'averageWait',
  'longestWait',
  'talkSeconds',
  'holdSeconds',
  'afterSeconds',
  'ringSeconds',
  'dialSeconds',
  'listenSeconds',
  'breakSeconds',
  'readySeconds',
  'signedSeconds',
  'averageHandle',
] as const;
const percent = (part: number | null | undefined) => (part === null || part === undefined ? '' : `${(part * 100).toFixed(1)}%`);
const count = (key: (typeof COUNTS | typeof MORE)[number]) => ({ key, value: (row: StatisticsLine) => row[key] ?? null });
/** Seconds, so that a reader can go on counting with them. */
const time = (key: (typeof TIMES)[number]) => ({
  key,
  title: `${callFigureLabels[key]}（秒）`,
  width: 14,
  value: (row: StatisticsLine) => {
    const seconds = row[key];
    return seconds === null || seconds === undefined ? null : Math.round(seconds);
  },
});

export const statisticsColumns: readonly ExportColumn<StatisticsLine>[] = titled(callFigureLabels, [
  { key: 'group', title: '分组', width: 10 },
  { key: 'name', title: '名称', width: 20 },
  ...COUNTS.map(count),
  { key: 'level', width: 12, value: ({ level }) => percent(level) },
  ...MORE.map(count),
  ...TIMES.map(time),
  { key: 'occupancy', width: 12, value: ({ occupancy }) => percent(occupancy) },
]);
