/** What a person's stay comes to when they leave on a day, from contracts, outings and hospital days as they are now. */
import { sql } from 'kysely';
import { absencesOf, statusAbsences } from '#contract/stay/stay-absences.rules.ts';
import { chargedFrom, stayFees, type FeeLine, type StayAbsence, type StayTerms } from '#contract/stay/stay-fees.rules.ts';
import { nextDay } from '#contract/time.ts';
import type { Tx } from '../db/tenant.ts';
import { settledUntil, staySettings } from './stay-settings.ts';

export const NO_CONTRACT = '没有入住合同，床位、护理和膳食费用需人工核对';

export interface StayCharges {
  fromDate: string | null;
  /** The last day whose fees were paid elsewhere; null: none. */
  settledUntil: string | null;
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

/** The day on which this stay began: of the last admission, or of the last check-out before it; null: neither is known. */
async function admittedOn(tx: Tx, personId: number, to: string): Promise<string | null> {
  const row = await tx.row<{ day: string | null }>(sql`
    select greatest(
      (select max(admit_on) from admissions
        where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 6 and admit_on <= ${to}),
      (select max(leave_on) from checkouts
        where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 3 and leave_on <= ${to})
    ) as day`);
  return row!.day;
}

/** Absences between two days, by outings and by the changes of the person's state. */
async function awayBetween(tx: Tx, personId: number, from: string, to: string): Promise<StayAbsence[]> {
  const outings = await tx.rows<{ hospital: boolean; left: string; back: string | null }>(sql`
    select kind = 2 as hospital, left_at as left, returned_at as back from outings
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and state in (2, 3) and left_at < ${to}::date + 1
      and (returned_at is null or returned_at >= ${from}::date)
    order by left_at`);
  const changes = await tx.rows<{ status: number; at: string }>(sql`
    select (after->>'status')::integer as status, created_at as at from row_changes
    where tenant_id = ${tx.tenantId} and table_name = 'people' and row_id = ${personId} and after->>'status' is not null order by id`);
  return absencesOf(
    outings.map(({ hospital, left, back }) => ({
      kind: hospital ? 'hospital' : 'outing',
      from: left.slice(0, 10),
      until: back === null ? null : back.slice(0, 10),
    })),
    statusAbsences(changes.map(({ status, at }) => ({ status, day: at.slice(0, 10) }))),
  );
}

/** What staff have to know of the first day that is charged. */
function hintsOf(from: string, until: string | null, leaveDate: string): string[] {
  if (until !== null && until >= leaveDate) return [`费用已结算至${until}，退住日期之后多收的费用请用手工项目退还`];
  if (until !== null && from === nextDay(until)) return [`费用已结算至${until}，从${from}起逐月收取`];
  return from.slice(0, 7) < leaveDate.slice(0, 7) ? [`从${from}起逐月收取；以前月份已结清的，请先登记“已结算至”`] : [];
}

/**
 * All fees that are not settled yet, month by month, for a person who leaves on `leaveDate`. `ownSettled` is what the check-out says of the last
 * settled day; without it the parameter of the institution says it.
 */
export async function stayCharges(tx: Tx, personId: number, leaveDate: string, ownSettled: string | null): Promise<StayCharges> {
  const until = ownSettled ?? (await settledUntil(tx));
  const begun = await admittedOn(tx, personId, leaveDate);
  const terms = await termsBetween(tx, personId, begun ?? '0001-01-01', leaveDate);
  if (terms.length === 0) return { fromDate: null, settledUntil: until, lines: [], hints: [NO_CONTRACT] };
  const { from, arrives } = chargedFrom({ firstTermsOn: terms[0]!.effectiveDate, admittedOn: begun, settledUntil: until });
  const away = await awayBetween(tx, personId, from, leaveDate);
  const lines = stayFees({ from, arrives, leaveDate }, terms, away, await staySettings(tx));
  const hints = hintsOf(from, until, leaveDate);
  if (lines.some(({ kind }) => kind.endsWith('_back'))) hints.push('外出和住院退费按登记的离开、返回日期计算，请核对');
  return { fromDate: from, settledUntil: until, lines, hints };
}
