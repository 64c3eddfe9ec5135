/** What of goods orders is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeGoodsWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'goods_orders', way: 'moves', erase: ['orderer_name', 'phone', 'address', 'remarks', 'close_reason', 'tracking_number'] },
    ],
    parts: [
      { table: 'goods_order_logs', of: 'goods_orders', by: 'goods_order_id', erase: 'sealed' },
      { table: 'goods_order_lines', of: 'goods_orders', by: 'goods_order_id', erase: 'stays' },
      { table: 'goods_order_payments', of: 'goods_orders', by: 'goods_order_id', erase: 'stays' },
      { table: 'material_movements', of: 'goods_orders', by: 'goods_order_id', erase: 'stays' },
      { table: 'product_movements', of: 'goods_orders', by: 'goods_order_id', erase: 'stays' },
    ],
  });
