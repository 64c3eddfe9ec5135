/** An institution whose desk writes work orders for a carer. */
import { serviceProjects } from '#contract/services/services.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from './care.ts';
import type { Harness } from './harness.ts';

/** When the jobs of its orders are, unless a test says another time. */
export const LATER = '2099-01-01 09:00:00';

/** Staff, a stranger of another institution, a person, two projects (bathing 58.5, a walk 20), and what a form of an order begins with. */
export async function orderDesk(t: Harness) {
  const tenant = await t.tenant('平安颐养院');
  const desk = await t.user(tenant, { name: '前台' });
  const carer = await t.user(tenant, {
    name: '王芳',
    dataScope: 3,
    permissions: ['members_workorder_view', 'members_workorder_serve', 'members_workorder_add'],
  });
  const stranger = await t.user(await t.tenant());
  const oldmanId = await person(t, tenant);
  const { typeId, projectId: bath } = await project(t, desk, { name: '助浴', price: 58.5 });
  const walk = (await t.route(serviceProjects.create, desk, { name: '陪同散步', serverId: typeId, standardPrice: 20, minutes: 60 }))
    .data as number;
  const job = (more: object = {}) => ({ serverProjectId: bath, serverTime: LATER, ...more });
  const form = (more: object = {}) => ({
    oldmanId,
    oldmanPhone: '13911112222',
    oldmanAddress: '北京市东城区景山前街4号',
    jobLists: [job()],
    ...more,
  });
  const read = async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder;
  return {
    desk,
    carer,
    stranger,
    oldmanId,
    bath,
    walk,
    job,
    form,
    /** A new order; gives its id. */
    make: async (more: object = {}) => (await t.route(workOrders.create, desk, form(more))).data as number,
    read,
    jobsOf: async (id: number) => (await read(id)).workOrderJobs,
    edit: (id: number, more: object, as = desk) => t.route(workOrders.update, as, { id, ...form(more) }),
  };
}
