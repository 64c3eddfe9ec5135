/** The machine of check-outs: signs, log, and who is told that it is their turn. */
import {
  checkoutStates,
  closedCheckout,
  decideCheckout,
  type CheckoutChange,
  type CheckoutCommand,
} from '#contract/stay/checkout-commands.rules.ts';
import { departments, signStates, waitingSigns, type Department, type Sign } from '#contract/stay/checkout-departments.rules.ts';
import { CHECKOUT_ACCESS } from '#contract/stay/checkouts.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { Machine } from '../db/transitions.ts';
import { sendMessage, tellThoseWith } from '../messages/messages.ts';
import { lockCheckout, NOUN, reached, type CheckoutRow } from './checkout-rows.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;
const addressOf = (id: number) => `/stay/checkout/detail?id=${id}`;

/** Writes what happened into the log of a check-out. */
export const note = (
  { tx, deps, actor }: Context,
  checkoutId: number,
  status: number,
  text: string | null,
  department: string | null = null,
) =>
  tx.run(
    db.insertInto('checkout_events').values({
      tenant_id: tx.tenantId,
      checkout_id: checkoutId,
      status,
      department,
      text,
      user_id: actor.userId,
      user_name: actor.name,
      created_at: isoOf(deps.now()),
    }),
  );

interface Named {
  id: number;
  person_name: string;
  leave_on: string;
}

/** Tells the departments whose turn it is. */
export async function tellWaiting({ tx, deps }: Context, row: Named, signs: readonly Sign[]): Promise<void> {
  for (const { department } of waitingSigns(signs).filter(({ state }) => state === signStates.open))
    await tellThoseWith(tx, deps, CHECKOUT_ACCESS.of(department as Department), {
      kind: 'notice',
      title: `${row.person_name}退住待${departments[department as Department]}审核`,
      text: `${row.leave_on}退住，请核对本部门未了事项`,
      link: addressOf(row.id),
    });
}

/** Writes the sign that a command changes, or opens anew those that had sent it back. */
async function followSigns({ tx, deps, actor }: Context, row: CheckoutRow, { action, sign }: CheckoutChange): Promise<void> {
  const its = db.updateTable('checkout_signs').where('tenant_id', '=', tx.tenantId).where('checkout_id', '=', row.id);
  if (sign) {
    const signed = { note: sign.note, user_id: actor.userId, user_name: actor.name, signed_at: isoOf(deps.now()) };
    await tx.run(its.set({ state: sign.state, ...signed }).where('department', '=', sign.department));
  }
  if (action === 'edit') {
    const open = { state: signStates.open, user_id: null, user_name: null, signed_at: null };
    await tx.run(its.set(open).where('state', '=', signStates.sentBack));
  }
}

/** The signs as they are after a change. */
function signsAfter({ signs }: CheckoutRow, { action, sign }: CheckoutChange): Sign[] {
  return signs.map((one) => {
    if (one.department === sign?.department) return { ...one, state: sign.state };
    return action === 'edit' && one.state === signStates.sentBack ? { ...one, state: signStates.open } : one;
  });
}

async function tell(context: Context, row: CheckoutRow, change: CheckoutChange): Promise<void> {
  const { tx, deps } = context;
  const after = signsAfter(row, change);
  if (change.action === 'sendBack')
    await sendMessage(tx, deps, {
      recipientId: row.user_id,
      kind: 'notice',
      title: `${row.person_name}的退住申请被退回`,
      text: change.text ?? '',
      link: addressOf(row.id),
    });
  if ((change.set as { state?: number }).state === checkoutStates.settling)
    await tellThoseWith(tx, deps, CHECKOUT_ACCESS.settle, {
      kind: 'notice',
      title: `${row.person_name}退住待结算`,
      text: '各部门已审核通过，请核对费用并办理退住',
      link: addressOf(row.id),
    });
  // A turn is told once, when it begins; who sent it back is told of what was corrected.
  const [before] = waitingSigns(row.signs);
  const [now] = waitingSigns(after);
  if (change.action === 'edit') {
    const back = row.signs.filter(({ state }) => state === signStates.sentBack).map(({ department }) => department);
    await tellWaiting(
      context,
      row,
      after.filter(({ department, state }) => state === signStates.agreed || back.includes(department)),
    );
  } else if (change.action === 'sign' && now && now.turn !== before?.turn) await tellWaiting(context, row, after);
}

export const checkoutMachine: Machine<Context, CheckoutRow, CheckoutCommand, CheckoutChange> = {
  table: 'checkouts',
  async read(context, id) {
    await reached(context, id);
    return lockCheckout(context.tx, id);
  },
  fresh: (context, { id }) => reached(context, id),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedCheckout,
  decide: decideCheckout,
  columns: (_context, _row, { set }) => set,
  follow: followSigns,
  async record(context, row, change) {
    await note(context, row.id, change.event, change.text, change.sign?.department ?? null);
    await tell(context, row, change);
    await context.emit('checkout.changed', { checkoutId: row.id });
  },
};
