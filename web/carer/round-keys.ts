/** What the keys of the number pad make of a value, and what it is worth. Pure. */
import { metrics } from '#contract/health/metrics.ts';
import { valueProblem } from '#contract/health/measurements.rules.ts';
import { judge, type Level, type Limits } from '#contract/health/thresholds.rules.ts';

/** In the order in which they are measured. */
export const roundMetrics = ['temperature', 'heartRate', 'breathing', 'systolic', 'diastolic', 'oxygen', 'glucose'] as const;
export type RoundMetric = (typeof roundMetrics)[number];
/** The texts of a card, by metric. */
export type RoundTexts = Readonly<Partial<Record<RoundMetric, string>>>;

const LONGEST = 5;

/** A text after a digit. `365` becomes `36.5` where 365 cannot be; digits that the metric does not have are left out. */
function digit(metric: RoundMetric, text: string, key: string): string {
  const { decimals, plausible } = metrics[metric];
  const [whole = '', fraction] = text.split('.');
  if (fraction !== undefined) return fraction.length < decimals ? text + key : text;
  if (text.length >= LONGEST) return text;
  const next = whole === '0' ? key : whole + key;
  return decimals > 0 && Number(next) > plausible[1] && whole !== '' ? `${whole}.${key}` : next;
}

/** The text after a key: a digit, `.`, or `back`. */
export function pressed(metric: RoundMetric, text: string, key: string): string {
  if (key === 'back') return text.slice(0, -1);
  if (key === '.') return metrics[metric].decimals > 0 && text !== '' && !text.includes('.') ? `${text}.` : text;
  return /^\d$/.test(key) ? digit(metric, text, key) : text;
}

/** What was typed on a keyboard, key by key; other characters are left out. */
export const typedText = (metric: RoundMetric, text: string): string =>
  [...text.replace(/[。．]/g, '.')].reduce((made, key) => pressed(metric, made, key), '');

const numberOf = (text: string) => Number(text.replace(/\.$/, ''));

/** What is wrong with a text as it stands; null when nothing is, or when it may still become a value. */
export function textProblem(metric: RoundMetric, text: string): string | null {
  if (text === '') return null;
  const [least, most] = metrics[metric].plausible;
  const value = numberOf(text);
  // 3 may become 36, 1 may become 128.
  if (value < least && value * 10 <= most && !text.includes('.')) return null;
  return valueProblem({ metric, value, manner: null });
}

/** Whether nothing can follow: the next field is entered by itself. */
export function isWhole(metric: RoundMetric, text: string): boolean {
  const { decimals, plausible } = metrics[metric];
  if (text === '' || numberOf(text) < plausible[0] || numberOf(text) > plausible[1]) return false;
  return decimals > 0 ? /\.\d$/.test(text) : numberOf(text) * 10 > plausible[1];
}

export type Bounds = Pick<Limits, 'lowCritical' | 'low' | 'high' | 'highCritical'>;

/** How far out of bounds a text is; 0 without a value, without bounds, and where the value cannot be. */
export function levelOf(metric: RoundMetric, text: string, bounds: Bounds | undefined): Level {
  if (text === '' || !bounds || textProblem(metric, text) !== null || numberOf(text) < metrics[metric].plausible[0]) return 0;
  const limits: Limits = {
    ...bounds,
    metric: metrics[metric].number,
    hysteresis: 0,
    needed: 1,
    windowSize: 1,
    origin: 'default',
    id: null,
  };
  return judge(limits, numberOf(text), 0);
}

/** The values of a card as `valuesOf` takes them. */
export const valuesTyped = (texts: RoundTexts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([metric, text]) => [metric, text.replace(/\.$/, '')]));
