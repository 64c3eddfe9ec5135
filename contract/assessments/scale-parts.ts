/** What a scale consists of, and how its data are written briefly. A scale is never changed: another version stands beside it. */

export interface ScaleOption {
  /** What an answer says; unique within its item. */
  value: number;
  label: string;
  score: number;
}

/** Holds when an item was answered so, or when a fact is stated. */
export type ScaleCondition = { item: string; value: number } | { fact: string };

/** The first range that holds, and whose end is not below the measured value, gives the score. */
export interface ScaleRange {
  to: number;
  score: number;
  when?: ScaleCondition[];
}

/** A number is typed. Without ranges it is the score itself. */
export interface Measured {
  min: number;
  max: number;
  decimals: number;
  unit: string;
  ranges: ScaleRange[];
}

export interface ScaleItem {
  code: string;
  name: string;
  domain: string;
  /** What the assessor is told. */
  hint?: string;
  options: ScaleOption[];
  measured?: Measured;
}

export interface ScaleBand {
  level: number;
  from: number;
  to: number;
  name: string;
  /** What follows from it. */
  advice?: string;
  /** Assessed again after so many days, where it is earlier than the institution says. */
  againDays?: number;
}

export interface ScaleDomain {
  code: string;
  name: string;
  /** Grades of the domain by its score, where the scale has them. */
  bands?: ScaleBand[];
  /** Where the grade is not one of the sum: by the scores of its items. */
  gradeOf?: (scores: Readonly<Record<string, number>>) => number;
}

/** Stated beside the answers: a diagnosis, how often something happened. `most` 1: it is so or not. */
export interface ScaleFact {
  code: string;
  name: string;
  most: number;
}

/** `facts`: their sum is at least so much. `score`: one item has this score. `item`: an item has at least this score. */
export type AdjustmentCause = { facts: string[]; atLeast: number } | { score: number } | { item: string; atLeast: number };

export interface ScaleAdjustment {
  code: string;
  text: string;
  when: AdjustmentCause;
  /** `worsen` by one level; `to` this level; `atLeast` this level; `flag`: the level stays, and it is said. */
  effect: 'worsen' | 'flag' | { to: number } | { atLeast: number };
}

export interface Scale {
  code: string;
  version: number;
  name: string;
  /** What it is for, in a list of scales. */
  purpose: string;
  source: string;
  /** A: two public sources agree. B: one. C: to be verified by the institution. */
  confidence: 'A' | 'B' | 'C';
  effectiveFrom: string;
  domains: ScaleDomain[];
  items: ScaleItem[];
  /** By the total, or only names where `levelOf` gives the level. Level 0 is the best. */
  bands: ScaleBand[];
  /** Whether there is a total of all domains. */
  summed: boolean;
  /** The level by the grades of the domains, in their order. */
  levelOf?: (grades: number[]) => number;
  facts: ScaleFact[];
  adjustments: ScaleAdjustment[];
  /** Whether several adjustments worsen by more than one level. */
  stackAdjustments: boolean;
  /** Of ability: signed by two assessors and by who informed them, made again within the months of the institution. */
  ability?: true;
  /** Whether its levels are those of the dictionary `anergy`, and so suggest a care level and a plan. */
  suggests?: true;
}

type Worded = readonly (readonly [score: number, label: string])[];

/** An item that is answered by one of its options, each named by its score. */
export const choice = (domain: string, code: string, name: string, options: Worded, hint?: string): ScaleItem => ({
  code,
  name,
  domain,
  ...(hint === undefined ? {} : { hint }),
  options: options.map(([score, label]) => ({ value: score, label, score })),
});

/** An item that is answered by yes (1) or no (0). */
export const yesNo = (domain: string, code: string, name: string, yes = 1, no = 0): ScaleItem => ({
  code,
  name,
  domain,
  options: [
    { value: 1, label: '是', score: yes },
    { value: 0, label: '否', score: no },
  ],
});

/** An item that is measured. */
export const measure = (domain: string, code: string, name: string, measured: Measured, hint?: string): ScaleItem => ({
  code,
  name,
  domain,
  ...(hint === undefined ? {} : { hint }),
  options: [],
  measured,
});

/** Bands from the best one on: level, from, to, name, and what follows. */
export const bands = (...rows: (readonly [from: number, to: number, name: string, advice?: string, againDays?: number])[]): ScaleBand[] =>
  rows.map(([from, to, name, advice, againDays], level) => ({
    level,
    from,
    to,
    name,
    ...(advice === undefined ? {} : { advice }),
    ...(againDays === undefined ? {} : { againDays }),
  }));

/** What most scales have: a sum, no facts, no adjustments. */
export const plainScale = { summed: true, facts: [], adjustments: [], stackAdjustments: false } satisfies Partial<Scale>;
