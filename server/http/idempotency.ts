/** `Idempotency-Key`: what a caller sends twice because it heard no answer happens once. */
import { createHash } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Route } from '#contract/http.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { invalid, refused } from '../errors.ts';
import { sealedJson } from '../db/sealed-phones.ts';

const VALID = /^[\x21-\x7e]{1,128}$/;
const KEPT = sql`now() - interval '72 hours'`;

/** The same text for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${parts
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .join(',')}}`;
}

/**
 * Runs `work` once per user, route and key of the header `Idempotency-Key` within 72
 * hours (a phone without a network keeps a step that long), in the request's own transaction; a repetition gets the first answer, one with
 * another `input` is refused (422). A repetition that arrives while the first still runs waits for it.
 * Without the header `work` just runs. The answer must survive JSON.
 */
export async function once<T>(context: Context, route: Route, input: unknown, work: () => Promise<T>): Promise<T> {
  const key = context.request.headers['idempotency-key'];
  if (key === undefined || key === '') return work();
  if (typeof key !== 'string' || !VALID.test(key)) throw invalid('幂等键格式不正确');
  const { tx, session } = context;
  const hash = createHash('sha256').update(canonical(input)).digest();
  const its = { tenant_id: session.tenantId, user_id: session.userId, route: `${route.method} ${route.path}`, key };
  // On a key that another transaction holds this waits until that one ends.
  const mine = await tx.row(
    db
      .insertInto('idempotency_keys')
      .values({ ...its, request_hash: hash })
      .onConflict((on) =>
        on
          .columns(['tenant_id', 'user_id', 'route', 'key'])
          .doUpdateSet({ request_hash: hash, answer: null, created_at: sql`now()` })
          .where('idempotency_keys.created_at', '<', KEPT as never),
      )
      .returning('key'),
  );
  const isThis = (eb: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    eb.and({ tenant_id: its.tenant_id, user_id: its.user_id, route: its.route, key });
  if (!mine) {
    const earlier = await tx.row(db.selectFrom('idempotency_keys').select(['request_hash', 'answer']).where(isThis));
    if (!earlier?.request_hash.equals(hash)) throw refused('幂等键已用于内容不同的请求，请更换后重试');
    return earlier.answer as T;
  }
  const answer = await work();
  await tx.run(
    db
      .updateTable('idempotency_keys')
      .set({ answer: sql`${sealedJson(answer ?? null)}::jsonb` })
      .where(isThis),
  );
  return answer;
}
