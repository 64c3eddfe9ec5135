/** 定金: money for a place, taken before there is a person (docs/decisions/093). All sums are fen. Pure. */
import { fenText } from '../money.ts';

export const earnestKinds = { taken: 1, used: 2, returned: 3, kept: 4 } as const;
export const earnestLabels: Readonly<Record<number, string>> = { 1: '收定金', 2: '转入账户', 3: '退还定金', 4: '不退转收入' };

/** What it becomes when the person moves in. */
export const earnestUses = { deposit: 1, prepaid: 2 } as const;
export const earnestUseLabels: Readonly<Record<number, string>> = { 1: '转为押金', 2: '转为预存' };

/**
 * What becomes of it at the admission. As a deposit it fills what the contract still asks for after `depositPaidFen` was paid at the desk;
 * the rest is prepaid, so that nothing of it is lost.
 */
export function splitEarnest(
  fen: number,
  to: number,
  { depositFen, depositPaidFen }: { depositFen: number; depositPaidFen: number },
): { depositFen: number; prepaidFen: number } {
  const lacking = to === earnestUses.deposit ? Math.max(0, depositFen - depositPaidFen) : 0;
  const deposit = Math.min(fen, lacking);
  return { depositFen: deposit, prepaidFen: fen - deposit };
}

/** Why what is there cannot be divided so; null when it can. All of it is decided at once. */
export function settleProblem({ leftFen, returnedFen, keptFen }: { leftFen: number; returnedFen: number; keptFen: number }): string | null {
  if (leftFen === 0) return '没有可处理的定金';
  return returnedFen + keptFen === leftFen ? null : `退还与不退之和应等于定金余额${fenText(leftFen)}`;
}
