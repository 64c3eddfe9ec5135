/** What an institution may set of the scale of long-term care insurance: points, limits of grades, the table of levels. Pure. */
import { ltci } from './scale-ltci.ts';
import type { Scale, ScaleDomain } from './scale-parts.ts';

/** Versions of institutions count from the one after this; those below are the product's. */
export const OWN_VERSIONS = 1000;

export interface LtciLimits {
  from: number;
  to: number;
}

export interface LtciFigures {
  /** By code of item, in the order of its options: the best one first. */
  points: Record<string, number[]>;
  /** By code of domain, from the best grade on; both limits belong to it. */
  bands: Record<string, LtciLimits[]>;
  /** By the grade of activity, then by the worse one of cognition and senses. */
  table: number[][];
  /** Of the levels, from the best one on. */
  names: string[];
  /** By which document. */
  source: string;
}

/** The figures that the product begins with. */
export const shippedFigures: LtciFigures = {
  points: Object.fromEntries(ltci.items.map(({ code, options }) => [code, options.map(({ score }) => score)])),
  bands: Object.fromEntries(ltci.domains.map(({ code, bands = [] }) => [code, bands.map(({ from, to }) => ({ from, to }))])),
  table: [0, 1, 2, 3].map((activity) => [0, 1, 2, 3].map((worse) => ltci.levelOf!([activity, worse, 0]))),
  names: ltci.bands.map(({ name }) => name),
  source: ltci.source,
};

/** The scale with the figures of an institution. Options keep what they answer; only what they score is another. */
export const withFigures = ({ figures, serial, verified }: { figures: LtciFigures; serial: number; verified: boolean }): Scale => ({
  ...ltci,
  version: serial,
  source: figures.source,
  confidence: verified ? 'A' : 'C',
  items: ltci.items.map((item) => ({
    ...item,
    options: item.options.map((option, index) => ({ ...option, score: figures.points[item.code]![index]! })),
  })),
  domains: ltci.domains.map((domain) => ({
    ...domain,
    bands: domain.bands!.map((band, index) => ({ ...band, ...figures.bands[domain.code]![index]! })),
  })),
  levelOf: ([activity, mind, sense]) => figures.table[activity!]![Math.max(mind!, sense!)]!,
  bands: ltci.bands.map((band, index) => ({ ...band, name: figures.names[index]! })),
});

/** Every total that answers of a domain can come to, the highest first. */
export function totalsOf(domain: string, points: LtciFigures['points']): number[] {
  let totals = new Set([0]);
  for (const { code } of ltci.items.filter((item) => item.domain === domain))
    totals = new Set([...totals].flatMap((total) => points[code]!.map((point) => total + point)));
  return [...totals].toSorted((a, b) => b - a);
}

function refusedPoints({ points }: LtciFigures): string | null {
  for (const { code, name, options } of ltci.items) {
    const its = points[code];
    if (its?.length !== options.length) return `“${name}”应有${options.length}个选项的分值`;
    if (its.some((point, index) => index > 0 && point >= its[index - 1]!)) return `“${name}”的分值应从好到差依次降低，请修改`;
  }
  return Object.keys(points).length === ltci.items.length ? null : '有不属于该量表的项目，请刷新后重试';
}

function refusedBands({ code, name, bands: shipped = [] }: ScaleDomain, { bands, points }: LtciFigures): string | null {
  const its = bands[code];
  if (its?.length !== shipped.length) return `“${name}”应有${shipped.length}个等级的分数范围`;
  const labels = shipped.map((band) => `“${name}”的“${band.name}”`);
  for (const [index, { from, to }] of its.entries()) {
    if (from > to) return `${labels[index]}最低分不能大于最高分`;
    if (index > 0 && to >= its[index - 1]!.from) return `${labels[index]}的最高分应低于上一等级的最低分${its[index - 1]!.from}`;
  }
  const lost = totalsOf(code, points).find((total) => !its.some(({ from, to }) => total >= from && total <= to));
  return lost === undefined ? null : `“${name}”得${lost}分时没有对应的等级，请调整分数范围`;
}

function refusedTable({ table, names }: LtciFigures): string | null {
  for (const [row, cells] of table.entries())
    for (const [column, level] of cells.entries()) {
      const [above, before] = [table[row - 1]?.[column] ?? 0, cells[column - 1] ?? 0];
      if (level < Math.max(above, before)) return `组合表第${row + 1}行第${column + 1}列的等级轻于能力更好时的等级，请修改`;
    }
  return new Set(names).size === names.length ? null : '失能等级的名称不能重复';
}

/** Why figures cannot be used: a total without a grade, or one that has two; null when they can. */
export function refusedFigures(figures: LtciFigures): string | null {
  const points = refusedPoints(figures);
  if (points !== null) return points;
  for (const domain of ltci.domains) {
    const bands = refusedBands(domain, figures);
    if (bands !== null) return bands;
  }
  return refusedTable(figures);
}
