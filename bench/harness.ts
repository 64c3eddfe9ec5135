/** What the benchmarks share: alternating runs, medians, one table, and the ratio to the limit measured in the same run. */
import { loadavg } from 'node:os';

/** Without values NaN. */
export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
export const median = (values: readonly number[]) => share(values, 0.5);

/** Runs each variant `rounds` times, in an order that turns around every round, after one round that does not count. */
export async function paired<V extends string, R>(
  variants: readonly V[],
  rounds: number,
  run: (variant: V, round: number) => Promise<R>,
): Promise<Record<V, R[]>> {
  const results = Object.fromEntries(variants.map((variant) => [variant, []])) as unknown as Record<V, R[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const variant of round % 2 ? variants : variants.toReversed()) {
      const result = await run(variant, round);
      if (round > 0) results[variant].push(result);
    }
  }
  return results;
}

/** The median of a figure over the rounds of a variant. */
export const over = <R>(results: readonly R[], figure: (result: R) => number) => median(results.map(figure));

/** The median of the ratios of rounds that ran next to each other. */
export const pairRatio = <R>(results: readonly R[], limits: readonly R[], figure: (result: R) => number) =>
  median(results.map((result, at) => figure(result) / figure(limits[at]!)));

/** What the machine was doing while we measured. */
export const machine = () =>
  `load average ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`;

const number = (value: unknown) =>
  typeof value === 'number'
    ? Math.abs(value) >= 100
      ? Math.round(value).toLocaleString('en')
      : value.toPrecision(3)
    : String(value ?? '');
const wide = (text: string) => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0);

/** Prints rows under their keys; numbers to three digits. */
export function table(title: string, rows: Record<string, unknown>[]): void {
  console.log(`\n${title} (${machine()})`);
  const keys = Object.keys(rows[0] ?? {});
  const cells = [keys, ...rows.map((row) => keys.map((key) => number(row[key])))];
  const widths = keys.map((_, column) => Math.max(...cells.map((line) => wide(line[column]!))));
  for (const line of cells)
    console.log(
      line.map((cell, column) => (column ? cell.padStart : cell.padEnd).call(cell, widths[column]! - wide(cell) + cell.length)).join('  '),
    );
}

/** Prints whether a goal holds; a goal that is missed makes the process end with 1. */
export function ratio(what: string, value: number, sign: '>=' | '<=', goal: number, unit = ''): boolean {
  const holds = sign === '>=' ? value >= goal : value <= goal;
  console.log(`RATIO ${what}: ${value.toFixed(2)}${unit} (goal ${sign} ${goal}${unit}) ${holds ? 'holds' : 'MISSED'}`);
  if (!holds) process.exitCode = 1;
  return holds;
}
