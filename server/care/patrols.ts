/** Rounds through the floors: begun, ended with who was not simply well, and which are missing. */
import { sql } from 'kysely';
import { closedPatrol, decidePatrol, patrolStates, type PatrolChange, type PatrolCommand } from '#contract/care/patrol-commands.rules.ts';
import { coverageOf, missedWindows, monthSpan, patrolWindowAt } from '#contract/care/patrol-windows.rules.ts';
import { careShiftAt } from '#contract/care/care-times.rules.ts';
import { patrols as routes } from '#contract/care/patrols.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, openFor, type Machine } from '../db/transitions.ts';
import { conflict, notFound } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { exporting } from '../transfers/exports.ts';
import { roundsBetween, spanText } from './patrol-coverage.ts';
import { floorsOf, list, lockPatrol, marksOf, NOUN, peopleOf, sheet, type PatrolRow } from './patrol-rows.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

const patrol: Machine<Context, PatrolRow, PatrolCommand, PatrolChange> = {
  table: 'patrols',
  read: lockPatrol,
  fresh: (context, { id }) => readOne(list, id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedPatrol,
  decide: decidePatrol,
  columns: (_context, _row, { set }) => set,
  async follow({ tx }, { id }, { marks }) {
    if (marks.length === 0) return;
    const rows = marks.map(({ personId, mark, note }) => ({ tenant_id: tx.tenantId, patrol_id: id, person_id: personId, mark, note }));
    await tx.run(db.insertInto('patrol_marks').values(rows));
  },
  async record(context, { id }) {
    await context.emit('patrol.changed', { patrolId: id });
  },
};

interface Newest {
  building: string;
  floor: string;
  time: string;
  name: string;
}
interface Walking {
  id: number;
  version: number;
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
        select id, version, building, floor, user_id as "userId", user_name as "userName", started_at as "startTime" from patrols
        where tenant_id = ${tx.tenantId} and state = 1`),
      tx.rows<Newest>(sql`
        select distinct on (building, floor) building, floor, started_at as time, user_name as name from patrols
        where tenant_id = ${tx.tenantId} and state < 3 and started_at > ${isoOf(shift.from)}::timestamptz - interval '7 days'
        order by building, floor, started_at desc`),
    ]);
    const window = patrolWindowAt(now, settings);
    return {
      window: window && spanText(window),
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

  start: (floor, context) =>
    once(context, routes.start, floor, async () => {
      const { tx, deps, session } = context;
      const inside = await floorsOf(tx);
      if (!inside.some((one) => one.building === floor.building && one.floor === floor.floor)) throw notFound('有服务对象的楼层');
      const made = await explaining(
        { patrols_open: conflict('该楼层正在巡视，请先结束或取消') },
        tx.row(
          db
            .insertInto('patrols')
            .values({
              tenant_id: tx.tenantId,
              state: patrolStates.walking,
              building: floor.building,
              floor: floor.floor,
              started_at: isoOf(deps.now()),
              user_id: session.userId,
              user_name: session.name,
            })
            .returning('id'),
        ),
      );
      await context.emit('patrol.changed', { patrolId: made!.id });
      return made!.id;
    }),

  finish: ({ version, ...form }, context) =>
    once(context, routes.finish, form, async () => {
      const row = await openFor(patrol, context, { id: form.id, version }, 'finish');
      const people = await peopleOf(context.tx, context.session, row);
      const known = new Set(people.map(({ oldmanId }) => oldmanId));
      if (form.marks.some(({ oldmanId }) => !known.has(oldmanId))) throw notFound('该楼层的服务对象');
      const marks = form.marks.map(({ oldmanId, ...mark }) => ({ personId: oldmanId, ...mark }));
      return applyTo(patrol, context, row, { action: 'finish', by: context.session.userId, people: people.length, marks, note: form.note });
    }),

  cancel: (which, context) => apply(patrol, context, which, { action: 'cancel', by: context.session.userId }),
};
