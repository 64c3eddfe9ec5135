/** Which order a dialog is about, in two lines. */
import { Where } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import type { OrderHead } from './order-calls.ts';
import { UrgencyTag } from './order-tags.tsx';
import './work-orders.css';

export function OrderLine({ order }: { order: OrderHead }) {
  return (
    <div className="y-order-line">
      <p>
        <b>{order.oldmanName}</b>
        <State of="order" value={order.state} />
        <UrgencyTag value={order.emergencyType} />
        <span>{order.workNo}</span>
      </p>
      <p>{order.serverProjectName}</p>
      <Where {...order} />
    </div>
  );
}
