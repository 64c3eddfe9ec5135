/** What of approvals is a merged person's. */
import { sql } from 'kysely';
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeCasesWithPeople = (): void =>
  mergePeople({
    references: [{ table: 'approval_cases', way: 'moves', erase: ['title', 'facts', 'form', 'variables', 'people', 'engine'] }],
    parts: [
      { table: 'approval_notes', of: 'approval_cases', by: 'case_id', erase: 'sealed' },
      { table: 'approval_tasks', of: 'approval_cases', by: 'case_id', erase: ['comment', 'files'] },
      { table: 'approval_steps', of: 'approval_cases', by: 'case_id', erase: 'stays' },
      { table: 'approval_copies', of: 'approval_cases', by: 'case_id', erase: 'stays' },
    ],
    async against({ droppedId }, tx) {
      const open = await tx.row(sql`
        select 1 from approval_cases where tenant_id = ${tx.tenantId} and person_id = ${droppedId} and state in (1, 5) limit 1`);
      return open ? ['被合并的档案还有未结束的审批，请先处理'] : [];
    },
  });
