import { DAY } from '../time.ts';
/** What a package costs a tenant now, and what is left of what it has paid for. Money in fen, times in epoch milliseconds. Pure. */

/** 1 first purchase, 2 the same package again, 3 another package in place of the running one. */
export const orderKinds = { first: 1, renewal: 2, change: 3 } as const;
export const orderKindLabels: Record<number, string> = { 1: '新购', 2: '续费', 3: '变更' };

/** A term that was paid for; `ended` when another package took its place. */
export interface Term {
  packageId: number;
  days: number;
  valueFen: number;
  startsAt: number;
  endsAt: number;
  ended: boolean;
}

/** Whole days of a term that are still to come; a day that has begun is used. */
export const daysLeft = ({ days, startsAt, endsAt, ended }: Term, now: number) =>
  ended ? 0 : Math.min(days, Math.max(0, Math.floor((endsAt - Math.max(now, startsAt)) / DAY)));

/** What is left of a term: its value by the days that are left, rounded to the fen. Never negative, never more than was paid. */
export const remainingFen = (term: Term, now: number) => Math.round((term.valueFen * daysLeft(term, now)) / term.days);

/** The terms that are running or still to come. */
export const live = (terms: readonly Term[], now: number) => terms.filter(({ ended, endsAt }) => !ended && endsAt > now);

export interface Quote {
  kind: number;
  priceFen: number;
  /** Of what is left of the running package; at most the price. */
  creditFen: number;
  /** price − credit. */
  totalFen: number;
  /** What is left beyond the price: above 0 this cannot be ordered, money would be lost. */
  surplusFen: number;
  startsAt: number;
  endsAt: number;
}

export interface Wish {
  packageId: number;
  priceFen: number;
  days: number;
  /** All that the tenant ever paid for. */
  terms: readonly Term[];
  /** Until when the tenant may work now, by whatever right; null when nothing says so. */
  endsAt: number | null;
  now: number;
}

/**
 * The price of a wish. The same package, or a first one, begins where the present term ends, so that no day is lost; another package
 * begins now, and what is left of the running terms is taken off its price.
 */
export function quoteOf({ packageId, priceFen, days, terms, endsAt, now }: Wish): Quote {
  const running = live(terms, now);
  const changes = running.some((term) => term.packageId !== packageId);
  const kind = changes ? orderKinds.change : running.length > 0 ? orderKinds.renewal : orderKinds.first;
  const left = changes ? running.reduce((sum, term) => sum + remainingFen(term, now), 0) : 0;
  const creditFen = Math.min(left, priceFen);
  const startsAt = changes ? now : Math.max(now, endsAt ?? now);
  return {
    kind,
    priceFen,
    creditFen,
    totalFen: priceFen - creditFen,
    surplusFen: left - creditFen,
    startsAt,
    endsAt: startsAt + days * DAY,
  };
}
