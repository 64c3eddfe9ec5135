/** An institution whose staff removes things, and another one: what the tests of the recycle bins begin with. */
import assert from 'node:assert/strict';
import type { sql } from 'kysely';
import type { Route } from '#contract/http.ts';
import { project } from './care.ts';
import { harness, type TestUser } from './harness.ts';
import { recurring } from './recurring.ts';

export async function removing() {
  const t = await harness();
  const admin = await t.user(await t.tenant());
  const stranger = await t.user(await t.tenant());
  const plan = await recurring(t);
  let serial = 0;
  return {
    t,
    admin,
    stranger,
    plan,
    /** A name that no other row of this run has. */
    name: (noun: string) => `${noun}${++serial}`,
    /** What a call that must succeed answers: the id of the new row. */
    async id(route: Route, input: Record<string, unknown>, as: TestUser = admin): Promise<number> {
      const answer = await t.route(route, as, input);
      assert.equal(answer.status, 200, String(answer.msg));
      return answer.data as number;
    },
    service: () => project(t, admin, { type: `分类${++serial}`, name: `项目${serial}` }),
    row: <T>(query: ReturnType<typeof sql<T>>, of: TestUser = admin) => t.deps.inTenant(of.tenantId, (tx) => tx.row<T>(query)),
  };
}
