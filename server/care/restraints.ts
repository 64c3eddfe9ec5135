/** Restraint: ordered with consent, begun, looked after, released; each once, also when a phone says it late or twice. */
import { sql } from 'kysely';
import {
  closedRestraint,
  decideRestraint,
  orderProblem,
  restraintStates,
  type RestraintChange,
  type RestraintCommand,
} from '#contract/care/restraint-commands.rules.ts';
import { MOST_RESTRAINTS, restraints as routes } from '#contract/care/restraints.ts';
import { dayOf, instantOf, isoOf } from '#contract/time.ts';
import type { Context, Dependencies } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { db, type Tx } from '../db/tenant.ts';
import { apply, type Machine } from '../db/transitions.ts';
import { conflict, refused } from '../errors.ts';
import { emit, on } from '../events.ts';
import { markPerson } from '../elderly/person-flags.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { exporting } from '../transfers/exports.ts';
import { careSettings } from './care-settings.ts';
import { listAt, lockRestraint, looksOf, NOUN, sheet, statisticsOf, type RestraintRow, type RestraintWire } from './restraint-rows.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;
/** Of the person while a restraint is under way. */
export const RESTRAINED = '约束中';
const PRESENT = 1;

/** The flag of a person says whether any restraint of theirs is under way. */
async function flag(work: Pick<Context, 'tx' | 'emit'>, personId: number): Promise<void> {
  const { tx } = work;
  const open = await tx.row(sql`
    select 1 from restraints where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = ${restraintStates.begun} limit 1`);
  await markPerson(work, personId, RESTRAINED, open !== undefined);
}

const restraint: Machine<Context, RestraintRow, RestraintCommand, RestraintChange, RestraintWire> = {
  table: 'restraints',
  read: lockRestraint,
  fresh: (context, { id }) => readOne(listAt(context.session.tenantId), id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedRestraint,
  decide: decideRestraint,
  columns: (_context, _row, { set }) => set,
  async follow(context, { id, person_id }, { look, at, action }) {
    const { tx, deps, session } = context;
    if (action !== 'look') return flag(context, person_id);
    await tx.run(
      db.insertInto('restraint_looks').values({
        tenant_id: tx.tenantId,
        restraint_id: id,
        ...look!,
        seen_at: at,
        user_id: session.userId,
        user_name: session.name,
        created_at: isoOf(deps.now()),
      }),
    );
  },
  async record(context, { person_id }) {
    await context.emit('restraint.changed', { personId: person_id });
  },
};

const momentOf = (time: string | null, { deps }: Context) => (time === null ? deps.now() : instantOf(time));

export const restraints: Handlers<typeof routes> = {
  page: (input, context) => reads(listAt(context.session.tenantId)).page(input, context),
  export: exporting(routes.export, sheet),

  async get({ id }, context) {
    const row = await readOne(listAt(context.session.tenantId), id, context);
    const files = await context.tx.row<{ files: string[] }>(sql`
      select consent_files as files from restraints where tenant_id = ${context.tx.tenantId} and id = ${id}`);
    return { ...row, consentFiles: files!.files, looks: await looksOf(context, id) };
  },

  async open(_input, context) {
    const input = { current: 1, size: MOST_RESTRAINTS, open: 'true' as const };
    const { records, total } = await reads(listAt(context.session.tenantId)).page(input as never, context);
    return { rows: records, more: total > MOST_RESTRAINTS };
  },

  async limits(_input, { tx }) {
    const { RESTRAINT_MOST_HOURS, RESTRAINT_LOOK_MINUTES, RESTRAINT_LOOSEN_MINUTES } = await careSettings(tx);
    return { mostHours: RESTRAINT_MOST_HOURS, lookMinutes: RESTRAINT_LOOK_MINUTES, loosenMinutes: RESTRAINT_LOOSEN_MINUTES };
  },

  order: (form, context) =>
    once(context, routes.order, form, async () => {
      const { tx, deps, session } = context;
      const now = deps.now();
      const settings = await careSettings(tx);
      const problem = orderProblem(form, settings.RESTRAINT_MOST_HOURS, dayOf(now));
      if (problem !== null) throw refused(problem);
      const person = await readOne(peopleRows(session), form.oldmanId, context);
      if (person.status !== PRESENT) throw refused(`${person.userName}不在院，不能开具约束单`);
      const made = await explaining(
        { restraints_open: conflict('该服务对象已有同样方式的约束单没有结束，请先解除或作废') },
        tx.row(
          db
            .insertInto('restraints')
            .values({
              tenant_id: tx.tenantId,
              person_id: form.oldmanId,
              state: restraintStates.ordered,
              kind: form.kind,
              reason: form.reason,
              reason_note: form.reasonNote,
              instruction: form.instruction,
              ordered_role: form.orderedRole,
              ordered_name: form.orderedName,
              ordered_at: isoOf(now),
              consent_name: form.consentName,
              consent_relation: form.consentRelation,
              consent_on: form.consentDay,
              consent_files: form.consentFiles,
              hours: form.hours,
              look_minutes: settings.RESTRAINT_LOOK_MINUTES,
              loosen_minutes: settings.RESTRAINT_LOOSEN_MINUTES,
              user_id: session.userId,
              user_name: session.name,
              created_at: isoOf(now),
            })
            .returning('id'),
        ),
      );
      await context.emit('restraint.changed', { personId: form.oldmanId });
      return made!.id;
    }),

  // A phone that lost the answer sends the same once more.
  begin: ({ version, ...form }, context) =>
    once(context, routes.begin, form, () =>
      apply(restraint, context, { id: form.id, version }, { action: 'begin', by: context.session.name, at: momentOf(form.time, context) }),
    ),

  look: ({ version, ...form }, context) =>
    once(context, routes.look, form, () => {
      const { id, time, ...look } = form;
      return apply(restraint, context, { id, version }, { action: 'look', at: momentOf(time, context), look });
    }),

  release: ({ version, ...form }, context) =>
    once(context, routes.release, form, () => {
      const { id, time, note } = form;
      return apply(restraint, context, { id, version }, { action: 'release', by: context.session.name, at: momentOf(time, context), note });
    }),

  withdraw: ({ id, version, note }, context) =>
    apply(restraint, context, { id, version }, { action: 'withdraw', by: context.session.name, at: context.deps.now(), note }),

  statistics: ({ month }, context) => statisticsOf(context, month),
};

interface Stand {
  open: boolean;
  present: boolean;
  astray: boolean;
}

/** Ends what is open of a person who has left the house; the flag says again what is so, whatever a form or a merge made of it. */
async function follow(tx: Tx, deps: Dependencies, personId: number): Promise<void> {
  const found = await tx.row<Stand>(sql`
    select exists (select from restraints r where r.tenant_id = p.tenant_id and r.person_id = p.id and r.state in (1, 2)) as open,
      p.status = ${PRESENT} and p.deleted_at is null as present,
      (${RESTRAINED}::text = any(p.flags)) <> exists (select from restraints r where r.tenant_id = p.tenant_id and r.person_id = p.id
        and r.state = ${restraintStates.begun}) as astray
    from people p where p.tenant_id = ${tx.tenantId} and p.id = ${personId}`);
  if (!found || (!found.astray && (found.present || !found.open))) return;
  if (found.open && !found.present) {
    await tx.run(sql`
      update restraints set state = case state when ${restraintStates.ordered} then ${restraintStates.withdrawn}::smallint
          else ${restraintStates.released}::smallint end, ended_at = greatest(begun_at, ${isoOf(deps.now())}::timestamptz),
        ended_name = '系统', end_note = '离开机构，系统结束', version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and person_id = ${personId} and state in (${restraintStates.ordered}, ${restraintStates.begun})`);
    await emit('restraint.changed', { personId }, tx, deps);
  }
  await flag({ tx, emit: (name, payload) => emit(name, payload, tx, deps) }, personId);
}

/** Who is in hospital, away or gone is not restrained here. Called once per process. */
export function followPeopleWithRestraints(): void {
  on('person.changed', ({ personId }, tx, deps) => follow(tx, deps, personId));
  on('person.removed', ({ personId }, tx, deps) => follow(tx, deps, personId));
}
