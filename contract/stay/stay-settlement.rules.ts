/** How what is due at the end of a stay is settled between the purses of a person and the till. Integer fen. Pure. */

export interface Purses {
  cashFen: number;
  grantFen: number;
  depositFen: number;
}

export interface Settlement {
  dueFen: number;
  fromCashFen: number;
  fromDepositFen: number;
  /** Paid back to the person: what is left of cash and deposit. */
  refundFen: number;
  /** What must still be paid, so that nothing is owed. */
  payFen: number;
  /** Goes back to those who granted it; never paid out. */
  grantBackFen: number;
}

/** How what is due is settled: first the person's own money, with what was owed before, then the deposit; the rest is paid back, or to be paid. */
export function settle(dueFen: number, { cashFen, grantFen, depositFen }: Purses): Settlement {
  const lacking = Math.max(0, dueFen - cashFen);
  const fromDepositFen = Math.min(depositFen, lacking);
  return {
    dueFen,
    fromCashFen: Math.min(dueFen, Math.max(0, cashFen)),
    fromDepositFen,
    refundFen: Math.max(0, cashFen - dueFen) + depositFen - fromDepositFen,
    payFen: lacking - fromDepositFen,
    grantBackFen: grantFen,
  };
}
