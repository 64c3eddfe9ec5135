/** The demonstration's own form for approvals, 用车申请, with an application that waits for the head nurse and one that was approved. */
import { sql } from 'kysely';
import { dayOf, nextDay } from '#contract/time.ts';
import { endCase, openCase } from '../../server/approvals/case-work.ts';
import { lockCase } from '../../server/approvals/case-rows.ts';
import { publishDraft, type Draft } from '../../server/approvals/definition-rows.ts';
import type { Dependencies } from '../../server/context.ts';
import { workIn } from '../../server/events.ts';

const NAME = '用车申请';
type Step = Draft['steps'][number];
const step = (id: string, name: string, deciders: Step['deciders'], condition: Step['condition']): Step => ({
  id,
  name,
  deciders,
  condition,
  mode: 'one',
  hours: 24,
  remindHours: 12,
  escalateTo: [],
  self: false,
  copyTo: [],
});
const field = (key: string, label: string, type: Draft['fields'][number]['type']) => ({ key, label, type, required: true, options: [] });

interface Person {
  id: number;
  name: string;
}

/** Of one institution, once. */
export const seedApprovals = (deps: Dependencies, tenantId: number): Promise<void> =>
  deps.inTenant(tenantId, async (tx) => {
    const firstOf = (role: string) =>
      tx.row<Person & { roleId: number }>(sql`
        select u.id, u.name, r.id as "roleId" from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where u.tenant_id = ${tenantId} and r.code = ${role} and u.home_user_id is null order by u.id limit 1`);
    const [boss, carer] = [await firstOf('admin'), await firstOf('carer')];
    if (!boss || !carer) return;
    const draft: Draft = {
      fields: [
        field('reason', '用车事由', 'text'),
        field('day', '用车日期', 'date'),
        { ...field('kilometres', '预计里程（公里）', 'number'), required: false },
      ],
      steps: [
        step('s1', '部门负责人审批', [{ by: 'head', of: 'applicant', up: 0 }], null),
        step('s2', '院长审批', [{ by: 'role', ids: [boss.roleId] }], {
          any: false,
          tests: [{ variable: 'kilometres', comparison: '>=', value: 50 }],
        }),
      ],
      diagram: null,
    };
    const made = await tx.row<{ id: number }>(sql`
      insert into approval_definitions (tenant_id, kind, name, description, draft, published, enabled, created_by)
      values (${tenantId}, 'general', ${NAME}, '外出就医、采购和家访用车', ${JSON.stringify(draft)}::jsonb, 1, true, ${boss.name})
      returning id`);
    const work = workIn(tx, deps, { userId: carer.id, name: carer.name });
    await publishDraft(workIn(tx, deps, { userId: boss.id, name: boss.name }), { id: made!.id, kind: 'general' }, draft);
    const version = await tx.row<{ id: number }>(
      sql`select id from approval_versions where tenant_id = ${tenantId} and definition_id = ${made!.id}`,
    );
    const apply = (reason: string, day: string, kilometres: number) =>
      openCase(
        work,
        {
          definitionId: made!.id,
          kind: 'general',
          businessId: null,
          applicant: carer,
          title: `${NAME}：${reason}`,
          facts: [
            { label: '用车事由', value: reason },
            { label: '用车日期', value: day },
            { label: '预计里程（公里）', value: String(kilometres) },
          ],
          form: { reason, day, kilometres },
          variables: { kilometres },
          people: {},
          personId: null,
        },
        { id: version!.id, name: NAME },
      );
    const tomorrow = nextDay(dayOf(deps.now()));
    const done = await apply('送老人复诊', tomorrow, 12);
    await endCase(work, await lockCase(tx, done), 'approved');
    await apply('接老人出院', tomorrow, 68);
  });
