/** Items that devices send and nothing reads: how they are kept, and what rule would suit them. Pure. */
import type { CellsRule, ItemRule, PointsRule } from './jt808-item-rules.ts';
import { readRule } from './jt808-readings.rules.ts';

/** The newest of each is kept with what the device says of itself, by this name and the item's id in hex. */
export const UNREAD_ITEM = 'item ';

/** A sender's address is of one receiver: the lowest bit of its first byte says that it is of a group. */
const ofOne = (mac: string) => (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0;
const heardWell = (rssi: number | null) => rssi !== null && rssi <= -20 && rssi >= -120;

/** Whether all of a list could be access points: nothing of it is left out, and addresses and strengths are usual ones. */
function suitsPoints(rule: PointsRule, value: Uint8Array, each: number): boolean {
  const read = readRule(rule, value);
  if (read?.kind !== 'points' || read.points.length === 0) return false;
  const whole = read.points.length * each + (rule.counted ? 1 : 0) === value.length;
  return whole && read.points.every(({ mac, rssi }) => ofOne(mac) && heardWell(rssi));
}

const pointRules = [7, 8].flatMap((each) =>
  [false, true].flatMap((counted) =>
    [false, true].map((rssiFirst) => ({
      each,
      rule: {
        kind: 'wifi',
        ...(counted ? { counted } : {}),
        ...(rssiFirst ? { rssiFirst } : {}),
        ...(each > 7 ? { extra: each - 7 } : {}),
      } as PointsRule,
    })),
  ),
);

/** Country codes as the telephone networks have them. */
const isCountry = (mcc: number) => mcc >= 202 && mcc <= 750;

const cellRules = (['each', 'once', 'behindCount'] as const).flatMap((network) =>
  [false, true]
    .filter((counted) => counted || network !== 'behindCount')
    .flatMap((counted) =>
      [1, 2].flatMap((mncBytes) =>
        [2, 4].flatMap((cellBytes) =>
          [2, 4].flatMap((areaBytes) =>
            [false, true].map((withoutRssi) => ({
              each: (network === 'each' ? 2 + mncBytes : 0) + areaBytes + cellBytes + (withoutRssi ? 0 : 1),
              head: (counted ? 1 : 0) + (network === 'each' ? 0 : 2 + mncBytes),
              rule: {
                kind: 'cells',
                ...(counted ? { counted } : {}),
                ...(network === 'each' ? {} : { network }),
                ...(mncBytes === 1 ? {} : { mncBytes }),
                ...(areaBytes === 2 ? {} : { areaBytes }),
                ...(cellBytes === 4 ? {} : { cellBytes }),
                ...(withoutRssi ? { withoutRssi } : {}),
              } as CellsRule,
            })),
          ),
        ),
      ),
    ),
);

function suitsCells(rule: CellsRule, value: Uint8Array, head: number, each: number): boolean {
  const read = readRule(rule, value);
  if (read?.kind !== 'cells' || read.cells.length === 0 || head + read.cells.length * each !== value.length) return false;
  return read.cells.every(({ mcc, mnc, rssi }) => isCountry(mcc) && mnc < 100 && (rule.withoutRssi || heardWell(rssi)));
}

/** A rule that suits an item's value, to begin with; null when it may be anything. Staff look at what it reads before they keep it. */
export function suggestedRule(value: Uint8Array): ItemRule | null {
  const points = pointRules.find(({ rule, each }) => suitsPoints(rule, value, each));
  if (points) return points.rule;
  const cells = cellRules.find(({ rule, head, each }) => suitsCells(rule, value, head, each));
  if (cells) return cells.rule;
  const number = value.length === 1 ? value[0]! : value.length === 2 ? value[0]! * 256 + value[1]! : null;
  if (number === null) return null;
  if (value.length === 1) return number <= 100 ? { metric: 'battery' } : null;
  if (number >= 340 && number <= 420) return { metric: 'temperature', bytes: 2, scale: 0.1 };
  return number >= 3400 && number <= 4200 ? { metric: 'temperature', bytes: 2, scale: 0.01 } : null;
}
