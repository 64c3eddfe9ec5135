/** How far a task is, stopping it, and the file it made. A key belongs to its user in its tenant. */
import { extname } from 'node:path';
import { sql } from 'kysely';
import type { z } from 'zod';
import { transferStatuses, transfers as routes, type Progress, type RowError } from '#contract/transfers/transfers.ts';
import type { Reply, Work } from '../context.ts';
import { notFound } from '../errors.ts';
import { dated, fileHeaders, type Format } from '../lists/download.ts';
import type { Handlers } from '../http/implement.ts';
import { open, type Part } from './files.ts';
import { giveUpLost, kinds, statuses } from './tasks.ts';

interface Row {
  kind: number;
  noun: string;
  mode: 'check' | 'all' | 'good' | null;
  status: number;
  total: number;
  done: number;
  good: number;
  bad: number;
  errors: z.output<typeof RowError>[];
  message: string | null;
  files: Part[];
}

async function find({ tx, actor }: Work, key: string): Promise<Row | undefined> {
  await giveUpLost(tx);
  return tx.row<Row>(sql`
    select kind, noun, mode, status, total, done, good, bad, errors, message, files from transfers
    where tenant_id = ${tx.tenantId} and user_id = ${actor.userId} and key = ${key} and created_at > now() - interval '5 hours'`);
}

const urlOf = (key: string, files: readonly Part[], part: 'result' | 'failed') =>
  files.some((file) => file.startsWith(part)) ? `${routes.file.path}?key=${key}&part=${part}` : '';

export const transfers: Handlers<typeof routes> = {
  async process({ key }, context): Promise<Progress | null> {
    const row = await find(context, key);
    if (!row) return null;
    const running = row.status === statuses.running;
    return {
      // Not 100 before it is: clients take the last percent for the end.
      rate: running ? Math.min(99, Math.floor((row.done / Math.max(1, row.total)) * 100)) : 100,
      url: urlOf(key, row.files, 'result') || urlOf(key, row.files, 'failed'),
      status: transferStatuses[row.status] ?? 'failed',
      message: row.message,
      mode: row.mode,
      total: row.total,
      done: row.done,
      good: row.good,
      bad: row.bad,
      errors: row.errors,
      failedUrl: urlOf(key, row.files, 'failed'),
    };
  },

  async cancel({ key }, { tx, session }) {
    const stopped = await tx.run(sql`update transfers set status = ${statuses.cancelled}, finished_at = now(), message = '已取消'
      where tenant_id = ${tx.tenantId} and user_id = ${session.userId} and key = ${key} and status = ${statuses.running}`);
    return stopped === 1;
  },

  async file({ key, part }, context): Promise<Reply> {
    const row = await find(context, key);
    const file = row?.files.find((one) => one.startsWith(part));
    const found = file ? await open(context.deps.config, key, file) : null;
    if (!row || !file || !found) throw notFound('文件');
    const format = extname(file).slice(1) as Format;
    const name = row.kind === kinds.export ? row.noun : `${row.noun}${part === 'failed' ? '导入错误' : '导入结果'}`;
    return {
      headers: { ...fileHeaders(dated(name, format, context.deps.now()), format), 'content-length': String(found.size) },
      body: found.body,
    };
  },
};
