/** An institution with its staff and two residents, and what the tests of incidents do again and again. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { incidentMeasures } from '#contract/incidents/incident-measures.ts';
import { incidents as routes } from '#contract/incidents/incidents.ts';
import { dayOf } from '#contract/time.ts';
import { person } from './care.ts';
import { harness, type TestUser } from './harness.ts';

export const P = 'members_adverseeventrecord';

export async function incidentHouse() {
  const clock = { now: Date.now() };
  const t = await harness({ now: () => clock.now });
  const tenantId = await t.tenant();
  const admin = await t.user(tenantId, { name: '院长' });
  const nurse = await t.user(tenantId, { name: '赵敏', dataScope: 1, permissions: [`${P}_view`, `${P}_add`, `${P}_edit`] });
  const carer = await t.user(tenantId, { name: '王芳', dataScope: 3, permissions: [`${P}_view`, `${P}_add`] });
  const stranger = await t.user(await t.tenant());
  const [wang, li] = [await person(t, tenantId, '王秀英'), await person(t, tenantId, '李建国')];
  await t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenantId} and id = ${wang}`),
  );
  const form = (more: object = {}) => ({ oldmanIds: [wang], type: 6, course: '起床时滑倒', ...more });
  const done = async (answer: Promise<{ status: number; msg: unknown }>) => {
    const { status, msg } = await answer;
    assert.equal(status, 200, String(msg));
  };
  const made = async (more: object = {}, as = nurse): Promise<number> => {
    const answer = await t.route(routes.create, as, form(more));
    assert.equal(answer.status, 200, String(answer.msg));
    return answer.data;
  };
  const family = (id: number, more: object = {}, as = nurse) =>
    t.route(routes.tellFamily, as, { id, oldmanId: wang, way: 1, who: '王强（儿子）', answer: '马上过来', ...more });
  const measure = async (incidentId: number, more: object = {}): Promise<number> => {
    const input = { incidentId, text: '加装床栏', ownerId: carer.userId, dueDate: dayOf(clock.now), ...more };
    const answer = await t.route(incidentMeasures.create, nurse, input);
    assert.equal(answer.status, 200, String(answer.msg));
    return answer.data;
  };
  return {
    t,
    clock,
    tenantId,
    admin,
    nurse,
    carer,
    stranger,
    wang,
    li,
    form,
    done,
    made,
    family,
    measure,
    read: async (id: number, as = admin) => (await t.route(routes.get, as, { id })).data,
    messagesOf: ({ userId }: TestUser) =>
      t.deps.inTenant(tenantId, (tx) =>
        tx.rows<{ title: string }>(sql`select title from messages where tenant_id = ${tenantId} and recipient_id = ${userId} order by id`),
      ),
    /** Of grade III, told, with a cause and a measure, accepted. */
    async whole() {
      const id = await made({ severity: 3, causes: [1] });
      await done(family(id));
      await measure(id);
      await done(t.route(routes.accept, admin, { id }));
      return id;
    },
  };
}
