/** Questionnaires and jobs that tests of them start from. */
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { db } from '#server/db/tenant.ts';
import { person, project } from './care.ts';
import type { Harness, TestUser } from './harness.ts';

export const YES_NO = [
  { label: '是', value: 1 },
  { label: '否', value: 2 },
  { label: '其他', value: 0 },
];

const ITEMS: object[] = [
  { type: 'INPUT', label: '情况', required: true, placeholder: '请填写情况', expand: { maxlength: 20 } },
  { type: 'RADIO', label: '是否完成', expand: { options: YES_NO } },
  { type: 'UPLOAD', label: '照片', expand: { limit: 1, fileSize: 100, sizeUnit: 'KB', accept: '.png' } },
];

/** A questionnaire, unless told otherwise with a required text (101), a choice with 其他 (102) and an upload (103); gives its key and id. */
export async function questionnaire(t: Harness, as: TestUser, { name = '服务记录', published = true, items = ITEMS } = {}) {
  const key = (await t.route(questionnaires.create, as, { name, describe: '请如实填写' })).data as string;
  for (const [at, item] of items.entries())
    await t.route(questionnaireItems.create, as, { projectKey: key, formItemId: 101 + at, ...item });
  if (published) await t.route(questionnaires.publish, as, { key });
  const { data } = await t.route(questionnaires.get, as, { key });
  return { key, id: data.id as number };
}

/** An order of one job for `carer`, in progress; gives the ids. */
export async function job(t: Harness, admin: TestUser, carer: TestUser, { status = 3, type = `照料${Math.random()}` } = {}) {
  const personId = await person(t, admin.tenantId);
  const { typeId, projectId } = await project(t, admin, { type });
  return t.deps.inTenant(admin.tenantId, async (tx) => {
    const tenant_id = admin.tenantId;
    const order = await tx.row(
      db
        .insertInto('work_orders')
        .values({
          tenant_id,
          number: `GD${Math.random()}`,
          status,
          person_id: personId,
          person_name: '王秀英',
          person_phone: '13911112222',
          person_address: '景山前街4号',
        })
        .returning('id'),
    );
    const orderId = (order as { id: number }).id;
    const made = await tx.row(
      db
        .insertInto('work_order_jobs')
        .values({
          tenant_id,
          work_order_id: orderId,
          status,
          project_id: projectId,
          project_name: '助浴',
          service_type_id: typeId,
          service_type_name: type,
          service_at: new Date().toISOString(),
          minutes: 45,
          price_fen: 0,
          user_id: carer.userId,
        })
        .returning('id'),
    );
    return { orderId, jobId: (made as { id: number }).id, projectId, personId };
  });
}
