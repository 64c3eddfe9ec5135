/** What an area gives to the timeline of a person (server/screens/timeline.ts), and the SQL that sources share. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { TimelineLevel, TimelineSourceName } from '#contract/screens/timeline.rules.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { Tables } from '../db/tables.ts';
import type { AnyBuilder } from './query.ts';

export interface TimelineAsked {
  session: Session;
  /** Whom the session reaches. */
  personId: number;
}

export interface TimelineSource {
  name: TimelineSourceName;
  /** Whether the session may see it. */
  may(session: Session): boolean;
  /**
   * All rows of the person, made by `entries`; rows without a time, or with one to come, are left out where they are asked. There they are
   * narrowed, sorted and cut, too: an index on person, time and id keeps that cheap where a person has many.
   */
  rows(asked: TimelineAsked): RawBuilder<unknown>;
}

type Sql = RawBuilder<unknown>;

interface Entry {
  /** `timestamptz`; with the id it is the order of the source. */
  at: Sql;
  id: Sql;
  title: Sql;
  text?: Sql;
  who?: Sql;
  /** One of `timelineLevels`; `info` unless it is given. */
  level?: Sql;
  /** The id of what it belongs to. */
  link?: Sql;
}

/** A query of entries; `from` is all that follows its columns. */
export const entries = ({ at, id, title, text, who, level, link }: Entry, from: Sql): Sql =>
  sql`select ${at} as at, ${id}::bigint as id, ${title}::text as title, ${text ?? sql`null`}::text as text, ${who ?? sql`null`}::text as who,
    ${level ?? sql`'info'`}::text as level, ${link ?? sql`null`}::bigint as link ${from}`;

/** The rows of a table that the session sees, in place of the table. `scope` is that of the table's list. */
export const seenIn = (
  table: keyof Tables & string,
  session: Session,
  scope: (eb: AnyBuilder, session: Session) => Expression<SqlBool> | undefined,
): Sql =>
  sql`(${db
    .selectFrom(table as 'people')
    .selectAll()
    .where('tenant_id', '=', session.tenantId)
    .where((eb) => (scope(eb as never, session) ?? eb.lit(true)) as never)})`;

/** The word for a value by a table of the contract; null for a value without one. */
export const wordOf = (value: Sql, words: Readonly<Record<number | string, string>>): Sql =>
  sql`case ${value}::text ${sql.join(
    Object.entries(words).map(([known, word]) => sql`when ${sql.lit(known)} then ${sql.lit(word)}`),
    sql` `,
  )} end`;

/** The word for a value by a dictionary of the tenant; the value itself when that has none. */
export const dictionaryWord = (tenant: Sql, type: string, value: Sql): Sql =>
  sql`coalesce((select item.label from dictionaries list
    join dictionary_items item on item.tenant_id = list.tenant_id and item.dictionary_id = list.id
    where list.tenant_id = ${tenant} and list.type = ${sql.lit(type)} and item.value = ${value}::text limit 1), ${value}::text)`;

/** The name of a user. */
export const userName = (tenant: Sql, id: Sql): Sql =>
  sql`(select staff.name from users staff where staff.tenant_id = ${tenant} and staff.id = ${id})`;

/** Who made a change of `row_changes` called `alias`: by the operation of the same transaction. */
export const changedBy = (alias: string): Sql =>
  sql`(select coalesce(u.name, l.username) from operation_logs l left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where l.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and l.transaction_id = ${sql.ref(`${alias}.transaction_id`)} order by l.id limit 1)`;

/** Texts joined by a Chinese comma; those that are null or empty are left out. */
export const joined = (...texts: Sql[]): Sql =>
  sql`nullif(concat_ws('，', ${sql.join(texts.map((text) => sql`nullif(${text}, '')`))}), '')`;

export const levelIf = (condition: Sql, level: TimelineLevel): Sql => sql`case when ${condition} then ${sql.lit(level)} else 'info' end`;
