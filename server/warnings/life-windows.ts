/** Life warning as staff set it up. */
import { isDeepStrictEqual } from 'node:util';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { lengthOf, lifeSources } from '#contract/warnings/life.rules.ts';
import type { lifeWindows as routes } from '#contract/warnings/life-windows.ts';
import { explaining } from '../db/constraints.ts';
import type { Session, Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { equals, lockOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { dataScopes } from '#contract/users/roles.ts';
import { reach } from '../lists/people-reach.ts';
import { reachPerson } from '../health/vitals.ts';
import { rewatch, touchLife } from './life.ts';
import { placeOfPerson } from '../rooms/places.ts';

/** Windows of the people whom the session reaches. */
const scope = (eb: AnyBuilder, session: Session): Expression<SqlBool> | undefined =>
  session.dataScope <= dataScopes.institution
    ? undefined
    : eb.exists(
        eb
          .selectFrom('people')
          .select(sql`1`.as('one'))
          .whereRef('people.tenant_id', '=', 'life_windows.tenant_id')
          .whereRef('people.id', '=', 'life_windows.person_id')
          .where((person) => reach(person, session) ?? person.lit(true)),
      );
const own = { table: 'life_windows', noun: '守护时段', scope } as const;
const ofState = (column: string) =>
  sql`(select ${sql.raw(column)} from life_states s where s.tenant_id = life_windows.tenant_id and s.person_id = life_windows.person_id)`;

const list: ListOf<typeof routes.page, 'life_windows'> = {
  ...own,
  columns: {
    id: 'id',
    personId: 'person_id',
    personName: lookup('people', 'name', 'life_windows.person_id'),
    roomName: () => placeOfPerson(sql.ref('life_windows.tenant_id'), sql.ref('life_windows.person_id')),
    days: 'days',
    from: 'starts',
    to: 'ends',
    quietMinutes: 'quiet_minutes',
    secondMinutes: 'second_minutes',
    sources: 'sources',
    enabled: 'enabled',
    remarks: 'remarks',
    lastTime: () => ofState('s.last_at'),
    lastSource: () => ofState('s.last_source'),
    nextTime: () => ofState('s.next_due_at'),
    stage: () => sql`coalesce(${ofState('s.stage')}, 0)`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    enabled: equals('enabled'),
    personId: equals('person_id'),
    personName: (_eb, name) =>
      sql`exists (select from people p where p.tenant_id = life_windows.tenant_id and p.id = life_windows.person_id
        and strpos(p.name, ${String(name)}) > 0)`,
  },
};
const reading = reads(list);
const fields = {
  personId: 'person_id',
  days: 'days',
  from: 'starts',
  to: 'ends',
  quietMinutes: 'quiet_minutes',
  secondMinutes: 'second_minutes',
  sources: 'sources',
  enabled: 'enabled',
  remarks: 'remarks',
} as const;
const plain = writes({ ...own, fields, stamp: (session) => ({ created_by: session.userId }) });
const refusals = { life_windows_tenant_id_person_id_fkey: refused('服务对象不存在') };

function check({ from, to, quietMinutes }: { from: string; to: string; quietMinutes: number }): void {
  if (from === to) throw refused('守护时段的开始与结束不能相同');
  if (quietMinutes > lengthOf({ from, to })) throw refused('允许无活动的时长不能超过守护时段');
}

/** Whoever keeps in memory who is watched hears of it like of a changed limit. */
async function changed({ tx, deps, emit }: Work, personId: number): Promise<void> {
  await rewatch(tx, deps, personId);
  await emit('threshold.changed', { personId });
}

/** Whether something else is waited for: its remarks alone, or a form sent as it was read, must not put off a warning. */
const waitsOtherwise = (input: Record<string, unknown>, before: Record<string, unknown>): boolean =>
  Object.keys(fields).some((field) => field !== 'remarks' && input[field] !== undefined && !isDeepStrictEqual(input[field], before[field]));

const sourceText = (row: z.output<typeof routes.get.output>) => ({
  ...row,
  lastSource: row.lastSource === null ? null : (lifeSources[row.lastSource as keyof typeof lifeSources] ?? row.lastSource),
});

export const lifeWindows: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await reading.page(input, context);
    return { ...found, records: found.records.map(sourceText) };
  },
  get: async (input, context) => sourceText(await reading.get(input, context)),

  async create(input, context) {
    check(input);
    await reachPerson(input.personId, context);
    const id = await explaining(refusals, plain.create(input, context));
    await changed(context, input.personId);
    return id;
  },

  async update(input, context) {
    check(input);
    const before = await lockOne(list, input.id, context);
    if (input.personId !== before.personId) await reachPerson(input.personId, context);
    await explaining(refusals, plain.update(input, context));
    if (waitsOtherwise(input, before)) for (const personId of new Set([before.personId, input.personId])) await changed(context, personId);
    return true;
  },

  async remove(input, context) {
    const { personId } = await reading.get(input, context);
    await plain.remove(input, context);
    await changed(context, personId);
    return true;
  },

  async checkIn({ personId, note }, context) {
    const { tx, deps, session } = context;
    await reachPerson(personId, context);
    await touchLife(tx, deps, personId, 'manual', deps.now(), [session.name, note].filter(Boolean).join('：'));
    return true;
  },
};
