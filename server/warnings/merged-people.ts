/** What of warnings is a merged person's. */
import { sql } from 'kysely';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { emit } from '../events.ts';
import { mergePeople } from '../lists/merged-people.ts';

/** Of `scope` of a condition rule: the ids are of people. */
const OF_PEOPLE = 3;

/** To be called once per process. */
export const mergeWarningsWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'warnings', way: 'moves', erase: ['subject', 'content', 'remark', 'address', 'snooze_reason', 'title', 'asked_why'] },
      { table: 'device_events', way: 'moves', byDevice: true, erase: ['raw', 'surroundings'] },
      { table: 'warning_values', way: 'apart', same: ['rule', 'at'], erase: 'stays' },
      { table: 'fence_subjects', way: 'apart', same: ['fence_id'], erase: 'goes' },
      { table: 'life_windows', way: 'apart', erase: 'goes' },
      { table: 'threshold_states', way: 'stays', why: 'what an engine has in hand; it is begun anew', erase: 'goes' },
      { table: 'condition_states', way: 'stays', why: 'what an engine has in hand; it is begun anew', erase: 'goes' },
      { table: 'life_states', way: 'stays', why: 'what an engine has in hand; it is begun anew', erase: 'goes' },
      { table: 'reading_dues', way: 'stays', why: 'reckoned anew from what is expected', erase: 'goes' },
    ],
    parts: [
      { table: 'warning_clips', of: 'warnings', by: 'warning_id', erase: ['address', 'problem', 'file_name'] },
      { table: 'warning_deliveries', of: 'warnings', by: 'warning_id', erase: 'stays' },
      { table: 'warning_dues', of: 'warnings', by: 'warning_id', erase: 'stays' },
      { table: 'warning_events', of: 'warnings', by: 'warning_id', erase: 'sealed' },
      { table: 'warning_records', of: 'warnings', by: 'warning_id', erase: ['contact', 'phone', 'note'] },
    ],
    async against({ droppedId }, tx) {
      const open = await tx.row(sql`
        select 1 from warnings where tenant_id = ${tx.tenantId} and person_id = ${droppedId}
          and status in (${disposals.open}, ${disposals.inProgress}) limit 1`);
      return open ? ['被合并的档案还有未处理的预警，请先处理'] : [];
    },
    async first({ keptId, droppedId }, tx, deps) {
      const rules = await tx.rows<{ id: number }>(sql`
        update condition_rules set scope_ids = case when ${keptId} = any(scope_ids) then array_remove(scope_ids, ${droppedId}::bigint)
            else array_replace(scope_ids, ${droppedId}::bigint, ${keptId}::bigint) end, version = version + 1, updated_at = now()
        where tenant_id = ${tx.tenantId} and scope = ${OF_PEOPLE} and scope_ids @> array[${droppedId}::bigint] returning id`);
      await tx.run(sql`
        update warning_clips set people = array_replace(people, ${droppedId}::bigint, ${keptId}::bigint)
        where tenant_id = ${tx.tenantId} and people @> array[${droppedId}::bigint]`);
      for (const { id } of rules) await emit('condition.changed', { ruleId: id }, tx, deps);
    },
  });
