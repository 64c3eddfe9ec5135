/** 通话统计: the database counts alike calls, waits and spans of seats; contract/calls/call-figures.rules.ts says what they are. */
import { sql } from 'kysely';
import { fateOfCall, fateOfWait, inboundOf, timesOf } from '#contract/calls/call-figures.rules.ts';
import { CALL_VIEW } from '#contract/calls/call-records.ts';
import { callStatistics as routes } from '#contract/calls/call-statistics.ts';
import { callKinds } from '#contract/calls/seat-states.rules.ts';
import type { Output } from '#contract/http.ts';
import { AHEAD, DAY, dayOf, instantOf, isoOf, nextDay } from '#contract/time.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { forbidden, invalid } from '../errors.ts';
import { writeLog } from '../http/operation-log.ts';
import type { Handlers } from '../http/implement.ts';
import { csv } from '../lists/csv.ts';
import { download } from '../lists/download.ts';
import { xlsx } from '../lists/xlsx.ts';
import { columnsOf } from '../transfers/exports.ts';
import { linesOf, statisticsColumns } from './call-statistics-sheet.ts';
import { callRows, filledDays, spanRows, waitRows, type Asked, type CallRow, type SpanRow } from './call-tallies.ts';
import { seatOfUser } from './seats.ts';

const MOST_DAYS = 366;
type Statistics = Output<typeof routes.read>;

const seatRows = (tx: Tx, ids: readonly number[]) =>
  tx.rows<{ id: number; name: string; extension: string }>(sql`
    select s.id, u.name, s.extension from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.tenant_id = ${tx.tenantId} and s.id = any(${[...ids]}::bigint[]) order by s.extension`);
const groupRows = (tx: Tx, ids: readonly number[]) =>
  tx.rows<{ id: number; name: string; levelSeconds: number; shortSeconds: number }>(sql`
    select id, name, level_seconds as "levelSeconds", short_seconds as "shortSeconds" from call_groups
    where tenant_id = ${tx.tenantId} and id = any(${[...ids]}::bigint[]) order by id`);

function figuresOf(calls: readonly CallRow[], spans: readonly SpanRow[]) {
  const inbound = calls.filter(({ kind }) => kind === callKinds.inbound).map((row) => ({ ...row, fate: fateOfCall(row) }));
  const made = calls.filter(({ kind }) => kind !== callKinds.inbound);
  const count = (rows: readonly CallRow[]) => rows.reduce((sum, row) => sum + row.calls, 0);
  return {
    ...inboundOf(inbound),
    outbound: count(made),
    connected: count(made.filter(({ established }) => established)),
    ...handlingOf(spans),
  };
}
function handlingOf(spans: readonly SpanRow[]) {
  const { talkSeconds, holdSeconds, afterSeconds } = timesOf(spans);
  return { talkSeconds, holdSeconds, afterSeconds };
}

/** The keys that rows have, each once and in order, those without left out. */
const keysIn = (keys: readonly (number | null)[]) => [...new Set(keys)].filter((key) => key !== null).toSorted((a, b) => a - b);

/** The figures of a span of time; of `filled`, days of it in order, from what they add up to. */
export async function figures(tx: Tx, asked: Asked, filled: readonly number[] = []): Promise<Omit<Statistics, 'own'>> {
  const [calls, waits, spans] = await Promise.all([callRows(tx, asked, filled), waitRows(tx, asked, filled), spanRows(tx, asked, filled)]);
  const days = keysIn([...calls, ...spans].map((row) => row.day));
  const hours = keysIn([...calls, ...spans].map((row) => row.hour));
  const [groups, seats] = await Promise.all([
    groupRows(tx, keysIn([...waits, ...spans].map(({ groupId }) => groupId))),
    seatRows(tx, keysIn(spans.map(({ seatId }) => seatId))),
  ]);
  const ofDays = <R extends { day: number | null }>(rows: readonly R[]) => rows.filter((row) => row.day !== null);
  return {
    total: figuresOf(ofDays(calls), ofDays(spans)),
    byDay: days.map((key) => ({
      day: dayOf(key * DAY - AHEAD),
      ...figuresOf(
        calls.filter((row) => row.day === key),
        spans.filter((row) => row.day === key),
      ),
    })),
    byHour: hours.map((key) => ({
      hour: key,
      ...figuresOf(
        calls.filter((row) => row.hour === key),
        spans.filter((row) => row.hour === key),
      ),
    })),
    byGroup: groups.map(({ id, ...group }) => ({
      groupId: id,
      ...group,
      ...inboundOf(waits.filter(({ groupId }) => groupId === id).map((row) => ({ ...row, fate: fateOfWait(row.outcome) }))),
      ...handlingOf(spans.filter(({ groupId }) => groupId === id)),
    })),
    bySeat: seats.map(({ id, ...seat }) => ({ seatId: id, ...seat, ...timesOf(spans.filter(({ seatId }) => seatId === id)) })),
  };
}

interface Span {
  startDate: string;
  endDate: string;
  seatId?: number | undefined;
}

/** What a session may ask for. Throws 400 for a span that is turned round or too long, 403 for another's seat. */
async function read({ startDate, endDate, seatId }: Span, { tx, deps, session }: Context): Promise<Statistics> {
  if (startDate > endDate) throw invalid('开始日期不能晚于结束日期');
  if (instantOf(endDate) - instantOf(startDate) >= MOST_DAYS * DAY) throw invalid(`一次最多统计${MOST_DAYS}天`);
  // Which days are filled and what is read of the others is of one moment.
  await tx.snapshot();
  const own = !session.permissions.has(CALL_VIEW);
  const seat = own ? await seatOfUser(tx, session.userId) : null;
  if (own && !seat) throw forbidden('您没有通话坐席，不能查看通话统计');
  if (seat && seatId !== undefined && seatId !== seat.id) throw forbidden('您只能查看本人坐席的通话统计');
  const asked = {
    from: isoOf(instantOf(startDate)),
    until: isoOf(instantOf(nextDay(endDate))),
    now: isoOf(deps.now()),
    seatId: seat?.id ?? seatId ?? null,
  };
  // What days add up to is kept of all seats together.
  const filled = asked.seatId === null ? await filledDays(tx, asked) : [];
  return { own, ...(await figures(tx, asked, filled)) };
}

export const callStatistics: Handlers<typeof routes> = {
  read,
  /** Few rows, whole. */
  async export(query, context) {
    const started = context.deps.now();
    const rows = linesOf(await read(query, context));
    await writeLog(context, routes.export, { rows: rows.length, ...query }, context.deps.now() - started);
    const chosen = columnsOf(statisticsColumns, query.columns, new Map());
    const batches = (async function* () {
      yield rows;
    })();
    return download(context, '通话统计', query.format, query.format === 'csv' ? csv(chosen, batches) : xlsx('通话统计', chosen, batches));
  },
};
