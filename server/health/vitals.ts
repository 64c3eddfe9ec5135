/** A person's health as pages read it. */
import { dayOf, instantOf, nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import { metricOf, metrics, roundTo } from '#contract/health/metrics.ts';
import { levelLabels, type Level, type Limits } from '#contract/health/thresholds.rules.ts';
import { mannerText, valueText } from '#contract/health/measurements.rules.ts';
import { vitals as routes, type VitalRecord } from '#contract/health/vitals.ts';
import { sourceLabels } from '#contract/warnings/warnings.rules.ts';
import { titled } from '#contract/labels.ts';
import { readingLabels } from '#contract/health/vitals.labels.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { readOne } from '../lists/crud.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { exporting, type ExportColumn } from '../transfers/exports.ts';
import { latestOf, toLatest } from './latest.ts';
import { limitsOf } from './limits.ts';
import { nightOf } from './nights.ts';
import { recordsOf, toRecord, withRecord } from './record-rows.ts';
import { seriesOf, sleptNights, withoutTold } from './series.ts';

type VitalRow = z.output<typeof VitalRecord>;

/** 404 for somebody whom the session does not reach. */
export const reachPerson = (id: number, context: Context) => readOne(peopleRows(context.session), id, context);

const todaysLimits = async (personId: number, { tx, deps }: Pick<Context, 'tx' | 'deps'>) =>
  (await limitsOf(tx, [personId], dayOf(deps.now()))).get(personId) as ReadonlyMap<number, Limits>;

const SORTS = { time: 'records.at' };
const orderBy = (input: { ascs?: string[] | undefined; descs?: string[] | undefined }) => orderOf(input, SORTS, 'records.at');
const STATES = ['有效', '更正后', '已作废'];

const columns: ExportColumn<VitalRow>[] = titled(readingLabels, [
  { key: 'time', format: 'dateTime', width: 20 },
  { key: 'metric', value: ({ label }) => label },
  { key: 'value', value: ({ metric, value }) => (metric === 'consciousness' ? valueText(metric, value) : value) },
  { key: 'unit' },
  { key: 'level', value: ({ level }) => levelLabels[level as Level] },
  {
    key: 'source',
    value: ({ source, sourceName }) => `${source === 'device' ? '设备' : '人工'} ${sourceName ?? ''}`.trim(),
    width: 20,
  },
  { key: 'manner', value: ({ metric, manner }) => mannerText(metric, manner) },
  { key: 'doubtful' },
  { key: 'note', width: 24 },
  { key: 'state', value: ({ state }) => STATES[state] ?? '' },
  { key: 'was' },
  { key: 'reason', width: 24 },
  { key: 'changeName' },
  { key: 'changeTime', format: 'dateTime', width: 20 },
]);

export const vitals: Handlers<typeof routes> = {
  async latest({ oldmanId }, context) {
    await reachPerson(oldmanId, context);
    const [rows, limits] = [await latestOf(context.tx, oldmanId), await todaysLimits(oldmanId, context)];
    return rows.flatMap((row) => toLatest(row, limits) ?? []);
  },

  async series({ oldmanId, metric, span, ends }, context) {
    await reachPerson(oldmanId, context);
    return seriesOf(context.tx, oldmanId, metric, span, ends === undefined ? context.deps.now() : instantOf(ends));
  },

  async page(input, context) {
    await reachPerson(input.oldmanId, context);
    const limits = await todaysLimits(input.oldmanId, context);
    const by = orderBy(input);
    const found = await pageOf(context, input, await recordsOf(input, context), (query) => inOrder(withRecord(query), by), by);
    return { ...found, records: found.records.map(toRecord(limits)) };
  },

  async export(input, context) {
    await reachPerson(input.oldmanId, context);
    const limits = await todaysLimits(input.oldmanId, context);
    return exporting(routes.export, {
      name: '体征记录',
      list: () =>
        listFrom({
          matching: (given: SearchOf<typeof routes.page>, work) => recordsOf(given, work),
          listed: withRecord,
          order: orderBy,
          toRow: toRecord(limits),
        }),
      columns,
    })(input, context);
  },

  async falls({ oldmanId, days }, context) {
    await reachPerson(oldmanId, context);
    const { tx, deps } = context;
    const since = new Date(deps.now() - days * 86_400_000).toISOString();
    const rows = await tx.rows<{
      id: number;
      time: string;
      severity: number;
      isDisposed: number;
      source_type: number;
      remark: string | null;
      total: number;
    }>(sql`
      select id, happened_at as time, severity, status as "isDisposed", source_type, remark, count(*) over () as total from warnings
      where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and rule = 'fall' and happened_at > ${since}::timestamptz
      order by happened_at desc limit 50`);
    return {
      total: rows[0]?.total ?? 0,
      records: rows.map(({ source_type, total: _total, ...row }) => ({ ...row, source: sourceLabels[source_type] ?? '设备' })),
    };
  },

  async sheet({ oldmanId, first }, context) {
    await reachPerson(oldmanId, context);
    const { tx } = context;
    const [from, to] = [`${first} 00:00:00`, `${nextDay(first, 7)} 00:00:00`];
    const curves = [metrics.temperature.number, metrics.heartRate.number, metrics.breathing.number];
    const rows = await tx.rows<{ metric: number; time: string; value: number; manner: number | null; manual: boolean }>(sql`
      select metric, at as time, value::float8 as value, manner, true as manual from measurements
      where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and at >= ${from}::timestamptz and at < ${to}::timestamptz
        and voided_at is null and not doubtful
      union all
      select metric, hour + interval '30 minutes', sum(sum) / sum(count), null, false from hourly_readings
      where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and metric = any(${curves}::smallint[]) and hour >= ${from}::timestamptz
        and hour < ${to}::timestamptz and count > 0
      group by metric, hour
      order by 2 limit 5000`);
    const sleep = metrics.sleep.number;
    const nights = withoutTold(
      await tx.rows(sleptNights(tx.tenantId, oldmanId, from, to)),
      rows.filter(({ metric }) => metric === sleep),
    ).map((night) => ({ ...night, metric: sleep, manner: null, manual: false }));
    return [...rows, ...nights].flatMap(({ metric, value, ...row }) => {
      const known = metricOf(metric);
      return known ? [{ ...row, metric: known.name, value: roundTo(value, known.decimals) }] : [];
    });
  },

  async night({ oldmanId, day }, context) {
    await reachPerson(oldmanId, context);
    return nightOf(context.tx, oldmanId, day, context.deps.now());
  },
};
