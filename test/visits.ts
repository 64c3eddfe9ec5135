/** An institution with its staff and people at home, and what the tests of visits do again and again. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Output, Route } from '#contract/http.ts';
import { defaultItems } from '#contract/visits/visit-plans.rules.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { dayOf } from '#contract/time.ts';
import { db } from '#server/db/tenant.ts';
import { keepSignedIn } from './care.ts';
import { harness, type TestUser } from './harness.ts';

export const ANSWERS = [
  ['身体状况', '良好'],
  ['精神状态', '良好'],
  ['居家安全（用火用电用气）', '无隐患'],
  ['饮食起居', '正常'],
  ['家庭联系', '经常联系'],
].map(([title, value]) => ({ title, value }));

export async function visitHouse() {
  const clock = { now: Date.now() };
  const t = await harness({ now: () => clock.now });
  const tenantId = await t.tenant();
  const head = await t.user(tenantId, { name: '院长' });
  const nurse = await t.user(tenantId, { name: '赵护士', permissions: [visitPlans.page.access, visitTasks.page.access] });
  const carer = await t.user(tenantId, { name: '周护理', dataScope: 3, permissions: [visitTasks.page.access, visitTasks.record.access] });
  const other = await t.user(tenantId, { name: '吴护理', dataScope: 3, permissions: [visitTasks.page.access, visitTasks.record.access] });
  const elsewhere = await t.tenant();
  const stranger = await t.user(elsewhere);
  for (const tenant of [tenantId, elsewhere]) await keepSignedIn(t, tenant);
  const inHouse = <T>(work: Parameters<typeof t.deps.inTenant<T>>[1]) => t.deps.inTenant(tenantId, work);

  /** A person at home; gives the id. */
  const person = async (name: string, more: object = {}): Promise<number> => {
    const values = { tenant_id: tenantId, name, service_type: 2, address: '北京市东城区景山前街4号', longitude: 116.39, latitude: 39.9 };
    const made = await inHouse((tx) =>
      tx.row(
        db
          .insertInto('people')
          .values({ ...values, ...more })
          .returning('id'),
      ),
    );
    return made!.id;
  };
  const today = () => dayOf(clock.now);
  const form = (more: object = {}) => ({
    name: '独居老人每日探访',
    way: 1,
    frequency: 1,
    startsOn: today(),
    visitorIds: [carer.userId],
    items: defaultItems,
    ...more,
  });
  const done = async <T>(answer: Promise<{ status: number; msg: unknown; data: T }>): Promise<T> => {
    const { status, msg, data } = await answer;
    assert.equal(status, 200, String(msg));
    return data;
  };
  /** What a call gives; it must not be refused. */
  const call = <R extends Route>(route: R, as: TestUser, input: object = {}): Promise<Output<R>> =>
    done(t.route(route, as, input as never));
  const plan = (more: object = {}): Promise<number> => call(visitPlans.create, head, form({ start: true, ...more }));
  const list = async (input: object = {}, as: TestUser = head) => (await call(visitTasks.page, as, { size: 100, ...input })).records;
  return {
    t,
    clock,
    tenantId,
    head,
    nurse,
    carer,
    other,
    stranger,
    inHouse,
    person,
    today,
    form,
    done,
    call,
    plan,
    list,
    /** The visit of a person that is due today. */
    dueOf: async (oldmanId: number, as: TestUser = head) => {
      const [row] = await list({ oldmanId, startDate: today(), endDate: today() }, as);
      assert.ok(row);
      return row;
    },
    record: (id: number, as: TestUser, more: object = {}) =>
      t.route(visitTasks.record, as, { id, way: 1, result: 1, answers: ANSWERS, ...more } as never),
    missed: (id: number, as: TestUser, more: object = {}) =>
      t.route(visitTasks.notReached, as, { id, way: 1, reason: 1, ...more } as never),
    rows: (of: ReturnType<typeof sql>) => inHouse((tx) => tx.rows<Record<string, any>>(sql`${of}`)),
  };
}
export type VisitHouse = Awaited<ReturnType<typeof visitHouse>>;
