/** A round of measurements: its progress, and its people with what a phone judges their values by. */
import { dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isMetric, metricOf, type MetricName } from '#contract/health/metrics.ts';
import { MOST_ROUND, rounds as routes, type RoundPerson } from '#contract/health/rounds.ts';
import type { Limits } from '#contract/health/thresholds.rules.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder } from '../lists/paging.ts';
import type { SelectedBy } from '../lists/query.ts';
import { houseOrder } from '../rooms/places.ts';
import { limitsOf } from './limits.ts';
import { houseOf, isMeasured, isMissing, overviewOf, PRESENT, withValues } from './overview-rows.ts';

/** Limits by metric's name, without what only the warning engine needs. */
const byName = (limits: Iterable<Limits>) =>
  Object.fromEntries(
    [...limits].flatMap(({ metric, lowCritical, low, high, highCritical }) => {
      const known = metricOf(metric);
      return known ? [[known.name, { lowCritical, low, high, highCritical }]] : [];
    }),
  );

export const rounds: Handlers<typeof routes> = {
  async progress(input, { tx, session, deps }) {
    const house = await houseOf(tx, deps.now());
    const counted = overviewOf({ ...input, status: PRESENT }, session, house).select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where ${isMeasured(house, session.tenantId)})`.as('measured'),
    ]);
    return (await tx.row<{ total: number; measured: number }>(counted as never))!;
  },

  async people(_input, { tx, session, deps }) {
    const house = await houseOf(tx, deps.now());
    const listed = withValues(house)(overviewOf({ status: PRESENT }, session, house)).select([
      'rooms.building',
      'rooms.floor',
      isMeasured(house, session.tenantId).as('measured'),
      sql<boolean>`${isMissing(house, session.tenantId)}`.as('overdue'),
    ]);
    const rows = await tx.rows<SelectedBy<typeof listed>>(inOrder(listed, houseOrder('people.id')).limit(MOST_ROUND + 1) as never);
    const limits = await limitsOf(
      tx,
      rows.map(({ id }) => id),
      dayOf(deps.now()),
    );
    const people = rows.slice(0, MOST_ROUND).map((row): z.input<typeof RoundPerson> => ({
      id: row.id,
      userName: row.userName,
      building: row.building,
      floor: row.floor,
      place: row.place,
      measured: row.measured,
      missing: row.overdue,
      values: Object.fromEntries(
        (row.newest ?? []).flatMap(([number, value]): [MetricName, number][] => {
          const known = metricOf(number);
          return known && isMetric(known.name) ? [[known.name, value]] : [];
        }),
      ),
      limits: byName([...limits.get(row.id)!.values()].filter(({ origin }) => origin === 'person')),
    }));
    return { limits: byName(house.limits.values()), people, more: rows.length > MOST_ROUND };
  },
};
