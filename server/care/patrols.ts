/** Rounds through the floors: begun, ended with who was not simply well, and which are missing. */
import { sql } from 'kysely';
import { coverageOf, missedWindows, monthSpan, patrolWindowAt, patrolWindows } from '#contract/care/patrol-windows.rules.ts';
import { careShiftAt } from '#contract/care/care-times.rules.ts';
import { patrols as routes } from '#contract/care/patrols.ts';
import { isoOf } from '#contract/time.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { notFound } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { exporting } from '../transfers/exports.ts';
import { roundsBetween, spanText } from './patrol-coverage.ts';
import { patrol } from './patrol-machine.ts';
import { floorsOf, list, marksOf, peopleOf, sheet } from './patrol-rows.ts';
import { endWalk, startWalk } from './walks.ts';

interface Newest {
  building: string;
  floor: string;
  time: string;
  name: string;
}
interface Walking {
  id: number;
  version: number;
  walk: string;
  building: string;
  floor: string;
  userId: number;
  userName: string;
  startTime: string;
}

export const patrols: Handlers<typeof routes> = {
  page: reads(list).page,
  export: exporting(routes.export, sheet),

  get: async ({ id }, context) => ({ ...(await readOne(list, id, context)), marks: await marksOf(context, id) }),

  async floors(_input, { tx, deps }) {
    const now = deps.now();
    const shift = careShiftAt(now);
    const [{ settings, windows, floors }, inside, walking, newest] = await Promise.all([
      roundsBetween(tx, shift.from, shift.until),
      floorsOf(tx),
      tx.rows<Walking>(sql`
        select id, version, walk, building, floor, user_id as "userId", user_name as "userName", started_at as "startTime" from patrols
        where tenant_id = ${tx.tenantId} and state = 1`),
      tx.rows<Newest>(sql`
        select distinct on (building, floor) building, floor, started_at as time, user_name as name from patrols
        where tenant_id = ${tx.tenantId} and state < 3 and started_at > ${isoOf(shift.from)}::timestamptz - interval '7 days'
        order by building, floor, started_at desc`),
    ]);
    const window = patrolWindowAt(now, settings);
    return {
      window: window && spanText(window),
      windows: [...patrolWindows(now, settings), ...patrolWindows(shift.until, settings)].map(spanText),
      floors: inside.map(({ building, floor, people }) => {
        const of = <Row extends { building: string; floor: string }>(rows: readonly Row[]) =>
          rows.find((row) => row.building === building && row.floor === floor);
        const begun = of(floors)?.begun ?? [];
        return {
          building,
          floor,
          people,
          lastTime: of(newest)?.time ?? null,
          lastName: of(newest)?.name ?? null,
          done: window !== null && begun.some((at) => at >= window.from && at < window.until),
          walking: of(walking) ?? null,
          missed: missedWindows(windows, begun, now).map(spanText),
        };
      }),
    };
  },

  people: (floor, { tx, session }) => peopleOf(tx, session, floor),

  async coverage({ month }, { tx, deps }) {
    const { from, until } = monthSpan(month);
    const { windows, floors } = await roundsBetween(tx, from, until);
    return floors.flatMap(({ building, floor, begun }) =>
      coverageOf(windows, begun, deps.now()).map(({ missed, ...row }) => ({ building, floor, ...row, missed: missed.map(spanText) })),
    );
  },

  start: (form, context) => once(context, routes.start, form, () => startWalk(context, form)),
  walked: (form, context) => once(context, routes.walked, form, () => endWalk(context, form)),

  finish: ({ version, ...form }, context) =>
    once(context, routes.finish, form, async () => {
      const row = await openFor(patrol, context, { id: form.id, version }, 'finish');
      const people = await peopleOf(context.tx, context.session, row);
      const known = new Set(people.map(({ oldmanId }) => oldmanId));
      if (form.marks.some(({ oldmanId }) => !known.has(oldmanId))) throw notFound('该楼层的服务对象');
      const said = { action: 'finish' as const, by: context.session.userId, at: context.deps.now() };
      const marks = form.marks.map(({ oldmanId, ...mark }) => ({ personId: oldmanId, ...mark }));
      return applyTo(patrol, context, row, { ...said, people: people.length, marks, note: form.note });
    }),

  cancel: (which, context) => apply(patrol, context, which, { action: 'cancel', by: context.session.userId }),
};
