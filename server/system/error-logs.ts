/** What went wrong in the pages, as browsers send it: a table of its own, which nothing seals (docs/decisions/046). */
import { instantOf } from '#contract/time.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { errorLogs as routes } from '#contract/system/error-logs.ts';
import { contains, equals, from, reads, to, type ListOf } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { notFound, refused, tooMany } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { errorLogSheet } from './error-logs-sheet.ts';

/** Different errors of one user on one day: more than any page can have, and no more than a few megabytes. */
export const MOST_A_DAY = 500;
const HOUR_SECONDS = 3600;
const YEAR_MS = 366 * 86_400_000;

type Entry = z.output<typeof routes.record.input>[number];

export const list: ListOf<typeof routes.page, 'error_logs'> = {
  table: 'error_logs',
  noun: '错误日志',
  columns: {
    id: 'id',
    kind: 'kind',
    title: 'title',
    message: 'message',
    stack: 'stack',
    url: 'uri',
    createBy: 'username',
    times: 'times',
    happenTime: 'happened_at',
    createTime: 'created_at',
    updateTime: 'updated_at',
    remoteAddr: () => sql`host(address)`,
    userAgent: 'user_agent',
    requestId: 'request_id',
  },
  filters: {
    message: contains('message'),
    createBy: equals('username'),
    kind: equals('kind'),
    url: contains('uri'),
    startTime: from('updated_at'),
    endTime: to('updated_at'),
  },
  sorts: { update_time: 'updated_at', times: 'times' },
  order: 'updated_at',
};

interface Stored {
  kind: string | null;
  title: string;
  message: string | null;
  stack: string | null;
  uri: string | null;
  happened_at: string | null;
  times: number;
}

/** Addresses carry tokens and names behind the question mark. */
const withoutQuery = (url: string | null) => url?.split(/[?#]/)[0] ?? null;

/** When the browser says that it was; null when that is no time of the last year. */
function happenedAt(time: string | null, now: number): string | null {
  const at = instantOf(time ?? '');
  return Math.abs(now - at) < YEAR_MS ? new Date(at).toISOString() : null;
}

/** What is stored of an error; equal ones of a call are one with their count. */
function counted(entries: readonly Entry[], now: number) {
  const found = new Map<string, Stored>();
  for (const { url, time, type, message, stack, info } of entries) {
    const said = { kind: type, title: info || '前端错误', message, stack, uri: withoutQuery(url) };
    const digest = createHash('sha256').update(JSON.stringify(said)).digest('hex');
    found.set(digest, { ...said, happened_at: happenedAt(time, now), times: (found.get(digest)?.times ?? 0) + 1 });
  }
  return [...found].map(([digest, row]) => ({ digest: Buffer.from(digest, 'hex'), ...row }));
}

export const errorLogs: Handlers<typeof routes> = {
  page: reads(list).page,
  export: exporting(routes.export, errorLogSheet(listOf(list))),

  async remove({ id }, { tx, session }) {
    const own = { tenant_id: session.tenantId, id };
    if ((await tx.run(db.deleteFrom('error_logs').where((eb) => eb.and(own)))) === 1) return true;
    // An entry of the operation log: the runtime role has no right to delete one either.
    if (
      await tx.row(
        db
          .selectFrom('operation_logs')
          .select('id')
          .where((eb) => eb.and(own)),
      )
    )
      throw refused('操作日志不可删除');
    throw notFound('日志');
  },

  async record(entries, { tx, deps, session, request }) {
    if (entries.length === 0) return true;
    const { tenantId, userId, username } = session;
    const by = {
      tenant_id: tenantId,
      user_id: userId,
      username,
      address: request.address,
      user_agent: request.userAgent,
      request_id: request.id,
    };
    await tx.run(
      db
        .insertInto('error_logs')
        .values(counted(entries, deps.now()).map((row) => ({ ...by, ...row })))
        .onConflict((on) =>
          on.columns(['tenant_id', 'user_id', 'day', 'digest']).doUpdateSet({
            times: sql`error_logs.times + excluded.times`,
            happened_at: sql`excluded.happened_at`,
            request_id: sql`excluded.request_id`,
            updated_at: sql`now()`,
          }),
        ),
    );
    const kept = await tx.row<{ n: number }>(
      sql`select count(*) as n from error_logs
        where tenant_id = ${tenantId} and user_id = ${userId} and day = (now() at time zone 'Asia/Shanghai')::date`,
    );
    if (kept!.n > MOST_A_DAY) throw tooMany(HOUR_SECONDS, `每人每天最多保存${MOST_A_DAY}种错误，请明天再上传`);
    return true;
  },
};
