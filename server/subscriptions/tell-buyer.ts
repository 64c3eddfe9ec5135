/** News of an order for those who bought it. */
import type { Work } from '../context.ts';
import { smsLater } from '../messages/text-messages.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { inside } from '../db/inside.ts';
import type { Order } from './order-steps.ts';

/** Tells those of the institution who buy, and the buyer's phone. */
export async function tellBuyer(work: Work, { number, subscriber_id, buyer_phone }: Order, title: string, text: string): Promise<void> {
  const { tx, deps } = work;
  await inside(tx, deps, subscriber_id, (own) =>
    tellThoseWith(own, deps, 'package_order', { kind: 'notice', title, text: `订单${number}：${text}`, link: '/subscription/index' }),
  );
  if (buyer_phone) await smsLater(work, buyer_phone, `【颐安】您的订购订单${number}：${text}`);
}
