/** What of care is a merged person's: versions of plans go on counting. */
import { sql } from 'kysely';
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeCareWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'care_plans', way: 'moves', erase: ['problems', 'goals', 'consent_name', 'remarks', 'end_reason'] },
      { table: 'care_tasks', way: 'moves', erase: ['note'] },
      { table: 'care_targets', way: 'apart', erase: 'stays' },
      { table: 'skin_findings', way: 'moves', erase: 'stays' },
      {
        table: 'restraints',
        way: 'moves',
        erase: ['reason_note', 'instruction', 'consent_name', 'consent_relation', 'consent_files', 'end_note'],
      },
      { table: 'patrol_marks', way: 'sealed', erase: 'sealed' },
      { table: 'care_notes', way: 'apart', same: ['meal_on', 'meal'], among: '{}.meal is not null', erase: 'goes' },
    ],
    parts: [
      { table: 'care_reviews', of: 'care_plans', by: 'plan_id', erase: 'sealed' },
      { table: 'care_interventions', of: 'care_plans', by: 'plan_id', erase: ['name', 'instruction'] },
      { table: 'skin_looks', of: 'skin_findings', by: 'finding_id', erase: 'sealed' },
      { table: 'restraint_looks', of: 'restraints', by: 'restraint_id', erase: 'sealed' },
    ],
    async against({ keptId, droppedId }, tx) {
      const twice = await tx.row(sql`
        select 1 from care_plans where tenant_id = ${tx.tenantId} and person_id in (${keptId}, ${droppedId})
          and (state = 1 or (state = 2 and (ends_at is null or ends_at > now())))
        group by tenant_id having count(distinct person_id) = 2`);
      const restrained = await tx.row(sql`
        select 1 from restraints where tenant_id = ${tx.tenantId} and person_id in (${keptId}, ${droppedId}) and state in (1, 2)
        group by tenant_id, kind having count(*) = 2`);
      return [
        ...(twice ? ['两份档案都有草拟或执行中的照护计划，请先停止其中一份'] : []),
        ...(restrained ? ['两份档案都有同样方式的约束单没有结束，请先解除或作废其中一张'] : []),
      ];
    },
    async first({ keptId, droppedId }, tx) {
      await tx.run(sql`
        update care_plans set serial = serial + (select coalesce(max(k.serial), 0) from care_plans k
          where k.tenant_id = ${tx.tenantId} and k.person_id = ${keptId})
        where tenant_id = ${tx.tenantId} and person_id = ${droppedId}`);
    },
  });
