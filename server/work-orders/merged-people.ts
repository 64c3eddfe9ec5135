/** What of work orders is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeOrdersWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'work_orders',
        way: 'moves',
        erase: ['orderer_name', 'orderer_phone', 'person_name', 'person_phone', 'person_address', 'remarks', 'place'],
      },
      { table: 'work_order_plans', way: 'moves', erase: ['name', 'remarks'] },
    ],
    parts: [
      { table: 'work_order_alerts', of: 'work_orders', by: 'work_order_id', erase: 'stays' },
      { table: 'work_order_followups', of: 'work_orders', by: 'work_order_id', erase: ['result'] },
      { table: 'work_order_job_files', of: 'work_orders', by: 'work_order_id', erase: 'goes' },
      { table: 'work_order_job_materials', of: 'work_orders', by: 'work_order_id', erase: 'stays' },
      { table: 'work_order_job_questionnaires', of: 'work_orders', by: 'work_order_id', erase: 'stays' },
      {
        table: 'work_order_jobs',
        of: 'work_orders',
        by: 'work_order_id',
        erase: [
          'remarks',
          'check_in_address',
          'check_in_image',
          'check_out_address',
          'check_out_image',
          'check_in_reason',
          'check_out_reason',
          'result',
          'signature',
          'signer',
          'unsigned_reason',
          'return_reason',
        ],
      },
      { table: 'work_order_logs', of: 'work_orders', by: 'work_order_id', erase: 'sealed' },
      { table: 'work_order_plan_days', of: 'work_order_plans', by: 'plan_id', erase: ['reason'] },
      { table: 'work_order_rating_links', of: 'work_orders', by: 'work_order_id', erase: 'stays' },
      { table: 'work_order_scores', of: 'work_orders', by: 'work_order_id', erase: ['content'] },
    ],
  });
