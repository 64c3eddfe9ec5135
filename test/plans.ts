/** The plans of what a list's handler asks for, as the runtime role and under row-level security. Nothing is executed. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Route } from '#contract/http.ts';
import type { Context, Session } from '#server/context.ts';
import { db, type Query, type Tx } from '#server/db/tenant.ts';
import type { Handler } from '#server/http/implement.ts';
import type { Harness } from './harness.ts';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** Of the page's rows and of its count; of a search those of its one scan and of the page's rows. */
export async function plansOf<R extends Route>(
  t: Harness,
  tenantId: number,
  route: R,
  handler: Handler<R>,
  input: object,
): Promise<[PlanNode, PlanNode]> {
  const plans: PlanNode[] = [];
  const session = { tenantId, userId: 1, dataScope: 0, departmentIds: [], permissions: new Set() } as unknown as Session;
  const planned = new Error('nothing is executed');
  await t.deps.inTenant(tenantId, async (tx) => {
    // What the scan of a search would leave for the statement after it.
    await tx.run(sql`select set_config('app.page_ids', '{}', true)`);
    const explaining = {
      ...tx,
      async last(...queries: Query<unknown>[]) {
        for (const query of queries) {
          const { sql: text, ...asked } = (query as RawBuilder<unknown>).compile(db);
          const explaining = { compile: () => ({ ...asked, sql: `explain (format json) ${text}` }) };
          const explained = await tx.row(explaining as Query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>);
          plans.push(explained!['QUERY PLAN'][0]!.Plan);
        }
        throw planned;
      },
    } as unknown as Tx;
    await handler(
      route.input.parse(input) as z.output<R['input']>,
      { deps: t.deps, session, actor: session, tx: explaining } as unknown as Context,
    ).catch((error) => {
      if (error !== planned) throw error;
    });
  });
  return plans as [PlanNode, PlanNode];
}

export const nodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
export const on = (plan: PlanNode, index: string) => nodes(plan).filter((node) => node['Index Name'] === index);
export const scans = (plan: PlanNode, table: string) =>
  nodes(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table);
export const sorts = (plan: PlanNode) => nodes(plan).filter((node) => node['Node Type'].endsWith('Sort'));
