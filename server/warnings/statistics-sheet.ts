/** The spreadsheet of the statistics of warnings: every grouping of the page, one below the other. */
import { floorText } from '#contract/rooms/places.rules.ts';
import { severityLabels } from '#contract/warnings/warnings.rules.ts';
import type { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { warningStatisticsLabels } from '#contract/warnings/warning-statistics.labels.ts';
import type { ExportColumn } from '../transfers/exports.ts';

type Data = Output<typeof warningStatistics.read>;

export interface StatisticsLine {
  group: string;
  name: string;
  total: number;
  critical?: number;
  falseTrigger?: number;
  falseRate?: number | null;
  test?: number;
  asked?: number;
  met?: number;
  acknowledge?: Data['acknowledge'];
  clear?: Data['acknowledge'];
}

/** Rows in the order of the page. */
export const linesOf = (data: Data): StatisticsLine[] => [
  { ...data, group: '合计', name: '全部' },
  ...data.bySeverity.map((row) => ({ ...row, group: '级别', name: severityLabels[row.severity] ?? String(row.severity) })),
  ...data.byRule.map((row) => ({ ...row, group: '预警类型', name: row.label })),
  ...data.byDevice.map((row) => ({ ...row, group: '设备', name: [row.name, row.imei].filter(Boolean).join(' ') })),
  ...data.byPlace.map((row) => ({ ...row, group: '位置', name: floorText(row) || '不在房间内' })),
  ...data.byStaff.map((row) => ({ ...row, group: '确认人' })),
  ...data.byPerson.map((row) => ({ ...row, group: '服务对象' })),
  ...data.byHour.map((row) => ({ ...row, group: '时段', name: `${row.hour}时` })),
  ...data.byDay.map((row) => ({ ...row, group: '日期', name: row.day })),
];

const percent = (part: number | null | undefined) => (part === null || part === undefined ? '' : `${(part * 100).toFixed(1)}%`);

export const statisticsColumns: readonly ExportColumn<StatisticsLine>[] = titled(warningStatisticsLabels, [
  { key: 'group', title: '分组', width: 12 },
  { key: 'name', title: '名称', width: 30 },
  { key: 'total' },
  { key: 'critical', value: ({ critical }) => critical ?? null },
  { key: 'falseTrigger', value: ({ falseTrigger }) => falseTrigger ?? null },
  { key: 'falseRate', value: ({ falseRate }) => percent(falseRate) },
  { key: 'test', value: ({ test }) => test ?? null },
  { key: 'met', title: '按时确认率', width: 12, value: ({ asked, met }) => (asked ? percent((met ?? 0) / asked) : '') },
  { key: 'p50', title: '确认用时中位（秒）', width: 18, value: ({ acknowledge }) => acknowledge?.p50 ?? null },
  { key: 'p90', title: '确认用时九成（秒）', width: 18, value: ({ acknowledge }) => acknowledge?.p90 ?? null },
  { key: 'clear', title: '处理用时中位（秒）', width: 18, value: ({ clear }) => clear?.p50 ?? null },
]);
