/** Writing to goods orders: success is said in the contract's words; whoever comes second sees the order as it is now. */
import { useQueryClient } from '@tanstack/react-query';
import type { Output, Route } from '#contract/http.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { canDo, type GoodsAction } from '#contract/goods-orders/goods-orders.rules.ts';
import { useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';

export type GoodsOrderRow = Output<typeof goodsOrders.page>['records'][number];
export type GoodsOrderDetail = Output<typeof goodsOrders.get>;

/** What dialogs need to know of an order: a list's row or the detail. */
export type GoodsOrderHead = GoodsOrderRow;

export const detailAddress = ({ id, orderNo }: { id: number; orderNo: string }) => `/order/detail?id=${id}&orderNo=${orderNo}`;

export const stateOf = ({ payStatus, deliveryStatus }: GoodsOrderHead) => ({ payment: payStatus, delivery: deliveryStatus });

/** As `useSend`, for the routes of one order: lists and details are read again whether it worked or somebody was faster. */
export function useGoodsSend<R extends Route>(route: R, onDone: (data: Output<R>) => void, once = false) {
  const client = useQueryClient();
  const readAgain = () => void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/members/order') });
  return useSend(route, {
    once,
    onSuccess: (data: Output<R>) => {
      readAgain();
      onDone(data);
    },
    onError: ({ status }) => status === 409 && readAgain(),
  });
}

const ROUTES: Record<GoodsAction, Parameters<ReturnType<typeof useMay>>[0]> = {
  edit: goodsOrders.update,
  pay: goodsOrders.pay,
  ship: goodsOrders.ship,
  sign: goodsOrders.sign,
  cancel: goodsOrders.cancel,
  refund: goodsOrders.refund,
  delete: goodsOrders.remove,
};
const LABELS: Record<GoodsAction, string> = {
  pay: '收款',
  ship: '发货',
  sign: '签收',
  edit: '编辑',
  refund: '退款',
  cancel: '取消',
  delete: '删除',
};
const DANGEROUS = new Set<GoodsAction>(['refund', 'cancel', 'delete']);

/** Gives the buttons of an order: its state allows it, and the rights; the next step first, what ends it last. */
export function useGoodsActions(): (order: GoodsOrderHead) => { action: GoodsAction; label: string; danger: boolean }[] {
  const may = useMay();
  return (order) =>
    (Object.keys(LABELS) as GoodsAction[])
      .filter((action) => canDo(action, stateOf(order)) && may(ROUTES[action]))
      .map((action) => ({ action, label: LABELS[action], danger: DANGEROUS.has(action) }));
}
