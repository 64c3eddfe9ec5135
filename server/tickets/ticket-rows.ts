/** Lists of tickets: who sees which, by views, words and what is due. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { openStates, ticketStates, type TicketView } from '#contract/tickets/tickets.rules.ts';
import { tickets as routes } from '#contract/tickets/tickets.ts';
import { MINUTE, isoOf, nextDay } from '#contract/time.ts';
import { dataScopes } from '#contract/users/roles.ts';
import type { Context, Session } from '../context.ts';
import { lookup, type Columns, type RowOf } from '../lists/columns.ts';
import { equals, matching, withColumns, type ReadOptions } from '../lists/crud.ts';
import { scoped } from '../lists/data-scope.ts';
import { containing } from '../lists/like.ts';
import { listFrom } from '../lists/list.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { orderOf } from '../lists/paging.ts';
import { nameTerms } from '../lists/people-reach.ts';
import type { AnyBuilder, AnyQuery, QueryOf } from '../lists/query.ts';
import { ofOwnGroups } from './ticket-groups.ts';
import { ticketSettingsOf } from './ticket-settings-rows.ts';

export type TicketRow = RowOf<typeof routes.page>;
/** `ended`: those that are over, or the others; undefined: all. */
export type Search = Partial<Omit<z.output<typeof routes.page.input>, 'current' | 'size'>> & {
  ended?: boolean | undefined;
  oldmanId?: number;
};

const columns: Columns<TicketRow, 'tickets'> = {
  id: 'id',
  ticketNo: 'number',
  title: 'title',
  type: 'type',
  priority: 'priority',
  state: 'state',
  source: () => sql`source`,
  askerName: 'asker_name',
  askerPhone: 'asker_phone',
  oldmanId: 'person_id',
  oldmanName: 'person_name',
  ownerId: 'owner_id',
  ownerName: 'owner_name',
  groupId: 'group_id',
  groupName: lookup('ticket_groups', 'name', 'tickets.group_id'),
  tags: 'tags',
  dueTime: 'due_at',
  reopened: 'reopened',
  score: 'score',
  createTime: 'created_at',
  endTime: () => sql`coalesce(closed_at, solved_at)`,
  version: 'version',
};

const followed = (userId: number) => sql<boolean>`exists (select from ticket_followers f where f.tenant_id = tickets.tenant_id
  and f.ticket_id = tickets.id and f.user_id = ${userId})`;
const own = scoped({ owners: ['created_by', 'owner_id'] });

/** Those of the session's reach, and beyond it what one follows or what one's group has. */
export function reachedTickets(eb: AnyBuilder, session: Session) {
  const reached = own(eb, session);
  return reached && eb.or([reached, followed(session.userId), ofOwnGroups(session.userId)]);
}

/** Words of the title, or the beginning of a number. */
function named(eb: AnyBuilder, tenantId: number, keyword: string) {
  if (/^SQ\d{2,}$/i.test(keyword)) return sql<boolean>`number ^@ ${keyword.toUpperCase()}`;
  const terms = sql<boolean>`title_terms @> ${nameTerms(tenantId, keyword)}::text[]`;
  return [...keyword].length > 2 ? eb.and([terms, eb('title', 'like', containing(keyword))]) : terms;
}

/** `soon`: what is due until then, at epoch ms `now`. */
function viewed(eb: AnyBuilder, view: TicketView, { userId }: Session, now: number, soon: number) {
  switch (view) {
    case 'mine':
      return eb('owner_id', '=', userId);
    case 'unassigned':
      return eb('owner_id', 'is', null);
    case 'followed':
      return followed(userId);
    case 'soon':
      return eb.and([eb('due_at', '>', isoOf(now)), eb('due_at', '<=', isoOf(soon))]);
    case 'overdue':
      return eb('due_at', '<=', isoOf(now));
    case 'all':
      return eb.lit(true);
  }
}

/** One minute is one search: its total and its pages are remembered. */
const minuteOf = (now: number) => now - (now % MINUTE);

/** A state says itself whether a ticket is over: an index that has only the state is enough. */
const unsaid = (input: Search): Search =>
  input.state !== undefined && input.ended === !openStates.includes(input.state) ? { ...input, ended: undefined } : input;

const listAt = (session: Session, now: number, soon: number): ReadOptions<TicketRow, Search, 'tickets'> => ({
  table: 'tickets',
  noun: '诉求',
  scope: reachedTickets,
  columns,
  filters: {
    view: (eb, view) => viewed(eb, view, session, now, soon),
    // No parameter: by itself it makes no search of a list, and the index of open ones is known to fit.
    ended: (_eb, ended) => (ended ? sql<boolean>`ended` : sql<boolean>`not ended`),
    keyword: (eb, keyword) => named(eb, session.tenantId, keyword),
    type: equals('type'),
    priority: equals('priority'),
    state: equals('state'),
    source: equals('source'),
    ownerId: equals('owner_id'),
    groupId: equals('group_id'),
    oldmanId: equals('person_id'),
    tag: (_eb, tag) => sql<boolean>`tags @> ${[tag]}::text[]`,
    startDate: (eb, day) => eb('created_at', '>=', `${day} 00:00:00`),
    endDate: (eb, day) => eb('created_at', '<', `${nextDay(day)} 00:00:00`),
  },
});

const sorts = { create_time: 'created_at', due_time: 'due_at', id: 'id' };
/** What is due first stands first; of those that are over, the newest. */
const order = (input: Search & { ascs?: string[] | undefined; descs?: string[] | undefined }) => {
  const asked = [...(input.ascs ?? []), ...(input.descs ?? [])].some((name) => name in sorts);
  return orderOf(asked || input.ended !== false ? input : { ascs: ['due_time'] }, sorts, 'created_at');
};

export const ticketList = listFrom({
  matching: async (input: Search, { session, deps, tx }: Context): Promise<AnyQuery> => {
    const now = minuteOf(deps.now());
    const soon = input.view === 'soon' ? now + (await ticketSettingsOf(tx)).remindMinutes * MINUTE : now;
    return matching(listAt(session, now, soon), unsaid(input), session);
  },
  listed: (query: AnyQuery): QueryOf<TicketRow> => withColumns<TicketRow>(query, columns),
  order,
});

/** The list of those that are over, or of the others. */
export const listOfEnded = (ended: boolean): typeof ticketList => ({
  ...ticketList,
  matching: (input, context) => ticketList.matching({ ...input, ended }, context),
  order: (input) => ticketList.order({ ...input, ended }),
});

/** What an index has in the order of what is due. */
const IN_TURN: ReadonlySet<string> = new Set(['view', 'state', 'ownerId', 'groupId', 'current', 'size', 'ascs', 'descs']);

/** Whether an index answers a search in its order, for who reaches all tickets: its rows need not be sorted. */
export const isInTurn = ({ view, ...input }: Search, [first]: SortOrder, session: Session): boolean =>
  first?.column === 'due_at' &&
  first.direction === 'asc' &&
  view !== 'followed' &&
  session.dataScope <= dataScopes.institution &&
  Object.entries(input).every(([name, value]) => value === undefined || IN_TURN.has(name));

/** Those of the session's reach that are work to do, counted up to 1,000 of each view. */
export async function ticketCounts({ tx, session, deps }: Context) {
  const now = minuteOf(deps.now());
  const soon = now + (await ticketSettingsOf(tx)).remindMinutes * MINUTE;
  const count = (view: TicketView) => {
    const rows = matching(listAt(session, now, soon), { view, ended: false }, session);
    const some = rows
      .where('state', '<>', ticketStates.solved)
      .select(sql`1`.as('one'))
      .limit(1000);
    return sql`(select count(*)::integer from ${some} as counted)`;
  };
  const found = await tx.row<{ mine: number; unassigned: number; soon: number; overdue: number }>(
    sql`select ${count('mine')} as mine, ${count('unassigned')} as unassigned, ${count('soon')} as soon, ${count('overdue')} as overdue`,
  );
  return found!;
}
