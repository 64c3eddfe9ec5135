/** What every gateway is asked and says. */

export interface PaymentRequest {
  /** Of the order: the gateway's `out_trade_no`. */
  number: string;
  amountFen: number;
  subject: string;
  /** ISO 8601 with the offset: unpaid by then the gateway closes it as well. */
  deadline: string;
  publicUrl: string;
}

/** A payment that succeeded, its signature checked. */
export interface Notice {
  number: string;
  /** The gateway's own number of the transaction. */
  reference: string;
  amountFen: number;
}

/** Why a notice is not believed; for the log, never for whoever sent it. */
export interface NoticeProblem {
  problem: string;
}

export const DISTRUSTED = 'it cannot be read';
