/** Templates of care plans, per ability level. */
import { sql } from 'kysely';
import { careTemplates as routes } from '#contract/care/care-templates.ts';
import type { Context } from '../context.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, reads, writes, type ListOf } from '../lists/crud.ts';
import { checkedCare, type Care } from './care-parts.ts';

const NOUN = '照护模板';

const list: ListOf<typeof routes.page, 'care_templates'> = {
  table: 'care_templates',
  noun: NOUN,
  columns: {
    id: 'id',
    name: 'name',
    anergy: 'ability',
    problems: 'problems',
    goals: 'goals',
    interventions: 'interventions',
    verified: 'verified',
    remarks: 'remarks',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), anergy: equals('ability') },
};

const written = writes({
  table: 'care_templates',
  noun: NOUN,
  fields: {
    name: 'name',
    anergy: 'ability',
    problems: 'problems',
    goals: 'goals',
    interventions: 'interventions',
    verified: 'verified',
    remarks: 'remarks',
  },
});

/** Lists go into their columns as JSON. */
function columnsOf<T extends { problems?: unknown; goals?: unknown; interventions?: readonly Care[] | undefined }>(form: T) {
  const { problems, goals, interventions, ...rest } = form;
  const json = (value: unknown) => (value === undefined ? {} : JSON.stringify(value));
  return {
    ...rest,
    ...(problems === undefined ? {} : { problems: json(problems) }),
    ...(goals === undefined ? {} : { goals: json(goals) }),
    ...(interventions === undefined ? {} : { interventions: json(checkedCare(interventions)) }),
  };
}

/** Two of one name are told apart by nobody. */
async function needFreeName({ tx }: Context, name: string | undefined, but: number | null): Promise<void> {
  if (name === undefined) return;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`care-template:${tx.tenantId}`}, 0))`);
  const taken = await tx.row(sql`
    select 1 from care_templates where tenant_id = ${tx.tenantId} and name = ${name} and id is distinct from ${but}::bigint`);
  if (taken) throw refused('已有同名的照护模板');
}

export const careTemplates: Handlers<typeof routes> = {
  ...reads(list),
  ...written,
  async create(form, context) {
    await needFreeName(context, form.name, null);
    return written.create(columnsOf(form), context);
  },
  async update(form, context) {
    await needFreeName(context, form.name, form.id);
    return written.update(columnsOf(form), context);
  },
};
