/** An institution whose bathing asks for consumables, questionnaires, a photo and a signature, and whose cleaning asks for nothing. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Tx } from '#server/db/tenant.ts';
import { person, project } from './care.ts';
import type { Harness } from './harness.ts';

/**
 * Its people, projects, materials (10 gloves, 1 soap, 5 pads that bathing may not use)
 * and questionnaires (record required, survey optional).
 */
export async function orderParts(t: Harness) {
  const tenant = await t.tenant();
  const desk = await t.user(tenant, { name: '调度' });
  const carer = await t.user(tenant, { name: '王芳', permissions: ['members_workorder_view', 'members_workorder_serve'] });
  const stranger = await t.user(await t.tenant());
  const oldmanId = await person(t, tenant);
  const neighbourId = await person(t, tenant, '李建国');
  const bathing = (await project(t, desk)).projectId;
  const plain = (await project(t, desk, { type: '家政', name: '保洁', price: 30 })).projectId;

  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => t.deps.inTenant(tenant, work);
  const made = (query: ReturnType<typeof sql<{ id: number }>>) => inTenant(async (tx) => ((await tx.row(query)) as { id: number }).id);
  const material = (name: string, quantity: number) =>
    made(
      sql`insert into materials (tenant_id, code, name, unit, quantity) values (${tenant}, ${name}, ${name}, '副', ${quantity})
        returning id`,
    );
  const questionnaire = (name: string) =>
    made(
      sql`insert into questionnaires (tenant_id, key, name, status) values (${tenant}, ${randomUUID().replaceAll('-', '')}, ${name}, 2)
        returning id`,
    );
  const [gloves, soap, foreign] = [await material('手套', 10), await material('沐浴露', 1), await material('尿垫', 5)];
  const [record, survey] = [await questionnaire('上门服务记录表'), await questionnaire('居家安全检查表')];
  await inTenant(async (tx) => {
    await tx.run(sql`insert into service_project_materials (tenant_id, project_id, material_id, is_default)
      values (${tenant}, ${bathing}, ${gloves}, true), (${tenant}, ${bathing}, ${soap}, false)`);
    await tx.run(sql`insert into service_project_questionnaires (tenant_id, project_id, questionnaire_id, is_default, required)
      values (${tenant}, ${bathing}, ${record}, true, true), (${tenant}, ${bathing}, ${survey}, false, false)`);
    await tx.run(
      sql`update service_projects set requires_photo = true, requires_signature = true where tenant_id = ${tenant} and id = ${bathing}`,
    );
  });

  const job = (projectId: number, extra: object = {}) => ({ serverProjectId: projectId, serverTime: '2090-01-01 09:00:00', ...extra });
  const form = (...jobLists: object[]) => ({ oldmanId, oldmanPhone: '13911112222', oldmanAddress: '北京市东城区景山前街4号', jobLists });
  return {
    desk,
    carer,
    stranger,
    oldmanId,
    neighbourId,
    bathing,
    plain,
    gloves,
    soap,
    foreign,
    record,
    survey,
    inTenant,
    job,
    form,
    async create(...jobs: object[]): Promise<number> {
      const answer = await t.route(workOrders.create, desk, form(...jobs));
      assert.equal(answer.status, 200, String(answer.msg));
      return answer.data;
    },
    detail: async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder,
    /** An uploaded file of `size` bytes; gives its address. */
    async file(size = 1000): Promise<string> {
      const name = `${randomUUID()}.png`;
      await inTenant((tx) =>
        tx.run(sql`insert into files (tenant_id, bucket, name, original, mime, size, sha256, created_by)
          values (${tenant}, 'yian', ${name}, '图.png', 'image/png', ${size}, '\\x00', ${desk.userId})`),
      );
      return `/admin/sys-file/yian/${name}`;
    },
    /** A package of a person that covers one project `total` times; gives its id. */
    async personPackage(personId: number, projectId: number, total: number): Promise<number> {
      const id = await made(sql`insert into person_packages (tenant_id, person_id, name, price_fen, starts_on, ends_on)
        values (${tenant}, ${personId}, '月度助浴', 10000, '2020-01-01', '2098-12-31') returning id`);
      await inTenant((tx) =>
        tx.run(
          sql`insert into person_package_projects (tenant_id, person_package_id, project_id, project_name, total)
            values (${tenant}, ${id}, ${projectId}, '助浴', ${total})`,
        ),
      );
      return id;
    },
    used: (packageId: number) =>
      inTenant(
        async (tx) =>
          (
            await tx.row<{ used: number }>(
              sql`select used from person_package_projects where tenant_id = ${tenant} and person_package_id = ${packageId}`,
            )
          )?.used,
      ),
    stock: (id: number) =>
      inTenant(async (tx) =>
        Number(
          (await tx.row<{ quantity: number }>(sql`select quantity from materials where tenant_id = ${tenant} and id = ${id}`))?.quantity,
        ),
      ),
  };
}
