/** Figures of answers with parts: recommendations, orders, rows. Pure. */
import type { Expand, ItemType, Option } from './item-types.rules.ts';
import { marksOf, nameOf } from './matrix.rules.ts';

export interface NpsFigures {
  kind: 'nps';
  /** 9 and 10. */
  promoters: number;
  /** 7 and 8. */
  passives: number;
  /** 6 and less. */
  detractors: number;
  /** The share of promoters less the share of detractors, -100 to 100; null without answers. */
  score: number | null;
}
export interface RankFigures {
  kind: 'ranks';
  /** Of those who put it in order: how many, its mean place, and how often it was the first. In the order of the options. */
  options: { label: string; ranked: number; average: number | null; firsts: number }[];
}
export interface MatrixFigures {
  kind: 'matrix';
  columns: string[];
  /** Of each row by column; the mean where columns are marks. */
  rows: { label: string; counts: number[]; mean: number | null }[];
}
export interface EntryFigures {
  kind: 'entries';
  /** Of all answers together. */
  entries: number;
}
export type PartFigures = NpsFigures | RankFigures | MatrixFigures | EntryFigures;

/** A value and how often it was given. */
type Counted = readonly [value: unknown, count: number];

/** Takes marks from 0 to 10 and how often each was given. */
export function npsOf(counted: readonly Counted[]): NpsFigures {
  const sum = (from: number, to: number) =>
    counted.reduce((total, [mark, n]) => total + (typeof mark === 'number' && mark >= from && mark <= to ? n : 0), 0);
  const [detractors, passives, promoters] = [sum(0, 6), sum(7, 8), sum(9, 10)];
  const all = detractors + passives + promoters;
  return {
    kind: 'nps',
    promoters,
    passives,
    detractors,
    score: all === 0 ? null : Math.round(((promoters - detractors) / all) * 1000) / 10,
  };
}

/** Takes the options, and how often each had which place, from 1 up. */
export function ranksOf(options: readonly Option[], counted: readonly { value: unknown; place: number; n: number }[]): RankFigures {
  return {
    kind: 'ranks',
    options: options.map(({ value, label }) => {
      const own = counted.filter((one) => one.value === value);
      const ranked = own.reduce((total, { n }) => total + n, 0);
      const places = own.reduce((total, { place, n }) => total + place * n, 0);
      return {
        label: label || String(value ?? ''),
        ranked,
        average: ranked === 0 ? null : Math.round((places / ranked) * 100) / 100,
        firsts: own.reduce((total, { place, n }) => total + (place === 1 ? n : 0), 0),
      };
    }),
  };
}

/** Takes a question with rows, and how often each row was answered with what; of texts `value` is the name of the column that was filled in. */
export function matrixOf(
  { type, expand }: { type: ItemType; expand: Expand },
  counted: readonly { row: string; value: unknown; n: number }[],
): MatrixFigures {
  const scale = type === 'MATRIX_SCALE';
  const columns = scale
    ? marksOf(expand).map((mark) => ({ label: String(mark), value: mark as string | number }))
    : (expand.options ?? []).map(({ label, value }) => ({ label: label ?? '', value: type === 'MATRIX_INPUT' ? String(value) : value }));
  return {
    kind: 'matrix',
    columns: columns.map(({ label }) => label),
    rows: (expand.rows ?? []).map((row) => {
      const own = counted.filter((one) => one.row === nameOf(row));
      const counts = columns.map(({ value }) => own.reduce((total, one) => total + ([one.value].flat().includes(value) ? one.n : 0), 0));
      const all = counts.reduce((total, n) => total + n, 0);
      const marks = counts.reduce((total, n, at) => total + n * (at + 1), 0);
      return { label: row.label ?? '', counts, mean: scale && all > 0 ? Math.round((marks / all) * 100) / 100 : null };
    }),
  };
}
