/** Work orders in the command palette: by number, and `派单 姓名` or its pinyin for the open ones of a person, without a carer first. */
import { people } from '#contract/elderly/people.ts';
import { canDo } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { call } from '#web/api/call.ts';
import type { Finder } from '#web/shell/finders.ts';
import { go } from '#web/shell/go.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { shortTime } from '#web/ui/display.ts';
import type { OrderSummary } from './order-calls.ts';

const MOST = 6;
const SEND = /^派单\s*(\S.*)$/;
const NUMBER = /^(?:gd)?\d{6,}$/i;

/** The name behind 派单; null for other words. */
export const toSend = (words: string): string | null => SEND.exec(words)?.[1]?.trim() ?? null;
/** What was typed as the beginning of an order's number; null for other words. */
export const numberOf = (words: string): string | null =>
  NUMBER.test(words) ? (/^\d/.test(words) ? `GD${words}` : words.toUpperCase()) : null;

/** What can be sent, what nobody goes to yet before what is sent anew; otherwise in its order. */
export const toBeSent = <T extends Pick<OrderSummary, 'state' | 'serverUserName'>>(orders: readonly T[]): T[] =>
  orders
    .filter(({ state }) => canDo('send', state))
    .toSorted((a, b) => Number(a.serverUserName !== null) - Number(b.serverUserName !== null));

const detail = ({ id, workNo }: OrderSummary) => `/order/workorder/detail?id=${id}&orderNo=${workNo}`;
const about = ({ oldmanName, serverProjectName, serverTime, serverUserName }: OrderSummary) =>
  [oldmanName, serverProjectName, serverTime && shortTime(serverTime, serverNow()), serverUserName].filter(Boolean).join(' · ');

export const finder: Finder = {
  looksFor: (words, may) =>
    (may(workOrders.page) && numberOf(words) !== null) ||
    (toSend(words) !== null && ((may(workOrders.page) && may(workOrders.dispatch)) || (may(workOrders.create) && may(people.page)))),
  async find(words, may, signal) {
    const options = { signal, quiet: true };
    const workNo = numberOf(words);
    if (workNo !== null) {
      const { records } = await call(workOrders.page, { workNo, size: MOST }, options);
      return records.map((order) => ({
        key: `order-${order.id}`,
        group: '工单',
        label: order.workNo,
        note: about(order),
        run: () => go(detail(order)),
      }));
    }
    const name = (toSend(words) ?? '').slice(0, 20);
    const [orders, found] = await Promise.all([
      may(workOrders.page) && may(workOrders.dispatch)
        ? call(workOrders.page, { oldmanName: name, open: true, ascs: ['due'], size: 50 }, options)
        : null,
      may(workOrders.create) && may(people.page) ? call(people.page, { keyword: name, size: 3 }, options) : null,
    ]);
    const waiting = toBeSent(orders?.records ?? []).slice(0, MOST);
    return [
      ...waiting.map((order) => ({
        key: `send-${order.id}`,
        group: '派单',
        label: `派单：${order.oldmanName} ${order.serverProjectName}`,
        note: [order.serverTime && shortTime(order.serverTime, serverNow()), order.serverUserName ?? '待派单', order.workNo]
          .filter(Boolean)
          .join(' · '),
        run: () => go(`${detail(order)}&do=send`),
      })),
      ...(found?.records ?? []).map((person) => ({
        key: `new-order-${person.id}`,
        group: '派单',
        label: `为${person.userName}新增工单`,
        ...(person.place ? { note: person.place } : {}),
        run: () => go(`/order/workorder?person=${person.id}`),
      })),
    ];
  },
};
