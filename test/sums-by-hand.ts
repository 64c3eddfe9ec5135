/** Statistics of work orders added up in this process, for tests of what SQL and kept sums say. */
import assert from 'node:assert/strict';
import type pg from 'pg';

/** What the rows of the tables say, added up here: the figures that days and the SQL could get wrong. */
export async function byHand(admin: pg.Client, tenantId: number, { from, to }: { from: string; to: string }) {
  const { rows } = await admin.query(
    `select j.*, o.status as order_status, o.person_id, s.score, service_at::date::text as day from work_order_jobs j
      join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
     left join work_order_scores s on s.tenant_id = o.tenant_id and s.work_order_id = o.id and o.status = 7
     where j.tenant_id = $1 and service_at >= $2::date and service_at < $3::date + 1`,
    [tenantId, from, to],
  );
  const figures = (of: any[]) => {
    const done = of.filter(({ status }) => status === 4);
    const rated = of.filter(({ score }) => score !== null);
    return {
      jobs: of.length,
      finished: done.length,
      orders: new Set(of.map((one) => one.work_order_id)).size,
      amount: done.reduce((sum, one) => sum + (one.package_id ? 0 : one.price_fen), 0) / 100,
      scores: new Set(rated.map((one) => one.work_order_id)).size,
      score: rated.length ? rated.reduce((sum, { score }) => sum + score, 0) / rated.length : null,
    };
  };
  const keys = { project: 'project_id', type: 'service_type_id', staff: 'user_id', person: 'person_id', day: 'day' } as const;
  const grouped = (key: string) => Object.groupBy(rows, (row) => String(row[key] ?? 0));
  return {
    total: figures(rows),
    by: Object.fromEntries(
      Object.entries(keys).map(([by, key]) => [
        by,
        Object.fromEntries(Object.entries(grouped(key)).map(([value, of]) => [value, figures(of as any[])])),
      ]),
    ),
  };
}
/** Fails unless the figures are those of `wants`, to two digits. */
export const near = (has: any, wants: any, what: string) => {
  for (const [figure, value] of Object.entries(wants))
    assert.ok(
      value === null ? has[figure] === null : Math.abs(has[figure] - (value as number)) < 0.006,
      `${what} ${figure}: ${has[figure]}, not ${value}`,
    );
};
