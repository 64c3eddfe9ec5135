/** What to know before a person is put into another bed. It is shown with the question and forbids nothing. Pure; money in yuan a month. */

export interface BedMovement {
  /** 1 male, 2 female; null: not known. */
  gender: number | null;
  /** Who else lies in the room. */
  men: number;
  women: number;
  /** By the price list, of the bed that is left and of the new one; null: it has no price, or there is no bed. */
  fromFee: number | null;
  toFee: number | null;
  /** For the bed by the contract in force; null: there is none. */
  contractFee: number | null;
}

const yuan = (fee: number) => `${fee.toFixed(2)}元`;

/** Gives sentences: who of the other sex is in the room, what the price becomes, and that a contract stays as it is. */
export function moveHints({ gender, men, women, fromFee, toFee, contractFee }: BedMovement): string[] {
  const hints: string[] = [];
  if (gender === 1 && women > 0) hints.push(`新房间内现住${women}位女性`);
  if (gender === 2 && men > 0) hints.push(`新房间内现住${men}位男性`);
  if (toFee !== null && fromFee === null) hints.push(`床位价格每月${yuan(toFee)}`);
  if (toFee !== null && fromFee !== null && toFee !== fromFee) {
    const more = toFee > fromFee ? '多' : '少';
    hints.push(`床位价格由每月${yuan(fromFee)}变为${yuan(toFee)}，${more}${yuan(Math.abs(toFee - fromFee))}`);
  }
  if (toFee !== null && contractFee !== null && toFee !== contractFee)
    hints.push(`合同约定床位费每月${yuan(contractFee)}，换床不改变合同，需要调整时请签变更协议`);
  return hints;
}
