/** Looking at the audit chain: its state, its rows, its proof, and a copy that others can check. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { z } from 'zod';
import { auditProblems, auditWarnings, type audits as routes } from '#contract/system/audits.ts';
import type { Context, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { attachment } from '../lists/download.ts';
import type { Handlers } from '../http/implement.ts';
import { pageOf } from '../lists/paging.ts';
import { zip, type ZipEntry } from '../lists/zip.ts';
import { newestHeads, publicKeyOf, signText } from './audit-heads.ts';
import { headStart, proveHeads } from './audit-proof.ts';

/** Rows that one call of `verify` follows: about half a second. */
const SLICE = 20_000;
const BATCH = 2000;
/** A row that is neither sealed nor waits for it after this was put there past the triggers. */
const SETTLED = '1 minute';

interface Followed {
  checked: number;
  last_seq: number;
  problem: string | null;
  problem_kind: number | null;
  problem_row: number | null;
}

const follow = (tx: Tx, after: number) => tx.row<Followed>(sql`select * from app.verify_seals(${after}, ${SLICE})`) as Promise<Followed>;
const headSeq = async (tx: Tx) =>
  (await tx.row<{ seq: number }>(sql`select coalesce(max(seq), 0) as seq from audit_seals where tenant_id = ${tx.tenantId}`))!.seq;

/** A row of either log that was never sealed. */
const unsealed = (tx: Tx) =>
  tx.row<{ kind: number; row_id: number }>(sql`
    select kind, row_id from (
      select 1 as kind, id as row_id from operation_logs where tenant_id = ${tx.tenantId} and created_at < now() - ${SETTLED}::interval
      union all select 2, id from row_changes where tenant_id = ${tx.tenantId} and created_at < now() - ${SETTLED}::interval) rows
    where not exists (select from audit_seals s where s.tenant_id = ${tx.tenantId} and s.kind = rows.kind and s.row_id = rows.row_id)
      and not exists (select from audit_queue q where q.tenant_id = ${tx.tenantId} and q.kind = rows.kind and q.row_id = rows.row_id)
    limit 1`);

/**
 * One slice of the proof; `problem` is the first thing that is wrong. The last slice also
 * looks for what was never sealed and at the signed heads.
 */
export async function verifySlice({ deps, tx }: Pick<Context, 'deps' | 'tx'>, after: number) {
  const total = await headSeq(tx);
  const { checked, last_seq: last, problem, problem_kind, problem_row } = await follow(tx, after);
  const done = problem !== null || last >= total;
  const say = (code: string, seq: number, kind: number | null, rowId: number | null) => ({
    code,
    text: auditProblems[code] ?? code,
    seq,
    kind,
    rowId,
  });
  let wrong = problem === null ? null : say(problem, last + 1, problem_kind, problem_row);
  if (!done || wrong !== null) return { checked, last, total, done, problem: wrong, warning: null };
  const { broken, lacking } = await proveHeads({ deps, tx });
  const past = broken ? undefined : await unsealed(tx);
  wrong = broken ? say(broken.code, broken.seq, null, null) : past ? say('unsealed', last, past.kind, past.row_id) : null;
  const warning = wrong === null && lacking ? { ...lacking, text: auditWarnings[lacking.code]! } : null;
  return { checked, last, total, done, problem: wrong, warning };
}

/** JSON lines of a log by id, a transaction a batch. */
async function* lines(
  { deps, tx: { tenantId } }: Work,
  table: 'operation_logs' | 'row_changes' | 'audit_seals',
  key: 'id' | 'seq',
  from: string | null,
  to: string | null,
) {
  const time = table === 'audit_seals' ? 'sealed_at' : 'created_at';
  let last = 0;
  for (;;) {
    const rows = await deps.inTenant(tenantId, (tx) =>
      tx.rows<{ key: number; line: string }>(sql`
        select ${sql.ref(key)} as key, jsonb_strip_nulls(to_jsonb(t))::text as line from ${sql.table(table)} t
        where tenant_id = ${tx.tenantId} and ${sql.ref(key)} > ${last}
          and (${from}::timestamptz is null or ${sql.ref(time)} >= ${from}) and (${to}::timestamptz is null or ${sql.ref(time)} <= ${to})
        order by ${sql.ref(key)} limit ${BATCH}`),
    );
    if (rows.length) yield `${rows.map(({ line }) => line).join('\n')}\n`;
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.key;
  }
}

const HOW = `操作日志、变更记录与存证链。
operation_logs.jsonl、row_changes.jsonl：每行一条记录；audit_seals.jsonl：存证链。
hash(0) = sha256("yian.audit." + 机构编号)
hash(n) = sha256(hash(n-1) + int8 n + int2 kind + int8 row_id + sha256(该行的 jsonb 文本))，数字为大端字节。
manifest.json：各文件的 SHA-256 与 Ed25519 签名（公钥 SPKI，base64），签名内容为 files 字段的 JSON 文本。
`;

async function* bundle(work: Work, from: string | null, to: string | null): AsyncGenerator<ZipEntry> {
  const files: Record<string, string> = {};
  async function* hashed(name: string, chunks: AsyncIterable<string>) {
    const sum = createHash('sha256');
    for await (const chunk of chunks) {
      sum.update(chunk);
      yield chunk;
    }
    files[name] = sum.digest('hex');
  }
  for (const [table, key] of [
    ['operation_logs', 'id'],
    ['row_changes', 'id'],
    ['audit_seals', 'seq'],
  ] as const) {
    const name = `${table}.jsonl`;
    yield { name, chunks: hashed(name, lines(work, table, key, from, to)) };
  }
  yield { name: '说明.txt', chunks: [HOW] };
  const { deps } = work;
  const signature = signText(deps, JSON.stringify(files));
  yield {
    name: 'manifest.json',
    chunks: [JSON.stringify({ files, signature, publicKey: publicKeyOf(deps), at: new Date(deps.now()).toISOString() }, null, 2)],
  };
}

export const audits: Handlers<typeof routes> = {
  async status(_input, { tx, deps }) {
    const head = await tx.row<{ seq: number; hash: string; sealed_at: string }>(sql`
      select seq, encode(hash, 'hex') as hash, sealed_at from audit_seals where tenant_id = ${tx.tenantId} order by seq desc limit 1`);
    const waiting = (await tx.row<{ rows: number }>(sql`select count(*) as rows from audit_queue where tenant_id = ${tx.tenantId}`))!.rows;
    return {
      sealed: head?.seq ?? 0,
      waiting,
      headHash: head?.hash ?? null,
      sealedTime: head?.sealed_at ?? null,
      publicKey: publicKeyOf(deps),
      heads: await newestHeads(deps, tx.tenantId, 20),
      headStart: (await headStart(tx)) ?? null,
    };
  },

  async page(input, context) {
    const query = db
      .selectFrom('audit_seals')
      .where('tenant_id', '=', context.session.tenantId)
      .$if(input.kind !== undefined, (rows) => rows.where('kind', '=', input.kind as number));
    const log = (column: string) =>
      sql`(select l.${sql.ref(column)} from operation_logs l where l.tenant_id = audit_seals.tenant_id and l.id = audit_seals.row_id
        and audit_seals.kind = 1)`;
    const change = (column: string) =>
      sql`(select c.${sql.ref(column)} from row_changes c where c.tenant_id = audit_seals.tenant_id and c.id = audit_seals.row_id
        and audit_seals.kind = 2)`;
    const columns = [
      'seq',
      'kind',
      'row_id as rowId',
      sql<string>`coalesce(${log('title')}, ${change('table_name')})`.as('title'),
      sql<string>`coalesce(${log('username')}, (select l.username from row_changes c
        join operation_logs l on l.tenant_id = c.tenant_id and l.transaction_id = c.transaction_id
        where c.tenant_id = audit_seals.tenant_id and c.id = audit_seals.row_id and audit_seals.kind = 2 limit 1))`.as('createBy'),
      sql<string>`coalesce(${log('created_at')}, ${change('created_at')})`.as('createTime'),
      sql<string>`encode(hash, 'hex')`.as('hash'),
      'sealed_at as sealedTime',
    ] as const;
    const listed = (matching: typeof query) => matching.select(columns).orderBy('audit_seals.seq', 'desc');
    return pageOf(context, input, query, listed, [{ column: 'audit_seals.seq', direction: 'desc' }]);
  },

  verify: ({ after }, context) => verifySlice(context, after),

  async export({ startTime, endTime }, context) {
    const body = Readable.from(zip(bundle(context, startTime, endTime)), { objectMode: false, highWaterMark: 256 * 1024 });
    body.on('error', (error) => context.deps.log.error({ reqId: context.request.id, err: error }, 'audit export failed'));
    return {
      headers: { 'content-type': 'application/zip', 'content-disposition': attachment('审计存证.zip'), 'cache-control': 'no-store' },
      body,
    };
  },

  async changes({ id }, { tx, session }) {
    const log = await tx.row<{ transaction_id: string | null }>(
      db.selectFrom('operation_logs').select('transaction_id').where('tenant_id', '=', session.tenantId).where('id', '=', id),
    );
    if (!log) throw notFound('日志');
    return tx.rows<z.input<typeof routes.changes.output>[number]>(sql`
      select id, table_name as "tableName", row_id as "rowId", action, before, after, created_at as "createTime"
      from row_changes where tenant_id = ${session.tenantId} and transaction_id = ${log.transaction_id}::xid8 order by id limit 500`);
  },
};
