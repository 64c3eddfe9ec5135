/** What a person's stay comes to when they leave on a day, from contracts, outings and purses as they are now. */
import { sql } from 'kysely';
import { absencesOf, statusAbsences } from '#contract/stay/stay-absences.rules.ts';
import { chargedFrom, stayFees, type FeeLine, type StayAbsence, type StayTerms } from '#contract/stay/stay-fees.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { staySettings } from './stay-settings.ts';

export const NO_CONTRACT = '没有入住合同，床位、护理和膳食费用需人工核对';

export interface StayCharges {
  fromDate: string | null;
  lines: FeeLine[];
  hints: string[];
}

/** The parts of contracts that hold on some day between two. */
const termsBetween = (tx: Tx, personId: number, from: string, to: string) =>
  tx.rows<StayTerms>(sql`
    select effective_on as "effectiveDate", ended_on as "endedDate", bed_fen as "bedFen", care_fen as "careFen", meal_fen as "mealFen",
      other_fen as "otherFen"
    from contracts where tenant_id = ${tx.tenantId} and person_id = ${personId} and effective_on <= ${to}
      and (ended_on is null or ended_on > ${from}) order by effective_on, part`);

/** The day of the last admission up to a day; null: they were here before admissions were kept. */
async function admittedOn(tx: Tx, personId: number, to: string): Promise<string | null> {
  const row = await tx.row<{ day: string }>(sql`
    select admit_on as day from admissions where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 6 and admit_on <= ${to}
    order by admit_on desc limit 1`);
  return row?.day ?? null;
}

/** Absences up to a day, by outings and by the changes of the person's state. */
async function awayUntil(tx: Tx, personId: number, to: string): Promise<StayAbsence[]> {
  const outings = await tx.rows<{ left: string; back: string | null }>(sql`
    select left_at as left, returned_at as back from outings
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and state in (2, 3) and left_at < ${to}::date + 1
    order by left_at desc limit 100`);
  const changes = await tx.rows<{ status: number; at: string }>(sql`
    select (after->>'status')::integer as status, created_at as at from row_changes
    where tenant_id = ${tx.tenantId} and table_name = 'people' and row_id = ${personId} and after->>'status' is not null order by id`);
  return absencesOf(
    outings.map(({ left, back }) => ({ kind: 'outing', from: left.slice(0, 10), until: back === null ? null : back.slice(0, 10) })),
    statusAbsences(changes.map(({ status, at }) => ({ status, day: at.slice(0, 10) }))),
  );
}

/** The fees of the month of `leaveDate` for a person who leaves on that day. */
export async function stayCharges(tx: Tx, personId: number, leaveDate: string): Promise<StayCharges> {
  const terms = await termsBetween(tx, personId, `${leaveDate.slice(0, 7)}-01`, leaveDate);
  if (terms.length === 0) return { fromDate: null, lines: [], hints: [NO_CONTRACT] };
  const { from, arrives } = chargedFrom(leaveDate, terms[0]!.effectiveDate, await admittedOn(tx, personId, leaveDate));
  const away = await awayUntil(tx, personId, leaveDate);
  const lines = stayFees({ from, arrives, leaveDate }, terms, away, await staySettings(tx));
  const hints = [`只收取${from}起的费用，以前月份的费用请另行核对`];
  if (lines.some(({ kind }) => kind.endsWith('_back'))) hints.push('外出和住院退费按登记的离开、返回日期计算，请核对');
  return { fromDate: from, lines, hints };
}
