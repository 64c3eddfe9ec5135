/** Contracts as they are read: the list, those of a person, one that is changed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toFen, toYuan } from '#contract/fields.ts';
import { contractStates } from '#contract/stay/contracts.rules.ts';
import type { Contract, contracts as routes } from '#contract/stay/contracts.ts';
import type { terms } from '#contract/stay/stay-terms.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, type ListOf } from '../lists/crud.ts';
import { reachesCare } from '../care/care-reach.ts';
import { lookup } from '../lists/columns.ts';
import { personTyped } from '../lists/people-reach.ts';
import { placeOfPerson } from '../rooms/places.ts';

export const NOUN = '入住合同';
export type ContractOut = z.input<typeof Contract>;
type Terms = z.output<z.ZodObject<typeof terms>>;

/** Columns of the terms of a form, the same ones in `contracts` and `admissions`. */
export const termColumns = ({ bedFee, careFee, mealFee, otherFee, deposit, ...form }: Terms) => ({
  bed_fen: toFen(bedFee),
  care_fen: toFen(careFee),
  meal_fen: toFen(mealFee),
  other_fen: toFen(otherFee),
  deposit_fen: toFen(deposit),
  signer_name: form.signerName,
  signer_relation: form.signerRelation,
  signer_mobile: form.signerMobile ?? null,
  terms: form.terms ?? null,
  files: form.files,
});

/** Columns that show the terms; the money is fen until `inYuan`. */
export const termFields = {
  bedFee: 'bed_fen',
  careFee: 'care_fen',
  mealFee: 'meal_fen',
  otherFee: 'other_fen',
  monthFee: () => sql`(bed_fen + care_fen + meal_fen + other_fen)`,
  deposit: 'deposit_fen',
  signerName: 'signer_name',
  signerRelation: 'signer_relation',
  signerMobile: 'signer_mobile',
  terms: 'terms',
  files: 'files',
} as const;

interface Money {
  bedFee: number;
  careFee: number;
  mealFee: number;
  otherFee: number;
  monthFee: number;
  deposit: number;
}
/** A row whose money is yuan. */
export const inYuan = <R extends Money>(row: R): R => ({
  ...row,
  bedFee: toYuan(row.bedFee),
  careFee: toYuan(row.careFee),
  mealFee: toYuan(row.mealFee),
  otherFee: toYuan(row.otherFee),
  monthFee: toYuan(row.monthFee),
  deposit: toYuan(row.deposit),
});

const { planned, holds, replaced, ended, expired } = contractStates;
const state = () => sql<number>`(case
  when contracts.ended_on <= current_date then ${sql.lit(ended)}
  when contracts.effective_on > current_date then ${sql.lit(planned)}
  when exists (select from contracts n where n.tenant_id = contracts.tenant_id and n.number = contracts.number
    and n.effective_on <= current_date and n.part > contracts.part) then ${sql.lit(replaced)}
  when contracts.ends_on < current_date then ${sql.lit(expired)}
  else ${sql.lit(holds)} end)::integer`;

/** All parts of contracts as they stand today, of people whom the session reaches. */
export const partsOf = (tenantId: number): ListOf<typeof routes.page, 'contracts'> => ({
  table: 'contracts',
  noun: NOUN,
  scope: reachesCare('contracts.person_id'),
  columns: {
    id: 'id',
    number: 'number',
    part: 'part',
    state,
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'contracts.person_id'),
    place: () => placeOfPerson(sql.ref('contracts.tenant_id'), sql.ref('contracts.person_id')),
    effectiveDate: 'effective_on',
    endDate: 'ends_on',
    trialDate: 'trial_until',
    ...termFields,
    signedDate: 'signed_on',
    reason: 'reason',
    endedDate: 'ended_on',
    createBy: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    number: contains('number'),
    oldmanName: personTyped(tenantId, 'contracts.person_id'),
    endsUntil: (_eb, value) => sql`(contracts.ended_on is null and contracts.ends_on <= ${value})`,
  },
  sorts: { end_date: 'ends_on', effective_date: 'effective_on' },
});

/** Of each contract the last part. */
export function lastPartsOf(tenantId: number): ListOf<typeof routes.page, 'contracts'> {
  const list = partsOf(tenantId);
  return {
    ...list,
    scope: (eb, session) => {
      const last = sql<boolean>`not exists (select from contracts n where n.tenant_id = contracts.tenant_id and n.number = contracts.number
        and n.part > contracts.part)` as never;
      const reached = list.scope!(eb, session);
      return reached ? eb.and([last, reached]) : last;
    },
  };
}

/** A part, locked. Throws 404. */
export async function lockContract({ tx }: { tx: Tx }, id: number) {
  const row = await tx.row(db.selectFrom('contracts').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type ContractRow = Awaited<ReturnType<typeof lockContract>>;

/** Serials of a day for a kind of document: those who write one at once take turns. */
export async function nextSerial(
  tx: Tx,
  kind: 'contracts' | 'admissions' | 'checkouts' | 'earnest_movements',
  start: string,
): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${tx.tenantId}`}, 0))`);
  const last = await tx.row<{ serial: number }>(sql`
    select coalesce(max(substr(number, 11)::integer), 0) as serial from ${sql.table(kind)}
    where tenant_id = ${tx.tenantId} and number like ${`${start}%`}`);
  return last!.serial + 1;
}

/** Ends what is agreed with a person from a day on. */
export async function endContracts(context: Context, personId: number, day: string): Promise<void> {
  const { tx } = context;
  const ended = await tx.run(sql`
    update contracts set ended_on = ${day}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and ended_on is null`);
  if (ended > 0) await context.emit('contract.changed', { personId });
}
