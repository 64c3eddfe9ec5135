/** Warnings as staff read them; server/warnings/raise.ts makes them, handlings.ts closes them. */
import { sql } from 'kysely';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import type { warnings as routes } from '#contract/warnings/warnings.ts';
import type { z } from 'zod';
import { db } from '../db/tenant.ts';
import type { Handlers } from '../implement.ts';
import { ordered, pageOf } from '../paging.ts';
import { acknowledge, comment, updateStatus } from './handlings.ts';
import { timelineOf } from './timelines.ts';
import { readWarning, toWire, warningsOf, withDetails } from './warning-rows.ts';

// Literals: only then is the partial index of open warnings seen to cover them.
const OPEN = [sql.lit(disposals.open), sql.lit(disposals.inProgress)];
const NEWEST = 3;

const sorts = { create_time: 'warnings.created_at', data_happen_time: 'warnings.happened_at', severity: 'warnings.severity' };
const ORDER = 'warnings.happened_at' as const;

/** Of the alarms of one frame, which have one time, the most urgent stands first. */
const newestFirst = (query: ReturnType<typeof withDetails>) => query.orderBy(ORDER, 'desc').orderBy('warnings.severity').orderBy('warnings.id', 'desc');

function matching(tenantId: number, input: z.output<typeof routes.page.input>) {
  let query = warningsOf(tenantId);
  const { name, rule, severity, isDisposed, open, oldmanId, startTime, endTime } = input;
  if (name) {
    query = query.where('warnings.person_id', 'in', (eb) =>
      eb
        .selectFrom('people')
        .select('people.id')
        .where('people.tenant_id', '=', tenantId)
        .where(sql<boolean>`people.name_terms @> app.name_terms(${tenantId}::bigint, ${name})`)
        .where('people.name', 'like', `%${name.replace(/[\\%_]/g, '\\$&')}%`),
    );
  }
  if (rule) query = query.where('warnings.rule', '=', rule);
  if (severity !== undefined) query = query.where('warnings.severity', '=', severity);
  if (isDisposed !== undefined) query = query.where('warnings.status', '=', isDisposed);
  if (open) query = query.where('warnings.status', open === 'true' ? 'in' : 'not in', OPEN);
  if (oldmanId) query = query.where('warnings.person_id', '=', oldmanId);
  if (startTime) query = query.where('warnings.happened_at', '>=', startTime);
  if (endTime) query = query.where('warnings.happened_at', '<=', endTime);
  return query;
}

export const warnings: Handlers<typeof routes> = {
  async page(input, context) {
    const sorted = input.ascs || input.descs;
    const found = await pageOf(context, input, matching(context.tx.tenantId, input), (query) =>
      sorted ? ordered(withDetails(query), input, sorts, ORDER) : newestFirst(withDetails(query)),
    );
    return { ...found, records: found.records.map(toWire) };
  },

  async top(_input, { tx }) {
    const open = warningsOf(tx.tenantId).where('warnings.status', 'in', OPEN);
    const [counted, newest] = await tx.last(
      open.select(({ fn }) => fn.countAll<number>().as('n')),
      newestFirst(withDetails(open)).limit(NEWEST),
    );
    return { total: counted[0]?.n ?? 0, records: newest.map(toWire) };
  },

  get: ({ id }, { tx }) => readWarning(tx, id),

  async timeline({ id }, { tx }) {
    const exists = await tx.row(db.selectFrom('warnings').select('id').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
    if (!exists) await readWarning(tx, id);
    return timelineOf(tx, id, null);
  },

  acknowledge,
  comment,
  updateStatus,
};
