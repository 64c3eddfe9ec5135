/** What to know before a person is put into another bed. It is shown with the question and forbids nothing. Pure; money in yuan a month. */
import { yuanText } from '../money.ts';
import type { CareLoad } from './bed-plan.rules.ts';

export interface BedMovement {
  /** The new bed was reserved by hand. */
  reserved: boolean;
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

/** Gives sentences: whether the bed is reserved, who of the other sex is in the room, what the price becomes, and that a contract stays as it is. */
export function moveHints({ reserved, gender, men, women, fromFee, toFee, contractFee }: BedMovement): string[] {
  const hints: string[] = reserved ? ['这张床位已预定，请先核对预定人'] : [];
  if (gender === 1 && women > 0) hints.push(`新房间内现住${women}位女性`);
  if (gender === 2 && men > 0) hints.push(`新房间内现住${men}位男性`);
  if (toFee !== null && fromFee === null) hints.push(`床位价格每月${yuanText(toFee)}`);
  if (toFee !== null && fromFee !== null && toFee !== fromFee) {
    const more = toFee > fromFee ? '多' : '少';
    hints.push(`床位价格由每月${yuanText(fromFee)}变为${yuanText(toFee)}，${more}${yuanText(Math.abs(toFee - fromFee))}`);
  }
  if (toFee !== null && contractFee !== null && toFee !== contractFee)
    hints.push(`合同约定床位费每月${yuanText(contractFee)}，换床不改变合同，需要调整时请签变更协议`);
  return hints;
}

/** What is said of the price when nothing of it changes; null: the hints say what it becomes. */
export function priceText({ fromFee, toFee }: Pick<BedMovement, 'fromFee' | 'toFee'>): string | null {
  if (toFee === null) return '新床位没有登记价格';
  return fromFee === toFee ? `床位价格不变，每月${yuanText(toFee)}` : null;
}

const needText = ({ day, night }: CareLoad) =>
  [day !== null && `白天需${day}名`, night !== null && `夜间需${night}名`].filter(Boolean).join('、');
const loadText = (load: CareLoad) => [`在院${load.people}人`, needText(load)].filter(Boolean).join('，');

/** What becomes of a part of the house: its people and the carers whom they need by the ratios, before and after. */
export function loadHint({ place, before, after }: { place: string; before: CareLoad; after: CareLoad }): string {
  const unrated = after.unrated > 0 && needText(after) !== '' ? `（${after.unrated}人未评估能力，未计入）` : '';
  const [was, becomes] = [loadText(before), loadText(after)];
  return `${place}：${was === becomes ? `照护人员需求不变，${was}` : `${was} → ${becomes}`}${unrated}`;
}
