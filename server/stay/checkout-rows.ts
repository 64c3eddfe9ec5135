/** Check-outs as they are read: the list, one with its signs, what is open, lines and log, and the row that is changed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { checkoutStates } from '#contract/stay/checkout-commands.rules.ts';
import { departmentNames, waitingSigns, type Department } from '#contract/stay/checkout-departments.rules.ts';
import type { Checkout, CheckoutDetail, checkouts as routes, FeeLine } from '#contract/stay/checkouts.ts';
import { dayOf } from '#contract/time.ts';
import { reachesCare } from '../care/care-reach.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, equals, from, readOne, to, type ListOf } from '../lists/crud.ts';
import { personTyped } from '../lists/people-reach.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { openWith } from './checkout-open.ts';

export const NOUN = '退住申请';

/** The departments whose turn it is, in the order of the house. */
const waiting = () => sql<Department[]>`array(select s.department from checkout_signs s
  where s.tenant_id = checkouts.tenant_id and s.checkout_id = checkouts.id and s.state <> 2 and checkouts.state = 1
    and s.turn = (select min(m.turn) from checkout_signs m
      where m.tenant_id = s.tenant_id and m.checkout_id = s.checkout_id and m.state <> 2)
  order by array_position(array[${sql.join(departmentNames.map((name) => sql.lit(name)))}], s.department))`;

/** Of people whom the session reaches. Money is fen until `inYuan`. */
export const listOfTenant = (tenantId: number): ListOf<typeof routes.page, 'checkouts'> => ({
  table: 'checkouts',
  noun: NOUN,
  scope: reachesCare('checkouts.person_id'),
  columns: {
    id: 'id',
    number: 'number',
    state: 'state',
    oldmanId: 'person_id',
    oldmanName: 'person_name',
    place: () => placeOfPerson(sql.ref('checkouts.tenant_id'), sql.ref('checkouts.person_id')),
    leaveDate: 'leave_on',
    destination: 'destination',
    reason: 'reason',
    waiting,
    dueAmount: 'due_fen',
    refundAmount: 'refund_fen',
    paidAmount: 'paid_fen',
    leftTime: 'left_at',
    leftBy: 'left_by',
    createBy: 'user_name',
    createId: 'user_id',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    number: contains('number'),
    oldmanName: personTyped(tenantId, 'checkouts.person_id'),
    oldmanId: equals('person_id'),
    state: equals('state'),
    destination: equals('destination'),
    leaveStart: from('leave_on'),
    leaveEnd: to('leave_on'),
  },
  sorts: { leave_date: 'leave_on' },
});

type Wire = z.input<typeof Checkout>;
const yuanOf = (fen: number | null): number | null => (fen === null ? null : toYuan(fen));
/** A row whose money is yuan. */
export const inYuan = (row: Wire): Wire => ({
  ...row,
  dueAmount: yuanOf(row.dueAmount),
  refundAmount: yuanOf(row.refundAmount),
  paidAmount: yuanOf(row.paidAmount),
});

/** The check-out with its signs, locked; the caller has made sure that the session reaches it. Throws 404. */
export async function lockCheckout(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('checkouts').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return { ...row, signs: await signsOf(tx, id) };
}
export type CheckoutRow = Awaited<ReturnType<typeof lockCheckout>>;

const signsOf = (tx: Tx, id: number) =>
  tx.rows(
    db
      .selectFrom('checkout_signs')
      .select(['department', 'turn', 'state', 'note', 'user_name', 'signed_at'])
      .where('tenant_id', '=', tx.tenantId)
      .where('checkout_id', '=', id)
      .orderBy('turn')
      .orderBy(sql`array_position(array[${sql.join(departmentNames.map((name) => sql.lit(name)))}], department)`),
  );

/** The row as the session reaches it. Throws 404. */
export const reached = async (context: Context, id: number): Promise<Wire> =>
  inYuan(await readOne(listOfTenant(context.session.tenantId), id, context));

/** The last settled day that the check-out says; null: none. */
export async function settledOf({ tx }: Context, id: number): Promise<string | null> {
  const row = await tx.row(db.selectFrom('checkouts').select('settled_until').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
  return row?.settled_until ?? null;
}

async function linesOf(tx: Tx, id: number): Promise<z.input<typeof FeeLine>[]> {
  const rows = await tx.rows(
    db
      .selectFrom('checkout_lines')
      .select(['kind', 'text', 'from_on', 'to_on', 'days', 'month_fen', 'amount_fen'])
      .where('tenant_id', '=', tx.tenantId)
      .where('checkout_id', '=', id)
      .orderBy('place'),
  );
  return rows.map((row) => ({
    kind: row.kind,
    text: row.text,
    fromDate: row.from_on,
    toDate: row.to_on,
    days: row.days,
    monthAmount: yuanOf(row.month_fen),
    amount: toYuan(row.amount_fen),
  }));
}

/** One check-out with all that belongs to it, and what is open with each department while it is not over. Throws 404. */
export async function readCheckout(context: Context, id: number): Promise<z.input<typeof CheckoutDetail>> {
  const { tx, deps } = context;
  const shown = await reached(context, id);
  const rest = await tx.row(db.selectFrom('checkouts').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id));
  const signs = await signsOf(tx, id);
  const waits = shown.state === checkoutStates.signing ? waitingSigns(signs) : [];
  const running = shown.state === checkoutStates.signing || shown.state === checkoutStates.settling;
  const asked = { personId: shown.oldmanId, checkoutId: id, today: dayOf(deps.now()) };
  const open = await Promise.all(
    signs.map(({ department }) => (running ? openWith(tx, department as Department, asked) : Promise.resolve([]))),
  );
  const logs = await tx.rows<{ id: number; status: number; text: string | null; userName: string; createTime: string }>(sql`
    select id, status, text, user_name as "userName", created_at as "createTime" from checkout_events
    where tenant_id = ${tx.tenantId} and checkout_id = ${id} order by id limit 200`);
  return {
    ...shown,
    destinationNote: rest!.destination_note,
    settledUntil: rest!.settled_until,
    diedTime: rest!.died_at,
    deathPlace: rest!.death_place,
    deathCertificate: rest!.death_certificate,
    belongings: rest!.belongings,
    condolence: rest!.condolence,
    depositAmount: yuanOf(rest!.deposit_fen),
    owedAmount: yuanOf(rest!.owed_fen),
    owedReason: rest!.owed_reason,
    refundType: rest!.refund_type,
    receiver: rest!.receiver,
    payType: rest!.pay_type,
    cancelReason: rest!.cancel_reason,
    signs: signs.map((sign, at) => ({
      department: sign.department as Department,
      turn: sign.turn,
      state: sign.state,
      note: sign.note,
      userName: sign.user_name,
      signTime: sign.signed_at,
      waits: waits.includes(sign),
      open: open[at]!,
    })),
    lines: await linesOf(tx, id),
    logs,
  };
}
