/** Whether two questions hang together: Pearson's chi-square over a table of counts. Pure. */

export interface ChiSquare {
  /** Without rows and columns that are empty. */
  chiSquare: number;
  degrees: number;
  /** How often chance alone gives a table that differs as much. */
  p: number;
  /** Cramér's V: 0 nothing, 1 each answer decides the other. */
  v: number;
  /** More than a fifth of the cells expect fewer than five answers: p is a rough figure then. */
  rough: boolean;
}

/** Natural logarithm of the gamma function for x > 0 (Stirling's series, shifted to where it is exact to 1e-12). */
function logGamma(x: number): number {
  let [at, shift] = [x, 0];
  for (; at < 12; at++) shift -= Math.log(at);
  const square = 1 / (at * at);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / at;
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series;
}

const MOST_STEPS = 10_000;

/** The lower part of the gamma integral as a share of all, by its series: for x below a + 1. */
function lowerShare(a: number, x: number): number {
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n < MOST_STEPS && Math.abs(term) > Math.abs(sum) * 1e-16; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a));
}

/** The upper part as a share of all, by its continued fraction (evaluated from the front): for x above a + 1. */
function upperShare(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MOST_STEPS; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (Math.abs(numerator * d + b) < tiny ? tiny : numerator * d + b);
    c = Math.abs(b + numerator / c) < tiny ? tiny : b + numerator / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return fraction * Math.exp(a * Math.log(x) - x - logGamma(a));
}

/** How often a chi-square of so many degrees of freedom is at least `value` by chance. */
export function chiSquareTail(value: number, degrees: number): number {
  if (value <= 0) return 1;
  const [a, x] = [degrees / 2, value / 2];
  return x < a + 1 ? 1 - lowerShare(a, x) : upperShare(a, x);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The test over rows of counts; null when there are not at least two rows and two columns with answers. */
export function chiSquareOf(table: readonly (readonly number[])[]): ChiSquare | null {
  const columns = (table[0] ?? []).map((_, at) => at).filter((at) => table.some((row) => (row[at] ?? 0) > 0));
  const rows = table.map((row) => columns.map((at) => row[at] ?? 0)).filter((row) => sum(row) > 0);
  if (rows.length < 2 || columns.length < 2) return null;
  const total = sum(rows.map(sum));
  const across = columns.map((_, at) => sum(rows.map((row) => row[at] as number)));
  const expected = rows.map((row) => across.map((column) => (sum(row) * column) / total));
  const chiSquare = sum(rows.flatMap((row, r) => row.map((count, c) => (count - expected[r]![c]!) ** 2 / expected[r]![c]!)));
  const degrees = (rows.length - 1) * (columns.length - 1);
  return {
    chiSquare,
    degrees,
    p: chiSquareTail(chiSquare, degrees),
    v: Math.sqrt(chiSquare / (total * (Math.min(rows.length, columns.length) - 1))),
    rough: expected.flat().filter((one) => one < 5).length > (rows.length * columns.length) / 5,
  };
}
