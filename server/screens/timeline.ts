/** 时间线 of a person: the sources that the session may see, in one statement. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import {
  cursorOf,
  endOf,
  idAfter,
  kindOfSource,
  pageOfTimeline,
  timelineKindNames,
  timelineSourceNames,
  type TimelineEnd,
  type TimelineLevel,
  type TimelineSourceName,
} from '#contract/screens/timeline.rules.ts';
import { timeline as routes } from '#contract/screens/timeline.ts';
import { nextDay } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne } from '../lists/crud.ts';
import { containing } from '../lists/like.ts';
import type { TimelineAsked, TimelineSource } from '../lists/timeline-sources.ts';
import { allTimelineSources } from './timeline-registry.ts';

type Asked = z.output<typeof routes.page.input>;

interface Found {
  source: TimelineSourceName;
  id: number;
  moment: string;
  time: string;
  title: string;
  text: string | null;
  who: string | null;
  level: TimelineLevel;
  link: number | null;
}

/** How many rows are read, and until when: what is planned or booked ahead (`now` in epoch ms) has not happened. */
interface Part {
  limit: number;
  now: number;
}

/** Above every id. */
const LAST = sql.lit('9223372036854775807');

/** What comes after the end of the page before: compared as a row, so that an index on time and id begins there. */
function after(source: TimelineSourceName, end: TimelineEnd): RawBuilder<unknown> {
  const id = idAfter(source, end);
  return sql`(s.at, s.id) < (${end.moment}::timestamptz, ${id === null ? LAST : sql`${id}`}::bigint)`;
}

/** The first `limit` rows of one source; a source without an index for them sorts the rows of one person. */
function ofSource(source: TimelineSource, input: Asked, asked: TimelineAsked, { limit, now }: Part): RawBuilder<unknown> {
  const { from, to, text, before } = input;
  const end = before ? endOf(before) : null;
  const conditions = [
    end ? after(source.name, end) : sql`s.at <= ${instant(now)}`,
    ...(from ? [sql`s.at >= ${from}::date`] : []),
    ...(to ? [sql`s.at < ${nextDay(to)}::date`] : []),
    ...(text ? [sql`concat_ws(' ', s.title, s.text, s.who) ilike ${containing(text)}`] : []),
  ];
  return sql`(select ${sql.lit(source.name)} as source, ${sql.lit(timelineSourceNames.indexOf(source.name))} as place,
      s.at, s.id, s.title, s.text, s.who, s.level, s.link
    from (${source.rows(asked)}) s where ${sql.join(conditions, sql` and `)} order by s.at desc, s.id desc limit ${limit})`;
}

/** The rows of all `sources`, newest first; things of one moment in the order of their sources, then the newest ids first. */
const statement = (sources: readonly TimelineSource[], input: Asked, asked: TimelineAsked, part: Part) => sql<Found>`
  select f.source, f.id, to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment, f.at as time,
    f.title, f.text, f.who, f.level, f.link
  from (${sql.join(
    sources.map((source) => ofSource(source, input, asked, part)),
    sql` union all `,
  )}) f
  order by f.at desc, f.place, f.id desc limit ${part.limit}`;

async function page(input: Asked, context: Context) {
  const { tx, session, deps } = context;
  const { oldmanId, kinds, size } = input;
  const { userName } = await readOne(peopleRows(session), oldmanId, context);
  const seen = allTimelineSources.filter((source) => source.may(session));
  const allowed = new Set(seen.map(({ name }) => kindOfSource(name)));
  const asked = { session, personId: oldmanId };
  const part = { limit: size + 1, now: deps.now() };
  const wanted = kinds ? seen.filter(({ name }) => kinds.includes(kindOfSource(name))) : seen;
  const found = wanted.length === 0 ? [] : await tx.rows<Found>(statement(wanted, input, asked, part));
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  return {
    records: shown.map((row) => ({
      source: row.source,
      id: row.id,
      kind: kindOfSource(row.source),
      time: row.time,
      title: row.title,
      text: row.text,
      who: row.who || null,
      level: row.level,
      address: pageOfTimeline(row.source, { id: row.id, link: row.link, personId: oldmanId, personName: userName }),
    })),
    next: last && found.length > size ? cursorOf(last) : null,
    kinds: timelineKindNames.filter((kind) => allowed.has(kind)),
  };
}

export const timeline: Handlers<typeof routes> = { page };
