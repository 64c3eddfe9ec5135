/** A house with a dispatcher, a carer and somebody to be served every day; and what becomes of their recurring orders. */
import { dayOf, nextDay } from '#contract/time.ts';
import assert from 'node:assert/strict';
import { workOrderPlans as plans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { generatePlan } from '#server/work-orders/plan-generation.ts';
import { person, project } from './care.ts';
import type { Harness } from './harness.ts';

/** Makes the house in a tenant of its own. */
export async function recurring(t: Harness) {
  const tenant = await t.tenant();
  const desk = await t.user(tenant, { name: '调度' });
  const carer = await t.user(tenant, { name: '王芳', dataScope: 3, permissions: ['members_workorder_view', 'members_workorder_serve'] });
  const stranger = await t.user(await t.tenant());
  const oldmanId = await person(t, tenant);
  const { projectId } = await project(t, desk);
  const today = dayOf(t.deps.now());
  const form = (more: object = {}) => ({
    name: '每日助浴',
    oldmanId,
    jobs: [{ serverProjectId: projectId, time: '23:30', serverUserId: carer.userId }],
    frequency: 1,
    startsOn: today,
    daysAhead: 3,
    ...more,
  });
  const read = async (id: number) => (await t.route(plans.get, desk, { id })).data;
  return {
    tenant,
    desk,
    carer,
    stranger,
    oldmanId,
    projectId,
    today,
    form,
    /** Made, with its orders: what happens after the commit is waited for by making them again. */
    async create(more: object = {}): Promise<number> {
      const answer = await t.route(plans.create, desk, form(more));
      assert.equal(answer.status, 200, String(answer.msg));
      await generatePlan(t.deps, desk.tenantId, answer.data);
      return answer.data as number;
    },
    read,
    days: async (id: number) => (await t.route(plans.days, desk, { id, from: today, to: nextDay(today, 10) })).data as any[],
    orders: async (id: number) => (await t.route(workOrders.page, desk, { planId: id, size: 100 })).data.records as any[],
    version: async (id: number) => (await read(id)).version as number,
    settled: (id: number) => generatePlan(t.deps, desk.tenantId, id),
  };
}
