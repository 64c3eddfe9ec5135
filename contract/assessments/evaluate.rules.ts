/** What the answers of an assessment come to by its scale. Pure; the page counts with it while it is filled in, the server when it is signed. */
import type { AdjustmentCause, Scale, ScaleBand, ScaleCondition, ScaleItem, ScaleRange } from './scale-parts.ts';

/** By code of item: the value of an option, or what was measured. */
export type Answers = Readonly<Record<string, number>>;
/** By code of fact: 0 or absent is not so. */
export type Facts = Readonly<Record<string, number>>;

export interface DomainScore {
  code: string;
  name: string;
  score: number;
  /** Of items with options; null where one is measured. */
  most: number | null;
  grade: number | null;
}

export interface Adjusted {
  code: string;
  text: string;
  from: number;
  to: number;
}

export interface Evaluation {
  /** Why the answers cannot be taken; nothing else counts then. */
  refusal: string | null;
  /** By code of item, of those that were answered. */
  scores: Record<string, number>;
  domains: DomainScore[];
  /** Of what was answered so far; null where the scale has no total. */
  total: number | null;
  /** Codes of items without an answer: there is no level before there are none. */
  missing: string[];
  baseLevel: number | null;
  baseName: string;
  adjustments: Adjusted[];
  level: number | null;
  name: string;
  advice: string;
  /** What is to be acted on at once, whatever the level. */
  flags: string[];
  /** Assessed again after so many days; null: as the institution says. */
  againDays: number | null;
}

/** A number as it counts with so many decimals: half is rounded up, as on paper. */
export const roundedTo = (value: number, decimals: number): number => Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`);

/** Why an answer is not one of its item; null when it is. */
function refusedAnswer({ name, options, measured }: ScaleItem, value: number): string | null {
  if (!measured) return options.some((option) => option.value === value) ? null : `“${name}”没有这个选项，请重新选择`;
  return value >= measured.min && value <= measured.max ? null : `“${name}”应在${measured.min}～${measured.max}之间，请重新填写`;
}

/** Why answers and facts are not those of the scale; null when they are. */
export function refusedAnswers(scale: Scale, answers: Answers, facts: Facts): string | null {
  for (const [code, value] of Object.entries(answers)) {
    const item = scale.items.find((one) => one.code === code);
    if (!item) return `“${scale.name}”没有项目${code}，请刷新后重试`;
    const refusal = refusedAnswer(item, value);
    if (refusal !== null) return refusal;
  }
  for (const [code, value] of Object.entries(facts)) {
    const fact = scale.facts.find((one) => one.code === code);
    if (!fact) return `“${scale.name}”没有情况${code}，请刷新后重试`;
    if (!Number.isInteger(value) || value < 0 || value > fact.most) return `“${fact.name}”应为0～${fact.most}之间的整数`;
  }
  return null;
}

function scoreOf(item: ScaleItem, value: number, holds: (condition: ScaleCondition) => boolean): number {
  if (!item.measured) return item.options.find((option) => option.value === value)!.score;
  const { ranges, decimals } = item.measured;
  const counted = roundedTo(value, decimals);
  const fits = ({ to, when = [] }: ScaleRange) => counted <= to && when.every(holds);
  return ranges.length === 0 ? counted : ranges.find(fits)!.score;
}

const mostOf = (items: ScaleItem[]): number | null =>
  items.some(({ measured }) => measured) ? null : sum(items.map(({ options }) => Math.max(...options.map(({ score }) => score))));
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
const bandOf = (bands: ScaleBand[], value: number) => bands.find(({ from, to }) => value >= from && value <= to);

function causeHolds(cause: AdjustmentCause, scores: Record<string, number>, facts: Facts): boolean {
  if ('facts' in cause) return sum(cause.facts.map((code) => facts[code] ?? 0)) >= cause.atLeast;
  if ('item' in cause) return (scores[cause.item] ?? 0) >= cause.atLeast;
  return Object.values(scores).includes(cause.score);
}

/** What adjustments make of a level, each with its reason. What sets a level comes before what worsens it. */
function adjust(scale: Scale, base: number, scores: Record<string, number>, facts: Facts) {
  const worst = Math.max(...scale.bands.map(({ level }) => level));
  const adjustments: Adjusted[] = [];
  let level = base;
  let worsened = false;
  const move = (code: string, text: string, to: number) => {
    adjustments.push({ code, text, from: level, to });
    level = to;
  };
  const holding = scale.adjustments.filter(({ when }) => causeHolds(when, scores, facts));
  for (const { code, text, effect } of holding) {
    if (effect === 'flag') continue;
    if (effect === 'worsen') {
      move(code, text, worsened && !scale.stackAdjustments ? level : Math.min(level + 1, worst));
      worsened = true;
    } else if ('to' in effect) move(code, text, effect.to);
    else if (level < effect.atLeast) move(code, text, effect.atLeast);
  }
  return { level, adjustments, flags: holding.filter(({ effect }) => effect === 'flag').map(({ text }) => text) };
}

const nothing = { baseLevel: null, baseName: '', adjustments: [], level: null, name: '', advice: '', againDays: null };

/** What `answers` and `facts` come to by `scale`; with items missing, what they come to so far, without a level. */
export function evaluate(scale: Scale, answers: Answers, facts: Facts = {}): Evaluation {
  const refusal = refusedAnswers(scale, answers, facts);
  if (refusal !== null) return { refusal, scores: {}, domains: [], total: null, missing: [], flags: [], ...nothing };
  const holds = (condition: ScaleCondition) =>
    'fact' in condition ? (facts[condition.fact] ?? 0) > 0 : answers[condition.item] === condition.value;
  const answered = scale.items.filter(({ code }) => answers[code] !== undefined);
  const missing = scale.items.filter(({ code }) => answers[code] === undefined).map(({ code }) => code);
  const scores = Object.fromEntries(answered.map((item) => [item.code, scoreOf(item, answers[item.code]!, holds)]));
  const domains = scale.domains.map(({ code, name, bands, gradeOf }) => {
    const items = scale.items.filter(({ domain }) => domain === code);
    const score = sum(items.map((item) => scores[item.code] ?? 0));
    const whole = items.every((item) => scores[item.code] !== undefined);
    const grade = whole ? (gradeOf?.(scores) ?? bandOf(bands ?? [], score)?.level ?? null) : null;
    return { code, name, score, most: mostOf(items), grade };
  });
  const total = scale.summed ? sum(domains.map(({ score }) => score)) : null;
  if (missing.length > 0) {
    const { flags } = adjust(scale, 0, scores, facts);
    return { refusal, scores, domains, total, missing, flags, ...nothing };
  }
  const baseLevel = scale.levelOf ? scale.levelOf(domains.map(({ grade }) => grade!)) : bandOf(scale.bands, total!)!.level;
  const { level, adjustments, flags } = adjust(scale, baseLevel, scores, facts);
  const band = scale.bands.find((one) => one.level === level)!;
  const baseName = scale.bands.find((one) => one.level === baseLevel)!.name;
  const { name, advice = '', againDays = null } = band;
  return { refusal, scores, domains, total, missing, baseLevel, baseName, adjustments, level, name, advice, flags, againDays };
}
