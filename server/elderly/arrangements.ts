/** Care level and meals of a person from a day on: at once where the day has come, else by the clock. */
import { sql } from 'kysely';
import {
  arrangementKinds,
  arrangementStates,
  closedArrangement,
  decideArrangement,
  refusedDay,
  type ArrangementCommand,
  type ArrangementKind,
} from '#contract/elderly/arrangements.rules.ts';
import type { arrangements as routes } from '#contract/elderly/arrangements.ts';
import type { Diet, Texture } from '#contract/meals/dishes.rules.ts';
import { dayOf } from '#contract/time.ts';
import type { Context, Work } from '../context.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { apply, type Machine } from '../db/transitions.ts';
import { notFound, refused } from '../errors.ts';
import { emit } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { forTenants } from '../jobs/poller.ts';
import { readOne } from '../lists/crud.ts';
import { peopleRows } from './people-rows.ts';
import { lock } from './person-locks.ts';
import { hasGone } from './registrations.ts';

const NOUN = '变更';
const MOST = 100;
const DICTIONARIES: Record<ArrangementKind, string> = { level: 'care_level', meal: 'meal_type' };

async function lockArrangement(tx: Tx, id: number) {
  const row = await tx.row(
    db.selectFrom('person_arrangements').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
type Row = Awaited<ReturnType<typeof lockArrangement>>;

type Taken = 'id' | 'person_id' | 'kind' | 'value' | 'note' | 'texture' | 'diets';

/** Writes what holds now into the person's row, and what held before into the arrangement's. */
async function take(tx: Tx, deps: Dependencies, row: Pick<Row, Taken>): Promise<void> {
  const column = row.kind === 'level' ? sql.ref('care_level') : sql.ref('meal');
  await tx.run(sql`
    update person_arrangements a set state = ${arrangementStates.holds}, before = p.${column}, version = a.version + 1, updated_at = now()
    from people p where a.tenant_id = ${tx.tenantId} and a.id = ${row.id} and p.tenant_id = a.tenant_id and p.id = a.person_id`);
  await tx.run(sql`
    update people set ${column} = ${row.value} ${row.kind === 'meal' ? sql`, meal_note = ${row.note}, meal_texture = ${row.texture}, meal_diets = ${row.diets}::text[]` : sql``},
      version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${row.person_id}`);
  await emit('person.changed', { personId: row.person_id }, tx, deps);
}

interface Asked {
  id: number;
  effectiveDate: string | null;
  reason: string;
  consentName: string | null;
}

/** Of a meal, beside its kind. */
interface MealWishes {
  note: string | null;
  texture: Texture | null;
  diets: Diet[];
}
const NO_WISHES: MealWishes = { note: null, texture: null, diets: [] };

async function arrange(context: Context, kind: ArrangementKind, value: number, wishes: MealWishes, asked: Asked): Promise<true> {
  const { tx, deps, session } = context;
  const today = dayOf(deps.now());
  const effective = asked.effectiveDate ?? today;
  const person = await lock(asked.id, context);
  if (hasGone(person.status)) throw refused(`该服务对象已离开机构，不能变更${arrangementKinds[kind]}`);
  const wrong = refusedDay(effective, today);
  if (wrong !== null) throw refused(wrong);
  const known = await tx.row(sql`
    select 1 from dictionary_items i join dictionaries d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
    where i.tenant_id = ${tx.tenantId} and d.type = ${DICTIONARIES[kind]} and i.value = ${String(value)}`);
  if (!known) throw refused(`${arrangementKinds[kind]}不存在，请重新选择`);
  // Another change for the same day is replaced: the last word counts.
  await tx.run(sql`
    update person_arrangements set state = ${arrangementStates.withdrawn}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and person_id = ${asked.id} and kind = ${kind} and effective_on = ${effective} and state = 1`);
  const made = await tx.row(
    db
      .insertInto('person_arrangements')
      .values({
        tenant_id: tx.tenantId,
        person_id: asked.id,
        kind,
        value,
        ...wishes,
        effective_on: effective,
        reason: asked.reason,
        consent_name: asked.consentName,
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  if (effective <= today) await take(tx, deps, { id: made!.id, person_id: asked.id, kind, value, ...wishes });
  else await context.emit('person.changed', { personId: asked.id });
  return true;
}

/** What an assessment found a person able to do (dictionary `anergy`), in their row. */
export async function setAbility({ tx, emit: tell }: Work, personId: number, ability: number): Promise<void> {
  const changed = await tx.run(sql`
    update people set ability = ${ability}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${personId} and ability is distinct from ${ability}`);
  if (changed > 0) await tell('person.changed', { personId });
}

/** A level that was changed in the person's form stands in the history as well, from today on. */
export async function noteLevel(
  { tx, deps, session }: Context,
  before: { id: number; care_level: number | null },
  now: number | null | undefined,
): Promise<void> {
  if (now === undefined || now === null || now === before.care_level) return;
  await tx.run(
    db.insertInto('person_arrangements').values({
      tenant_id: tx.tenantId,
      person_id: before.id,
      kind: 'level',
      value: now,
      before: before.care_level,
      effective_on: dayOf(deps.now()),
      reason: '修改档案',
      state: arrangementStates.holds,
      user_id: session.userId,
      user_name: session.name,
    }),
  );
}

const machine: Machine<Context, Row, ArrangementCommand, { set: { state: number } }> = {
  table: 'person_arrangements',
  async read(context, id) {
    const row = await lockArrangement(context.tx, id);
    await readOne(peopleRows(context.session), row.person_id, context);
    return row;
  },
  fresh: async () => null,
  changed: () => `${NOUN}已被他人修改，请刷新后重试`,
  taken: () => `${NOUN}已被他人修改，请刷新后重试`,
  closed: closedArrangement,
  decide: decideArrangement,
  columns: (_work, _row, { set }) => set,
  follow: async () => {},
  record: (work: Work, row) => work.emit('person.changed', { personId: row.person_id }),
};

export const arrangements: Handlers<typeof routes> = {
  async ofPerson({ oldmanId }, context) {
    const { tx } = context;
    await readOne(peopleRows(context.session), oldmanId, context);
    const person = await tx.row<{ meal: number | null; mealNote: string | null; texture: string | null; diets: string[] }>(
      sql`select meal, meal_note as "mealNote", meal_texture as texture, meal_diets as diets from people where tenant_id = ${tx.tenantId} and id = ${oldmanId}`,
    );
    const rows = await tx.rows(
      db
        .selectFrom('person_arrangements')
        .selectAll()
        .where('tenant_id', '=', tx.tenantId)
        .where('person_id', '=', oldmanId)
        .orderBy('effective_on', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST),
    );
    return {
      ...person!,
      texture: person!.texture as Texture | null,
      diets: person!.diets as Diet[],
      changes: rows.map((row) => ({
        id: row.id,
        kind: row.kind as ArrangementKind,
        value: row.value,
        before: row.before,
        mealNote: row.note,
        texture: row.texture as Texture | null,
        diets: row.diets as Diet[],
        effectiveDate: row.effective_on,
        reason: row.reason,
        consentName: row.consent_name,
        state: row.state,
        version: row.version,
        createBy: row.user_name,
        createTime: row.created_at,
      })),
    };
  },
  level: ({ careLevel, ...asked }, context) => arrange(context, 'level', careLevel, NO_WISHES, asked),
  meal: ({ meal, mealNote, texture, diets, ...asked }, context) =>
    arrange(context, 'meal', meal, { note: mealNote, texture, diets }, asked),
  withdraw: (which, context) => apply(machine, context, which, { action: 'withdraw' }),
};

/** Has what was arranged for today or before hold, over all institutions; gives how many. */
export async function beginArrangements(deps: Dependencies, now: number, most: number): Promise<number> {
  const today = dayOf(now);
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'arrangements_due',
    text: 'select tenant_id from app.arrangements_due($1::date) order by 1',
    values: [today],
  });
  let begun = 0;
  await forTenants(deps, 'the beginning of arrangements', rows, (tenantId) =>
    deps.inTenant(tenantId, async (tx) => {
      const due = await tx.rows<Pick<Row, Taken>>(sql`
        select id, person_id, kind, value, note, texture, diets from person_arrangements
        where tenant_id = ${tx.tenantId} and state = 1 and effective_on <= ${today}
        order by effective_on, id limit ${most} for update skip locked`);
      for (const row of due) await take(tx, deps, row);
      begun += due.length;
    }),
  );
  return begun;
}

/** Withdraws what is planned for a person who leaves. */
export async function withdrawArrangements(context: Context, personId: number): Promise<void> {
  const { tx } = context;
  const planned = await tx.rows<{ id: number }>(sql`
    select id from person_arrangements where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and state = ${arrangementStates.planned} order by id`);
  for (const { id } of planned) await apply(machine, context, { id }, { action: 'withdraw' });
}
