/** 质检统计: the database counts alike inspections; contract/calls/inspection-figures.rules.ts puts them together. */
import { sql, type RawBuilder } from 'kysely';
import {
  figuresOf,
  itemFigures,
  type AnswerTally,
  type InspectionTally,
  type SheetVersion,
} from '#contract/calls/inspection-figures.rules.ts';
import { inspectionFigureLabels } from '#contract/calls/inspection-statistics.labels.ts';
import { inspectionStatistics as routes } from '#contract/calls/inspection-statistics.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { DAY, instantOf, isoOf, nextDay } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { writeLog } from '../http/operation-log.ts';
import type { Handlers } from '../http/implement.ts';
import { csv } from '../lists/csv.ts';
import { download } from '../lists/download.ts';
import { xlsx } from '../lists/xlsx.ts';
import { columnsOf, type ExportColumn } from '../transfers/exports.ts';
import { seenInspection, sentByHand } from './inspection-rows.ts';

const MOST_DAYS = 366;
type Statistics = Output<typeof routes.read>;
interface Asked {
  startDate: string;
  endDate: string;
  groupId?: number | undefined;
  sheetId?: number | undefined;
  byHand?: boolean | undefined;
}
type Counted<K> = InspectionTally & K;

const counts = sql`count(*)::integer as inspected, coalesce(sum(points), 0)::integer as points,
  count(*) filter (where passed)::integer as passed, count(*) filter (where knocked_out)::integer as "knockedOut",
  count(*) filter (where appealed_at is not null)::integer as appealed,
  count(*) filter (where first_points <> points)::integer as changed`;

/** Scored inspections of calls of these days that the session sees, over the table itself. */
const scoredRows = ({ tx, session }: Context, { startDate, endDate, groupId, sheetId, byHand }: Asked) => sql`
  from call_inspections where tenant_id = ${tx.tenantId} and scored_at is not null
    and call_at >= ${isoOf(instantOf(startDate))}::timestamptz and call_at < ${isoOf(instantOf(nextDay(endDate)))}::timestamptz
    and (${groupId ?? null}::bigint is null or group_id = ${groupId ?? null}::bigint)
    and (${sheetId ?? null}::bigint is null or sheet_id = ${sheetId ?? null}::bigint)
    and ${byHand === undefined ? sql`true` : sentByHand(byHand)} and ${seenInspection(session)}`;

async function itemsOf({ tx }: Context, rows: RawBuilder<unknown>): Promise<Statistics['byItem']> {
  const tallies = await tx.rows<AnswerTally>(sql`
    select i.sheet_id as "sheetId", i.serial, a.key, coalesce(a.points, 0) as points, coalesce(a.hit, false) as hit,
      count(*)::integer as times
    from (select sheet_id, serial, answers ${rows}) i, jsonb_to_recordset(i.answers) as a (key text, points integer, hit boolean)
    group by i.sheet_id, i.serial, a.key, coalesce(a.points, 0), coalesce(a.hit, false)`);
  const ids = [...new Set(tallies.map(({ sheetId }) => sheetId))];
  const versions = await tx.rows<SheetVersion>(sql`
    select v.sheet_id as "sheetId", s.name as "sheetName", v.serial, v.groups from call_sheet_versions v
      join call_sheets s on s.tenant_id = v.tenant_id and s.id = v.sheet_id
    where v.tenant_id = ${tx.tenantId} and v.sheet_id = any(${ids}::bigint[])`);
  return itemFigures(versions, tallies).toSorted((one, other) => (other.faultRate ?? 0) - (one.faultRate ?? 0));
}

/** The figures of a span of days. Throws 400 for a span that is turned round or too long. */
async function read(asked: Asked, context: Context): Promise<Statistics> {
  const { tx } = context;
  const { startDate, endDate } = asked;
  if (startDate > endDate) throw invalid('开始日期不能晚于结束日期');
  if (instantOf(endDate) - instantOf(startDate) >= MOST_DAYS * DAY) throw invalid(`一次最多统计${MOST_DAYS}天`);
  const rows = scoredRows(context, asked);
  const total = await tx.row<InspectionTally>(sql`select ${counts} ${rows}`);
  const bySeat = await tx.rows<Counted<{ agentId: number; name: string }>>(sql`
    select agent_id as "agentId", max(agent_name) as name, ${counts} ${rows} group by agent_id order by agent_id`);
  const byGroup = await tx.rows<Counted<{ groupId: number | null; name: string }>>(sql`
    select x."groupId", coalesce(g.name, '未分组') as name, x.inspected, x.points, x.passed, x."knockedOut", x.appealed, x.changed
    from (select group_id as "groupId", ${counts} ${rows} group by group_id) x
      left join call_groups g on g.tenant_id = ${tx.tenantId} and g.id = x."groupId" order by x."groupId" nulls last`);
  const byMonth = await tx.rows<Counted<{ month: string }>>(sql`
    select to_char(call_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, ${counts} ${rows} group by 1 order by 1`);
  return {
    total: figuresOf(total as InspectionTally),
    bySeat: bySeat.map(figuresOf),
    byGroup: byGroup.map(figuresOf),
    byMonth: byMonth.map(figuresOf),
    byItem: await itemsOf(context, rows),
  };
}

type Line = { group: string; name: string } & Partial<Statistics['total'] & Omit<Statistics['byItem'][number], 'name'>>;
const linesOf = ({ total, bySeat, byGroup, byMonth, byItem }: Statistics): Line[] => [
  { ...total, group: '合计', name: '全部' },
  ...bySeat.map((row) => ({ ...row, group: '坐席' })),
  ...byGroup.map((row) => ({ ...row, group: '技能组' })),
  ...byMonth.map((row) => ({ ...row, group: '月份', name: row.month })),
  ...byItem.map((row) => ({ ...row, group: '评分项' })),
];
const rounded = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.round(value * 10) / 10);
const percent = (value: number | null | undefined) => (value === null || value === undefined ? '' : `${(value * 100).toFixed(1)}%`);
const count = (key: 'inspected' | 'passed' | 'appealed' | 'changed' | 'points' | 'times' | 'faults') => ({
  key,
  value: (row: Line) => row[key] ?? null,
});

const columns: readonly ExportColumn<Line>[] = titled(inspectionFigureLabels, [
  { key: 'group', title: '分组', width: 10 },
  { key: 'name', title: '名称', width: 24 },
  { key: 'sheetName', width: 18, value: ({ sheetName }) => sheetName ?? '' },
  count('inspected'),
  { key: 'average', width: 10, value: ({ average }) => rounded(average) },
  count('passed'),
  { key: 'passRate', width: 10, value: ({ passRate }) => percent(passRate) },
  { key: 'knockedOut', width: 10, value: ({ knockedOut }) => knockedOut ?? null },
  count('appealed'),
  count('changed'),
  count('points'),
  count('times'),
  count('faults'),
  { key: 'faultRate', width: 10, value: ({ faultRate }) => percent(faultRate) },
]);

export const inspectionStatistics: Handlers<typeof routes> = {
  read,
  /** Few rows, whole. */
  async export(query, context) {
    const started = context.deps.now();
    const rows = linesOf(await read(query, context));
    await writeLog(context, routes.export, { rows: rows.length, ...query }, context.deps.now() - started);
    const chosen = columnsOf(columns, query.columns, new Map());
    const batches = (async function* () {
      yield rows;
    })();
    return download(context, '质检统计', query.format, query.format === 'csv' ? csv(chosen, batches) : xlsx('质检统计', chosen, batches));
  },
};
