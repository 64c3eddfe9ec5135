/**
 * The one way in which 定金 moves: the enquiry or admission that holds it is locked, what is there is the sum of its lines, and each step is
 * a new line (docs/decisions/093).
 */
import { sql } from 'kysely';
import { movementKinds } from '#contract/accounts/accounts.rules.ts';
import { KEEPING } from '#contract/stay/admission-commands.rules.ts';
import { earnestKinds, splitEarnest } from '#contract/stay/earnests.rules.ts';
import { closedEnquiry } from '#contract/stay/enquiry-commands.rules.ts';
import { dayOf } from '#contract/time.ts';
import { book, lockAccount } from '../accounts/ledger.ts';
import type { Context, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { readOne } from '../lists/crud.ts';
import { list as admissionList, lockAdmission, type AdmissionRow } from './admission-rows.ts';
import { nextSerial } from './contract-rows.ts';
import { list as enquiryList, lockEnquiry } from './enquiry-rows.ts';

export interface Holder {
  enquiryId: number | null;
  admissionId: number | null;
  /** Of who was to come. */
  name: string;
  /** They may still come: more can be taken. */
  open: boolean;
}

type Held = Pick<Holder, 'enquiryId' | 'admissionId'>;

export const ofHolder = ({ enquiryId, admissionId }: Held) =>
  enquiryId === null ? sql`admission_id = ${admissionId}` : sql`enquiry_id = ${enquiryId}`;

async function enquiryHolder(tx: Tx, id: number): Promise<Holder> {
  const row = await lockEnquiry(tx, id);
  return { enquiryId: id, admissionId: null, name: row.name, open: closedEnquiry(row, 'admit') === null };
}

/** What holds the money, locked: an admission that comes of an enquiry leaves it there. */
export async function holderOf({ tx }: Work, { enquiryId, admissionId }: Held): Promise<Holder> {
  if (enquiryId !== null) return enquiryHolder(tx, enquiryId);
  const row = await lockAdmission(tx, admissionId!);
  if (row.enquiry_id !== null) return enquiryHolder(tx, row.enquiry_id);
  return { enquiryId: null, admissionId, name: row.person_name, open: KEEPING.includes(row.state) };
}

/** The same, as far as the session reaches. Throws 404. */
export async function reachedHolder(context: Context, input: { enquiryId?: number | undefined; admissionId?: number | undefined }) {
  if (input.admissionId !== undefined) await readOne(admissionList, input.admissionId, context);
  else await readOne(enquiryList, input.enquiryId!, context);
  return holderOf(context, { enquiryId: input.enquiryId ?? null, admissionId: input.admissionId ?? null });
}

/** What is held; to be read after the holder is locked. */
export async function leftOf(tx: Tx, holder: Held): Promise<number> {
  const row = await tx.row<{ fen: number }>(sql`
    select coalesce(sum(amount_fen), 0)::bigint as fen from earnest_movements where tenant_id = ${tx.tenantId} and ${ofHolder(holder)}`);
  return row!.fen;
}

/** Throws 422 while an approval decides what becomes of it. */
export async function refuseAsked(tx: Tx, holder: Held): Promise<void> {
  const asked = await tx.row(
    sql`select 1 from earnest_requests where tenant_id = ${tx.tenantId} and ${ofHolder(holder)} and state in (1, 5)`,
  );
  if (asked) throw refused('定金的处理申请正在审批，请等待结果或先撤回');
}

interface Line {
  kind: number;
  fen: number;
  text: string;
  payType?: number | null;
  partner?: string | null;
  movementId?: number;
  requestId?: number | null;
}

/** Writes a line of a locked holder; gives its id and what is held after it. */
export async function addLine(work: Work, holder: Holder, leftFen: number, line: Line): Promise<{ id: number; leftFen: number }> {
  const { tx, deps, actor } = work;
  const now = deps.now();
  const ofDay = `DJ${dayOf(now).replaceAll('-', '')}`;
  const receipt = line.kind === earnestKinds.taken || line.kind === earnestKinds.returned;
  const after = leftFen + line.fen;
  const made = await tx.row(
    db
      .insertInto('earnest_movements')
      .values({
        tenant_id: tx.tenantId,
        number: receipt ? `${ofDay}${String(await nextSerial(tx, 'earnest_movements', ofDay)).padStart(3, '0')}` : null,
        enquiry_id: holder.enquiryId,
        admission_id: holder.admissionId,
        name: holder.name,
        kind: line.kind,
        amount_fen: line.fen,
        after_fen: after,
        pay_type: line.payType ?? null,
        partner: line.partner ?? null,
        text: line.text,
        movement_id: line.movementId ?? null,
        request_id: line.requestId ?? null,
        user_id: actor.userId,
        user_name: actor.name,
        created_at: instant(now) as never,
      })
      .returning('id'),
  );
  return { id: made!.id, leftFen: after };
}

/** At the admission: all that is held becomes deposit or prepayment of the person, in the transaction of the caller. */
export async function useEarnest(
  work: Work,
  row: AdmissionRow,
  personId: number,
  { to, depositPaidFen }: { to: number; depositPaidFen: number },
): Promise<void> {
  const { tx } = work;
  const holder = await holderOf(work, { enquiryId: row.enquiry_id, admissionId: row.id });
  await refuseAsked(tx, holder);
  let leftFen = await leftOf(tx, holder);
  const parts = splitEarnest(leftFen, to, { depositFen: row.deposit_fen, depositPaidFen });
  for (const [purse, fen, name] of [
    ['deposit', parts.depositFen, '押金'],
    ['cash', parts.prepaidFen, '预存'],
  ] as const) {
    if (fen === 0) continue;
    const text = `定金转${name}，${row.number}`;
    const account = await lockAccount(tx, personId);
    const movementId = await book(work, account, { kind: movementKinds.recharge, [purse]: fen, from: { earnest: fen }, text });
    ({ leftFen } = await addLine(work, holder, leftFen, { kind: earnestKinds.used, fen: -fen, text, movementId }));
  }
}
