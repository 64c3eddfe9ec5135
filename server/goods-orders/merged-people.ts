/** What of goods orders is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeGoodsWithPeople = (): void => mergePeople({ references: [{ table: 'goods_orders', way: 'moves' }] });
