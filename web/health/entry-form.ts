/** What a form of vital signs holds, and what of it is sent. Pure. */
import { metrics } from '#contract/health/metrics.ts';
import { setProblem, type Entered, type EnteredMetric } from '#contract/health/measurements.rules.ts';

/** Typed texts by metric; what is empty was not measured. */
export type Typed = Partial<Record<EnteredMetric, string>>;
export type Manners = Partial<Record<EnteredMetric, number>>;

const toNumber = (text: string) => (/^\d{1,6}(\.\d{1,4})?$/.test(text) ? Number(text) : null);

/** The values of a form, or what is wrong with them. */
export function valuesOf(typed: Typed, manner: Manners): { values: Entered[]; problem: string | null } {
  const values: Entered[] = [];
  for (const [metric, text] of Object.entries(typed) as [EnteredMetric, string | number | undefined][]) {
    const plain = String(text ?? '')
      .trim()
      .replace('。', '.');
    if (plain === '') continue;
    const value = toNumber(plain);
    if (value === null) return { values, problem: `${metrics[metric].label}请输入数字` };
    values.push({ metric, value, manner: manner[metric] ?? null });
  }
  return { values, problem: setProblem(values) };
}

/** `128/76` or `128 76` typed into one field. */
export function pressuresOf(text: string): { systolic?: string; diastolic?: string } | null {
  const match = /^\s*(\d{2,3})\s*[/\s、,，.-]\s*(\d{2,3})\s*$/.exec(text);
  return match ? { systolic: match[1] as string, diastolic: match[2] as string } : null;
}
