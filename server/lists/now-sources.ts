/** What an area gives to 现在 (server/screens/now.ts): one small statement of what waits, by rights and data scope of the session. */
import { sql, type RawBuilder } from 'kysely';
import { COUNTED_NOW, MOST_OF_KIND, type NowKind } from '#contract/screens/now.rules.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { reach } from './people-reach.ts';

/** A row of any source. */
export interface NowFound {
  /** 0 of a row that stands for many things. */
  id: number;
  severity: number;
  phase: number;
  name: string;
  text: string;
  note: string | null;
  personId: number | null;
  place: string | null;
  link: number | null;
  mark: boolean;
  since: string | null;
  due: string | null;
  /** Of all rows of the source, not of those that are given. */
  total: number;
}

export interface NowAsked {
  session: Session;
  /** Epoch ms. */
  now: number;
}

export interface NowSource {
  kind: NowKind;
  /** Whether the session may see and do what is in it. */
  may(session: Session): boolean;
  query(asked: NowAsked): RawBuilder<NowFound>;
  /** Makes words of what the query could not say. */
  say?(row: NowFound, asked: NowAsked): NowFound;
  /** It lies with the platform: asked in its context. */
  ofPlatform?: true;
}

/**
 * The first rows of `matching` with the number of all, up to one above `COUNTED_NOW`. What is looked up for a row is to be
 * joined to this: `matching` names only its keys and what `order` needs. The order is that of `byUrgency`, as far as the source knows.
 */
export const firstOf = (matching: RawBuilder<unknown>, order: string): RawBuilder<unknown> => {
  const by = sql.raw(order);
  return sql`(select m.*, (count(*) over ())::integer as total from (${matching} order by ${by} limit ${sql.lit(COUNTED_NOW + 1)}) m
    order by ${by} limit ${sql.lit(MOST_OF_KIND)})`;
};

/** That a person may be seen by the session: over the alias `people`. True without a restriction. */
export const seenPeople = (session: Session): RawBuilder<unknown> =>
  sql`(${db
    .selectFrom('people')
    .select('people.id')
    .where('people.tenant_id', '=', session.tenantId)
    .where('people.deleted_at', 'is', null)
    .where((eb) => (reach(eb as never, session) ?? eb.lit(true)) as never)})`;

export const mayDo = (permission: string) => (session: Session) => session.permissions.has(permission);

/** Severity by a limit, as `severityOfDue` of the contract says it. `due` and `now` are `timestamptz`. */
export const severityByDue = (due: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case when ${due} < ${now} then 2 when ${due} <= ${now} + interval '30 minutes' then 3 else 4 end`;
