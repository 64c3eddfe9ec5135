/** What of meals is a merged person's: of one meal of a day the kept one's order counts. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeMealsWithPeople = (): void =>
  mergePeople({ references: [{ table: 'meal_orders', way: 'apart', same: ['day', 'meal'], erase: ['note'] }] });
