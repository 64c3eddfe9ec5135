/** Rounds that a phone walks: begun and ended when it says, each of them once, however often and however late it is sent. */
import { clockOf, instantOf, isoOf, textOf } from '#contract/time.ts';
import { decidePatrol, patrolStates, walkProblem } from '#contract/care/patrol-commands.rules.ts';
import type { patrols as routes } from '#contract/care/patrols.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { db } from '../db/tenant.ts';
import { applyTo } from '../db/transitions.ts';
import { Refusal, conflict, notFound, refused } from '../errors.ts';
import { patrol, writeMarks } from './patrol-machine.ts';
import { floorsOf, lockWalk, peopleOf, reachedOf } from './patrol-rows.ts';

type Start = z.output<typeof routes.start.input>;
type Walked = z.output<typeof routes.walked.input>;
type Floor = Pick<Start, 'building' | 'floor'>;

const OTHERS = conflict('该次巡视由他人登记，请刷新后重新开始');

/** Throws 404 unless residents are on the floor. */
async function needFloor({ tx }: Context, { building, floor }: Floor): Promise<void> {
  const inside = await floorsOf(tx);
  if (!inside.some((one) => one.building === building && one.floor === floor)) throw notFound('有服务对象的楼层');
}

/** Throws 409 with who walks the floor, when another round is open on it. */
async function needFree({ tx }: Context, { building, floor }: Floor): Promise<void> {
  const open = await tx.row(
    db
      .selectFrom('patrols')
      .select(['user_name', 'started_at'])
      .where('tenant_id', '=', tx.tenantId)
      .where('state', '=', patrolStates.walking)
      .where('building', '=', building)
      .where('floor', '=', floor),
  );
  if (open) throw conflict(`该楼层正由${open.user_name}巡视（${clockOf(instantOf(open.started_at))}开始），请与其确认，结束或取消后再开始`);
}

/** Begins a round. Gives its id, also to a phone that sends the same once more. Throws 404, 409 and 422. */
export async function startWalk(context: Context, { walk, startTime, ...floor }: Start): Promise<number> {
  const { tx, deps, session } = context;
  const now = deps.now();
  const at = startTime === null ? now : instantOf(startTime);
  const problem = walkProblem(at, null, now);
  if (problem !== null) throw refused(problem);
  const known = walk === undefined ? null : await lockWalk(context, walk);
  if (known && known.user_id !== session.userId) throw OTHERS;
  if (known) return known.id;
  await needFloor(context, floor);
  await needFree(context, floor);
  const values = {
    tenant_id: tx.tenantId,
    state: patrolStates.walking,
    ...floor,
    started_at: isoOf(Math.min(at, now)),
    user_id: session.userId,
    user_name: session.name,
    created_at: isoOf(now),
    ...(walk === undefined ? {} : { walk }),
  };
  const refusals = { patrols_open: conflict('该楼层刚刚有人开始巡视，请刷新后再看'), patrols_walk: OTHERS };
  const made = await explaining(refusals, tx.row(db.insertInto('patrols').values(values).returning('id')));
  await context.emit('patrol.changed', { patrolId: made!.id });
  return made!.id;
}

/** What a phone says of its people, as a command: those on the floor now, and those of whom it has something to say, wherever they are. */
async function commandOf(context: Context, { marks, note, endTime, ...floor }: Walked) {
  const { tx, session } = context;
  const ids = marks.map(({ oldmanId }) => oldmanId);
  const [here, reached] = [await peopleOf(tx, session, floor), await reachedOf(tx, session, ids)];
  if (ids.some((id) => !reached.has(id))) throw refused('有标记的服务对象已不在您的名单中，请去掉其标记后重新结束');
  const people = new Set([...here.map(({ oldmanId }) => oldmanId), ...ids]).size;
  return {
    action: 'finish' as const,
    by: session.userId,
    at: instantOf(endTime),
    people,
    marks: marks.map(({ oldmanId, ...mark }) => ({ personId: oldmanId, ...mark })),
    note,
  };
}

/** Writes a whole round of which the server had not heard. Gives its id; null when another sending of it was faster. */
async function enter(context: Context, form: Walked): Promise<number | null> {
  const { tx, deps, session } = context;
  const now = deps.now();
  const began = Math.min(instantOf(form.startTime), now);
  const row = { state: patrolStates.walking, started_at: textOf(began), user_id: session.userId, user_name: session.name };
  const decision = decidePatrol(row, await commandOf(context, form), now);
  if ('refusal' in decision) throw new Refusal(decision.status, decision.refusal);
  const { set, marks } = decision.change!;
  const { walk, building, floor } = form;
  const made = await tx.row(
    db
      .insertInto('patrols')
      .values({ tenant_id: tx.tenantId, ...row, ...set, started_at: isoOf(began), walk, building, floor, created_at: isoOf(now) })
      .onConflict((on) => on.columns(['tenant_id', 'walk']).doNothing())
      .returning('id'),
  );
  if (!made) return null;
  await writeMarks(context, made.id, marks);
  await context.emit('patrol.changed', { patrolId: made.id });
  return made.id;
}

/** Ends the round of a phone's key, or writes the whole of it. Gives its id. Throws 409 and 422. */
export async function endWalk(context: Context, form: Walked): Promise<number> {
  const problem = walkProblem(instantOf(form.startTime), instantOf(form.endTime), context.deps.now());
  if (problem !== null) throw refused(problem);
  const known = await lockWalk(context, form.walk);
  const made = known ? null : await enter(context, form);
  if (made !== null) return made;
  const row = known ?? (await lockWalk(context, form.walk));
  if (row?.user_id !== context.session.userId) throw OTHERS;
  // It was sent before, and its answer was lost for longer than keys are remembered.
  if (row.state === patrolStates.done && textOf(instantOf(row.ended_at!)) === form.endTime) return row.id;
  await applyTo(patrol, context, row, await commandOf(context, form));
  return row.id;
}
