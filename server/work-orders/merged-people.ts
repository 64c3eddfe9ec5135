/** What of work orders is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeOrdersWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'work_orders', way: 'moves' },
      { table: 'work_order_plans', way: 'moves' },
    ],
  });
