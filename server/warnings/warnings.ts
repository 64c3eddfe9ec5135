/** Warnings as staff read them; server/warnings/raise.ts makes them, handlings.ts closes them. */
import { sql } from 'kysely';
import { disposals, isCall, ruleNames } from '#contract/warnings/warnings.rules.ts';
import { warnings as routes } from '#contract/warnings/warnings.ts';
import type { z } from 'zod';
import { db } from '../db/tenant.ts';
import { nameContains } from '../lists/people-reach.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf, type Expected } from '../lists/paging.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { assign, deliveries, snooze } from './attention.ts';
import { evidence, evidencePdf, verifyEvidence } from './evidence.ts';
import { acknowledge, comment, updateStatus } from './handlings.ts';
import { inPlace, placesOf } from './warning-places.ts';
import { timelineOf } from './timelines.ts';
import { warningSheet } from './warnings-sheet.ts';
import { readWarning, toWire, warningsOf, withDetails } from './warning-rows.ts';

// Literals: only then is the partial index of open warnings seen to cover them.
const OPEN = [sql.lit(disposals.open), sql.lit(disposals.inProgress)];
const NEWEST = 3;
/** Critical ones that wait, and of all the latest. */
const MOST_HEARD = 60;
const LATEST = sql`greatest(warnings.last_at, warnings.created_at)`;
const CALLS = ruleNames.filter(isCall).map((name) => sql.lit(name));

const ORDER = 'warnings.happened_at' as const;
const SEVERITY = 'warnings.severity' as const;
// Ids are given in the order of creation, and have an index.
const sorts = { create_time: 'warnings.id', data_happen_time: ORDER, severity: SEVERITY };

/** Of the alarms of one frame, which have one time, the most urgent stands first. */
const newestFirst: SortOrder = [
  { column: ORDER, direction: 'desc' },
  { column: SEVERITY, direction: 'asc' },
  { column: 'warnings.id', direction: 'desc' },
];

/** By urgency; the other way round is exactly the reverse, so that one index gives both. */
const mostUrgentFirst: SortOrder = [
  { column: SEVERITY, direction: 'asc' },
  { column: ORDER, direction: 'desc' },
  { column: 'warnings.id', direction: 'desc' },
];
const leastUrgentFirst: SortOrder = mostUrgentFirst.map(({ column, direction }) => ({
  column,
  direction: direction === 'asc' ? 'desc' : 'asc',
}));

function matching(tenantId: number, input: Omit<z.output<typeof routes.page.input>, 'current' | 'size'>, expected?: Expected) {
  let query = warningsOf(tenantId);
  const { name, rule, severity, isDisposed, open, oldmanId, startTime, endTime, grouped, groupId, building, floor, roomId } = input;
  if (name) {
    query = query.where('warnings.person_id', 'in', (eb) =>
      eb
        .selectFrom('people')
        .select('people.id')
        .where('people.tenant_id', '=', tenantId)
        .where((people) => nameContains(tenantId)(people, name, expected)),
    );
  }
  if (rule) query = query.where('warnings.rule', '=', rule);
  if (severity !== undefined) query = query.where('warnings.severity', '=', severity);
  if (isDisposed !== undefined) query = query.where('warnings.status', '=', isDisposed);
  if (open) query = query.where('warnings.status', open === 'true' ? 'in' : 'not in', OPEN);
  if (oldmanId) query = query.where('warnings.person_id', '=', oldmanId);
  if (building || floor || roomId) query = query.where(inPlace({ building, floor, roomId }));
  if (startTime) query = query.where('warnings.happened_at', '>=', startTime);
  if (endTime) query = query.where('warnings.happened_at', '<=', endTime);
  if (groupId) query = query.where('warnings.group_id', '=', groupId);
  else if (grouped === 'true')
    query = query.where(
      sql<boolean>`(warnings.group_id is null or warnings.id = (select max(m.id) from warnings m where m.tenant_id = warnings.tenant_id
        and m.group_id = warnings.group_id))`,
    );
  return query;
}

function orderOfList(input: { ascs?: string[] | undefined; descs?: string[] | undefined }): SortOrder {
  if (!input.ascs && !input.descs) return newestFirst;
  const order = orderOf(input, sorts, ORDER);
  if (order[0]!.column !== SEVERITY || order.length > 2) return order;
  return order[0]!.direction === 'asc' ? mostUrgentFirst : leastUrgentFirst;
}

const list = listFrom({
  matching: (input: SearchOf<typeof routes.page>, { tx }) => matching(tx.tenantId, input),
  listed: withDetails,
  order: orderOfList,
  toRow: toWire,
});

export const warnings: Handlers<typeof routes> = {
  async page(input, context) {
    const { tenantId } = context.tx;
    const order = orderOfList(input);
    const listed = (query: ReturnType<typeof warningsOf>) => inOrder(withDetails(query), order);
    const found = await pageOf(context, input, matching(tenantId, input), listed, order, (expected) => matching(tenantId, input, expected));
    return { ...found, records: found.records.map(toWire) };
  },

  async top(_input, { tx }) {
    const open = warningsOf(tx.tenantId).where('warnings.status', 'in', OPEN);
    const [counted, newest] = await tx.last(
      open.select(({ fn }) => [
        fn.countAll<number>().as('n'),
        sql<number>`(count(*) filter (where warnings.acknowledged_at is null))::integer`.as('unanswered'),
      ]),
      inOrder(withDetails(open), newestFirst).limit(NEWEST),
    );
    return { total: counted[0]?.n ?? 0, unanswered: counted[0]?.unanswered ?? 0, records: newest.map(toWire) };
  },

  async alarms(_input, { tx }) {
    const call = sql<boolean>`warnings.rule in (${sql.join(CALLS)})`;
    const heard = warningsOf(tx.tenantId)
      .where('warnings.status', 'in', OPEN)
      .where(sql<boolean>`(warnings.severity = 1 or ${call} or (warnings.severity = 2 and warnings.acknowledged_at is null))`);
    const waits = sql<boolean>`(warnings.severity = 1 and warnings.acknowledged_at is null)`;
    const newest = (query: typeof heard) =>
      query.select('warnings.id').orderBy(LATEST, 'desc').orderBy('warnings.id', 'desc').limit(MOST_HEARD);
    // Each in its own right: neither hides the other.
    const picked = sql<number>`((${newest(heard.where(waits))}) union (${newest(heard)}))`;
    const rows = await tx.rows(
      withDetails(heard.where('warnings.id', 'in', picked))
        .orderBy(waits, 'desc')
        .orderBy(LATEST, 'desc')
        .orderBy('warnings.id', 'desc'),
    );
    return rows.map(toWire);
  },

  places: (_input, { tx }) => placesOf(tx),
  export: exporting(routes.export, warningSheet(list)),
  get: ({ id }, { tx }) => readWarning(tx, id),

  async timeline({ id }, { tx }) {
    const exists = await tx.row(db.selectFrom('warnings').select('id').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
    if (!exists) await readWarning(tx, id);
    return timelineOf(tx, id, null);
  },

  acknowledge,
  assign,
  comment,
  deliveries,
  evidence,
  evidencePdf,
  snooze,
  verifyEvidence,
  updateStatus,
};
