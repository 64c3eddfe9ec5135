/** Everybody's newest values: what is out of bounds first. */
import { overviews as routes, type Overview } from '#contract/health/overviews.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import { titled } from '#contract/labels.ts';
import { overviewLabels } from '#contract/health/overviews.labels.ts';
import type { z } from 'zod';
import type { Handlers } from '../http/implement.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { houseOrder } from '../rooms/places.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { exporting, type ExportColumn } from '../transfers/exports.ts';
import { countsOf, houseOf, overviewOf, toOverview, withValues } from './overview-rows.ts';

type Row = z.output<typeof Overview>;

const SORTS = { name: 'people.name', birth_date: 'people.birth_date', create_time: 'people.created_at' };

/** The order unless the list is sorted: urgent, watch, the others. `place` is the way through the house. */
function orderBy(input: { ascs?: string[] | undefined; descs?: string[] | undefined }): SortOrder {
  if (input.ascs?.[0] === 'place') return houseOrder('people.id');
  const by = orderOf(input, SORTS, 'people.created_at');
  return input.ascs || input.descs ? by : [{ column: 'state.rank', direction: 'asc' }, ...by];
}

const GRAVITIES = ['正常', '关注', '严重'];
const shown: readonly MetricName[] = [
  'temperature',
  'heartRate',
  'breathing',
  'systolic',
  'diastolic',
  'oxygen',
  'glucose',
  'sleep',
  'steps',
];

const columns: ExportColumn<Row>[] = titled(overviewLabels, [
  { key: 'gravity', value: ({ gravity }) => GRAVITIES[gravity] ?? '' },
  { key: 'userName' },
  { key: 'place', width: 22 },
  ...shown.map((name) => ({
    key: name,
    title: `${metrics[name].label}（${metrics[name].unit}）`,
    value: ({ values }: Row) => values[name]?.value ?? null,
  })),
  { key: 'lastTime', format: 'dateTime', width: 20 },
  {
    key: 'missing',
    width: 30,
    value: ({ missing }) =>
      missing.map(({ label, hours }) => (hours === null ? `${label}从未测量` : `${label}${hours}小时未测`)).join('；'),
  },
]);

export const overviews: Handlers<typeof routes> = {
  async page(input, context) {
    const { tx, session, deps } = context;
    const house = await houseOf(tx, deps.now());
    const by = orderBy(input);
    const listed = withValues(house);
    const found = await pageOf(context, input, overviewOf(input, session, house), (query) => inOrder(listed(query), by));
    return { ...found, records: found.records.map(toOverview(house)) };
  },

  async export(input, context) {
    const house = await houseOf(context.tx, context.deps.now());
    return exporting(routes.export, {
      name: '健康总览',
      list: (session) =>
        listFrom({
          matching: (given: SearchOf<typeof routes.page>) => overviewOf(given, session, house),
          listed: withValues(house),
          order: orderBy,
          toRow: toOverview(house),
        }),
      columns,
    })(input, context);
  },

  summary: (_input, context) => countsOf(context),
};
